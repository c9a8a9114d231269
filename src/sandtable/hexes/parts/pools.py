"""Common production: what a side pools, who produces separately, and grants to those who do.

A *member* shares the common budget while a supply route connects it to the central country; a country that is
*apart* never does, but may be given points along a supply route.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.wording import times
from sandtable.hexes.actions import Action
from sandtable.hexes.part import Part, PartAction, PartEvent
from sandtable.hexes.state import HexState, Phase, Place, Side
from sandtable.hexes.story import side_name
from sandtable.hexes.supply import Supply
from sandtable.hexes.supplying import position_of, traced
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The production of a side."""

    of: tuple[str, ...]
    """The areas at its centre."""
    members: Mapping[str, tuple[str, ...]] = {}
    """Countries that share it while a supply route connects them to the centre: name and areas."""
    apart: Mapping[str, tuple[str, ...]] = {}
    """Countries that never share it."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who pools what, and the rules."""

    pools: Mapping[Side, Pool]
    rule: str
    apart_rule: str
    gift_rule: str


class Grant(PartAction, frozen=True):
    """Give points from the common budget to a country that doesn't share it."""

    phrase: ClassVar[str] = "grant {count} to {to}"
    example: ClassVar[str] = "grant 6 to France"

    count: int
    to: str
    """The country."""


class PointsGranted(PartEvent, frozen=True):
    """Points from the common budget went to a country that doesn't share it."""

    side: Side
    to: str
    count: int

    def evolve(self, state: HexState) -> HexState:
        purses = {**state.purses, self.to: state.purses.get(self.to, 0) + self.count}
        return replace(state, budget=state.budget - self.count, purses=purses)

    def tell(self, world: World, state: HexState) -> str:
        return f"{side_name(world, self.side)} gave {times(self.count, 'production point')} to {self.to}"


class Pools(Part[Settings]):
    """Who shares a common budget."""

    name = "pools"
    Settings = Settings
    actions = (Grant,)
    events = (PointsGranted,)
    citations = ("production.basic-costs",)

    def rules(self) -> Iterable[str]:
        return (self.settings.rule, self.settings.apart_rule, self.settings.gift_rule)

    def problems(self, world: World) -> Iterable[str]:
        areas = world.board.atlas.areas
        for pool in self.settings.pools.values():
            for area in (
                *pool.of,
                *(a for group in (pool.members, pool.apart) for one in group.values() for a in one),
            ):
                if area not in areas:
                    yield f"{area!r} is no area of the atlas"

    # hooks

    def purses(self, world: World, state: HexState, side: Side, counted: Mapping[Place, int]) -> Mapping[str, int]:
        pool = self.settings.pools.get(side)
        if pool is None:
            return {}
        found = {name: self._made(world, counted, areas) for name, areas in pool.apart.items()}
        if pool.members:
            joined = self._joined(world, state, side, pool)
            for name, areas in pool.members.items():
                places = [place for place in world.places_in(areas) if counted.get(place)]
                if places and not any(joined.full(place) for place in places):
                    found[name] = self._made(world, counted, areas)
        held = {name for name, points in found.items() if points or name in pool.apart}
        return {name: found[name] for name in sorted(held)}

    def _made(self, world: World, counted: Mapping[Place, int], areas: tuple[str, ...]) -> int:
        return sum(counted.get(place, 0) for place in world.places_in(areas))

    def _joined(self, world: World, state: HexState, side: Side, pool: Pool) -> Supply:
        """The supply traced to the centre of a pool."""
        position = position_of(world, state, side)
        centre = position.sources & world.places_in(pool.of)
        return traced(world, replace(position, home=centre))

    def purse(self, world: World, state: HexState, side: Side, place: Place) -> str:
        pool = self.settings.pools.get(side)
        if pool is None:
            return ""
        for name, areas in (*pool.apart.items(), *pool.members.items()):
            if name in state.purses and place in world.places_in(areas):
                return name
        return ""

    def purse_rule(self, purse: str) -> str:
        pools = self.settings.pools.values()
        if any(purse in pool.apart for pool in pools):
            return self.settings.apart_rule
        return self.settings.rule if any(purse in pool.members for pool in pools) else ""

    # gifts

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("production",)

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        assert isinstance(action, Grant)
        pool = self.settings.pools.get(side)
        if pool is None or action.to not in pool.apart:
            return world.refuse_by(self.settings.gift_rule, f"You can't give points to {action.to}.")
        if not 1 <= action.count <= state.budget:
            return world.refuse("production.basic-costs", f"You have only {state.budget} points left to give.")
        joined = self._joined(world, state, side, pool)
        if not any(joined.full(place) for place in world.places_in(pool.apart[action.to])):
            return world.refuse_by(self.settings.gift_rule, f"There's no supply route to {action.to}.")
        return None

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        pool = self.settings.pools.get(side)
        for name in pool.apart if pool is not None and state.budget >= 1 else ():
            if self.check(world, state, side, Grant(1, name)) is None:
                yield from (Grant(count, name) for count in sorted({1, int(state.budget)}))

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        assert isinstance(action, Grant)
        run.emit(PointsGranted(side=side, to=action.to, count=action.count))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Grant)
        return f"give {times(action.count, 'production point')} to {action.to}"


PART = Pools
