"""The map commands: build, check and render, on the worked example and the shipped maps."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.call import call
from tests.maps.example import BOARD_TEXT, PLACES_TEXT


@pytest.fixture
def island(tmp_path: Path) -> Path:
    (tmp_path / "board.yaml").write_text(BOARD_TEXT, encoding="utf-8")
    (tmp_path / "places.yaml").write_text(PLACES_TEXT, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", ["build", "check", "render"])
def test_help_teaches_by_example(command: str) -> None:
    assert f"sandtable map {command}" in call("map", command, "--help").stdout


def test_an_island_is_built_checked_and_drawn(island: Path) -> None:
    assert "The drawing matches the adjacencies." in call("map", "build", str(island), "--draft").stdout
    assert "5 spaces, 7 pairs of neighbours; drawn links: none." in call("map", "check", str(island)).stdout
    for name in ("island.svg", "island.png"):
        call("map", "render", str(island), "--out", str(island / name), "--width", "300")
    assert (island / "island.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (island / "island.png").read_bytes().startswith(b"\x89PNG")


def test_a_wrong_map_ends_with_1_and_says_where(island: Path) -> None:
    text = BOARD_TEXT.replace("Lowlands, West Sea]", "Lowlands]").replace(
        "[Highlands, Lowlands, East", "[Highlands, Lowlands, X"
    )
    (island / "board.yaml").write_text(text.replace(", X Sea]", "]"), encoding="utf-8")
    result = call("map", "check", str(island), "--draft", code=1)
    assert "East Sea and West Sea touch along" in result.stdout
    assert "at [" in result.stdout


def test_a_bad_places_file_ends_with_2_and_its_line(island: Path) -> None:
    (island / "places.yaml").write_text(PLACES_TEXT.replace("Highlands:", "Highland:"), encoding="utf-8")
    result = call("map", "check", str(island), "--draft", code=2)
    assert "places.yaml, line 5: the board has no space 'Highland'" in result.stderr


def test_the_shipped_map_is_checked_for_programs() -> None:
    answer = json.loads(call("map", "check", "1941", "--json").stdout)
    assert answer["differences"] == []
    assert answer["spaces"] == 120


def test_the_opening_is_drawn(tmp_path: Path) -> None:
    call("map", "render", "1941", "--opening", "--dark", "--out", str(tmp_path / "map.svg"))
    text = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert 'class="stack" data-space="Russia"' in text


def test_a_saved_game_is_drawn(tmp_path: Path) -> None:
    save = tmp_path / "game.sandtable"
    call("sim", "1941", "--rounds", "1", "--out", str(save))
    call("map", "render", "1941", "--position", str(save), "--out", str(tmp_path / "map.svg"))
    assert (tmp_path / "map.svg").exists()


def test_an_unknown_board_is_refused() -> None:
    assert "neither a game nor a folder" in call("map", "check", "1491", code=2).stderr


def test_a_poster_is_a_sheet_of_a1(tmp_path: Path) -> None:
    """841 by 594 millimetres, in points."""
    out = tmp_path / "poster.pdf"
    call("map", "render", "1941", "--opening", "--out", out)
    data = out.read_bytes()
    assert data.startswith(b"%PDF")
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    assert box is not None
    assert [round(float(side) / 72 * 25.4) for side in box.groups()] == [841, 594]


def test_an_unwritable_picture_is_refused(tmp_path: Path) -> None:
    result = call("map", "render", "1941", "--out", tmp_path / "nowhere" / "map.svg", code=2)
    assert "cannot be written" in result.output
