"""Plays a side's turn from a position, and the enemy's answer where that matters, and says what was wrong with it.

A file holds a ``kind`` of blunder and its cases: a position, and what must be true of the orders of one turn or at
its end. The points of an army may be given to another one, so most demands speak of places and points.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from sandtable.bots.registry import NoBot, make
from sandtable.core.datafile import read_yaml
from sandtable.core.dice import SeededDice
from sandtable.games import load_hexes
from sandtable.hexes.actions import Disband, HexAction, Repair, Target
from sandtable.hexes.position import HexPosition, PositionError, build
from sandtable.hexes.state import Army, HexState
from sandtable.hexes.supplying import supply_of

GAME = load_hexes("hgw")
SEEDS = (1, 2, 3)


class Demand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a good player does; only what is mentioned is looked at."""

    wins: str = ""
    attacks: tuple[str, ...] = ()
    spares: tuple[str, ...] = ()
    captures: int = 0
    """At least this many more hexes are held at the end of the turn."""
    starves: str = ""
    """The enemy's army has no supply at the end of the turn."""
    feeds: str = ""
    """The army has full supply at the end of the turn."""
    keeps: Mapping[str, int] = {}
    """At least this many points stand there when the points have moved."""
    walls: Mapping[str, int] = {}
    """At least this many fort points are there at the end of the turn, ready or not."""
    unwalled: tuple[str, ...] = ()
    """No fort points are there at the end of the turn."""
    holds: tuple[str, ...] = ()
    """These places are held after the answer of all enemies."""
    stranded: int | None = None
    """After that answer no more points than this are without full supply."""
    gives_up: bool = True
    """Whether points may be given up because a place is too full."""
    repairs: bool = True
    """Whether anything may be repaired."""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and what is demanded."""

    title: str
    position: HexPosition
    must: Demand


class BlunderFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cases of one kind of blunder."""

    kind: str
    cases: tuple[Case, ...]


def cases_in(folder: Path) -> Iterator[tuple[str, Case]]:
    """Kind and case of everything in a folder's files."""
    for path in sorted(folder.glob("*.yaml")):
        file = read_yaml(path, BlunderFile)
        yield from ((file.kind, case) for case in file.cases)


class Trial:
    """One turn of one bot, and the answer of the same bot on the other side."""

    def __init__(self, case: Case, bot_name: str, seed: int) -> None:
        self.world = GAME.worlds[case.position.scenario or next(iter(GAME.worlds))]
        state = build(self.world, case.position)
        assert not isinstance(state, PositionError), f"{case.title}: {state}"
        self.must, self.side, self.start, self.moved = case.must, state.side, state, state
        self.orders: list[HexAction] = []
        self._dice = SeededDice.from_seed(seed)
        self._bots = {side: make(bot_name, GAME, seed) for side in self.world.order}
        self.end = self._played(state)

    def _played(self, state: HexState) -> HexState:
        """A player turn to its end."""
        side = state.side
        while state.side == side and GAME.pending(state):
            decision = GAME.pending(state)[0]
            bot = self._bots[decision.seat]
            assert not isinstance(bot, NoBot)
            action = bot.choose(GAME.view(state, decision.seat), decision)
            assert GAME.check(state, decision.seat, action) is None, action
            if decision.seat == side == self.side:
                self.orders.append(action)
            for event in GAME.decide(state, decision.seat, action, self._dice):
                state = GAME.evolve(state, event)
            if side == self.side and self.moved.phase == "movement" and state.phase == "combat":
                self.moved = state
        return state

    def problems(self) -> Iterator[str]:
        """What was wrong with the turn."""
        must = self.must
        if must.wins and self.end.winner != must.wins:
            yield f"{must.wins} has not won"
        named = {order.target for order in self.orders if isinstance(order, Target)}
        yield from (f"{place} was not attacked" for place in must.attacks if place not in named)
        yield from (f"{place} was attacked" for place in must.spares if place in named)
        more = self._held(self.end) - self._held(self.start)
        if must.captures and more < must.captures:
            yield f"only {more} hexes more are held"
        for name, level in ((must.starves, "none"), (must.feeds, "full")):
            if name and self._supply(self.end.armies[name], self.end) != level:
                yield f"{name} has {self._supply(self.end.armies[name], self.end)} supply"
        for place, least in must.keeps.items():
            here = self.moved.points_at(place).total
            if here < least:
                yield f"only {here} points stand in {place}"
        yield from self._production()
        yield from self._answered()

    def _held(self, state: HexState) -> int:
        return sum(holder == self.side for holder in state.control.values())

    def _supply(self, army: Army, state: HexState) -> str:
        return supply_of(self.world, state, army.side).of(army.at)

    def _production(self) -> Iterator[str]:
        for place, least in self.must.walls.items():
            fort = self.end.forts.get(place)
            built = fort.points + fort.building if fort is not None else 0
            if built < least:
                yield f"only {built} fort points in {place}"
        yield from (f"a fort is built in {place}" for place in self.must.unwalled if place in self.end.forts)
        if not self.must.gives_up and any(isinstance(order, Disband) for order in self.orders):
            yield "points were given up"
        if not self.must.repairs and any(isinstance(order, Repair) for order in self.orders):
            yield "something was repaired"

    def _answered(self) -> Iterator[str]:
        must, after = self.must, self.end
        if must.stranded is None and not must.holds:
            return
        while GAME.pending(after) and after.side != self.side:
            after = self._played(after)
        yield from (f"{place} has fallen" for place in must.holds if after.control.get(place) != self.side)
        supply = supply_of(self.world, after, self.side)
        lost = sum(army.points.total for _, army in after.armies_of(self.side) if not supply.full(army.at))
        if must.stranded is not None and lost > must.stranded:
            yield f"{lost} points are without full supply after the enemy's answer"
