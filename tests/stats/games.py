"""Games to count."""

from sandtable.area.actions import AreaAction
from sandtable.area.events import AreaEvent
from sandtable.area.state import AreaState
from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load

Log = Record[AreaState, AreaAction, AreaEvent]


def random_game(game_id: str, rounds: int, *, low_luck: bool = False) -> Log:
    """A number of rounds of random play."""
    game = load(game_id)
    options = {"low-luck": True} if low_luck else {}
    record = Record.begin(game, Setup(options=options), SeededDice.from_seed(11))
    assert not isinstance(record, Refusal)
    bot = RandomBot(game, 11)
    while not record.finished and record.state.round <= rounds:
        decision = record.pending[0]
        record.act(decision.seat, bot.choose(record.state, decision))
    return record
