"""Where games are found, and what is said of folders that are none."""

import os
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from sandtable import games
from sandtable.games import finding
from tests.games.conftest import Write

HOUSE = "like: '1941'\ntitle: House"


def test_the_built_in_games_need_no_python() -> None:
    assert games.ids() == ("1941", "classic", "global-1940", "revised-historical", "hgw")
    assert not list(games.BUILT_IN.glob("*/*.py"))
    assert all(games.is_built_in(game_id) for game_id in games.ids())


def test_a_folder_of_games_is_looked_into(write: Write) -> None:
    write("house", game=HOUSE)
    assert games.ids()[-1] == "house"
    assert games.load("house").title == "House"
    assert not games.is_built_in("house")


def test_a_game_folder_may_be_named_itself(tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    house = write("house", tmp_path, game=HOUSE)
    monkeypatch.setenv(games.VARIABLE, str(house))
    assert games.find("house") is not None


def test_several_folders_are_named_at_once(tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("one", tmp_path / "a", game=HOUSE)
    write("two", tmp_path / "b", game=HOUSE)
    monkeypatch.setenv(games.VARIABLE, os.pathsep.join([str(tmp_path / "a"), str(tmp_path / "b")]))
    assert games.ids()[-2:] == ("one", "two")
    games.add_to_search([tmp_path / "b"])
    assert games.ids()[-2:] == ("two", "one")


def test_the_users_own_games_are_found(tmp_path: Path, write: Write) -> None:
    write("own", tmp_path / "data" / "sandtable" / "games", game=HOUSE)
    assert "own" in games.ids()


def test_games_of_installed_packages_are_found(
    tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "houserules"
    write("packed", package, game=HOUSE)
    (package / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = EntryPoints(
        (
            EntryPoint("house", "houserules", finding.GROUP),
            EntryPoint("gone", "no_such_package", finding.GROUP),
        )
    )
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    assert "packed" in games.ids()
    problem = next(one for one in games.problems() if one.id == "gone")
    assert "the entry point cannot be loaded" in problem.why
    sys.modules.pop("houserules", None)


def test_a_built_in_game_cannot_be_replaced(write: Write) -> None:
    write("1941", game=HOUSE)
    assert games.is_built_in("1941")
    (problem,) = games.problems()
    assert (problem.id, "another game '1941', built in" in problem.why) == ("1941", True)


def test_the_same_folder_twice_is_one_game(write: Write, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = write("house", game=HOUSE)
    monkeypatch.setenv(games.VARIABLE, os.pathsep.join([str(shelf), str(house)]))
    assert (games.ids()[-1], games.problems()) == ("house", ())


@pytest.mark.parametrize("name", ["House", "my house", "-", "x" * 41])
def test_a_folder_whose_name_is_no_id_is_told(write: Write, name: str) -> None:
    write(name, game=HOUSE)
    (problem,) = games.problems()
    assert "the folder's name is the game's id" in problem.why


def test_a_folder_without_games_is_told(tmp_path: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(games.VARIABLE, os.pathsep.join([str(shelf), str(tmp_path / "gone")]))
    games.forget()
    assert [one.why for one in games.problems()] == [
        "neither it nor a folder in it has a game.yaml.",
        "there is no such folder.",
    ]


@pytest.mark.parametrize(
    ("text", "family"),
    [
        (HOUSE, "area"),
        ("like: hgw\ntitle: House", "hexes"),
        ("{like: hgw, title: House}", "hexes"),
        ("family: hexes", "hexes"),
        ("title: House", "area"),
        ("family: squares", None),
    ],
)
def test_the_family_is_known_without_loading(write: Write, text: str, family: str | None) -> None:
    write("house", game=text)
    assert games.family_of("house") == family


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("like: '1914'\ntitle: House", "like: there is no game '1914'. Did you mean '1941'"),
        ("like: house\ntitle: House", "house is like house: one of them must stand alone"),
        ("like: other\ntitle: House", "house is like other, which is like house: one of them must stand alone"),
        ("family: hexs\ntitle: House", "there is no family 'hexs'. Did you mean 'hexes'"),
        ("like: '1941'", "the key `title` is missing"),
        ("like: '1941'\ntitle: House\nsumary: x", "game.yaml, line 3: sumary: .*Did you mean 'summary'"),
    ],
)
def test_a_broken_game_is_told_and_leaves_the_others_alone(write: Write, text: str, told: str) -> None:
    write("other", game="like: house\ntitle: Other")
    write("house", game=text)
    with pytest.raises(games.BrokenGame, match=f"house .*{told}"):
        games.load("house")
    problem = games.checked("house")
    assert isinstance(problem, games.Problem)
    assert games.load("1941").id == "1941"


def test_unknown_games_are_not_found() -> None:
    assert games.find("chess") is None
    assert games.find("../games/1941") is None
    with pytest.raises(LookupError, match="chess"):
        games.load("chess")
