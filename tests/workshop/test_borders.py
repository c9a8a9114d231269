"""Borders: places are moved on the sheet, a draft shows what follows, and the built map goes into the folder."""

from pathlib import Path

import pytest

from sandtable import games
from sandtable.maps.geometry import FILE, read_geometry
from sandtable.variants.comparing import compared
from sandtable.workshop import borders
from sandtable.workshop.borders import NoMap, built_map, is_stale, moved, place_path, sheet, without
from sandtable.workshop.editing import set_value, undo
from sandtable.workshop.shop import Move, Shop
from tests.games.conftest import Write
from tests.workshop import island

COARSE = 400
"""Cells across: enough for an island."""


@pytest.fixture
def folder(write: Write, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(borders, "DRAFT", COARSE)
    monkeypatch.setattr("sandtable.maps.build.FINE", COARSE)
    return write("island", game=island.GAME, board=island.BOARD, places=island.PLACES)


def place(folder: Path, space: str, *to: float) -> None:
    set_value(folder, "places.yaml", place_path(folder, space), moved(folder, space, 0, -1, *to))


def test_the_draft_fits_the_board_and_knows_its_places(folder: Path) -> None:
    found = sheet(folder, draft=True)
    assert found.draft
    assert found.stale, "the map is still that of the parent"
    assert found.wrong == ()
    (rock,) = found.places["Gull Rock"]
    assert (rock.spot, rock.point, rock.lon, rock.lat) == (0, -1, 17, 0)
    assert 'data-space="Lowlands"' in found.picture


def test_a_place_is_moved_in_degrees_and_what_no_longer_fits_is_said(folder: Path) -> None:
    highlands, lowlands = (sheet(folder, draft=True).places[name][0] for name in ("Highlands", "Lowlands"))
    place(folder, "Gull Rock", (highlands.x + lowlands.x) / 2, (highlands.y + lowlands.y) / 2)
    found = sheet(folder, draft=True)
    assert found.places["Gull Rock"][0].lon == pytest.approx(8.5, abs=0.05)
    told = [one for one in found.wrong if set(one.spaces) == {"Gull Rock", "Highlands"}]
    assert [one.words.partition(" along")[0] for one in told] == ["Gull Rock and Highlands touch"]
    assert told[0].x > 0


def test_places_come_and_go_but_one_stays(folder: Path) -> None:
    path = place_path(folder, "West Sea")
    set_value(folder, "places.yaml", path, moved(folder, "West Sea", -1, -1, 300, 300))
    assert len(sheet(folder, draft=True).places["West Sea"]) == 2
    set_value(folder, "places.yaml", path, without(folder, "West Sea", 1))
    with pytest.raises(NoMap, match="at least one place"):
        without(folder, "West Sea", 0)


def test_the_built_map_is_fresh_until_a_place_moves_and_can_be_taken_back(folder: Path) -> None:
    (folder / FILE).write_text(built_map(folder), encoding="utf-8")
    assert not is_stale(games.folder_at(folder))
    assert set(read_geometry(games.folder_at(folder)).shapes) == {
        "Highlands", "Lowlands", "Gull Rock", "East Sea", "West Sea",
    }  # fmt: skip
    assert sheet(folder, draft=False).wrong == ()
    place(folder, "Lowlands", 1800, 1500)
    assert is_stale(games.folder_at(folder))
    (change,) = (one for one in compared(games.folder_at(folder)) if one.id == FILE)
    undo(folder, change)
    assert not (folder / FILE).exists()


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ((7, -1, 100.0, 100.0), "not there any more"),
        ((0, 3, 100.0, 100.0), "not there any more"),
        ((0, -1, -5.0, 100.0), "on the map"),
    ],
)
def test_a_move_that_makes_no_sense_changes_nothing(
    folder: Path, move: tuple[int, int, float, float], why: str
) -> None:
    with pytest.raises(NoMap, match=why):
        moved(folder, "Lowlands", *move)


def test_of_a_line_each_point_is_a_place(write: Write) -> None:
    folder = write("house", game='like: "1941"\n')
    lines = sheet(folder, draft=False).places["Western Europe"]
    assert [one.point for one in lines] == [-1, -1, -1, 0, 1, 2, 3, 4]
    spots = moved(folder, "Western Europe", 3, 1, lines[4].x, lines[4].y)
    assert spots[3][1] == pytest.approx([5.5, 52], abs=0.05)
    with pytest.raises(NoMap, match="line"):
        moved(folder, "Western Europe", 3, -1, 100, 100)


def test_what_others_changed_meanwhile_is_not_built_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shop = Shop()
    stand = shop.view("island").stand

    def slowly(path: Path) -> str:
        (path / "units.yaml").write_text("tank: {cost: 4}\n")
        return "{}"

    monkeypatch.setattr("sandtable.workshop.shop.built_map", slowly)
    with pytest.raises(Exception, match="changed meanwhile"):
        shop.build("island", stand)
    assert not (folder / FILE).exists()
    with pytest.raises(Exception, match="changed meanwhile"):
        shop.move_place("island", Move(stand, "Lowlands", 0, -1, 10, 10))
