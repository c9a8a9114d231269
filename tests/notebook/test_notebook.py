"""A saved game in a notebook, and the example that is executed cell by cell."""

import builtins
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import sandtable as st
from sandtable.area.actions import Done
from sandtable.area.changes import SetTreasury, SetUnits
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import write
from sandtable.games import load
from sandtable.notebook import CannotLoad, CannotTell, SavedGame
from tests.core.toy import TOY, Bid
from tests.patience import SECONDS

EXAMPLE = Path(__file__).parents[2] / "docs" / "notebook.ipynb"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game of 1941: money by hand, infantry by hand, and the Soviet Union buys nothing."""
    record = Record.begin(load("1941"), Setup(), SeededDice.from_seed(1))
    assert not isinstance(record, Refusal)
    for change in (SetTreasury("ussr", 40), SetUnits("Russia", "ussr", "infantry", 9)):
        assert not isinstance(record.amend(change), Refusal)
    assert not isinstance(record.act("ussr", Done()), Refusal)
    path = tmp_path / "game.jsonl"
    assert write(record, path, reveal=True) is None
    return path


def test_a_game_shows_its_map(file: Path) -> None:
    game = st.load(file)
    assert len(game) == 3
    shown = game._repr_html_()
    assert "data:image/svg+xml;base64," in shown
    assert "1941: The World at War: Round 1, Soviet Union, Combat Move" in shown
    assert "after 3 decisions" in repr(game)
    assert game.winner is None


def test_any_moment_can_be_looked_at(file: Path) -> None:
    game = st.load(str(file))
    assert game.at(0).svg() != game.at(2).svg() == game.at(3).svg()
    assert game.at(3).svg() != game.at(3).svg(dark=True)
    assert [decision.kind for decision in game.at(2).pending] == ["purchase"]
    with pytest.raises(IndexError, match="3 decisions"):
        game.at(4)


def test_the_story_is_a_table(file: Path) -> None:
    story = st.load(file).story()
    assert list(story.columns) == ["number", "headline", "seat", "edit", "text"]
    first = story.iloc[0]
    assert (first.number, bool(first.edit), first.text) == (
        1,
        True,
        "Changed by hand: the Soviet Union has 40 IPCs.",
    )
    assert first.headline == "Round 1, Soviet Union, Purchase Units"


def test_the_numbers_are_a_table(file: Path) -> None:
    stats = st.load(file).stats()
    assert list(zip(stats["round"], stats.when, strict=True)) == [(1, "begins")] * 5 + [(1, "end")] * 5
    first, last = (stats[(stats.seat == "ussr") & (stats.when == when)].iloc[0] for when in ("begins", "end"))
    assert (last.money, last.income) == (40, first.income)
    assert last.value - first.value == 3 * (last.units - first.units) > 0
    assert last.territories == sum(holder == "ussr" for holder in st.load(file).record.state.control.values())


def test_no_battle_is_planned_in_the_opening(file: Path) -> None:
    assert list(st.load(file).at().odds().columns) == ["space", "win", "draw", "lose", "swing", "exact"]
    assert st.load(file).at().odds().empty


def test_a_bad_file_says_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(CannotLoad, match=r"missing\.jsonl cannot be read"):
        st.load(tmp_path / "missing.jsonl")
    (tmp_path / "bad.jsonl").write_text("hello\n")
    with pytest.raises(CannotLoad, match="not a sandtable game file"):
        st.load(tmp_path / "bad.jsonl")


def test_any_game_is_told_and_what_is_not_known_is_said() -> None:
    record = Record.begin(TOY, Setup(), SeededDice.from_seed(1))
    assert not isinstance(record, Refusal)
    record.act("red", Bid(2))
    game = SavedGame(record)
    assert "<img" not in game._repr_html_()
    assert list(game.story().columns) == ["number", "headline", "seat", "edit", "text"]
    with pytest.raises(CannotTell, match="territories"):
        game.stats()


def test_without_pandas_it_says_what_to_install(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ordinary = builtins.__import__

    def without(name: str, *rest: Any) -> ModuleType:
        if name == "pandas":
            raise ModuleNotFoundError(name)
        return ordinary(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'sandtable\[notebook\]'"):
        st.load(file).story()


def test_the_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    source = str(Path(st.__file__).parents[1])
    monkeypatch.setenv("PYTHONPATH", source)
    notebook: nbformat.NotebookNode = nbformat.reads(EXAMPLE.read_text(), as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "the example is kept without its answers"
    done = NotebookClient(notebook, timeout=int(SECONDS), kernel_name="python3").execute(cwd=str(EXAMPLE.parent))
    shown = [output for cell in done.cells for output in cell.get("outputs", ())]
    assert [output.output_type for output in shown] == ["execute_result"] * len(shown)
    pictures = [one for one in shown if "data:image/svg+xml" in one.data.get("text/html", "")]
    tables = [one for one in shown if "<table" in one.data.get("text/html", "")]
    assert (len(pictures), len(tables)) == (2, 5)
