"""The weights that were learned about a game: where they are, who has them, and what is wrong with them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable import games
from sandtable.area.family import AreaGame
from sandtable.bots.prospects import FILE, Fit, Prospects, prospects_of, read, write
from sandtable.core.datafile import DataFileError, Folder, Layer

FOUND = Prospects("made up", {"land": 0.5, "units of germany": -0.25}, Fit(5, 50, 0.1, 0.2), 0.01)
LEARNED = ("1941", "classic")
GOOD = "about: x\nweights: {land: 1.0}\nfit: {games: 5, positions: 9, learned: 0.1, naive: 0.2}\n"


@pytest.fixture(autouse=True)
def unseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(games.VARIABLE, str(tmp_path))
    games.forget()


@pytest.fixture(name="variant")
def variant_maker(tmp_path: Path) -> Callable[..., AreaGame]:
    def make(prospects: str = "", more: str = "") -> AreaGame:
        folder = tmp_path / "house"
        folder.mkdir()
        (folder / "game.yaml").write_text(f"like: '1941'\ntitle: House\n{more}", "utf-8")
        if prospects:
            (folder / FILE).write_text(prospects, "utf-8")
        games.forget()
        return games.area("house")

    return make


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    write(tmp_path / FILE, FOUND)
    assert read(Folder(Layer("house", tmp_path))) == FOUND


def test_the_lead_to_come_is_the_lead_and_what_the_features_add() -> None:
    assert FOUND.lead(10.0, 100.0, {"land": 8.0, "units of germany": 4.0, "air": 7.0}) == 10 + 1 + 4 - 1


@pytest.mark.parametrize("game_id", LEARNED)
def test_built_in_games_say_where_their_weights_come_from(game_id: str) -> None:
    found = prospects_of(games.area(game_id))
    assert found is not None
    assert found.about.startswith(f"sandtable lab learn {game_id} ")
    assert found.fit.learned < found.fit.naive
    assert prospects_of(games.area(game_id)) is found


def test_games_without_a_file_have_none() -> None:
    for game_id in {"global-1940", "revised-historical"} - set(LEARNED):
        assert prospects_of(games.area(game_id)) is None


def test_a_variant_has_its_parents_weights(variant: Callable[..., AreaGame]) -> None:
    assert prospects_of(variant()) == prospects_of(games.area("1941"))


def test_a_variant_may_change_them(variant: Callable[..., AreaGame]) -> None:
    parent, own = prospects_of(games.area("1941")), prospects_of(variant("weights: {land: 9.0}\n"))
    assert parent is not None
    assert own is not None
    assert own.weights == {**parent.weights, "land": 9.0}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("weights: {lnad: 1.0}", r"prospects\.yaml, line 1: weights\.lnad: no such feature\. Did you mean 'land'"),
        ("weights:\n  land: much", r"prospects\.yaml, line 2: weights\.land: Expected .*got (a )?text"),
        ("weihgts: {}", r"prospects\.yaml, line 1: .*Did you mean 'weights'"),
        ("fit: {games: many}", r"prospects\.yaml, line 1: fit\.games"),
        ("weights: [", r"prospects\.yaml, line"),
    ],
)
def test_what_is_wrong_is_told_where_it_stands(variant: Callable[..., AreaGame], text: str, told: str) -> None:
    with pytest.raises(games.BrokenGame) as problem:
        variant(text)
    assert re.search(told, str(problem.value)), problem.value


def test_a_file_must_say_how_well_it_predicts() -> None:
    own = Layer("house", held={FILE: GOOD.partition("fit")[0].encode()})
    with pytest.raises(DataFileError, match="fit"):
        read(Folder(own))
    assert read(Folder(Layer("house", held={FILE: GOOD.encode()}))) is not None
