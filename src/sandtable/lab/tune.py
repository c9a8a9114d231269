"""Tunes a level's numbers by self-play, a little at a time, all at once.

Simultaneous perturbation (SPSA): each step nudges every number up or down at random, the nudged level plays the
oppositely nudged one, and all numbers move a bit towards the better. The better one is the one with more of the
total strength at the end, which says much more than who won. Numbers are scaled to their bounds, so that one step
size fits all. A step depends only on the seed, its number and the previous values, so an interrupted run resumes
from its log exactly where it stopped.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

import msgspec
import yaml

from sandtable.bots.level import Level
from sandtable.lab.arena import STRIDE, Tally, tally
from sandtable.lab.jobs import Crew, run
from sandtable.lab.match import Entrant, Match, Played, play_match

NUDGE = 0.10
"""How far a number is nudged in the first step, as a share of its range."""
NUDGE_DECAY = 0.101
STRIDE_LENGTH = 0.05
"""How far the numbers move in the first step, at a clear lead."""
CLEAR_LEAD = 0.1
"""A larger lead doesn't move numbers farther: it is luck, or a lost capital."""
STRIDE_DECAY = 0.602
WARM_UP = 10
"""Steps before the stride starts to shrink."""


class Run(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is tuned, and how. The first line of the log."""

    game: str
    sides: tuple[str, str]
    bot: str
    start: Mapping[str, float]
    """The initial values."""
    turned: tuple[str, ...]
    """The numbers to tune; the others stay."""
    games: int
    """Per step, half of them from each side."""
    rounds: int
    seed: int = 1
    think: float | None = None


class Step(msgspec.Struct, frozen=True):
    """A step of a run. A line of the log."""

    step: int
    """From 1."""
    signs: Mapping[str, int]
    """The direction of each nudge."""
    lead: float
    """How much more of the total strength the nudged level had at the end than the oppositely nudged one."""
    points: float
    """Points per game."""
    games: int
    faults: int
    values: Mapping[str, float]
    """After the step."""


class BadLog(msgspec.Struct, frozen=True):
    """Why a run can't resume from a log."""

    why: str


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of games between two sets of values, as seen by the first."""

    tally: Tally
    lead: float
    """How much more of the total strength it had at the end, on average."""
    leads: tuple[float, ...]
    """The same for each pair of games with the same dice."""
    faults: int
    """Games that ended in a fault."""


Contest = Callable[[Mapping[str, float], Mapping[str, float], int], Outcome]
"""Plays the first values against the second, with this seed."""


def tune(level: Level, begun: Run, steps: list[Step], until: int, contest: Contest) -> Iterator[Step]:
    """The steps of a run up to number ``until``, starting after ``steps``."""
    values = dict(steps[-1].values if steps else begun.start)
    for number in range(len(steps) + 1, until + 1):
        signs = lots(begun, number)
        nudge = NUDGE / number**NUDGE_DECAY
        ups, downs = (moved(level, values, signs, way * nudge) for way in (1, -1))
        seen = contest(ups, downs, begun.seed * STRIDE + number * begun.games)
        stride = STRIDE_LENGTH * ((1 + WARM_UP) / (number + WARM_UP)) ** STRIDE_DECAY
        values = moved(level, values, signs, stride * min(max(seen.lead / CLEAR_LEAD, -1.0), 1.0))
        yield Step(number, signs, seen.lead, seen.tally.rate.value, begun.games, seen.faults, values)


def free_numbers(level: Level) -> tuple[str, ...]:
    """The numbers that can be tuned."""
    return tuple(name for name, one in level.numbers.items() if one.low < one.high and not one.fixed)


def lots(begun: Run, number: int) -> dict[str, int]:
    """The direction of each nudge in a step."""
    rng = Random(f"{begun.seed}/{number}")
    return {name: rng.choice((1, -1)) for name in begun.turned}


def moved(level: Level, values: Mapping[str, float], signs: Mapping[str, int], way: float) -> dict[str, float]:
    """The values nudged by a share of their range, within their bounds.

    >>> from sandtable.bots.level import Number
    >>> moved(Level("", 1.0, {"caution": Number(1.0, 0.0, 2.0)}), {"caution": 1.0}, {"caution": -1}, 0.25)
    {'caution': 0.5}
    """
    new = dict(values)
    for name, sign in signs.items():
        one = level.numbers[name]
        new[name] = min(max(values[name] + sign * way * (one.high - one.low), one.low), one.high)
    return new


def self_play(begun: Run, crew: Crew, done: Callable[[Played], None] = lambda _: None) -> Contest:
    """A contest with games from both sides with the same dice."""

    def contest(first: Mapping[str, float], second: Mapping[str, float], seed: int) -> Outcome:
        return duel(begun, crew, first, second, seed, begun.games, done)

    return contest


def duel(
    begun: Run,
    crew: Crew,
    first: Mapping[str, float],
    second: Mapping[str, float],
    seed: int,
    games: int,
    done: Callable[[Played], None] = lambda _: None,
) -> Outcome:
    """Play two sets of values against each other."""
    one, other = Entrant(begun.bot, first, "first"), Entrant(begun.bot, second, "second")
    tasks = [
        Match(begun.game, dict(zip(begun.sides, seating, strict=True)), seed + number, begun.rounds, begun.think)
        for number in range((games + 1) // 2)
        for seating in ((one, other), (other, one))
    ]
    played = run(crew, play_match, tasks, done)
    seats = [next(side for side, who in game.match.sides.items() if who.label == "first") for game in played]
    leads = [_lead(game, side) for game, side in zip(played, seats, strict=True)]
    # The mean of a pair cancels the advantage of the better side.
    pairs = tuple((a + b) / 2 for a, b in zip(leads[::2], leads[1::2], strict=True))
    faults = sum(game.result.fault is not None for game in played)
    return Outcome(tally(played, seats), sum(leads) / len(leads), pairs, faults)


def _lead(game: Played, side: str) -> float:
    """How much more of the total strength a side had at the end. A bot that failed has lost clearly."""
    if game.result.fault is not None:
        return CLEAR_LEAD if game.result.winner == side else -CLEAR_LEAD
    return sum(share if who == side else -share for who, share in game.result.shares.items())


# -- files


def read_log(path: Path, begun: Run) -> list[Step] | BadLog:
    """The steps in a log, if it belongs to the same run. An incomplete last line is ignored."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        return BadLog(f"{path} cannot be read: {error.strerror}.")
    try:
        header = msgspec.json.decode(lines[0], type=Run)
        steps = [msgspec.json.decode(line, type=Step) for line in lines[1:-1]]
    except msgspec.DecodeError as error:
        return BadLog(f"{path} isn't a log of a tuning run: {error}.")
    if header != begun:
        fields = Run.__struct_fields__
        differing = next(name for name in fields if getattr(header, name) != getattr(begun, name))
        return BadLog(f"{path} belongs to another run: its {differing!r} is {getattr(header, differing)!r}.")
    return steps


def write_log(path: Path, begun: Run, steps: list[Step]) -> None:
    """Write a log with these steps. :func:`add_to_log` adds more."""
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in (begun, *steps)))


def add_to_log(path: Path, step: Step) -> None:
    """Append a step to a log."""
    with path.open("ab") as log:
        log.write(msgspec.json.encode(step) + b"\n")


def write_level(path: Path, level: Level) -> None:
    """Write a level file, for ``hard@FILE``."""
    plain = msgspec.to_builtins(msgspec.structs.replace(level, name=""))
    path.write_text(yaml.safe_dump(plain, sort_keys=False, allow_unicode=True), encoding="utf-8")
