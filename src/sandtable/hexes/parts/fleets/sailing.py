"""Naval movement: patrols return, fleets change base, and then new patrols sail."""

from collections.abc import Iterator
from math import ceil
from typing import ClassVar

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.hexes.fleets import check_harbour
from sandtable.hexes.part import PartAction
from sandtable.hexes.parts.fleets.course import set_out
from sandtable.hexes.parts.fleets.lookouts import at_war
from sandtable.hexes.parts.fleets.memory import NAVY
from sandtable.hexes.parts.fleets.navies import Strained, waiting
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.parts.fleets.shelters import check_haven
from sandtable.hexes.sealanes import check_route, closed
from sandtable.hexes.shipping import barred, is_port, sea_friends
from sandtable.hexes.state import Fleet, HexState, Name, Place, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

BASES, PATROLS = 4, 6
"""How many bases and patrol hexes are offered to a fleet; players can name others."""


class ChangeBase(PartAction, frozen=True):
    """Move a fleet to another base."""

    phrase: ClassVar[str] = "sail {fleet} to {to}"
    example: ClassVar[str] = "sail Home Fleet to 2031"

    fleet: str
    to: SpaceName
    route: tuple[str, ...] = ()
    """The hexes it enters. Empty: the shortest route."""


class Patrol(PartAction, frozen=True):
    """Send a fleet to a patrol hex."""

    phrase: ClassVar[str] = "patrol {to} with {fleet}"
    example: ClassVar[str] = "patrol 1124 with Western U-boat Fleet"

    fleet: str
    to: SpaceName
    route: tuple[str, ...] = ()
    """The hexes it enters. Empty: the shortest route."""


class ReturnToPort(PartAction, frozen=True):
    """Return a patrol to port."""

    phrase: ClassVar[str] = "return {fleet} to port"
    example: ClassVar[str] = "return Western U-boat Fleet to port"

    fleet: str
    to: str = ""
    """The port. Empty: the one it sailed from."""
    route: tuple[str, ...] = ()
    """The hexes it enters. Empty: the shortest route."""


def own_fleet(world: World, state: HexState, terms: Settings, side: Side, name: Name) -> Fleet | Refusal:
    """A side's fleet, or why it can't be ordered to do anything."""
    fleet = state.fleets.get(name)
    if fleet is None or fleet.side != side:
        return world.refuse_by("fleet.who-has-fleets", f"{world.having(side)} no fleet {name}.")
    return waiting(world, state, terms.naval, name) or fleet


def overdue(state: HexState, side: Side) -> list[Name]:
    """A side's patrols that have yet to return."""
    known = NAVY.of(state)
    return [name for name in known.patrols if state.fleets[name].side == side and name not in known.sent]


def check_homecoming(world: World, state: HexState, side: Side) -> Refusal | None:
    """Whether all of a side's patrols have returned."""
    late = overdue(state, side)
    if late:
        return world.refuse_by("uboat.patrol-returns", f"{late[0]} must return to port first.")
    if state.phase == "naval" and state.combat is not None and state.combat.attacks:
        why = "Invasions have been declared: fleets can't start other missions now."
        return world.refuse_by("c2-sequence.naval-movement-steps", why)
    return None


def check_return(
    world: World, state: HexState, terms: Settings, side: Side, action: ReturnToPort
) -> Refusal | None:
    """Validate a patrol's return."""
    fleet = own_fleet(world, state, terms, side, action.fleet)
    if isinstance(fleet, Refusal):
        return fleet
    if action.fleet not in overdue(state, side):
        return world.refuse_by("uboat.patrol-returns", f"{action.fleet} isn't on a patrol that is over.")
    if action.to and action.to != fleet.at:
        refusal = check_harbour(world, state, side, action.fleet, fleet.ships, action.to)
        if refusal is not None:
            return refusal
        if not homeward(world, state, action):
            why = f"No sea route leads to {world.title(action.to)}."
            return world.refuse_by("fleet.sea-route-required", why)
    return _check_way_home(world, state, action) if action.route else None


def _check_way_home(world: World, state: HexState, action: ReturnToPort) -> Refusal | None:
    """Whether a patrol can return by the route it names."""
    fleet, patrol = state.fleets[action.fleet], NAVY.of(state).patrols[action.fleet]
    blocked = check_route(world.waters, patrol, action.route, sea_friends(world, state, fleet.side))
    if blocked is not None:
        return barred(world, state, blocked)
    port = action.to or fleet.at
    if action.route[-1] != port:
        return world.refuse_by("fleet.route-fixed", f"The route doesn't end in {world.title(port)}.")
    return None


def homeward(world: World, state: HexState, action: ReturnToPort) -> tuple[Place, ...]:
    """The hexes that a patrol enters on its way to port, by the named or the shortest route. Empty: there is
    none."""
    if action.route:
        return action.route
    fleet, patrol = state.fleets[action.fleet], NAVY.of(state).patrols[action.fleet]
    port = action.to or fleet.at
    if port == patrol:
        return (port,)
    out = world.chart(port, sea_friends(world, state, fleet.side)).route(patrol)
    return (*reversed(out.hexes[:-1]), port) if out is not None else ()


def check_allotting(world: World, state: HexState, side: Side) -> Refusal | None:
    """Whether shipping can still be allotted: patrols are home, and nobody has sailed on a mission."""
    if state.phase != "naval":
        return None
    known = NAVY.of(state)
    late = check_homecoming(world, state, side)
    named = any(state.fleets[name].side == side for name in known.escorts.values())
    if late is None and (known.sent or known.raids or named):
        why = "Shipping is allotted before patrols, attacks and escorts."
        return world.refuse_by("c2-sequence.naval-movement-steps", why)
    return late


def check_base(world: World, state: HexState, terms: Settings, side: Side, action: ChangeBase) -> Refusal | None:
    """Validate a change of base."""
    known = NAVY.of(state)
    fleet = own_fleet(world, state, terms, side, action.fleet)
    if isinstance(fleet, Refusal):
        return fleet
    late = check_homecoming(world, state, side)
    if late is not None:
        return late
    if known.sent or known.raids or action.fleet in known.escorts.values():
        why = "Fleets change base before patrols, attacks and escorts."
        return world.refuse_by("c2-sequence.naval-movement-steps", why)
    if action.fleet in known.moved:
        return world.refuse_by("fleet.own-turn-missions", f"{action.fleet} has already changed base this turn.")
    if action.to == fleet.at:
        return world.refuse_by("fleet.own-turn-missions", f"{action.fleet} is already there.")
    refusal = check_harbour(world, state, side, action.fleet, fleet.ships, action.to)
    if refusal is not None and terms.naval is not None and action.to not in state.control:
        refusal = check_haven(world, state, side, action.fleet, action.to)
    if refusal is not None:
        return refusal
    found = _course(world, state, terms, action)
    return found if isinstance(found, Refusal) else None


def check_patrol(world: World, state: HexState, terms: Settings, side: Side, action: Patrol) -> Refusal | None:
    """Validate a patrol."""
    known = NAVY.of(state)
    fleet = own_fleet(world, state, terms, side, action.fleet)
    if isinstance(fleet, Refusal):
        return fleet
    late = check_homecoming(world, state, side)
    if late is not None:
        return late
    if action.fleet in {*known.sent, *known.raids, *known.escorts.values()}:
        return world.refuse_by("fleet.own-turn-missions", f"{action.fleet} has another mission this turn.")
    if action.fleet in state.expended:
        return world.refuse("supply.fleets", f"{action.fleet} is not supplied: it can only change base.")
    found = _course(world, state, terms, action)
    if isinstance(found, Refusal):
        return found
    length, longest = ceil(world.waters.length(found)), terms.reach(fleet).patrol
    if length <= longest:
        return None
    farther = replenished(world, state, terms, action)
    if farther:
        return farther if isinstance(farther, Refusal) else None
    rule = "uboat.patrol" if fleet.submarines else "fleet.patrol-like-u-boats"
    why = f"The way to {world.title(action.to)} is {length} long, but a patrol hex is at most {longest} away."
    return world.refuse_by(rule, why)


def replenished(
    world: World, state: HexState, terms: Settings, action: Patrol
) -> tuple[Place, ...] | Refusal | None:
    """The way to a patrol hex by replenishment at sea, or why it can't be used. None: there is none."""
    fleet = state.fleets[action.fleet]
    stops = _refuelling(world, state, action.fleet)
    if not stops:
        others = (name for name, one in state.fleets.items() if one.side == fleet.side)
        whose = next((name for name in others if _refuelling(world, state, name)), "")
        why = f"Only {whose} can use the replenishment at sea."
        return world.refuse_by("replenish.single-use", why) if whose else None
    own, longest = sea_friends(world, state, fleet.side), terms.reach(fleet).patrol
    way: list[Place] = []
    for here, there in zip((fleet.at, *stops), (*stops, action.to), strict=True):
        found = world.chart(here, own).route(there)
        if found is None:
            return None
        if here == fleet.at and found.length > longest:
            why = f"{action.fleet} can't reach the replenishment in {there}: {longest} hexes are the limit."
            return world.refuse_by("replenish.reach-first", why)
        if there == action.to and ceil(found.length) > longest:
            return None
        way += found.hexes
    return tuple(way)


def _refuelling(world: World, state: HexState, fleet: Name) -> tuple[Place, ...]:
    return tuple(place for part in world.parts.refuels for place in part.refuels(world, state, fleet))


def _course(
    world: World, state: HexState, terms: Settings, action: ChangeBase | Patrol
) -> tuple[Place, ...] | Refusal:
    """The hexes a fleet enters, by the declared or the shortest route; or why it can't."""
    fleet = state.fleets[action.fleet]
    opened = open_strait(world, state, terms, action.fleet) if isinstance(action, ChangeBase) else frozenset()
    return way_to(world, state, fleet, action.to, action.route, opened)


def open_strait(world: World, state: HexState, terms: Settings, name: Name) -> frozenset[Place]:
    """The strait that opens to a raider when it changes base. Empty: none does now."""
    strait = terms.naval.strait if terms.naval is not None else None
    fleet = state.fleets.get(name)
    if strait is None or fleet is None or fleet.side != strait.side or name not in NAVY.of(state).raiders:
        return frozenset()
    summer = world.season(state.turn) in strait.seasons
    return frozenset({strait.name} if summer and not at_war(world, state, strait.side, strait.peace) else ())


def way_to(
    world: World,
    state: HexState,
    fleet: Fleet,
    to: Place,
    named: tuple[str, ...] = (),
    opened: frozenset[Place] = frozenset(),
) -> tuple[Place, ...] | Refusal:
    """The hexes a fleet enters on its way to a hex, by the named or the shortest route; or why it can't."""
    own = sea_friends(world, state, fleet.side) | opened
    if named:
        blocked = check_route(world.waters, fleet.at, named, own)
        if blocked is not None:
            return barred(world, state, blocked)
        if named[-1] != to:
            return world.refuse_by("fleet.route-fixed", f"The route doesn't end in {to}.")
        return named
    if to == fleet.at:
        return (fleet.at,)  # at sea off its own port
    found = world.chart(fleet.at, own).route(to)
    if found is not None:
        return found.hexes
    why = closed(world.waters, fleet.at, to, own) if to in world.waters.harbours else None
    text = why.why if why is not None else f"no sea route leads from {fleet.at} to {to}"
    return world.refuse_by("fleet.sea-route-required", f"{text[:1].upper()}{text[1:]}.")


def sail(run: Unfolding, terms: Settings, action: ChangeBase | Patrol) -> None:
    """A fleet puts to sea for another base or a patrol hex."""
    found = _course(run.world, run.state, terms, action)
    assert not isinstance(found, Refusal), "it was not checked"
    if isinstance(action, ChangeBase) and terms.naval is not None:
        strain = terms.naval.straining(ceil(run.world.waters.length(found)))
        if strain:
            run.emit(Strained(fleet=action.fleet, by=strain))
    if isinstance(action, Patrol):
        found = _depart(run, terms, action, found)
    set_out(run, terms, action.fleet, "base" if isinstance(action, ChangeBase) else "patrol", found)


def _depart(run: Unfolding, terms: Settings, action: Patrol, direct: tuple[Place, ...]) -> tuple[Place, ...]:
    """The way of a patrol: by replenishment at sea where it is too long otherwise."""
    far = ceil(run.world.waters.length(direct)) > terms.reach(run.state.fleets[action.fleet]).patrol
    farther = replenished(run.world, run.state, terms, action) if far else None
    assert not isinstance(farther, Refusal), "it was not checked"
    for part in run.world.parts.voyaged:
        part.voyaged(run, action.fleet, bool(farther), action.to)
    return farther or direct


def come_home(run: Unfolding, terms: Settings, action: ReturnToPort) -> None:
    """A patrol sails for its port."""
    for part in run.world.parts.voyaged:
        part.voyaged(run, action.fleet, False, "")
    way = homeward(run.world, run.state, action)
    set_out(run, terms, action.fleet, "home", way or (run.state.fleets[action.fleet].at,))


def offers(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[PartAction]:
    """Returning patrols; then a few bases and patrol hexes for each fleet."""
    late = overdue(state, side)
    yield from (ReturnToPort(name) for name in late)
    for name, fleet in state.fleets.items() if not late else ():
        if fleet.side != side or name in NAVY.of(state).sent:
            continue
        chart, longest = world.chart(fleet.at, sea_friends(world, state, side)), terms.reach(fleet).patrol
        far = [place for place, distance in chart.distance.items() if distance <= longest]
        ports = (place for place in far if is_port(world, place) and place != fleet.at)
        bases = (ChangeBase(name, place) for place in ports)
        if name in NAVY.of(state).raiders:
            neutral = (place for place in far if is_port(world, place) and place not in state.control)
            yield from (ChangeBase(name, place) for place in sorted(neutral)[:BASES])
        yield from _first(BASES, (one for one in bases if check_base(world, state, terms, side, one) is None))
        hexes = sorted(place for place in far if place not in world.waters.harbours)
        step = max(1, len(hexes) // PATROLS)
        yield from (Patrol(name, place) for place in hexes[step // 2 :: step])


def _first(count: int, found: Iterator[ChangeBase]) -> Iterator[ChangeBase]:
    for _, one in zip(range(count), found, strict=False):
        yield one
