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


def spoken_game(seed: int, rounds: int, game_id: str = "1941") -> list[str]:
    """The lines of a game in which every decision is said in words, and means what was decided."""
    game = games.area(game_id)
    record = Record.begin(game, Setup(), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    bot = RandomBot(game, seed)
    lines = []
    while record.pending and record.state.round <= rounds:
        decision = record.pending[0]
        chosen = bot.choose(record.state, decision)
        line = phrase(game.world, chosen)
        verb, _, rest = line.partition(" ")
        (read,) = ORDERS[verb](Asked(game, record.state, decision), rest)
        if not isinstance(chosen, Casualties):  # of like units it does not matter which is lost
            assert read == chosen, line
        assert not isinstance(record.act(decision.seat, read), Refusal), line
        lines.append(line)
    return lines


@pytest.mark.parametrize("game_id", ["1941", "classic"])
@pytest.mark.parametrize("seed", range(6))
def test_every_order_can_be_said(seed: int, game_id: str) -> None:
    assert len(spoken_game(seed, 4, game_id)) > 100


def test_a_game_can_be_typed_from_beginning_to_end() -> None:
    """Two rounds typed at the table by hand come out as they were decided."""
    lines = spoken_game(2, 2)
    players = "a=ussr b=germany c=uk d=japan e=usa"
    text = call("terminal", "--seed", "2", "--players", players, typed="\n".join(lines)).stdout
    assert "Refused" not in text
    assert "Round 3 Soviet Union" in text
