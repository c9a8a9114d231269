"""The engine on game ``1941``: forks, replays, reach, games, and what a decision costs as the board fills; and on
the largest board, against that."""

from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from statistics import median
from time import perf_counter

from msgspec.structs import replace

from bench.measure import Result, at_least, at_most, median_seconds
from sandtable.area.actions import AreaAction, Done
from sandtable.area.events import AreaEvent
from sandtable.area.family import AreaGame
from sandtable.area.forces import Piece, merge, stack
from sandtable.area.movement.orders import reach_of
from sandtable.area.state import AreaState
from sandtable.area.status import own_at
from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import area

Log = Record[AreaState, AreaAction, AreaEvent]


def begin(game: AreaGame, seed: int) -> Log:
    record = Record.begin(game, Setup(), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    return record


def bots_play(game: AreaGame, seed: int, rounds: int) -> Log:
    """A game of random bots."""
    record, bot = begin(game, seed), RandomBot(game, seed)
    while not record.finished and record.state.round <= rounds:
        decision = record.pending[0]
        record.act(decision.seat, bot.choose(record.state, decision))
    return record


def engine_results() -> Iterator[Result]:
    game = area("1941")
    yield at_most("a 10-round game of random bots", whole_game(game), 1.0, "s")
    record = bots_play(game, 1, 5)
    yield at_least("fork of a mid-game record, against deepcopy of its state", fork_ratio(record), 30)
    yield at_least("replay of a log, against playing it", replay_ratio(game), 5)
    worst = 0.0
    for power in game.seats:
        adjective = game.world.powers[power].adjective
        name = f"reach of every {adjective} unit in the opening's combat move"
        needed = reach_ms(game, power)
        worst = max(worst, needed)
        yield at_most(name, needed, 20, "ms")
    yield from large_board_results(worst)
    opening = decision_cost(game, begin(game, 3).state, 3)
    late = decision_cost(game, crowded(game), 3)
    yield Result("a decision of a random bot, the first two rounds", opening, "ms")
    yield Result("the same from a crowded position, five times the units", late, "ms")
    yield Result("growth from the opening to the crowded position", late / opening, "times")


def large_board_results(worst: float) -> Iterator[Result]:
    """``global-1940``; ``worst``: the reach of all units of a power of ``1941``, in milliseconds."""
    game = area("global-1940")
    slowest = max(reach_ms(game, power) for power in game.seats if power not in game.world.neutral_powers)
    yield at_most(
        "reach of every unit of a power of global-1940, against the slowest of 1941", slowest / worst, 3, "times"
    )
    yield at_most("a 10-round game of random bots of global-1940", whole_game(game), 5.0, "s")


def whole_game(game: AreaGame) -> float:
    return median(median_seconds(partial(bots_play, game, seed, 10), repeats=1) for seed in range(5))


def fork_ratio(record: Log) -> float:
    copying = median_seconds(lambda: deepcopy(record.state), inner=3)
    forking = median_seconds(lambda: record.fork(SeededDice.from_seed(0)), inner=200)
    return copying / forking


def replay_ratio(game: AreaGame) -> float:
    start = perf_counter()
    record = bots_play(game, 2, 10)
    playing = perf_counter() - start
    first = begin(game, 2).state

    def replay() -> None:
        state = first
        for entry in record.entries:
            for event in entry.events:
                state = game.evolve(state, event)

    return playing / median_seconds(replay, repeats=5)


def reach_ms(game: AreaGame, power: str) -> float:
    state = combat_move_of(game, power)

    def every_unit() -> None:
        for space in state.stacks:
            for piece, _ in own_at(state, power, space):
                reach_of(game.world, state, power, space, piece, combat=True)

    return median_seconds(every_unit) * 1000


def combat_move_of(game: AreaGame, power: str) -> AreaState:
    """The opening, everybody having passed, in the combat move of ``power``."""
    record = begin(game, 0)
    while record.state.turn.phases != {power: "combat-move"}:
        record.act(record.pending[0].seat, Done())
    return record.state


def crowded(game: AreaGame) -> AreaState:
    """The opening with an army and an air force in every territory and a fleet in every second sea zone."""
    state, world = begin(game, 3).state, game.world
    stacks = dict(state.stacks)
    for space, power in state.control.items():
        army = ((Piece(power, "infantry"), 4), (Piece(power, "tank"), 2), (Piece(power, "fighter"), 1))
        stacks[space] = merge(stacks.get(space, ()), stack(army))
    for number, zone in enumerate(world.board.sea_zones):
        power = world.order[number % len(world.order)]
        fleet = [(Piece(power, name), 1) for name, unit in world.units.items() if unit.kind == "sea"]
        if number % 2:
            stacks[zone] = stack(fleet)
    return replace(state, stacks=stacks)


def decision_cost(game: AreaGame, state: AreaState, seed: int) -> float:
    """Milliseconds for a random bot to choose and the game to judge and carry out, over two rounds."""
    bot, dice, decisions, last = RandomBot(game, seed), SeededDice.from_seed(seed), 0, state.round + 2
    start = perf_counter()
    while not state.winner and state.round < last:
        decision = game.pending(state)[0]
        action = bot.choose(state, decision)
        for event in game.decide(state, decision.seat, action, dice):
            state = game.evolve(state, event)
        decisions += 1
    return (perf_counter() - start) / decisions * 1000
