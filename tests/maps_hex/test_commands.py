"""The map commands on a board of hexes."""

import shutil
from pathlib import Path

import pytest

from sandtable.games import BUILT_IN
from tests.cli.call import answer, call

FILE = BUILT_IN / "hgw" / "atlas.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(FILE, tmp_path)
    return tmp_path


def correct(folder: Path, line: str) -> None:
    path = folder / "atlas.yaml"
    text = path.read_text(encoding="utf-8").replace("corrections: {}", f"corrections:\n  {line}")
    path.write_text(text, encoding="utf-8")


def test_the_shipped_board_is_drawn_as_it_is() -> None:
    shown = call("map", "check", "hgw").stdout
    assert "The drawing matches the atlas." in shown
    told = answer("map", "check", "hgw")
    assert (told["hexes"], told["land"], told["problems"]) == (6496, 2500, [])
    assert told["doubts"]["port"]["text"] == 46


def test_a_correction_that_breaks_a_sum_ends_with_1(folder: Path) -> None:
    correct(folder, "'1335': {production: 1}")
    assert "Germany produces 16, but its hexes have 14" in call("map", "check", folder, code=1).stdout


def test_a_bad_line_ends_with_2(folder: Path) -> None:
    correct(folder, "'1335': {area: Flanders}")
    assert "unknown area 'Flanders'" in call("map", "check", folder, code=2).output


def test_it_is_drawn_as_svg_and_png(tmp_path: Path) -> None:
    call("map", "render", "hgw", "--crop", "1234-1640", "--out", tmp_path / "a.svg")
    call("map", "render", "hgw", "--crop", "1234-1640", "--dark", "--out", tmp_path / "a.png", "--width", "300")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_an_unknown_window_ends_with_2(tmp_path: Path) -> None:
    shown = call("map", "render", "hgw", "--crop", "asia", "--out", tmp_path / "a.svg", code=2).output
    assert "it is one of world, europe, atlantic, pacific" in shown


def test_only_hexes_have_windows(tmp_path: Path) -> None:
    shown = call("map", "render", "1941", "--crop", "europe", "--out", tmp_path / "a.svg", code=2).output
    assert "only hex boards can be cropped" in shown
