"""Every legal order can be typed: whole games, each order put into words and parsed back."""

import pytest

from sandtable import games
from sandtable.area.actions import Aim, Casualties, PullBack
from sandtable.area.parts.airlift import Airlift
from sandtable.area.parts.interdiction import Halt
from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.terminal.orders import read_order
from sandtable.terminal.reading import Asked
from tests.cli.call import call
from tests.terminal.phrases import phrase

LIKE = (Casualties, Aim, PullBack, Halt, Airlift)


def spoken_game(seed: int, rounds: int, game_id: str = "1941") -> list[str]:
    """The lines of a game in which every decision is put into words and parses to the same action."""
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
        (read,) = read_order(Asked(game, record.state, decision), verb, rest)
        if not isinstance(chosen, LIKE):  # which of several identical units is meant doesn't matter
            assert read == chosen, line
        assert not isinstance(record.act(decision.seat, read), Refusal), line
        lines.append(line)
    return lines


@pytest.mark.parametrize("game_id", ["1941", "classic"])
@pytest.mark.parametrize("seed", range(6))
def test_every_order_can_be_said(seed: int, game_id: str) -> None:
    assert len(spoken_game(seed, 4, game_id)) > 100


def test_a_game_can_be_typed_from_beginning_to_end() -> None:
    """Two rounds typed at the table give the same game."""
    lines = spoken_game(2, 2)
    players = "a=ussr b=germany c=uk d=japan e=usa"
    text = call("terminal", "--seed", "2", "--players", players, typed="\n".join(lines)).stdout
    assert "Refused" not in text
    assert "Round 3 Soviet Union" in text


@pytest.mark.parametrize("seed", range(4))
def test_every_order_of_a_team_can_be_said(seed: int) -> None:
    assert len(spoken_game(seed, 2, "revised-historical")) > 100


def test_a_team_turn_can_be_typed() -> None:
    """The opening and first turn of a whole team, typed."""
    lines = spoken_game(3, 1, "revised-historical")
    players = "a=ussr,uk,usa b=germany,japan"
    options = ("--game", "revised-historical", "--seed", "3", "--players", players)
    text = call("terminal", *options, typed="\n".join(lines)).stdout
    assert "Refused" not in text
    assert "Round 2" in text
