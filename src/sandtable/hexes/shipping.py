"""Strength points and fleets at sea in the Movement Phase."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Move
from sandtable.hexes.scenario import SideSetup
from sandtable.hexes.sealanes import OVERSEAS, Blocked, allowances, based_on, route, shipping
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.status import free_counters, friendly, strength_of, under_way
from sandtable.hexes.strength import KINDS, points_of
from sandtable.hexes.world import World


def friendly_places(state: HexState, side: Side) -> frozenset[Place]:
    """All places friendly to a side."""
    return frozenset(place for place, holder in state.control.items() if holder == side)


def sea_friends(world: World, state: HexState, side: Side) -> frozenset[Place]:
    """All places friendly to a side's ships."""
    own = friendly_places(state, side)
    for part in world.parts.shores:
        own |= part.shores(world, state, side)
    return own


def rights(world: World, state: HexState, side: Side) -> SideSetup:
    """A side with its current rights on each sea."""
    setup = world.setup(side)
    if not world.parts.sails:
        return setup
    now = {sea: right for part in world.parts.sails for sea, right in part.sails(world, state, side).items()}
    return replace(setup, seas={**setup.seas, **now}) if now else setup


def fleets_by_sea(world: World, state: HexState, side: Side) -> dict[str, int]:
    """A side's fleet points, by the seas they are based on."""
    return based_on(
        world.waters, [(fleet.at, fleet.points) for fleet in state.fleets.values() if fleet.side == side]
    )


def is_port(world: World, place: Place) -> bool:
    """Whether points can be shipped to and from a place."""
    return world.in_play(place) and world.board.port_of(place) != "none"


def check_ports(world: World, state: HexState, side: Side, ports: tuple[Place, Place]) -> Refusal | None:
    """Whether points can embark in one place and land in the other."""
    setup = rights(world, state, side)
    limits = allowances(setup, fleets_by_sea(world, state, side))
    if not any(right.ship for right in setup.seas.values()) or not limits:
        return world.refuse("sea.three-uses", "Strength points can't cross the sea in this scenario.")
    for place in ports:
        if not is_port(world, place):
            return world.refuse("map.port", f"{world.title(place)} has no port.")
        if not friendly(state, side, place):
            return world.refuse("sea.movement-phase-only", f"{world.title(place)} is not friendly.")
    return None


def seas_used(
    world: World, state: HexState, side: Side, ports: tuple[Place, Place], points: int
) -> tuple[str, ...] | Refusal:
    """The seas that points cross from port to port, or the rule against it."""
    found = shipping(
        world.waters,
        rights(world, state, side),
        world.facts.sea_rules,
        sea_friends(world, state, side),
        fleets_by_sea(world, state, side),
        state.shipped,
        points,
        ports,
    )
    if isinstance(found, Blocked):
        return barred(world, state, found)
    for part in world.parts.carries:
        more = part.carries(world, state, side, ports, points)
        if isinstance(more, Refusal):
            return more
        found = (*found, *more)
    return found


def voyage(
    world: World, state: HexState, side: Side, ports: tuple[Place, Place], seas: tuple[str, ...]
) -> tuple[Place, ...]:
    """The hexes that points enter from port to port over the given seas. Empty: there is no way."""
    ways = (part.follows(world, state, side, ports, seas) for part in world.parts.follows)
    own = next(filter(None, ways), ())
    if own:
        return own
    found = route(world.waters, *ports, sea_friends(world, state, side), [sea for sea in seas if sea != OVERSEAS])
    return found.hexes if found is not None else ()


def barred(world: World, state: HexState, blocked: Blocked) -> Refusal:
    """The rule against a sea route; a strait that nobody holds is closed to everybody."""
    neutral = any(place not in state.control for place in blocked.keys)
    plain = blocked.rule == "sea.controlled-straits"
    rule = world.cite("sea.unaligned-strait") if neutral and plain else world.full_id(blocked.rule)
    return Refusal(rule, f"{blocked.why[:1].upper()}{blocked.why[1:]}.")


def sea_orders(world: World, state: HexState, side: Side, name: Name, shuffle: Random | None) -> Iterator[Move]:
    """Orders to ship single points of an army in a port, or all of it, to every other port, as far as the seas
    allow."""
    army = state.armies[name]
    if not is_port(world, army.at) or not any(right.ship for right in rights(world, state, side).seas.values()):
        return
    havens = [place for place in state.control if friendly(state, side, place) and is_port(world, place)]
    if shuffle:
        shuffle.shuffle(havens)
    fresh = free_counters(world, state, side, army.nation)[:1]
    for place in havens:
        ports = (army.at, place)
        if place == army.at or isinstance(seas_used(world, state, side, ports, 1), Refusal):
            continue
        hosts = [o for o, there in state.armies_at(place) if there.side == side and not under_way(state, o)]
        parts = [points_of(kind) for kind in KINDS if army.points.of(kind)]
        yield from (Move(name, place, part, host, ports) for part in parts for host in (*hosts, *fresh))
        room = world.room(place)
        fits = room is None or strength_of(state, place) + army.points.ground <= room
        if fits and not isinstance(seas_used(world, state, side, ports, army.points.total), Refusal):
            yield Move(name, place, ports=ports)
