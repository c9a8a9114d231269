"""Whatever the rules allow can be said: whole games, every order put into words and read back."""

import pytest

from sandtable import games
from sandtable.area.actions import Casualties
from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.terminal.orders import ORDERS, Asked
from tests.cli.call import call
from tests.terminal.phrases import phrase

GAME = games.load("1941")


def spoken_game(seed: int, rounds: int) -> list[str]:
    """The lines of a game in which every decision is said in words, and means what was decided."""
    record = Record.begin(GAME, Setup(), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    bot = RandomBot(GAME, seed)
    lines = []
    while record.pending and record.state.round <= rounds:
        decision = record.pending[0]
        chosen = bot.choose(record.state, decision)
        line = phrase(GAME.world, chosen)
        verb, _, rest = line.partition(" ")
        (read,) = ORDERS[verb](Asked(GAME, record.state, decision), rest)
        if not isinstance(chosen, Casualties):  # of like units it does not matter which is lost
            assert read == chosen, line
        assert not isinstance(record.act(decision.seat, read), Refusal), line
        lines.append(line)
    return lines


@pytest.mark.parametrize("seed", range(6))
def test_every_order_can_be_said(seed: int) -> None:
    assert len(spoken_game(seed, 4)) > 100


def test_a_game_can_be_typed_from_beginning_to_end() -> None:
    """Two rounds typed at the table by hand come out as they were decided."""
    lines = spoken_game(2, 2)
    players = "a=ussr b=germany c=uk d=japan e=usa"
    text = call("play", "--seed", "2", "--players", players, typed="\n".join(lines)).stdout
    assert "Refused" not in text
    assert "Round 3 Soviet Union" in text
