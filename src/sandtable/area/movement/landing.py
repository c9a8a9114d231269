"""Landing: can all of a power's air units come down this turn, and if not, how many must be lost?

Each air unit needs a territory in range that was friendly when the turn began, or a place on a carrier that ends
its move within range. Carriers that have not moved choose one zone each, new carriers one zone beside an eligible
factory, and every place serves one unit: an assignment problem, solved exactly. Almost always everybody
reaches land and nothing needs solving.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable.area.factories import room_at
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.course import check_passage
from sandtable.area.state import AreaState
from sandtable.area.status import hostile_zone, own_at
from sandtable.area.units import UnitType
from sandtable.area.world import World


class Berth(msgspec.Struct, frozen=True):
    """A carrier and where it could be when the turn's moves are over."""

    zones: frozenset[str]
    places: int


Wish = Literal["", "retreat", "cleared", "unmoved", "bought"]
"""Something that may not be supposed; with it one finds out which rule stands in the way of a landing.

``retreat``: fighting carriers are where they could retreat to. ``cleared``: zones that nobody attacks are clear of
enemies. ``unmoved``: carriers that moved in the combat move have yet to move. ``bought``: new carriers are there
in time.
"""


def free_places(world: World, ship: Piece, unit: str) -> int:
    """How many more of ``unit`` fit aboard."""
    kind = world.units[ship.unit]
    return _free_places(kind, tuple(p.unit for p in ship.cargo), unit) if kind.berths else 0


@lru_cache(maxsize=1024)
def _free_places(kind: UnitType, cargo: tuple[str, ...], unit: str) -> int:
    free = 0
    while free < len(kind.berths) and kind.takes((*cargo, *((unit,) * (free + 1)))):
        free += 1
    return free


def lends_room(state: AreaState, owner: Power, guest: Power) -> bool:
    """Whether ``owner`` lets ``guest`` use room on its ships."""
    return owner == guest or (owner, guest) not in state.no_room


def open_carrier(
    world: World, state: AreaState, power: Power, zone: str, unit: str, owner: Power = ""
) -> Piece | None:
    """A friendly ship in the zone with a place for one more, of ``owner`` if that is given: own first."""
    ships = [
        ship
        for ship, _ in state.at(zone)
        if ship.unit in world.carriers
        and (not owner or ship.power == owner)
        and world.friends(ship.power, power)
        and lends_room(state, ship.power, power)
        and free_places(world, ship, unit)
        and spare_places(world, state, power, zone, ship.power, unit)
    ]
    return min(ships, key=lambda s: (s.power != power, -len(s.cargo)), default=None)


def hosts(world: World, state: AreaState, power: Power, place: str, unit: str) -> tuple[Power, ...]:
    """Whose carriers in a zone would take one more ``unit`` of ``power``, its own first; on land nobody's."""
    if not world.board.is_sea(place):
        return ("",)
    owners = (power, *(other for other in world.order if other != power))
    return tuple(owner for owner in owners if open_carrier(world, state, power, place, unit, owner) is not None)


def spare_places(world: World, state: AreaState, power: Power, zone: str, owner: Power, unit: str) -> int:
    """How many of ``unit`` the ships of ``owner`` in a zone take from ``power``.

    Where both are on turn, the owner's air units that have taken off and not left yet come before guests.
    """
    here = own_at(state, owner, zone)
    free = sum(n * free_places(world, p, unit) for p, n in here if p.unit in world.carriers)
    if owner == power or owner not in state.turn.phases:
        return free
    return max(0, free - sum(n for p, n in here if world.can(p, "carrier-landing")))


def safe_territories(world: World, state: AreaState, power: Power) -> frozenset[str]:
    """Where air units may land on land: friendly since the turn began."""
    side_of, side = world.side_of, world.side(power)
    return frozenset(
        space
        for space, holder in state.turn.control.items()
        if side_of[holder] == side
        and side_of[state.control[space]] == side
        and world.closed_to(power, space, state.opened) is None
    )


def unsaved(
    world: World,
    state: AreaState,
    power: Power,
    *,
    lucky: bool = False,
    settled: bool = False,
    grounded: bool = False,
    wish: Wish = "",
) -> int:
    """The least number of ``power``'s air units that must be lost this turn.

    ``lucky``: still before combat, so every attacked zone may be taken as cleared. ``grounded``: air units fly no
    farther, but carriers may come to them. ``settled``: nothing on the board moves any more; only new carriers may
    still appear. ``wish``: see :data:`Wish`.
    """
    safe: frozenset[str] | None = None
    flights = flights_now(world, state, power)
    needy: list[tuple[str, frozenset[str]]] = []
    hopeless = 0
    for space, pieces in state.stacks.items():
        for piece, count in pieces:
            if piece.power != power or world.units[piece.unit].kind != "air":
                continue
            if safe is None:
                safe = safe_territories(world, state, power)
            left = 0 if settled or grounded or piece.landed else world.type(piece).move - piece.used
            zones = _zones_in_range(world, flights, safe, space, left)
            if zones is None:
                continue
            if world.can(piece, "carrier-landing"):
                needy.extend([(piece.unit, zones)] * count)
            else:
                hopeless += count
    if not needy:
        return hopeless
    unit, ranges = needy[0][0], [zones for _, zones in needy]
    afloat = _berths(world, state, power, unit, lucky, settled, wish)
    slipways = _new_berths(world, state, power, unit, wish)
    return hopeless + min(_left_over(ranges, afloat + new) for new in slipways)


def lands_alone(
    world: World, state: AreaState, power: Power, unit: str, space: str, left: int, *, lucky: bool = False
) -> bool:
    """Whether an air unit with ``left`` points could land if it were the only one to need a place."""
    safe = safe_territories(world, state, power)
    zones = _zones_in_range(world, flights_now(world, state, power), safe, space, left)
    if zones is None:
        return True
    if not world.units[unit].can("carrier-landing"):
        return False
    afloat = _berths(world, state, power, unit, lucky, False)
    new = [berth for plan in _new_berths(world, state, power, unit) for berth in plan]
    return any(zones & berth.zones for berth in afloat + new)


def landing_places(
    world: World, state: AreaState, power: Power, unit: str, space: str, left: int, *, lucky: bool = False
) -> tuple[str, ...]:
    """Everywhere that an air unit with ``left`` points could land if it were the only one to need a place."""
    safe = safe_territories(world, state, power)
    afloat: frozenset[str] = frozenset()
    if world.units[unit].can("carrier-landing"):
        berths = _berths(world, state, power, unit, lucky, False)
        new = [berth for plan in _new_berths(world, state, power, unit) for berth in plan]
        afloat = afloat.union(*(berth.zones for berth in berths + new))
    return tuple(
        there
        for there, distance in flights_now(world, state, power)[space].items()
        if distance <= left and (there in safe or there in afloat)
    )


def flights_now(world: World, state: AreaState, power: Power) -> dict[str, dict[str, int]]:
    """Distances in the air for a power, given which neutrals have been violated and what is closed to it."""
    shut = [
        space
        for area in world.game.closed
        if power in area.powers and area.name not in state.opened
        for space in area.spaces
    ]
    if shut:
        return world.board.flights_with(world.board.neutrals.intersection(state.control), frozenset(shut))
    if len(state.control) == len(world.board.territories) - len(world.board.neutrals):
        return world.board.flights
    return world.board.flights_with(world.board.neutrals.intersection(state.control))


def _zones_in_range(
    world: World, flights: dict[str, dict[str, int]], safe: frozenset[str], space: str, left: int
) -> frozenset[str] | None:
    """The sea zones in range of an air unit that cannot reach land; None if it can."""
    zones: list[str] = []
    for there, distance in flights[space].items():
        if distance > left:
            break
        if there in safe:
            return None
        if world.board.is_sea(there):
            zones.append(there)
    return frozenset(zones)


def _berths(
    world: World, state: AreaState, power: Power, unit: str, lucky: bool, settled: bool, wish: Wish = ""
) -> list[Berth]:
    """Every carrier on the board that could take units of this type, and the zones that each could be in."""
    found: list[Berth] = []
    for space, pieces in state.stacks.items():
        if not world.board.is_sea(space):
            continue
        for piece, count in pieces:
            if piece.unit not in world.carriers or not world.friends(piece.power, power):
                continue
            if not lends_room(state, piece.power, power):
                continue
            places = free_places(world, piece, unit)
            if not places:
                continue
            if piece.power == power and not settled:
                zones = carrier_range(world, state, power, piece, space, lucky, wish)
            elif lucky and piece.power in state.turn.phases:
                zones = carrier_range(world, state, piece.power, piece, space, lucky)
            else:
                zones = frozenset((space,))
            left = spare_places(world, state, power, space, piece.power, unit)
            found.extend(Berth(zones, min(places, left - n * places)) for n in range(count) if left > n * places)
    return found


def _new_berths(world: World, state: AreaState, power: Power, unit: str, wish: Wish = "") -> Iterator[list[Berth]]:
    """Carriers bought this turn: every way to give them out to the factories that still have capacity."""
    in_time = world.game.conduct.new_carriers or wish == "bought"
    if not in_time or not state.bought.get(power):
        yield []
        return
    coasts = world.board.coasts
    room = {f: room_at(world, state, power, f) for f in world.board.territories if coasts[f]}
    slips = [f for f, left in room.items() if left > 0]
    carriers = [
        Piece(power, name)
        for name, count in state.bought.get(power, {}).items()
        for _ in range(count)
        if world.units[name].kind == "sea" and world.units[name].takes((unit,))
    ]
    placed = min(len(carriers), sum(room[f] for f in slips))
    for choice in combinations_with_replacement(slips, placed):
        if all(choice.count(f) <= room[f] for f in slips):
            yield [
                Berth(frozenset(coasts[f]), free_places(world, ship, unit))
                for f, ship in zip(choice, carriers, strict=False)
            ]


def carrier_range(
    world: World, state: AreaState, power: Power, ship: Piece, start: str, lucky: bool, wish: Wish = ""
) -> frozenset[str]:
    """The zones in which an own carrier could end its noncombat move."""
    here = frozenset((start,))
    if ship.moved or any(p.power == power for p in ship.cargo):
        return here.union(*_wished_for(world, state, power, ship, start, lucky, wish)) if wish else here
    if lucky and (hostile_zone(world, state, power, start) or start in state.turn.engaged):
        return here  # it stays to fight, and who fought does not move
    reached, frontier = {start}, {start}
    for _ in range(world.type(ship).move - ship.used):
        frontier = {
            there
            for zone in frontier
            for there in world.board.sea_lanes[zone]
            if there not in reached
            and check_passage(world, state, power, zone, there) is None
            and (
                not hostile_zone(world, state, power, there)
                or wish == "cleared"
                or (lucky and _attacked(world, state, power, there))
            )
        }
        reached |= frontier
    return frozenset(reached)


def _wished_for(
    world: World, state: AreaState, power: Power, ship: Piece, start: str, lucky: bool, wish: Wish
) -> list[frozenset[str]]:
    """Where a carrier that has made its combat move to ``start`` could be if the wish came true."""
    routes = state.turn.routes.get(start, ())
    if wish == "retreat":
        return [frozenset(zone for zone in route if world.board.adjacent(zone, start)) for route in routes]
    if wish == "unmoved":
        fresh = replace(ship, moved=False, used=0)
        return [carrier_range(world, state, power, fresh, route[0], lucky) for route in routes]
    return []


def _attacked(world: World, state: AreaState, power: Power, zone: str) -> bool:
    """Whether own units with an attack value fight in this zone this turn; air units that only wait do not."""
    there = own_at(state, power, zone)
    return any(world.type(p).attack > 0 and (p.moved or world.type(p).kind == "sea") for p, _ in there)


def _left_over(needy: list[frozenset[str]], berths: list[Berth]) -> int:
    """The fewest units that find no place, over all ways to station the carriers."""
    reachable = frozenset().union(*needy)
    usable = [Berth(b.zones & reachable, b.places) for b in berths if b.zones & reachable]
    zones = _distinct_zones(needy, usable)
    units = sorted((z & zones for z in needy), key=len)
    ships = sorted((Berth(b.zones & zones, b.places) for b in usable), key=lambda b: len(b.zones))
    for lost in range(len(units)):
        if _place(tuple(units), tuple(ships), lost):
            return lost
    return len(units)


def _distinct_zones(needy: list[frozenset[str]], berths: list[Berth]) -> frozenset[str]:
    """One zone out of each set of zones that serve the same units and the same carriers."""
    signature: dict[tuple[tuple[int, ...], tuple[int, ...]], str] = {}
    for zone in sorted(frozenset().union(*(b.zones for b in berths)) if berths else ()):
        key = (
            tuple(i for i, z in enumerate(needy) if zone in z),
            tuple(i for i, b in enumerate(berths) if zone in b.zones),
        )
        signature.setdefault(key, zone)
    return frozenset(signature.values())


@lru_cache(maxsize=4096)
def _place(units: tuple[frozenset[str], ...], ships: tuple[Berth, ...], lost: int) -> bool:
    """Whether all but ``lost`` of the units find a place; stationed carriers have a single zone."""
    if len(units) <= lost:
        return True
    first, rest = units[0], units[1:]
    tried: set[tuple[frozenset[str], int, str]] = set()
    for i, ship in enumerate(ships):
        for zone in sorted(ship.zones & first):
            if (ship.zones, ship.places, zone) in tried:
                continue
            tried.add((ship.zones, ship.places, zone))
            stationed = (Berth(frozenset((zone,)), ship.places - 1),) if ship.places > 1 else ()
            if _place(rest, ships[:i] + stationed + ships[i + 1 :], lost):
                return True
    return lost > 0 and _place(rest, ships, lost - 1)
