"""Locating errors in data files, and suggestions."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from sandtable.core.datafile import DataFileError, Folder, Layer, line_of, on_disk, parse_yaml, read_yaml


class Unit(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    cost: int
    kind: Literal["land", "sea"] = "land"
    cargo: tuple[tuple[str, int], ...] = ()


class Shoot(msgspec.Struct, tag_field="step", tag="shoot", forbid_unknown_fields=True):
    dice: int


class Wait(msgspec.Struct, tag_field="step", tag="wait", forbid_unknown_fields=True):
    pass


class File(msgspec.Struct, forbid_unknown_fields=True):
    units: Mapping[str, Unit] = {}
    steps: tuple[Shoot | Wait, ...] = ()
    rounds: Mapping[int, str] = {}
    seasons: Mapping[Literal["summer", "winter"], int] = {}


GOOD = "units:\n  tank: {name: tank, cost: 6}\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "  gun: {name: gun, cost: dear}",
            r"f\.yaml, line 3: units\.gun\.cost: Expected a whole number, got text",
        ),
        (
            "  gun:\n    name: gun\n    cots: 6",
            r"line 5: units\.gun\.cots: .*no key `cots`.*Did you mean 'cost'",
        ),
        ("  gun: {name: gun, cost: 6, kind: see}", r"line 3: units\.gun\.kind: .*Did you mean 'sea'"),
        ("  tnak: {cost: 5}", r"line 3: units\.tnak: .*the key `name` is missing.*Did you mean 'tank'"),
        (
            "  gun: {name: gun, cost: 6, cargo: [[tank, 1], [tank, two]]}",
            r"line 3: units\.gun\.cargo\.1\.1: Expected a whole number",
        ),
        ("steps:\n  - {step: wait}\n  - {step: shot, dice: 1}", r"line 5: steps\.1\.step: .*Did you mean 'shoot'"),
        ("steps:\n  - {step: wait, dice: 1}", r"line 4: steps\.0\.dice: .*no key"),
        ("step: []", r"line 3: step: .*no key `step`.*Did you mean 'steps'"),
        ("seasons:\n  winter: 1\n  sumer: 2", r"line 5: seasons\.sumer: .*'sumer'.*Did you mean 'summer'"),
        ("rounds: {one: x}", r"line 3: rounds: Expected a whole number"),
        ("steps: [", r"f\.yaml, line \d: not valid YAML"),
    ],
)
def test_an_error_names_the_line_the_key_and_the_nearest_name(text: str, told: str) -> None:
    with pytest.raises(DataFileError, match=told):
        parse_yaml(GOOD + text, File, "f.yaml")


def test_a_file_of_another_kind_is_refused() -> None:
    with pytest.raises(DataFileError, match=r"f\.yaml, line 1: Expected keys and values, got a list"):
        parse_yaml("[1, 2]", File, "f.yaml")
    with pytest.raises(DataFileError, match=r"f\.yaml: Expected keys and values, got nothing"):
        parse_yaml("", File, "f.yaml")


def layered(own: str, base: str) -> Folder:
    return Folder(
        Layer("house", held={"f.yaml": own.encode()}),
        Layer("book", held={"f.yaml": base.encode(), "g.yaml": b"1"}),
    )


def test_an_error_names_the_layer_of_its_value() -> None:
    with pytest.raises(DataFileError, match=r"^f\.yaml, line 1: units\.tank\.cost"):
        read_yaml(layered("units: {tank: {cost: dear}}", GOOD) / "f.yaml", File)
    with pytest.raises(DataFileError, match=r"^book/f\.yaml, line 2: units\.tank\.cost"):
        read_yaml(layered("units: {gun: {name: gun, cost: 1}}", GOOD.replace("6", "dear")) / "f.yaml", File)


def test_a_layered_folder_has_all_files() -> None:
    folder = layered("", GOOD)
    assert [file.name for file in folder.glob("*.yaml")] == ["f.yaml", "g.yaml"]
    assert (folder / "g.yaml").read_text() == "1"
    assert not (folder / "h.yaml").is_file()
    with pytest.raises(DataFileError, match=r"h\.yaml: cannot be read"):
        read_yaml(folder / "h.yaml", File)
    assert read_yaml(folder / "f.yaml", File).units["tank"].cost == 6


def test_the_digest_depends_on_the_contents(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_text("1", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not ours", encoding="utf-8")
    before = on_disk(tmp_path)
    assert before.digest == Folder(Layer("elsewhere", held={"f.yaml": b"1"})).digest
    (tmp_path / "notes.txt").write_text("changed", encoding="utf-8")
    assert on_disk(tmp_path).digest == before.digest
    (tmp_path / "f.yaml").write_text("2", encoding="utf-8")
    assert on_disk(tmp_path).digest != before.digest


@pytest.mark.parametrize(
    ("keys", "line"), [(("units", "tank", "cost"), 2), (("units", "gun"), 2), ((), 1), (("steps", 1), 5)]
)
def test_a_line_is_found_by_its_keys(tmp_path: Path, keys: tuple[Any, ...], line: int) -> None:
    path = tmp_path / "f.yaml"
    path.write_text(GOOD + "steps:\n  - {step: wait}\n  - {step: wait}", encoding="utf-8")
    assert line_of(path, *keys) == f"f.yaml, line {line}"
