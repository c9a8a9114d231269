"""Plays one game between bots, and records what a study of house rules needs.

All games of a study are valued alike: at the parent's unit prices, and against the parent's starting position. So
a cheaper tank keeps its value, and extra units at the start count as a gain.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from sandtable.area import events as ev
from sandtable.area.family import AreaGame
from sandtable.area.forces import Stack
from sandtable.area.world import World
from sandtable.bots.playing import Step, play_out
from sandtable.core.decision import Seat
from sandtable.core.game import AnyGame
from sandtable.games.editions import unpack
from sandtable.guides.area.strength import strengths
from sandtable.lab.match import Entrant, Match, begin, opening, rounds_played, seat_bots
from sandtable.lab.strength import DECIDED, MARGIN, ahead, shares

THINK = 600.0
"""Seconds per decision: enough that bots play the same on a busy machine."""


class Task(msgspec.Struct, frozen=True):
    """A game to play and record."""

    arm: str
    """The version of the game, by the digest of its files."""
    files: bytes
    match: Match
    prices: Mapping[str, int]
    """Unit values: their cost in the parent game."""
    yardstick: Mapping[str, float]
    """Each side's share of total strength at the parent's start."""


class Observation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The record of one game."""

    arm: str
    seed: int
    bid: int
    winner: str
    """The side; empty for a draw."""
    how: str
    rounds: int
    share: float
    """The first side's share of total strength at the end."""
    digest: str
    """Of the last position: identical games have equal digests."""
    income: tuple[Mapping[str, float], ...] = ()
    """Income by power for each round, from the start."""
    army: tuple[Mapping[str, float], ...] = ()
    bought: Mapping[str, Mapping[str, int]] = {}
    """By power and unit type."""
    fought: Mapping[str, float] = {}
    """Losses by place, in IPCs."""
    had: Mapping[str, int] = {}
    """Units of each type, at the start and bought."""
    destroyed: Mapping[str, float] = {}
    """What units of each type destroyed, in IPCs."""
    fault: str = ""


@lru_cache(maxsize=80)
def _game(files: bytes) -> AnyGame:
    return unpack(files)


def observe(task: Task) -> Observation:
    """Play a game to its end and record it."""
    game, match = _game(task.files), task.match
    guide, record = game.guide, begin(_game(task.files), match)
    scales = Scales(game, task.prices)
    watcher = Watcher(game, task.prices)
    watcher.start(opening(game, match))
    dated = bool(guide.box.length_of(match.scenario))
    course = _Course(task.yardstick)

    def over(state: Any) -> bool:
        now = guide.moment(state).round
        if now > match.rounds:
            return True
        if now != watcher.round:
            watcher.stand(state, now)
            return not dated and course.decided(scales.shares(state))
        return False

    fault = play_out(record, seat_bots(game, match), over, match.think, watcher.watch)
    watcher.stand(record.state, -1)
    ended = scales.shares(record.state)
    won = game.winner(record.state) or ""
    winner = won or guide.leader(record.state) or ahead(task.yardstick, ended, MARGIN)
    how = "fault" if fault else "victory" if won else "adjudicated" if winner else "draw"
    return Observation(
        arm=task.arm,
        seed=match.seed,
        bid=sum(match.bid.values()),
        winner="" if fault else winner,
        how=how,
        rounds=rounds_played(record),
        share=ended[next(iter(match.sides))],
        digest=game.digest(record.state),
        income=tuple(watcher.income),
        army=tuple(watcher.army),
        bought={power: dict(units) for power, units in watcher.bought.items()},
        fought=dict(watcher.fought),
        had=dict(watcher.had),
        destroyed=dict(watcher.destroyed),
        fault=str(fault) if fault else "",
    )


class _Course:
    """Whether a side is so far ahead of the parent's start, two rounds running, that the game is decided."""

    def __init__(self, yardstick: Mapping[str, float]) -> None:
        self._yardstick, self._leader = yardstick, ""

    def decided(self, now: Mapping[str, float]) -> bool:
        leader = ahead(self._yardstick, now, DECIDED)
        decided, self._leader = bool(leader) and leader == self._leader, leader
        return decided


class Scales:
    """Values positions at the parent's prices."""

    def __init__(self, game: AnyGame, prices: Mapping[str, int]) -> None:
        self._guide = game.guide
        self._world = _priced(game.world, prices) if isinstance(game, AreaGame) else None

    def shares(self, state: Any) -> dict[str, float]:
        """Each side's share of total strength."""
        if self._world is None:
            return shares(self._guide, state)
        each = strengths(self._world, state)
        whole = sum(each.values()) or 1
        return {side: own / whole for side, own in each.items()}


def _priced(world: World, prices: Mapping[str, int]) -> World:
    units = {
        name: msgspec.structs.replace(kind, cost=prices.get(name, kind.cost)) for name, kind in world.units.items()
    }
    return msgspec.structs.replace(world, units=units)


def prices_of(game: AnyGame) -> dict[str, int]:
    """The unit prices of a game."""
    return {name: kind.cost for name, kind in game.world.units.items()} if isinstance(game, AreaGame) else {}


class Watcher:
    """Counts during a game. For a hex game, it counts only what the measures have."""

    def __init__(self, game: AnyGame, prices: Mapping[str, int]) -> None:
        self._game = game
        self._world = game.world if isinstance(game, AreaGame) else None
        self._prices = prices
        self.round = 0
        self.income: list[Mapping[str, float]] = []
        self.army: list[Mapping[str, float]] = []
        self.bought: defaultdict[Seat, Counter[str]] = defaultdict(Counter)
        self.fought: defaultdict[str, float] = defaultdict(float)
        self.had: Counter[str] = Counter()
        self.destroyed: defaultdict[str, float] = defaultdict(float)
        self._hits: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        """By place and side: hits not yet matched with losses, by the unit type that scored them."""

    def start(self, state: Any) -> None:
        """Record the starting position."""
        self.stand(state, self._game.guide.moment(state).round)
        if self._world is not None:
            for stack in state.stacks.values():
                for piece, count in stack:
                    for one in (piece, *piece.cargo):
                        self.had[one.unit] += count

    def stand(self, state: Any, round_: int) -> None:
        """Record the state at the start of a round, or at the end of the game."""
        self.round = round_
        found = self._game.guide.measure(state)
        self.income.append(dict(found.get("income") or found.get("production") or {}))
        self.army.append(dict(found.get("army") or found.get("strength") or {}))

    def watch(self, step: Step[Any, Any, Any]) -> None:
        for event in step.events:
            self._see(event)

    def _see(self, event: Any) -> None:
        match event:
            case ev.Mobilized() if not event.levied:
                self.bought[event.power][event.unit] += event.count
                self.had[event.unit] += event.count
            case ev.Rolled():
                for fire in event.fire:
                    self._hits[event.space, event.side][fire.unit] += fire.hits
            case ev.AimedFired():
                for roll in event.rolls:
                    for fire in roll.fire:
                        self._hits[event.space, event.side][fire.unit] += fire.hits
            case ev.LossesTaken():
                self._lose(event.space, event.side, event.destroyed)
            case ev.Defenseless():
                self.fought[event.space] += self._worth(event.units)
            case ev.BattleEnded():
                for side in ("attack", "defend"):
                    self._hits.pop((event.space, side), None)

    def _lose(self, space: str, side: str, lost: Stack) -> None:
        worth = self._worth(lost)
        self.fought[space] += worth
        scored = self._hits.pop((space, "defend" if side == "attack" else "attack"), Counter())
        hits = sum(scored.values())
        for unit, count in scored.items():
            self.destroyed[unit] += worth * count / hits if hits else 0

    def _worth(self, stack: Stack) -> float:
        assert self._world is not None, "only an area game has such events"
        return float(
            sum(
                count * self._prices.get(one.unit, self._world.units[one.unit].cost)
                for piece, count in stack
                for one in (piece, *piece.cargo)
            )
        )


def match_of(
    game: str, sides: tuple[str, ...], bot: Entrant, seed: int, rounds: int, bid: Mapping[Seat, int], scenario: str
) -> Match:
    """A game of one bot against itself."""
    return Match(game, dict.fromkeys(sides, bot), seed, rounds, THINK, bid=bid, scenario=scenario)
