"""One power's turn by bots of sandtable, here or in another checkout.

``python -m bench.peer.turns GAME BOT`` plays turns for :class:`bench.peer.checkout.Checkout`. It may run on an
older ``sandtable``, so this module, ``positions`` and ``words`` import only what has been there for long.
"""

import sys
from collections.abc import Iterable
from time import process_time
from typing import NamedTuple

from msgspec.structs import replace

from bench.peer.engine import Line
from bench.peer.positions import heard, told
from bench.peer.words import Words
from sandtable.area.actions import AreaAction
from sandtable.area.events import AreaEvent
from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.area.status import active
from sandtable.area.turns import first_phases, turn_begins
from sandtable.bots.asking import Fault, ask
from sandtable.bots.bot import Bot
from sandtable.bots.registry import NoBot, make, seat_seed
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load

Bots = dict[str, Bot[AreaState, AreaAction]]


class Faulty(Exception):
    """A bot did not answer as it must."""

    def __init__(self, seat: str, why: str) -> None:
        super().__init__(why)
        self.seat = seat


class Played(NamedTuple):
    """What a turn left."""

    record: Record[AreaState, AreaAction, AreaEvent]
    work: float
    """Seconds of the processor that the bots took."""


def seat_bots(game: AreaGame, bot: str, seed: int) -> Bots:
    """A bot for each power; the same seed plays the same way."""
    found: Bots = {}
    for number, power in enumerate(game.world.order):
        made = make(bot, game, seat_seed(seed, number))
        if isinstance(made, NoBot):
            raise ValueError(made.why)
        found[power] = made
    return found


def play_turn(game: AreaGame, setup: Setup, bots: Bots, state: AreaState, power: str, seed: int) -> Played:
    """Play the turn that has begun, with dice that depend only on the seed, the round and the power."""
    order = game.world.order
    dice = SeededDice.from_seed(seat_seed(seed, state.round) * len(order) + order.index(power))
    record = Record(game, setup, dice, state)
    work = 0.0
    while (pending := record.pending) and active(record.state) == (power,):
        decision = pending[0]
        answer = ask(bots[decision.seat], game, record.state, decision)
        if isinstance(answer, Fault):
            raise Faulty(decision.seat, str(answer))
        work += answer.work
        record.act(decision.seat, answer.action)
    return Played(record, work)


class Service:
    """Plays the turns it is asked for, in the words of this checkout."""

    def __init__(self, game_id: str, bot: str) -> None:
        game = load(game_id)
        assert isinstance(game, AreaGame)
        self.game, self.bot = game, bot
        self.words = Words(game)
        self.setup = Setup("", {}, {power: (power,) for power in game.world.order})
        opening = game.start(self.setup)
        assert not isinstance(opening, Refusal)
        self.opening = opening
        self.seed, self.bots = 0, Bots()
        self.last = (sys.maxsize, 0)

    def turn(self, power: str, number: int, seed: int, lines: list[Line]) -> list[str]:
        """The position after a turn, as lines."""
        now = (number, self.game.world.order.index(power))
        if seed != self.seed or now <= self.last:  # another game: bots remember what they aim at
            self.seed, self.bots = seed, seat_bots(self.game, self.bot, seed)
        self.last = now
        state, odd = heard(self.words, self.opening, lines)
        world = self.game.world
        state = replace(state, round=number)
        state = turn_begins(world, state, first_phases(world, state, (power,)))
        began = process_time()
        try:
            played = play_turn(self.game, self.setup, self.bots, state, power, seed)
        except Faulty as fault:
            return [f"FAULT\t{fault.seat}\t{_one_line(fault)}"]
        story = [f"H\t! {one}" for one in odd]
        cost = f"S\t{power}\t{process_time() - began:.4f}\t{played.work:.4f}"
        return [*story, cost, *told(self.words, played.record.state)]


def serve(game: str, bot: str, lines: Iterable[str]) -> None:
    """Answer until there are no more lines."""
    service = Service(game, bot)
    print("READY", flush=True)
    power, number, seed = "", 0, 0
    position: list[Line] = []
    for line in lines:
        fields = line.rstrip("\n").split("\t")
        if fields[0] == "PLAY":
            power, number, seed, position = fields[1], int(fields[2]), int(fields[3]), []
        elif fields[0] == "GO":
            try:
                answer = service.turn(power, number, seed, position)
            except (
                Exception
            ) as error:  # whatever is wrong with it, the game is spoilt and the next one can be played
                answer = [f"ERR\t{type(error).__name__}: {_one_line(error)}"]
            print(*answer, "END", sep="\n", flush=True)
        else:
            position.append(fields)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2], sys.stdin)
