"""Rules of the board that a scenario file cannot show: what fifty rounds leave untouched."""

import pytest

from sandtable.area.actions import AreaAction
from sandtable.area.events import AreaEvent
from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import area

ROUNDS = 50


@pytest.fixture(scope="module")
def game() -> AreaGame:
    return area("1941")


def played(game: AreaGame, seed: int, rounds: int) -> "Record[AreaState, AreaAction, AreaEvent]":
    """A game of the random bot: to its end, or for a number of rounds."""
    record = Record.begin(game, Setup(), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    bot = RandomBot(game, seed)
    while not record.finished and record.state.round <= rounds:
        decision = game.pending(record.state)[0]
        assert not isinstance(record.act(decision.seat, bot.choose(record.state, decision)), Refusal)
    return record


@pytest.mark.rule("1941.board.neutral-never-changes")
def test_neutrals_are_untouched_after_fifty_rounds(game: AreaGame) -> None:
    """Given any game, when 50 rounds have been played, then all 14 neutrals are uncontrolled and worth 0."""
    neutral = {name for name, land in game.world.board.territories.items() if land.neutral}
    assert len(neutral) == 14
    rounds, seed = 0, 1941
    while rounds < ROUNDS:
        record = played(game, seed, ROUNDS - rounds)
        assert not neutral & set(record.state.control), "a neutral territory has come under control"
        assert not any(record.state.at(space) for space in neutral), "somebody stands in a neutral territory"
        rounds, seed = rounds + record.state.round - (not record.finished), seed + 1
    assert all(game.world.board.territories[space].value == 0 for space in neutral)
