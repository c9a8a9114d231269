"""Whether a stranger's game can be played: it has a usual size, and its first moves break nothing."""

from itertools import count

from sandtable.area.family import AreaGame
from sandtable.bots.playing import play_out
from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import AnyGame, Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal

DECISIONS = 300
"""How many decisions bots make."""
THINK = 30
"""The most seconds for one of them."""


def unplayable(game: AnyGame) -> str:
    """Why a game can't be played; empty if it can. Call it where time and memory are limited."""
    return crowded(game) or breaks(game)


def crowded(game: AnyGame) -> str:
    """What a game has too much of to be played; empty if it is of a usual size."""
    if not isinstance(game, AreaGame):
        return ""
    world = game.world
    steps = max(len(one.steps) for one in world.sequences.sequences.values())
    sizes = {
        "unit types": (len(world.units), 150),
        "powers": (len(world.powers), 40),
        "spaces": (len(world.board.spaces), 1_500),
        "steps in a battle": (steps, 80),
        "options": (len(world.game.options), 80),
        "conditions of victory": (len(world.game.victory), 200),
    }
    return next(
        (f"it has {now:,} {what}; {most:,} is the most." for what, (now, most) in sizes.items() if now > most), ""
    )


def breaks(game: AnyGame) -> str:
    """How a game fails when bots begin to play it at random; empty if it doesn't."""
    made = count(1)
    try:
        record = Record.begin(game, Setup(), SeededDice.from_seed(1))
        if isinstance(record, Refusal):
            return f"it can't be started: {record.why}"
        bots = {seat: RandomBot(game, number) for number, seat in enumerate(game.seats)}
        found = play_out(record, bots, lambda _: next(made) > DECISIONS, THINK)
        fault = str(found) if found else ""
    except Exception as error:  # a stranger's game may break any assumption
        fault = f"{type(error).__name__}: {error}"
    return f"it breaks when it is played: {fault}" if fault else ""
