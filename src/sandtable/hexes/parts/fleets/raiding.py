"""Attacks on sea routes, and the fleets that escort them."""

from collections.abc import Iterator
from typing import ClassVar

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import listed
from sandtable.hexes.invasion.sailing import can_sail, not_at_war
from sandtable.hexes.part import Convoy, PartAction, PartEvent
from sandtable.hexes.parts.fleets import battle, cargo
from sandtable.hexes.parts.fleets.cargo import convoys, hostile_convoys, prey_strength, raid_strength, route_name
from sandtable.hexes.parts.fleets.course import roll, set_out
from sandtable.hexes.parts.fleets.meeting import check_sortie, fights, sighted, way_out
from sandtable.hexes.parts.fleets.memory import NAVY, Chase, changed
from sandtable.hexes.parts.fleets.sailing import check_homecoming, own_fleet
from sandtable.hexes.parts.fleets.search import check_found
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.parts.fleets.transport import TROOPS
from sandtable.hexes.shipping import is_port
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.status import committed, friendly
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class AttackRoute(PartAction, frozen=True):
    """Attack what an enemy sends by sea, in one hex of its route."""

    phrase: ClassVar[str] = "attack {route} in {at} with {fleet}"
    example: ClassVar[str] = "attack Atlantic route in 1124 with Western U-boat Fleet"

    fleet: str
    route: str
    at: SpaceName
    sortie: tuple[str, ...] = ()
    """The hexes the fleet enters on its way there. Empty: the shortest route."""


class EscortRoute(PartAction, frozen=True):
    """Have a fleet escort a route that begins in its port."""

    phrase: ClassVar[str] = "escort {route} with {fleet}"
    example: ClassVar[str] = "escort Atlantic route with Home Fleet"

    fleet: str
    route: str


class Engage(PartAction, frozen=True):
    """Attack an enemy fleet at sea with a patrol beside it."""

    phrase: ClassVar[str] = "engage {foe} with {fleet}"
    example: ClassVar[str] = "engage Kiel Fleet with Home Fleet"

    fleet: str
    foe: str


class RouteHunted(PartEvent, frozen=True):
    """A fleet searches for a route."""

    fleet: Name
    route: str

    def evolve(self, state: HexState) -> HexState:
        raids = NAVY.of(state).raids
        return changed(state, raids={**raids, self.fleet: (*raids.get(self.fleet, ()), self.route)})

    def tell(self, world: World, state: HexState) -> str:
        return f"{fleet_name(self.fleet)} searches for {route_name(self.route)}"


class Escorted(PartEvent, frozen=True):
    """A fleet escorts a route."""

    fleet: Name
    route: str

    def evolve(self, state: HexState) -> HexState:
        return changed(state, escorts={**NAVY.of(state).escorts, self.route: self.fleet})

    def tell(self, world: World, state: HexState) -> str:
        return f"{fleet_name(self.fleet)} escorts {route_name(self.route)}"


def check_attack(
    world: World, state: HexState, terms: Settings, side: Side, action: AttackRoute
) -> Refusal | None:
    """Validate an attack on a route."""
    fleet = own_fleet(world, state, terms, side, action.fleet)
    if isinstance(fleet, Refusal):
        return fleet
    known = NAVY.of(state)
    late = check_homecoming(world, state, side)
    if late is not None:
        return late
    if action.fleet in state.expended:
        return world.refuse_by("uboat.keeps-intercepting", f"{action.fleet} is expended.")
    convoy = _named(hostile_convoys(world, state, side), action.route)
    if convoy is None or not convoy.cargo:
        sent = listed(f"'{one.name}'" for one in hostile_convoys(world, state, side) if one.cargo)
        why = f"No enemy is using {action.route} now. In use: {sent or 'no route'}."
        return world.refuse_by("fleet.attacks-on-routes", why)
    peace = not_at_war(world, state, action.fleet, convoy.frm)
    if peace is not None:
        return peace
    if action.at not in convoy.route:
        why = f"{action.route} doesn't pass through {world.title(action.at)}."
        return world.refuse_by("uboat.route-disclosure", why)
    if action.route in known.raids.get(action.fleet, ()):
        why = f"{action.fleet} has already searched for {action.route} this turn."
        return world.refuse_by("uboat.one-attempt-per-target", why)
    strength = raid_strength(world, terms, fleet) or prey_strength(state, action.fleet)
    if not strength or action.fleet in known.escorts.values():
        return world.refuse_by("fleet.attacks-on-routes", f"{action.fleet} can't attack routes.")
    if not can_sail(world, state, fleet, (action.at,)):
        return world.refuse("supply.fleets", f"{action.fleet} is not supplied.")
    return check_sortie(
        world, state, terms, Chase(action.fleet, action.at, route=action.sortie), (action.at,)
    ) or check_found(world, state, terms, action.route, action.at)


def check_engage(world: World, state: HexState, terms: Settings, side: Side, action: Engage) -> Refusal | None:
    """Validate an attack of a patrol on an enemy patrol."""
    fleet = own_fleet(world, state, terms, side, action.fleet)
    if isinstance(fleet, Refusal):
        return fleet
    known = NAVY.of(state)
    foe, at = state.fleets.get(action.foe), known.patrols.get(action.foe)
    late = check_homecoming(world, state, side)
    if late is not None:
        return late
    if terms.naval is None or foe is None or not world.hostile(side, foe.side):
        return world.refuse_by("naval.ways-to-battle", f"There is no enemy fleet {action.foe} to attack.")
    peace = not_at_war(world, state, action.fleet, action.foe)
    if peace is not None:
        return peace
    if at is None:
        return world.refuse_by("naval.safe-in-port", f"{action.foe} is in port.")
    if action.fleet in state.expended:
        return world.refuse_by("naval.winner-continues", f"{action.fleet} is expended.")
    if action.foe in known.raids.get(action.fleet, ()):
        return world.refuse_by(
            "uboat.one-attempt-per-target", f"{action.fleet} has already attacked {action.foe}."
        )
    if action.fleet not in known.patrols or at not in sighted(world, state, terms, action.fleet, (at,)):
        why = f"{action.fleet} isn't at sea in or beside the hex of {action.foe}."
        return world.refuse_by("naval.ways-to-battle", why)
    if not fights(world, state, fleet, foe):
        return world.refuse_by("asw.half-in-surface-combat", f"{action.fleet} has nothing to fight it with.")
    return None


def engage(run: Unfolding, terms: Settings, action: Engage) -> None:
    """A patrol attacks an enemy patrol, if it finds it."""
    at = NAVY.of(run.state).patrols[action.foe]
    run.emit(RouteHunted(fleet=action.fleet, route=action.foe))
    if roll(run, terms, Chase(action.fleet, at), (at,)):
        battle.fight(run, terms, action.fleet, action.foe, at)


def _named(found: Iterator[Convoy], name: str) -> Convoy | None:
    return next((convoy for convoy in found if convoy.name == name), None)


def _start(world: World, state: HexState, side: Side, route: str) -> Place:
    """The port where a route or a shipment of troops begins. Empty: there is none now."""
    if route.startswith(TROOPS):
        port = route.removeprefix(TROOPS)
        return port if is_port(world, port) and friendly(state, side, port) else ""
    convoy = _named(convoys(world, state, side), route) if state.phase == "naval" else None
    return convoy.frm if convoy is not None else ""


def check_escort(
    world: World, state: HexState, terms: Settings, side: Side, action: EscortRoute
) -> Refusal | None:
    """Validate an escort."""
    fleet = own_fleet(world, state, terms, side, action.fleet)
    if isinstance(fleet, Refusal):
        return fleet
    known = NAVY.of(state)
    late = check_homecoming(world, state, side)
    if late is not None:
        return late
    start = _start(world, state, side, action.route)
    if not start or fleet.submarines:
        return world.refuse_by("asw.escort-what", f"{action.fleet} can't escort {action.route}.")
    if fleet.at != start:
        why = f"{action.route} begins in {world.title(start)}, and {action.fleet} isn't based there."
        return world.refuse_by("asw.escort-base", why)
    busy = {*known.sent, *known.raids, *known.escorts.values()}
    if action.fleet in busy or action.fleet in state.expended or committed(state, action.fleet):
        return world.refuse_by("fleet.own-turn-missions", f"{action.fleet} has another mission this turn.")
    return None


def attack(run: Unfolding, terms: Settings, action: AttackRoute) -> None:
    """A fleet searches for a route and, if it finds it, puts to sea."""
    run.emit(RouteHunted(fleet=action.fleet, route=action.route))
    chase = Chase(action.fleet, action.at, route=action.sortie)
    if not roll(run, terms, chase, (action.at,)):
        return
    way = way_out(run.world, run.state, chase)
    if action.fleet in NAVY.of(run.state).patrols or not way:
        strike(run, terms, action.fleet, action.route, action.at)
    else:
        set_out(run, terms, action.fleet, "intercept", way, action.route)


def escort_of(world: World, state: HexState, convoy: Convoy) -> Name:
    """The fleet that escorts a route, if it still can. Empty: none."""
    name = NAVY.of(state).escorts.get(convoy.name, "")
    fleet = state.fleets.get(name)
    able = fleet is not None and fleet.at == convoy.frm and name not in state.expended
    return name if able else ""


def strike(run: Unfolding, terms: Settings, name: Name, route: str, at: Place) -> None:
    """A fleet has found a route: it fights the escort first, then fires at the cargo."""
    side = run.state.fleets[name].side
    convoy = _named(hostile_convoys(run.world, run.state, side), route)
    escort = escort_of(run.world, run.state, convoy) if convoy is not None else ""
    if escort:
        battle.fight(run, terms, name, escort, at, route)
    else:
        cargo.sink(run, terms, name, route, at, alone=True)


def offers(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[PartAction]:
    """Attacks on every route by every fleet, in the hex nearest to it; and escorts for the side's own routes."""
    known = NAVY.of(state)
    targets = [convoy for convoy in hostile_convoys(world, state, side) if convoy.cargo]
    own = [(name, fleet) for name, fleet in state.fleets.items() if fleet.side == side]
    for name, fleet in own:
        for convoy in targets if raid_strength(world, terms, fleet) else ():
            if convoy.name not in known.raids.get(name, ()):
                where = sighted(world, state, terms, name, convoy.route)
                if terms.search is not None:
                    found = known.sightings.get(convoy.name, ())[-1:]
                    where = {place: far for place, far in where.items() if place in found}
                if where:
                    yield AttackRoute(name, convoy.name, min(where, key=lambda place: (where[place], place)))
    foes = [foe for foe in known.patrols if world.hostile(side, state.fleets[foe].side)]
    yield from (Engage(name, foe) for name, _ in own if name in known.patrols for foe in foes)
    for convoy in convoys(world, state, side):
        if not escort_of(world, state, convoy):
            here = (name for name, fleet in own if fleet.at == convoy.frm and not fleet.submarines)
            yield from (EscortRoute(name, convoy.name) for name in here)
