"""Replenishment: amphibious points at sea let one fleet sail farther on one mission.

A *unit* is some of those points in a hex of the sea; the units that serve a fleet form a chain, in order.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import times
from sandtable.hexes.actions import Action, Move
from sandtable.hexes.combat.announcing import check_bound
from sandtable.hexes.events import Moved
from sandtable.hexes.evolve import with_fleet, without_points
from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.invasion.sailing import can_sail, hungry, naval_fire, not_at_war
from sandtable.hexes.part import GameMemory, Part, PartAction, PartEvent, Slice
from sandtable.hexes.shipping import is_port, sea_friends
from sandtable.hexes.state import Army, HexState, Name, Phase, Place, Side
from sandtable.hexes.status import friendly, own_army
from sandtable.hexes.story import army_name, fleet_name
from sandtable.hexes.strength import points_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

OFFERED = 2
"""How many hexes are offered to a unit; players can name others."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a unit sails from its port, or from the unit before it."""

    reach: int = 12


class Unit(msgspec.Struct, frozen=True):
    """Amphibious points at sea that serve a fleet."""

    side: Side
    at: Place
    fleet: Name
    count: int


class Sailing(msgspec.Struct, frozen=True):
    """A unit on its way."""

    unit: Unit
    army: Name
    held: int
    """The amphibious points of its army when it sailed."""


class Supplies(Slice, frozen=True, tag="replenishment"):
    """The part's memory."""

    units: tuple[Unit, ...] = ()
    """All units at sea, each chain in order."""
    used: Mapping[Name, Place] = {}
    """Fleets on a mission that depends on their chain, and where it leads."""
    sailing: Sailing | None = None
    """The unit on its way."""
    tried: tuple[str, ...] = ()
    """Attacks on units this turn, as ``Kiel Fleet>1124``."""


SUPPLIES = GameMemory("replenishment", Supplies())


class Replenish(PartAction, frozen=True):
    """Send amphibious points to sea for a fleet."""

    phrase: ClassVar[str] = "replenish {fleet} in {at} with {count} of {army}"
    example: ClassVar[str] = "replenish Home Fleet in 1124 with 1 of Britain"

    fleet: str
    at: SpaceName
    army: str
    count: int = 1


class SinkUnit(PartAction, frozen=True):
    """Attack enemy replenishment at sea."""

    phrase: ClassVar[str] = "attack replenishment in {at} with {fleet}"
    example: ClassVar[str] = "attack replenishment in 1124 with Kiel Fleet"

    at: SpaceName
    fleet: str


class UnitSailed(PartEvent, frozen=True):
    """A unit puts to sea."""

    sailing: Sailing

    def evolve(self, state: HexState) -> HexState:
        return SUPPLIES.put(state, replace(SUPPLIES.of(state), sailing=self.sailing))

    def tell(self, world: World, state: HexState) -> str:
        unit = self.sailing.unit
        what = times(unit.count, "amphibious point")
        return f"{what} of {army_name(self.sailing.army)} sail to replenish {fleet_name(unit.fleet)}"


class UnitStationed(PartEvent, frozen=True):
    """What is left of a unit has reached its hex; nothing: it was sunk on its way."""

    army: Name
    unit: Unit

    def evolve(self, state: HexState) -> HexState:
        known = SUPPLIES.of(state)
        if not self.unit.count:
            return SUPPLIES.put(state, replace(known, sailing=None))
        state = without_points(state, self.army, points_of("amphibious", self.unit.count))
        return SUPPLIES.put(state, replace(known, sailing=None, units=(*known.units, self.unit)))

    def tell(self, world: World, state: HexState) -> str | None:
        return f"Replenishment waits in {world.title(self.unit.at)}" if self.unit.count else None


class MissionSupplied(PartEvent, frozen=True):
    """A fleet has sailed by way of its chain."""

    fleet: Name
    to: Place

    def evolve(self, state: HexState) -> HexState:
        known = SUPPLIES.of(state)
        return SUPPLIES.put(state, replace(known, used={**known.used, self.fleet: self.to}))


class UnitAttacked(PartEvent, frozen=True):
    """A fleet has looked for a unit."""

    fleet: Name
    at: Place

    def evolve(self, state: HexState) -> HexState:
        known = SUPPLIES.of(state)
        return SUPPLIES.put(state, replace(known, tried=(*known.tried, f"{self.fleet}>{self.at}")))


class UnitHit(PartEvent, frozen=True):
    """A unit has lost points, and some are left."""

    unit: Unit
    left: int

    def evolve(self, state: HexState) -> HexState:
        known = SUPPLIES.of(state)
        units = tuple(replace(one, count=self.left) if one == self.unit else one for one in known.units)
        return SUPPLIES.put(state, replace(known, units=units))

    def tell(self, world: World, state: HexState) -> str:
        return f"Replenishment in {world.title(self.unit.at)} is reduced to {self.left}"


class UnitsGone(PartEvent, frozen=True):
    """Units are removed: sunk, cut off, or spent."""

    units: tuple[Unit, ...]
    why: str

    def evolve(self, state: HexState) -> HexState:
        known = SUPPLIES.of(state)
        left = tuple(one for one in known.units if one not in self.units)
        served = {one.fleet for one in left}
        used = {fleet: to for fleet, to in known.used.items() if fleet in served}
        return SUPPLIES.put(state, replace(known, units=left, used=used))

    def tell(self, world: World, state: HexState) -> str:
        where = " and ".join(world.title(unit.at) for unit in self.units)
        return f"Replenishment in {where} is gone ({self.why})"


class FleetStranded(PartEvent, frozen=True):
    """A fleet was lost with the chain that supplied it."""

    fleet: Name
    why: str

    def evolve(self, state: HexState) -> HexState:
        gone = replace(state.fleets[self.fleet], points=0, asw=0, submarines=0, carriers=0)
        return with_fleet(state, self.fleet, gone)

    def tell(self, world: World, state: HexState) -> str:
        return f"{fleet_name(self.fleet)} is lost with its replenishment ({self.why})"


class AttacksForgotten(PartEvent, frozen=True):
    """A turn begins: every unit can be attacked again."""

    def evolve(self, state: HexState) -> HexState:
        return SUPPLIES.put(state, replace(SUPPLIES.of(state), tried=()))


class Replenishment(Part[Settings]):
    """Units at sea that extend the range of fleets."""

    name = "replenishment"
    Settings = Settings
    memory = SUPPLIES
    actions = (Replenish, SinkUnit)
    events = (
        UnitSailed,
        UnitStationed,
        MissionSupplied,
        UnitAttacked,
        UnitHit,
        UnitsGone,
        FleetStranded,
        AttacksForgotten,
    )
    citations = (
        "replenish.unit",
        "replenish.chain",
        "replenish.single-use",
        "replenish.interception",
        "replenish.broken-chain",
        "replenish.spent",
        "fleet.who-has-fleets",
    )

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("naval",)

    def misplaced(self, world: World, state: HexState, side: Side, action: Action) -> Refusal:
        return world.untimely("Replenishment sails, and is attacked, in naval movement.")

    def _chain(self, state: HexState, fleet: Name) -> tuple[Unit, ...]:
        return tuple(unit for unit in SUPPLIES.of(state).units if unit.fleet == fleet)

    # sending units

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        if isinstance(action, SinkUnit):
            return self._check_attack(world, state, side, action)
        assert isinstance(action, Replenish)
        fleet = state.fleets.get(action.fleet)
        if fleet is None or fleet.side != side:
            return world.refuse_by("fleet.who-has-fleets", f"{world.having(side)} no fleet {action.fleet}.")
        army = own_army(world, state, side, action.army)
        if isinstance(army, Refusal):
            return army
        bound = check_bound(world, state, army, action.army)
        if bound is not None:
            return bound
        if not 1 <= action.count <= army.points.amphibious:
            why = f"{action.army} has {army.points.amphibious} amphibious points."
            return world.refuse_by("replenish.unit", why)
        if not is_port(world, army.at) or not friendly(state, side, army.at):
            return world.refuse_by("replenish.unit", f"{world.title(army.at)} has no port to sail from.")
        if action.at in world.board:
            return world.refuse_by("replenish.unit", "Replenishment waits at sea.")
        if action.fleet in SUPPLIES.of(state).used:
            return world.refuse_by("replenish.single-use", f"{action.fleet} is on its mission already.")
        found = self._way(world, state, army, action)
        return found if isinstance(found, Refusal) else None

    def _way(self, world: World, state: HexState, army: Army, action: Replenish) -> tuple[Place, ...] | Refusal:
        """The hexes that a unit enters: to the first unit of its chain, along it, and on from the last."""
        stops = [army.at, *(unit.at for unit in self._chain(state, action.fleet)), action.at]
        own = sea_friends(world, state, army.side)
        way: list[Place] = []
        for here, there in pairwise(stops):
            found = world.chart(here, own).route(there)
            if found is None or found.length > self.settings.reach:
                rule = "replenish.chain" if len(stops) > 2 else "replenish.unit"
                why = f"{there} isn't within {self.settings.reach} hexes of {world.title(here)} by sea."
                return world.refuse_by(rule, why)
            way += found.hexes
        return tuple(way)

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        if state.phase != "naval" or state.side != side:
            return
        known = SUPPLIES.of(state)
        own = [name for name, fleet in state.fleets.items() if fleet.side == side]
        for unit in known.units:
            if world.hostile(side, unit.side):
                yield from (SinkUnit(unit.at, name) for name in own)
        ports = [(name, army.at) for name, army in state.armies_of(side) if army.points.amphibious]
        for name, port in ports if own else ():
            far = world.chart(port, sea_friends(world, state, side)).distance if is_port(world, port) else {}
            edge = sorted(place for place, distance in far.items() if 9 <= distance <= self.settings.reach)
            step = max(1, len(edge) // OFFERED)
            yield from (Replenish(own[state.turn % len(own)], place, name) for place in edge[step // 2 :: step])

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        if isinstance(action, SinkUnit):
            self._attack(run, action)
            return
        assert isinstance(action, Replenish)
        army = run.state.armies[action.army]
        way = self._way(run.world, run.state, army, action)
        assert not isinstance(way, Refusal), "it was not checked"
        unit = Unit(side, action.at, action.fleet, action.count)
        run.emit(UnitSailed(sailing=Sailing(unit, action.army, army.points.amphibious)))
        points = points_of("amphibious", action.count)
        order = Move(action.army, action.at, points, ports=(army.at, action.at), route=way)
        # At sea it is like any shipment; what isn't sunk is still with its army, until it is stationed.
        kept = Moved(army=action.army, points=points, to=army.at, into=action.army, seas=())
        for part in run.world.parts.embarked:
            part.embarked(run, order, kept)

    def tidies(self, run: Unfolding) -> None:
        sailing = SUPPLIES.of(run.state).sailing
        if sailing is not None and not any(part.asks(run.world, run.state) for part in run.world.parts.asks):
            army = run.state.armies.get(sailing.army)
            lost = sailing.held - (army.points.amphibious if army is not None else 0)
            left = max(0, sailing.unit.count - lost)
            run.emit(UnitStationed(army=sailing.army, unit=replace(sailing.unit, count=left)))
        served = {unit.fleet for unit in SUPPLIES.of(run.state).units}
        for fleet in sorted(served - set(run.state.fleets)):
            self._remove(run, self._chain(run.state, fleet), "replenish.spent")

    def _remove(self, run: Unfolding, units: tuple[Unit, ...], rule: str) -> None:
        if units:
            run.emit(UnitsGone(units=units, why=run.world.full_id(rule)))

    def words(self, world: World, action: Action) -> str:
        if isinstance(action, SinkUnit):
            return f"attack replenishment in {world.title(action.at)} with {fleet_name(action.fleet)}"
        assert isinstance(action, Replenish)
        what = times(action.count, "amphibious point")
        where = f"in {world.title(action.at)} with {what} of {army_name(action.army)}"
        return f"replenish {fleet_name(action.fleet)} {where}"

    # missions

    def refuels(self, world: World, state: HexState, fleet: Name) -> tuple[Place, ...]:
        return tuple(unit.at for unit in self._chain(state, fleet))

    def voyaged(self, run: Unfolding, fleet: Name, refuelled: bool, to: Place) -> None:
        if refuelled:
            run.emit(MissionSupplied(fleet=fleet, to=to))
        elif not to:
            self._remove(run, self._chain(run.state, fleet), "replenish.spent")

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        known = SUPPLIES.of(run.state)
        if known.tried:
            run.emit(AttacksForgotten())
        idle = tuple(unit for unit in known.units if unit.side == side and unit.fleet not in known.used)
        self._remove(run, idle, "replenish.spent")

    # attacks on units

    def _check_attack(self, world: World, state: HexState, side: Side, action: SinkUnit) -> Refusal | None:
        fleet, rule = state.fleets.get(action.fleet), "replenish.interception"
        if fleet is None or fleet.side != side:
            return world.refuse_by("fleet.who-has-fleets", f"{world.having(side)} no fleet {action.fleet}.")
        units = [one for one in SUPPLIES.of(state).units if one.at == action.at and world.hostile(side, one.side)]
        if not units:
            return world.refuse_by(rule, f"No enemy replenishment is in {world.title(action.at)}.")
        first = (part.lingers(world, state, side) for part in world.parts.lingers)
        refusal = not_at_war(world, state, action.fleet, units[0].fleet) or next(filter(None, first), None)
        if refusal is not None:
            return refusal
        if f"{action.fleet}>{action.at}" in SUPPLIES.of(state).tried or action.fleet in state.expended:
            return world.refuse_by(rule, f"{action.fleet} can't attack it again this turn.")
        for part in world.parts.idles:
            idle = part.idles(world, state, fleet)
            if idle is not None:
                return idle
        if not sea_strength(world, state, fleet, None) or not can_sail(world, state, fleet, (action.at,)):
            return world.refuse_by(rule, f"{action.fleet} can't attack.")
        if not all(part.spots(world, state, action.fleet, (action.at,)) for part in world.parts.spots):
            return world.refuse_by(rule, f"{world.title(action.at)} is too far away for {action.fleet}.")
        return None

    def _attack(self, run: Unfolding, action: SinkUnit) -> None:
        world, fleet = run.world, run.state.fleets[action.fleet]
        unit = next(
            one
            for one in SUPPLIES.of(run.state).units
            if one.at == action.at and world.hostile(fleet.side, one.side)
        )
        run.emit(UnitAttacked(fleet=action.fleet, at=action.at))
        if not all(part.finds(run, action.fleet, (action.at,)) for part in world.parts.finds):
            return
        strength = sea_strength(world, run.state, fleet, None)
        hits = naval_fire(run, action.fleet, "replenishment", strength, hungry(world, run.state, fleet))
        if 0 < hits < unit.count:
            run.emit(UnitHit(unit=unit, left=unit.count - hits))
        elif hits:
            self._sink(run, unit)

    def _sink(self, run: Unfolding, unit: Unit) -> None:
        """A unit is sunk: later ones of its chain may be cut off, and the fleet on its mission with them."""
        world, chain = run.world, self._chain(run.state, unit.fleet)
        used = unit.fleet in SUPPLIES.of(run.state).used
        self._remove(run, (unit,), "replenish.interception")
        cut: list[Unit] = []
        for later in chain[chain.index(unit) + 1 :]:
            others = {one.at for one in chain if one not in (unit, later, *cut)}
            if not self._near(world, run.state, later, others):
                cut.append(later)
        self._remove(run, tuple(cut), "replenish.broken-chain")
        if used and (cut or unit == chain[-1]):
            run.emit(FleetStranded(fleet=unit.fleet, why=world.full_id("replenish.broken-chain")))

    def _near(self, world: World, state: HexState, unit: Unit, others: set[Place]) -> bool:
        """Whether a unit is within reach of a friendly port, or of another unit."""
        far = world.chart(unit.at, sea_friends(world, state, unit.side)).distance
        reached = (place for place, distance in far.items() if distance <= self.settings.reach)
        return any(
            place in others or (friendly(state, unit.side, place) and is_port(world, place)) for place in reached
        )


PART = Replenishment
