"""Landing: can all of a power's air units land this turn, and if not, how many must be lost?

Each air unit needs a territory in range that was friendly when the turn began, or a place on a carrier that ends
its move within range. Each carrier that has not moved chooses one zone, each new carrier one zone beside an
eligible factory, and each place holds one unit: an assignment problem, solved exactly. Almost always every unit
reaches land and there is nothing to solve. An air unit that is a guest aboard a partner's carrier is safe where it
is, but may take off and leave its place to another.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable.area.factories import barred_from, room_at
from sandtable.area.forces import Piece, Power, Stack, add, ashore, take
from sandtable.area.movement.airfields import airfields
from sandtable.area.movement.course import check_passage
from sandtable.area.movement.survey import survey
from sandtable.area.state import AreaState
from sandtable.area.status import NOWHERE, own_at
from sandtable.area.units import UnitType
from sandtable.area.world import World


class Berth(msgspec.Struct, frozen=True):
    """A carrier and where it could be at the end of the turn's moves."""

    zones: frozenset[str]
    places: int


Wish = Literal["", "retreat", "cleared", "unmoved", "bought"]
"""An assumption that is not allowed; trying it shows which rule prevents a landing.

``retreat``: fighting carriers are where they could retreat to. ``cleared``: zones that nobody attacks are clear of
enemies. ``unmoved``: carriers that moved in the combat move can still move. ``bought``: new carriers arrive in
time.
"""


def free_places(world: World, ship: Piece, unit: str) -> int:
    """How many more of ``unit`` fit aboard."""
    kind = world.units[ship.unit]
    if kind.berths and world.deck_closed(ship):
        return 0
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
    """A friendly ship in the zone with room for one more, own ships first; only ships of ``owner`` if given."""
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
    """Owners of carriers in a zone with room for one more ``unit`` of ``power``, itself first; ``""`` on land."""
    if not world.board.is_sea(place):
        return ("",)
    owners = (power, *(other for other in world.order if other != power))
    return tuple(owner for owner in owners if open_carrier(world, state, power, place, unit, owner) is not None)


def spare_places(world: World, state: AreaState, power: Power, zone: str, owner: Power, unit: str) -> int:
    """How many of ``unit`` the ships of ``owner`` in a zone take from ``power``.

    If both are on turn, the owner's own air units that have taken off but not left yet come before guests.
    """
    here = own_at(state, owner, zone)
    free = sum(n * free_places(world, p, unit) for p, n in here if p.unit in world.carriers)
    if owner == power or owner not in state.turn.phases:
        return free
    return max(0, free - sum(n for p, n in here if world.can(p, "carrier-landing")))


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
    """The minimum number of ``power``'s air units that must be lost this turn.

    ``lucky``: still before combat, so every attacked zone may be assumed to be cleared. ``grounded``: air units
    don't fly on, but carriers may come to them. ``settled``: nothing on the board moves any more; only new
    carriers may still appear. ``wish``: see :data:`Wish`.
    """
    if settled or grounded:
        return _unsaved(world, state, power, lucky, settled, grounded, wish)
    return homeless(world, state, power, lucky=lucky, wish=wish)[0]


def homeless(
    world: World, state: AreaState, power: Power, *, lucky: bool = False, wish: Wish = ""
) -> tuple[int, int]:
    """How many air units must be lost: if guests aboard partners' carriers make room for them, and if not."""
    lost = _unsaved(world, state, power, lucky, False, False, wish)
    aloft = _guests_aloft(world, state, power, lambda space, guest: True) if lost else state
    if aloft is state:
        return lost, lost
    return min(lost, _unsaved(world, aloft, power, lucky, False, False, wish)), lost


def _guests_aloft(world: World, state: AreaState, power: Power, leaves: Callable[[str, Piece], bool]) -> AreaState:
    """The state with all guests of ``power`` that may leave partners' carriers in the air beside them."""
    changed: dict[str, Stack] = {}
    for space, ships in survey(world, state, power).carriers:
        for ship, count in ships:
            if not ship.cargo or ship.power == power:
                continue
            if ship.used and not ship.moved:
                continue  # it sailed in this phase: its cargo stays aboard
            going = [p for p in ship.cargo if p.power == power and not p.landed and leaves(space, p)]
            if going:
                there = changed.get(space, state.at(space))
                changed[space] = add(take(there, ship, count), ashore(ship, *going), count)
            for guest in going:
                changed[space] = add(changed[space], guest, count)
    return replace(state, stacks={**state.stacks, **changed}) if changed else state


def _unsaved(
    world: World,
    state: AreaState,
    power: Power,
    lucky: bool,
    settled: bool,
    grounded: bool,
    wish: Wish,
) -> int:
    planes = survey(world, state, power).planes
    if not planes:
        return 0
    fields = airfields(world, state, power)
    needy: list[tuple[str, frozenset[str]]] = []
    hopeless = 0
    for space, pieces in planes:
        for piece, count in pieces:
            left = 0 if settled or grounded or piece.landed else world.points_left(piece)
            zones = fields.zones_in_range(space, left)
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


class OtherPlanes:
    """The landings of all other air units before combat, while one of them goes somewhere without a fight."""

    def __init__(self, world: World, state: AreaState, power: Power, space: str, piece: Piece) -> None:
        fields = airfields(world, state, power)
        self._needs: list[frozenset[str]] = []
        for here, pieces in survey(world, state, power).planes:
            for other, count in pieces:
                zones = fields.zones_in_range(here, 0 if other.landed else world.points_left(other))
                if zones is not None:
                    self._needs += [zones] * (count - (here == space and other == piece))
        self._decks = _berths(world, state, power, piece.unit, True, False)
        self._known: dict[frozenset[str], bool] = {}

    def leave_room(self, zones: frozenset[str]) -> bool:
        """Whether the one finds a deck, too, if it can land on ships in these zones."""
        if zones not in self._known:
            self._known[zones] = _left_over([zones, *self._needs], self._decks) == 0
        return self._known[zones]


def all_reach_land(world: World, state: AreaState, power: Power) -> bool:
    """Whether all of a power's air units can still land without a carrier."""
    fields = airfields(world, state, power)
    return all(
        fields.zones_in_range(space, 0 if piece.landed else world.points_left(piece)) is None
        for space, pieces in survey(world, state, power).planes
        for piece, _ in pieces
    )


def lands_alone(
    world: World,
    state: AreaState,
    power: Power,
    unit: str,
    space: str,
    left: int,
    *,
    lucky: bool = False,
) -> bool:
    """Whether an air unit with ``left`` points could land if no other unit needed a place."""
    zones = airfields(world, state, power).zones_in_range(space, left)
    if zones is None:
        return True
    if not world.units[unit].can("carrier-landing"):
        return False
    return bool(zones & _decks(world, state, power, unit, lucky))


def landing_places(
    world: World, state: AreaState, power: Power, unit: str, space: str, left: int, *, lucky: bool = False
) -> tuple[str, ...]:
    """Everywhere an air unit with ``left`` points could land if no other unit needed a place."""
    fields = airfields(world, state, power)
    afloat: frozenset[str] = frozenset()
    if world.units[unit].can("carrier-landing"):
        afloat = _decks(world, state, power, unit, lucky)
    return tuple(
        there
        for there, distance in fields.flights[space].items()
        if distance <= left and (there in fields.safe or there in afloat)
    )


def _decks(world: World, state: AreaState, power: Power, unit: str, lucky: bool) -> frozenset[str]:
    """The zones in which a carrier could have room, once guests that can land elsewhere have left."""
    key = (power, unit, lucky)
    known = _DECKS.get(key)
    if known is None or known[0] is not world or known[1] is not state:
        known = _DECKS[key] = world, state, _find_decks(world, state, power, unit, lucky)
    return known[2]


_DECKS: dict[tuple[Power, str, bool], tuple[World, AreaState, frozenset[str]]] = {}
"""The last result: many spaces are asked about in the same state."""


def _find_decks(world: World, state: AreaState, power: Power, unit: str, lucky: bool) -> frozenset[str]:
    fields = airfields(world, state, power)
    first = _open_zones(world, state, power, unit, lucky)

    def elsewhere(here: str, guest: Piece) -> bool:
        zones = fields.zones_in_range(here, world.points_left(guest))
        return zones is None or bool(zones & first)

    aloft = _guests_aloft(world, state, power, elsewhere)
    return first if aloft is state else _open_zones(world, aloft, power, unit, lucky)


def _open_zones(world: World, state: AreaState, power: Power, unit: str, lucky: bool) -> frozenset[str]:
    berths = _berths(world, state, power, unit, lucky, False)
    new = [berth for plan in _new_berths(world, state, power, unit) for berth in plan]
    return frozenset[str]().union(*(berth.zones for berth in berths + new))


def _berths(
    world: World, state: AreaState, power: Power, unit: str, lucky: bool, settled: bool, wish: Wish = ""
) -> list[Berth]:
    """Every carrier on the board that could take units of this type, and the zones each could be in."""
    found: list[Berth] = []
    for space, ships in survey(world, state, power).carriers:
        for piece, count in ships:
            if not world.friends(piece.power, power) or not lends_room(state, piece.power, power):
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
    """Carriers bought this turn: every way to distribute them over the factories that still have capacity."""
    in_time = world.game.conduct.ships.new_carriers or wish == "bought"
    if not in_time or not state.bought.get(power):
        yield []
        return
    carriers = [
        Piece(power, name)
        for name, count in state.bought.get(power, {}).items()
        for _ in range(count)
        if world.units[name].kind == "sea" and world.units[name].takes((unit,))
    ]
    if not carriers:
        yield []
        return
    coasts = world.board.coasts
    room = {f: room_at(world, state, power, f) for f in world.board.territories if coasts[f]}
    slips = [f for f, left in room.items() if left > 0]
    kinds = []
    for ship, many in Counter(carriers).items():
        yards = [f for f in slips if barred_from(world, state, power, ship.unit, f) is None]
        kinds.append([(ship, yards, choice) for choice in combinations_with_replacement((*yards, ""), many)])
    for plan in product(*kinds):
        used = Counter(f for _, _, choice in plan for f in choice if f)
        idle = any("" in choice and any(used[f] < room[f] for f in yards) for _, yards, choice in plan)
        if idle or any(n > room[f] for f, n in used.items()):
            continue
        yield [
            Berth(frozenset(coasts[f]), free_places(world, ship, unit))
            for ship, _, choice in plan
            for f in choice
            if f
        ]


def carrier_range(
    world: World, state: AreaState, power: Power, ship: Piece, start: str, lucky: bool, wish: Wish = ""
) -> frozenset[str]:
    """The zones in which one of the power's own carriers could end its noncombat move."""
    here = frozenset((start,))
    if ship.moved or any(p.power == power for p in ship.cargo):
        return here.union(*_wished_for(world, state, power, ship, start, lucky, wish)) if wish else here
    seen = survey(world, state, power)
    if lucky and (start in seen.hostile or start in state.turn.engaged):
        return here  # it stays to fight, and units that fought don't move
    points = world.points_left(ship)
    waters = world.board.waters(start, points)
    barred = seen.hostile - seen.attacked if lucky else seen.hostile
    shut = frozenset(way for way in waters.passages if check_passage(world, state, power, *way) is not None)
    return world.board.sailed(start, points, NOWHERE if wish == "cleared" else barred & waters.zones, shut)


def _wished_for(
    world: World, state: AreaState, power: Power, ship: Piece, start: str, lucky: bool, wish: Wish
) -> list[frozenset[str]]:
    """Where a carrier that made its combat move to ``start`` could be if the wish were granted."""
    routes = state.turn.routes.get(start, ())
    if wish == "retreat":
        return [frozenset(zone for zone in route if world.board.adjacent(zone, start)) for route in routes]
    if wish == "unmoved":
        fresh = replace(ship, moved=False, used=0)
        return [carrier_range(world, state, power, fresh, route[0], lucky) for route in routes]
    return []


def _left_over(needy: list[frozenset[str]], berths: list[Berth]) -> int:
    """The minimum number of units without a place, over all ways to station the carriers."""
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
    """One zone from each set of zones that serve the same units and the same carriers."""
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
    """Whether all but ``lost`` of the units find a place; each stationed carrier has a single zone."""
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
