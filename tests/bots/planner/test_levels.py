"""The levels: every number that the planner plays by is in every file, with its bounds."""

import pytest

from sandtable.bots.level import BadLevel, read_level
from sandtable.bots.planner.manner import Manner


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_a_level_has_the_numbers_of_the_planner(name: str) -> None:
    level = read_level(name)
    assert not isinstance(level, BadLevel)
    assert set(level.numbers) == set(Manner.__struct_fields__)
    assert Manner.of(level).horizon == level["horizon"]


def test_stronger_levels_look_closer() -> None:
    levels = [read_level(name) for name in ("easy", "medium", "hard")]
    easy, medium, hard = (Manner.of(level) for level in levels if not isinstance(level, BadLevel))
    assert easy.noise > medium.noise > hard.noise == 0
    assert easy.lapse > medium.lapse > hard.lapse == 0
    assert hard.plans > medium.plans >= easy.plans
