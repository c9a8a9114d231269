"""The reference of parts: every setting is described, and the page is up to date."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from sandtable.area.parts import AnyPart, known
from sandtable.area.reference import about, step_kinds, structs_in, text
from sandtable.area.units import ABILITIES, Ability
from sandtable.core.sentences import sentences

PAGE = Path(__file__).parents[2] / "docs" / "parts.md"
PARTS = [part for part in known() if part.__module__.startswith("sandtable.")]


def groups(settings: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """Settings and all groups inside them."""
    yield settings
    for field in msgspec.structs.fields(settings):
        for nested in structs_in(field.type):
            yield from groups(nested)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_part_is_described(part: AnyPart) -> None:
    assert about(part).strip()


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_setting_has_a_sentence(part: AnyPart) -> None:
    silent = [
        f"{group.__name__}.{field.name}"
        for group in groups(part.Settings)
        for field in msgspec.structs.fields(group)
        if field.name not in sentences(group)
    ]
    assert silent == []


def test_every_ability_is_described() -> None:
    assert set(ABILITIES) == set(get_args(Ability))
    assert all(what.strip() for what in ABILITIES.values())


@pytest.mark.parametrize("step", step_kinds(), ids=lambda step: step.__name__)
def test_every_step_of_a_battle_is_described(step: type[msgspec.Struct]) -> None:
    assert (step.__doc__ or "").strip()
    assert step.__doc__ != step.__mro__[1].__doc__
    obvious = {"number", "name", "side", "who"}
    silent = [
        field.name for field in msgspec.structs.fields(step) if field.name not in {*sentences(step), *obvious}
    ]
    assert silent == []


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == text(), "run: python -m sandtable.area.reference docs/parts.md"
