"""Common production: what a side pools, who produces separately, and grants to those who do.

A *member* shares the common budget while a supply route connects it to the central country; a country that is
*apart* never does, but may be given points along a supply route.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital, times
from sandtable.hexes.actions import Action
from sandtable.hexes.events import Built
from sandtable.hexes.part import GameMemory, Part, PartAction, PartEvent, Slice
from sandtable.hexes.production import price
from sandtable.hexes.shipping import friendly_places, is_port, sea_friends
from sandtable.hexes.state import Army, HexState, Phase, Place, Side
from sandtable.hexes.status import own_army
from sandtable.hexes.story import army_name, side_name
from sandtable.hexes.strength import whole
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


class Aid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a country that is apart may be given, and how it gets there."""

    side: Side
    rule: str
    most: int
    """Points per turn."""
    route_rule: str = ""
    """The rule that demands a route."""
    giver: str = ""
    """The country that gives while it is unaligned, from its own production."""
    later: int = 0
    """Points per turn once the giver has joined the side."""
    aircraft: int = 0
    """Tac air points per turn from then on."""
    later_rule: str = ""
    frm: tuple[Place, ...] = ()
    """The ports where the aid starts. Empty: it needs no route."""
    ports: tuple[str, ...] = ()
    """The areas whose ports it may use,"""
    neutral: tuple[str, ...] = ()
    """and areas that it may pass while nobody holds them."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who pools what, and the rules."""

    pools: Mapping[Side, Pool]
    rule: str
    apart_rule: str
    gift_rule: str
    aid: Mapping[str, Aid] = {}
    """Countries whose aid is limited."""
    denied: Mapping[str, str] = {}
    """Countries that get nothing from other sides, and the rule."""


class Given(Slice, frozen=True, tag="pools"):
    """The part's memory: what was given in this Production Phase."""

    points: Mapping[str, int] = {}
    """Points given this turn to countries whose aid is limited."""
    aircraft: Mapping[str, int] = {}
    """Aircraft given this turn."""


GIVEN = GameMemory("pools", Given())


class Grant(PartAction, frozen=True):
    """Give points from the common budget to a country that doesn't share it."""

    phrase: ClassVar[str] = "grant {count} to {to}"
    example: ClassVar[str] = "grant 6 to France"

    count: int
    to: str
    """The country."""


class LendAircraft(PartAction, frozen=True):
    """Give a tac air point to an army of a country that gets aid."""

    phrase: ClassVar[str] = "give aircraft to {into}"
    example: ClassVar[str] = "give aircraft to Chungking Garrison"

    into: str


class PointsGranted(PartEvent, frozen=True):
    """Points from the common budget went to a country that doesn't share it."""

    side: Side
    to: str
    count: int
    free: bool = False
    """They come from a country that doesn't share the budget either."""
    limited: bool = False
    """They count against a limit per turn."""

    def evolve(self, state: HexState) -> HexState:
        purses = {**state.purses, self.to: state.purses.get(self.to, 0) + self.count}
        if self.limited:
            known = GIVEN.of(state)
            points = {**known.points, self.to: known.points.get(self.to, 0) + self.count}
            state = GIVEN.put(state, replace(known, points=points))
        return replace(state, budget=state.budget - (0 if self.free else self.count), purses=purses)

    def tell(self, world: World, state: HexState) -> str:
        return f"{side_name(world, self.side)} gave {times(self.count, 'production point')} to {self.to}"


class AircraftLent(PartEvent, frozen=True):
    """A country got its aircraft."""

    to: str

    def evolve(self, state: HexState) -> HexState:
        known = GIVEN.of(state)
        aircraft = {**known.aircraft, self.to: known.aircraft.get(self.to, 0) + 1}
        return GIVEN.put(state, replace(known, aircraft=aircraft))


class AidRenewed(PartEvent, frozen=True):
    """A Production Phase begins: everything can be given again."""

    def evolve(self, state: HexState) -> HexState:
        return GIVEN.put(state, Given())


class Pools(Part[Settings]):
    """Who shares a common budget."""

    name = "pools"
    Settings = Settings
    memory = GIVEN
    actions = (Grant, LendAircraft)
    events = (PointsGranted, AircraftLent, AidRenewed)
    citations = ("production.basic-costs",)

    def rules(self) -> Iterable[str]:
        yield from (self.settings.rule, self.settings.apart_rule, self.settings.gift_rule)
        yield from self.settings.denied.values()
        for aid in self.settings.aid.values():
            yield from filter(None, (aid.rule, aid.later_rule, aid.route_rule))

    def problems(self, world: World) -> Iterable[str]:
        areas = world.board.atlas.areas
        for pool in self.settings.pools.values():
            for area in (
                *pool.of,
                *(a for group in (pool.members, pool.apart) for one in group.values() for a in one),
            ):
                if area not in areas:
                    yield f"{area!r} isn't an area of the atlas"

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
        if isinstance(action, LendAircraft):
            return self._check_aircraft(world, state, side, action)
        assert isinstance(action, Grant)
        pool = self.settings.pools.get(side)
        if pool is None or action.to not in pool.apart:
            denied = self.settings.denied.get(action.to)
            if denied is not None:
                return world.refuse_by(denied, f"{capital(world.the(side))} can't give anything to {action.to}.")
            return world.refuse_by(self.settings.gift_rule, f"You can't give points to {action.to}.")
        aid = self.settings.aid.get(action.to)
        if aid is not None and aid.side == side:
            return self._check_aid(world, state, aid, action)
        if not 1 <= action.count <= state.budget:
            return world.refuse(
                "production.basic-costs", f"You have only {times(state.budget, 'point')} left to give."
            )
        joined = self._joined(world, state, side, pool)
        if not any(joined.full(place) for place in world.places_in(pool.apart[action.to])):
            return world.refuse_by(self.settings.gift_rule, f"There's no supply route to {action.to}.")
        return None

    def _check_aid(self, world: World, state: HexState, aid: Aid, action: Grant) -> Refusal | None:
        joined = self._has_joined(state, aid)
        rule = aid.later_rule if joined and aid.later_rule else aid.rule
        most = (aid.later if joined else 0) or aid.most
        left = most - GIVEN.of(state).points.get(action.to, 0)
        if not 1 <= action.count <= left:
            return world.refuse_by(rule, f"{action.to} can be given {most} points per turn; {left} are left.")
        if action.count > state.budget and not self._free(state, aid):
            return world.refuse(
                "production.basic-costs", f"You have only {times(state.budget, 'point')} left to give."
            )
        return self._check_route(world, state, aid, action.to)

    def _has_joined(self, state: HexState, aid: Aid) -> bool:
        entry = state.joined.get(aid.giver)
        return entry is not None and entry.side == aid.side

    def _free(self, state: HexState, aid: Aid) -> bool:
        """Whether the aid comes from an unaligned country's own production."""
        return bool(aid.giver) and aid.giver not in state.joined

    def _check_route(self, world: World, state: HexState, aid: Aid, to: str) -> Refusal | None:
        """Whether a way leads from a port of the giver, over sea and land, to production of the country."""
        if not aid.frm or self._arrives(world, state, aid, to):
            return None
        return world.refuse_by(aid.route_rule or aid.rule, f"No supply route leads to {to}.")

    def _arrives(self, world: World, state: HexState, aid: Aid, to: str) -> bool:
        open_to = {place for place in world.places_in(aid.neutral) if place not in state.control}
        own = friendly_places(state, aid.side) | open_to
        areas = self.settings.pools[aid.side].apart[to]
        ends = {place for place in world.places_in(areas) & own if world.most_production(place)}
        through = world.places_in(areas) | world.places_in((*aid.ports, *aid.neutral))
        landings = [place for place in world.places_in((*aid.ports, *aid.neutral)) & own if is_port(world, place)]
        charts = [world.chart(start, sea_friends(world, state, aid.side)) for start in aid.frm]
        edge = [place for place in sorted(landings) if any(chart.route(place) is not None for chart in charts)]
        seen = set(edge)
        for here in edge:  # grows during the loop
            if here in ends:
                return True
            ahead = [near for near in world.near(here) if near in own and near in through and near not in seen]
            seen.update(ahead)
            edge += ahead
        return False

    def _check_aircraft(self, world: World, state: HexState, side: Side, action: LendAircraft) -> Refusal | None:
        army = own_army(world, state, side, action.into)
        if isinstance(army, Refusal):
            return army
        to = self._aided(world, army)
        aid = self.settings.aid.get(to)
        if aid is None or not aid.aircraft or aid.side != side:
            return world.refuse_by(self.settings.gift_rule, f"You can't give aircraft to {action.into}.")
        rule = aid.later_rule or aid.rule
        if not self._has_joined(state, aid):
            return world.refuse_by(rule, f"{aid.giver} isn't at war, so it gives no aircraft.")
        if GIVEN.of(state).aircraft.get(to, 0) >= aid.aircraft:
            return world.refuse_by(rule, f"{to} has got its aircraft for this turn.")
        cost = price(world, state, side, "tac_air", "")
        if cost > state.budget:
            why = f"That costs {cost}, but you have only {state.budget} left."
            return world.refuse("production.basic-costs", why)
        return self._check_route(world, state, aid, to)

    def _aided(self, world: World, army: Army) -> str:
        """The country that an army belongs to, if it gets aid."""
        nation = world.facts.nations.get(army.nation)
        areas = set(nation.areas) if nation is not None else set()
        pool = self.settings.pools.get(army.side)
        found = (name for name, one in (pool.apart.items() if pool is not None else ()) if areas & set(one))
        return next((name for name in found if name in self.settings.aid), "")

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        pool = self.settings.pools.get(side)
        for name in pool.apart if pool is not None else ():
            if self.check(world, state, side, Grant(1, name)) is None:
                aid = self.settings.aid.get(name)
                most = int(state.budget) if aid is None else 1
                yield from (Grant(count, name) for count in sorted({1, most}))
        if any(aid.side == side and aid.aircraft for aid in self.settings.aid.values()):
            yield from (LendAircraft(name) for name, army in state.armies_of(side) if self._aided(world, army))

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        if isinstance(action, LendAircraft):
            self._send_aircraft(run, side, action)
            return
        assert isinstance(action, Grant)
        aid = self.settings.aid.get(action.to)
        free = aid is not None and self._free(run.state, aid)
        run.emit(PointsGranted(side=side, to=action.to, count=action.count, free=free, limited=aid is not None))

    def _send_aircraft(self, run: Unfolding, side: Side, action: LendAircraft) -> None:
        army = run.state.armies[action.into]
        run.emit(AircraftLent(to=self._aided(run.world, army)))
        cost = whole(price(run.world, run.state, side, "tac_air", ""))
        run.emit(
            Built(side=side, kind="tac_air", count=1, at=army.at, into=action.into, cost=cost, nation=army.nation)
        )

    def production_begins(self, run: Unfolding) -> None:
        if GIVEN.of(run.state) != Given():
            run.emit(AidRenewed())

    def words(self, world: World, action: Action) -> str:
        if isinstance(action, LendAircraft):
            return f"give a tac air point to {army_name(action.into)}"
        assert isinstance(action, Grant)
        return f"give {times(action.count, 'production point')} to {action.to}"


PART = Pools
