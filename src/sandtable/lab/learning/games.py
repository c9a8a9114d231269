"""Games to learn from: a bot against itself, from openings and with habits that vary from game to game."""

from collections.abc import Mapping
from random import Random

import msgspec

from sandtable.area.state import AreaState
from sandtable.bots.level import Level
from sandtable.bots.planner.features import features
from sandtable.bots.planner.terrain import terrain_of
from sandtable.bots.playing import Step, play_out
from sandtable.games import area
from sandtable.lab.arena import STRIDE
from sandtable.lab.balance import deal
from sandtable.lab.match import Entrant, Match, begin, opening, seat_bots
from sandtable.lab.strength import Course

HABITS = 0.12
"""How far each number of a level is moved at random, as a share of its range."""
NOISE = 3.0
"""The most by which a side misjudges its attacks in a game."""
BID = 0.25
"""The most money that a side gets before a game, as a share of all treasuries."""
KEEP = 0.8
"""How much what comes a round later counts in the outcome of a position."""
TRIUMPH = 0.5
"""The lead, as a share of all strength, that a victory counts at least."""


class Task(msgspec.Struct, frozen=True):
    """A game to play and to learn from."""

    game: str
    bot: str
    level: Level
    rounds: int
    seed: int


class Sample(msgspec.Struct, frozen=True):
    """A position at the start of a power's turn, and what it led to. All are shares of all strength."""

    amounts: Mapping[str, float]
    lead: float
    """The first side's lead in strength."""
    outcome: float
    """Its lead in strength from here to the end of the game, what comes sooner counting more."""


class Lesson(msgspec.Struct, frozen=True):
    """A game's positions."""

    samples: tuple[Sample, ...]
    winner: str
    rounds: int


def tasks(game: str, bot: str, level: Level, games: int, rounds: int, seed: int) -> list[Task]:
    return [Task(game, bot, level, rounds, seed * STRIDE + number) for number in range(games)]


def play(task: Task) -> Lesson:
    """Play a game and read its positions."""
    game = area(task.game)
    rng = Random(f"learn/{task.seed}")
    sides = tuple(game.world.game.sides)
    bid = dict[str, int]()
    if rng.random() < 0.5:
        start = opening(game, Match(task.game, {}, task.seed, task.rounds))
        amount = int(rng.uniform(0.0, BID) * sum(start.treasury.values()))
        bid = dict(deal(game.world, rng.choice(sides), amount))
    entrants = {side: Entrant(task.bot, _habits(task.level, rng)) for side in sides}
    match = Match(task.game, entrants, task.seed, task.rounds, bid=bid)
    record = begin(game, match)
    course = Course(game.guide, opening(game, match))
    terrain = terrain_of(game.world)
    seen, moments = list[tuple[int, Mapping[str, float], float]](), set[tuple[int, tuple[str, ...]]]()

    def look(state: AreaState) -> None:
        moment = state.round, tuple(state.turn.phases)
        if moment in moments:
            return
        moments.add(moment)
        found = features(terrain, state)
        shares = {name: amount / found.whole for name, amount in found.amounts.items()}
        seen.append((state.round, shares, found.lead / found.whole))

    def watch(step: Step) -> None:  # type: ignore[type-arg]
        look(step.before)

    def over(state: AreaState) -> bool:
        return state.round > task.rounds or course.follow(state)

    play_out(record, seat_bots(game, match), over, None, watch)
    end = features(terrain, record.state)
    last, winner = end.lead / end.whole, game.winner(record.state) or ""
    if winner:
        last = max(last, TRIUMPH) if winner == sides[0] else min(last, -TRIUMPH)
    return Lesson(tuple(_with_outcomes(seen, last)), winner, record.state.round)


def _habits(level: Level, rng: Random) -> dict[str, float]:
    """A level's numbers, each moved a little, and sometimes a poor eye for attacks."""
    found = {
        name: one.value + rng.uniform(-HABITS, HABITS) * (one.high - one.low)
        for name, one in level.numbers.items()
        if not one.fixed
    }
    if rng.random() < 0.5:
        found["noise"] = rng.uniform(0.0, NOISE)
    return found


def _with_outcomes(seen: list[tuple[int, Mapping[str, float], float]], last: float) -> list[Sample]:
    """Each position with the mean of the leads after it, those of later rounds counting less."""
    found: list[Sample] = []
    outcome = last
    for number in range(len(seen) - 1, -1, -1):
        moment, amounts, lead = seen[number]
        found.append(Sample(amounts, lead, outcome))
        turns = sum(one[0] == moment for one in seen)
        keep = KEEP ** (1 / turns)
        outcome = (1 - keep) * lead + keep * outcome
    return found[::-1]
