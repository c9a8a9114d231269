"""The examples load, their scenarios pass, and each is short enough to be read at a glance."""

from pathlib import Path

import pytest

from sandtable import games
from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.scenarios import check_paths
from sandtable.scenarios.variants import own_scenarios
from sandtable.variants.comparing import differences
from sandtable.variants.packing import Pack, pack

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = sorted(path.parent.name for path in EXAMPLES.glob("*/game.yaml"))


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(games.VARIABLE, str(EXAMPLES))
    games.forget()


def test_every_book_has_one() -> None:
    parents = {games.folder(name).layers[1].name for name in NAMES}
    assert parents == {"1941", "classic", "revised-historical", "global-1940", "hgw"}


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_whole(name: str) -> None:
    assert not isinstance(games.checked(name), games.Problem)
    results = check_paths(own_scenarios(name))
    assert results
    assert [(one.title, one.failures) for one in results if not one.ok] == []
    assert any(one.played for one in differences(name))
    assert isinstance(pack(games.folder(name)), Pack)
    assert name in (EXAMPLES / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_short(name: str) -> None:
    paths = set((EXAMPLES / name).rglob("*.yaml")) - {Path(path) for path in own_scenarios(name)}
    lines = [line for path in paths for line in path.read_text().splitlines()]
    assert len([line for line in lines if line.strip()]) < 40


def test_six_powers_play_a_round() -> None:
    game = games.area("sixth-power")
    record = Record.begin(game, Setup(), SeededDice.from_seed(1))
    assert not isinstance(record, Refusal)
    bots = {seat: RandomBot(game, number) for number, seat in enumerate(game.seats)}
    turns = []
    while record.state.round == 1 and record.pending:
        (decision, *_) = record.pending
        turns.append(decision.seat)
        record.act(decision.seat, bots[decision.seat].choose(record.state, decision))
    assert "italy" in turns
