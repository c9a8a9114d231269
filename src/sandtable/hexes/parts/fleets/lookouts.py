"""Who can search for what is at sea in a hex, and with what die."""

from collections.abc import Iterator

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.hexes.parts.fleets.airfields import coastal_air
from sandtable.hexes.parts.fleets.memory import NAVY, Orders, Voyage
from sandtable.hexes.parts.fleets.settings import Lookout, Search
from sandtable.hexes.production import level_of
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.status import friendly, irregular
from sandtable.hexes.world import World


class Spotter(msgspec.Struct, frozen=True):
    """Somebody who can search a hex."""

    kind: Lookout
    base: str
    """A hex or a fleet."""
    distance: int
    aircraft: int = 0
    """How many aircraft it can assign to the search."""


class Target(msgspec.Struct, frozen=True):
    """What is searched for."""

    side: Side
    points: int
    """Its strength points."""
    submarines: bool = False
    route: bool = False
    air: bool = False
    active: bool = False
    """Its carrier aircraft have searched this turn."""
    spotted: tuple[Place, ...] = ()
    """Where it was spotted before."""


def at_war(world: World, state: HexState, side: Side, other: Side) -> bool:
    """Whether two sides fight each other, and not only may."""
    peace = any(part.peaceful(world, state, side, other) for part in world.parts.peaceful)
    return world.hostile(side, other) and not peace


def target_of(world: World, state: HexState, voyage: Voyage) -> Target:
    """What is at sea, as a target."""
    names = [voyage.fleet] if voyage.fleet else []
    points = 0
    if voyage.shipment is not None:
        side = voyage.shipment.side
        points = voyage.shipment.moved.points.total
    elif voyage.force is not None:
        names = companions(state, voyage)
        army = state.armies.get(voyage.force.army)
        side = army.side if army is not None else state.fleets[voyage.force.fleet].side
        points = army.points.total if army is not None else 0
    else:
        side = state.fleets[voyage.fleet].side
    fleets = [state.fleets[name] for name in names if name in state.fleets]
    return Target(
        side,
        points + sum(fleet.ships for fleet in fleets),
        submarines=bool(fleets) and not points and all(fleet.submarines for fleet in fleets),
        active=any(name in NAVY.of(state).scouts for name in names),
        spotted=voyage.spotted,
    )


def companions(state: HexState, voyage: Voyage) -> list[Name]:
    """The fleets with an invasion: its escort, and those that support it from the same port."""
    force, combat = voyage.force, state.combat
    assert force is not None, "no invasion is at sea"
    army = state.armies.get(force.army)
    listed = [force.fleet] if force.fleet else []
    if army is not None and combat is not None:
        supports = (one.fleet for one in combat.supports if one.target == force.target)
        listed += [name for name in supports if name in state.fleets and state.fleets[name].at == army.at]
    return [name for name in listed if name in state.fleets and name not in state.expended]


# who searches


def bases(world: World, state: HexState, side: Side) -> set[Place]:
    """Friendly coasts with an army, and friendly ports with surface ships."""
    found = {
        army.at
        for name, army in state.armies_of(side)
        if army.at in world.waters.harbours and army.points.total and not irregular(world, state, name)
    }
    patrols = NAVY.of(state).patrols
    found |= {
        fleet.at
        for name, fleet in state.fleets.items()
        if fleet.side == side and name not in patrols and not fleet.submarines
    }
    return {place for place in found if friendly(state, side, place)}


def spotters(world: World, state: HexState, terms: Search, side: Side, at: Place) -> Iterator[Spotter]:
    """Everybody of a side who can search a hex."""
    level = level_of(world, state, side, "tac_air")
    reach = terms.coast[min(level, len(terms.coast) - 1)]
    manned = bases(world, state, side)
    for base in sorted(manned):
        distance = world.board.distance(base, at)
        if distance < len(terms.spot["army"]):
            planes = coastal_air(world, state, side, base) // terms.share if distance <= reach else 0
            yield Spotter("army", base, distance, planes)
    for base, distance in world.coasts(at, reach).items():
        planes = coastal_air(world, state, side, base)
        if planes and base not in manned:
            yield Spotter("coast", base, distance, planes // terms.share)
    for name, place in NAVY.of(state).patrols.items():
        fleet = state.fleets[name]
        if fleet.side != side:
            continue
        distance = world.board.distance(place, at)
        if fleet.carriers and distance < len(terms.spot["carrier"]):
            level = level_of(world, state, side, "carrier")
            yield Spotter("carrier", name, distance, terms.carrier[min(level, len(terms.carrier) - 1)])
        kind: Lookout = "submarine" if fleet.submarines else "fleet"
        if distance < len(terms.spot[kind]):
            yield Spotter(kind, name, distance)


# the die


def modifier(
    world: World,
    state: HexState,
    terms: Search,
    side: Side,
    spotter: Spotter,
    target: Target,
    at: Place,
    aircraft: int,
) -> int:
    """What is added to the die of a search in a hex."""
    extra = terms.modifiers
    coast = at in world.waters.harbours
    near = {at, *world.board.touching(at)}
    seen = min(extra.seen_most, sum(place in near for place in target.spotted))
    patrols = NAVY.of(state).patrols
    company = sum(
        place == at and state.fleets[name].side == side and name != spotter.base for name, place in patrols.items()
    )
    carriers = spotter.kind == "carrier"
    return (
        extra.aircraft * aircraft
        + extra.distant * (carriers and spotter.distance == 1)
        + extra.active * (carriers and target.active)
        + extra.coast * coast
        + extra.own_coast * (coast and friendly(state, side, at))
        + extra.seen * seen
        + extra.large * (target.points >= extra.large_from and not target.route and not target.air)
        + extra.company * company
        + extra.submarines * target.submarines
        + extra.air * target.air
        + extra.route * target.route
    )


def chance(
    world: World,
    state: HexState,
    terms: Search,
    side: Side,
    spotter: Spotter,
    target: Target,
    at: Place,
    aircraft: int | None = None,
) -> int:
    """The highest die, unmodified, with which somebody spots a target."""
    planes = spotter.aircraft if aircraft is None else aircraft
    return terms.spot[spotter.kind][spotter.distance] - modifier(
        world, state, terms, side, spotter, target, at, planes
    )


def best(world: World, state: HexState, terms: Search, side: Side, target: Target, at: Place) -> Spotter | None:
    """Who is most likely to spot a target in a hex. None: nobody can."""
    found = [
        (chance(world, state, terms, side, one, target, at), one)
        for one in spotters(world, state, terms, side, at)
    ]
    able = [(die, one) for die, one in found if die >= 1]
    return max(able, key=lambda pair: (pair[0], pair[1].base))[1] if able else None


def named(
    world: World, state: HexState, terms: Search, side: Side, orders: Orders, at: Place
) -> Spotter | Refusal | None:
    """The spotter that a side has named for a hex, or why it can't search there. None: it named none."""
    if not orders.spotter:
        return None
    found = [one for one in spotters(world, state, terms, side, at) if one.base == orders.spotter]
    if found:
        return max(found, key=lambda one: terms.spot[one.kind][one.distance])
    fleet = state.fleets.get(orders.spotter)
    if fleet is not None and fleet.side == side and orders.spotter not in NAVY.of(state).patrols:
        return world.refuse_by("search.not-from-port", f"{orders.spotter} is in port.")
    if fleet is None and orders.spotter not in bases(world, state, side):
        if coastal_air(world, state, side, orders.spotter):
            why = f"The coastal aircraft in {world.title(orders.spotter)} don't reach {world.title(at)}."
            return world.refuse_by("search.coastal-air-searches", why)
        why = f"Nobody in {world.title(orders.spotter)} searches."
        return world.refuse_by("search.who-searches-from-land", why)
    return world.refuse_by("chart.spotting-table", f"{orders.spotter} is too far away from {world.title(at)}.")


def check_aircraft(world: World, spotter: Spotter, aircraft: int | None) -> Refusal | None:
    """Whether a spotter can assign this many aircraft to a search."""
    if aircraft is None or 0 <= aircraft <= spotter.aircraft:
        return None
    rule = "search.carrier-air-allowance" if spotter.kind == "carrier" else "search.coastal-air-allowance"
    return world.refuse_by(rule, f"{spotter.base} can assign at most {spotter.aircraft} aircraft to the search.")
