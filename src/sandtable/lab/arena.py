"""An arena: every bot against every other, on both sides, with the same dice."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from statistics import mean

import msgspec

from sandtable.bots.asking import Fault
from sandtable.lab.jobs import Crew, run
from sandtable.lab.match import Entrant, Match, Played, play_match
from sandtable.lab.ratings import Interval, elo, paired, wilson

STRIDE = 1_000_003
"""Keeps the games' seeds of different arena seeds apart."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an arena plays."""

    game: str
    sides: tuple[str, str]
    entrants: tuple[Entrant, ...]
    """A single entrant plays itself: then only the sides differ."""
    games: int
    """Per pairing."""
    rounds: int
    seed: int = 1
    think: float | None = None
    options: Mapping[str, bool] = {}
    scenario: str = ""
    """Empty: the game's first."""


class Tally(msgspec.Struct, frozen=True):
    """A contestant's results. A draw is half a point."""

    games: int
    won: int
    lost: int
    drawn: int
    adjudicated: int
    """Games won or lost by adjudication after the last round."""
    rate: Interval
    """Points per game."""


class Pairing(msgspec.Struct, frozen=True):
    """Two bots against each other, as seen by the first."""

    first: str
    second: str
    tally: Tally
    by_side: Mapping[str, Tally]
    """The same, by the first one's side."""
    rounds: float
    """The average length of a game."""
    paired: Interval | None
    """Points per game, with an interval from pairs of games with the same dice and the sides swapped."""


class Pace(msgspec.Struct, frozen=True):
    """A bot's response times."""

    answers: int
    mean: float
    longest: float


class Standings(msgspec.Struct, frozen=True):
    """The results of an arena."""

    plan: Plan
    pairings: tuple[Pairing, ...]
    elo: Mapping[str, Interval]
    sides: Mapping[str, Tally]
    """Each side's results, whoever played it."""
    lengths: Mapping[int, int]
    """How many games took how many rounds."""
    paces: Mapping[str, Pace]
    faults: tuple[Fault, ...]
    """Games that a bot lost by failing: illegal answers, timeouts, crashes."""
    results: tuple[Played, ...]


def play_arena(plan: Plan, crew: Crew, done: Callable[[Played], None] = lambda _: None) -> Standings:
    """Play all matches and count. Calls ``done`` after each game."""
    return count(plan, run(crew, play_match, matches(plan), done))


def matches(plan: Plan) -> list[Match]:
    """The games of an arena: the same seeds for each pairing, and each seed from both sides."""
    games: list[Match] = []
    for pair in pairs(plan):
        mirror = pair[0] == pair[1]
        for number in range(plan.games if mirror else (plan.games + 1) // 2):
            for seating in (pair,) if mirror else (pair, pair[::-1]):
                games.append(
                    Match(
                        plan.game,
                        dict(zip(plan.sides, seating, strict=True)),
                        plan.seed * STRIDE + number,
                        plan.rounds,
                        plan.think,
                        plan.options,
                        scenario=plan.scenario,
                    )
                )
    return games


def pairs(plan: Plan) -> list[tuple[Entrant, Entrant]]:
    """Who plays whom."""
    if len(plan.entrants) == 1:
        return [(plan.entrants[0], plan.entrants[0])]
    return list(combinations(plan.entrants, 2))


def count(plan: Plan, played: Iterable[Played]) -> Standings:
    """The results of an arena's games."""
    games = tuple(played)
    found = [_pairing(plan, pair, games) for pair in pairs(plan)]
    points: defaultdict[tuple[str, str], float] = defaultdict(float)
    for one in found:
        if one.first != one.second:
            points[one.first, one.second] += one.tally.won + one.tally.drawn / 2
            points[one.second, one.first] += one.tally.lost + one.tally.drawn / 2
    return Standings(
        plan=plan,
        pairings=tuple(found),
        elo=elo([one.name for one in plan.entrants], points) if len(plan.entrants) > 1 else {},
        sides={side: tally(games, [side] * len(games)) for side in plan.sides},
        lengths=dict(sorted(Counter(one.result.rounds for one in games).items())),
        paces={one.name: _pace(one.name, games) for one in plan.entrants},
        faults=tuple(one.result.fault for one in games if one.result.fault is not None),
        results=games,
    )


def tally(games: Iterable[Played], seats: Iterable[str]) -> Tally:
    """The results of a contestant, who played the given side in each game."""
    won = lost = drawn = adjudicated = 0
    for one, side in zip(games, seats, strict=True):
        winner = one.result.winner
        won += winner == side
        lost += winner not in (side, "")
        drawn += not winner
        adjudicated += one.result.how == "adjudicated"
    total = won + lost + drawn
    return Tally(total, won, lost, drawn, adjudicated, wilson(won + drawn / 2, total))


def _pairing(plan: Plan, pair: tuple[Entrant, Entrant], games: Iterable[Played]) -> Pairing:
    first, second = pair
    own = [one for one in games if tuple(one.match.sides.values()) in (pair, pair[::-1])]
    seats = [next(side for side, who in one.match.sides.items() if who == first) for one in own]
    return Pairing(
        first=first.name,
        second=second.name,
        tally=tally(own, seats),
        by_side={
            side: tally(
                [one for one, seat in zip(own, seats, strict=True) if seat == side], [side] * seats.count(side)
            )
            for side in plan.sides
            if side in seats
        },
        rounds=mean(one.result.rounds for one in own) if own else 0.0,
        paired=paired(_pair_scores(own, seats)) if first != second else None,
    )


def _pair_scores(games: Sequence[Played], seats: Sequence[str]) -> list[float]:
    """For each seed played from both sides, the points per game of the player in ``seats``."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    for one, side in zip(games, seats, strict=True):
        winner = one.result.winner
        found[one.match.seed].append(0.5 if not winner else float(winner == side))
    return [mean(both) for both in found.values() if len(both) == 2]


def _pace(name: str, games: Iterable[Played]) -> Pace:
    clocks = [clock for one in games for side, clock in one.clocks.items() if one.match.sides[side].name == name]
    answers, seconds = sum(clock.answers for clock in clocks), sum(clock.seconds for clock in clocks)
    longest = max((clock.longest for clock in clocks), default=0.0)
    return Pace(answers, seconds / answers if answers else 0.0, longest)
