"""What a move must not break: air units can land, landings are escorted, transports aren't left alone."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from msgspec.structs import replace

from sandtable.area.citations import Citation
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.airfields import KEPT, airfields
from sandtable.area.movement.landing import OtherPlanes, Wish, all_reach_land, homeless, lands_alone, unsaved
from sandtable.area.movement.survey import survey
from sandtable.area.state import AreaState, Route
from sandtable.area.status import enemies_at, hostile_zone, own_at
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital, listed


def check_landings(
    world: World,
    before: AreaState,
    after: AreaState,
    power: Power,
    moved: list[Piece],
    path: Route,
    combat: bool,
) -> Refusal | None:
    """A move must not cost any air unit its landing place."""
    safe = combat and _before(world, before, power, combat).ashore and not any(flies(world, p) for p in moved)
    if safe and airfields(world, before, power) is airfields(world, after, power):
        return None
    least, now = homeless(world, after, power, lucky=combat)
    if not now:
        return None
    before_least, before_now = _before(world, before, power, combat).homeless
    flyers = [p for p in moved if world.type(p).kind == "air"]
    lost = least if least > before_least else 0
    if flyers and not combat and now > before_now:
        lost = now  # units that land now need a place now: guests have to make room first
    if not lost:
        return None if combat else _check_doomed(world, after, power, flyers, path[-1])
    if not flyers:
        key = _carrier_rule(world, before, power, moved, path, combat)
        return world.refuse(key, "An air unit couldn't land if this ship moved there.")
    if after.no_room and unsaved(world, replace(after, no_room=()), power, lucky=combat) < lost:
        return world.refuse("sides.share-spaces", "Your partner doesn't lend its carriers.")
    if combat:
        return _unsafe_attack(world, after, power, flyers, path, lost)
    if world.board.is_sea(path[-1]):
        hosts = [p.power for p, _ in after.at(path[-1]) if p.unit in world.carriers]
        aloof = next((refused for refused in (check_aloof(world, power, host) for host in hosts) if refused), None)
        if aloof:
            return aloof
        why = f"No carrier with room can reach {path[-1]} for it."
        ordered = any(unit in world.carriers for unit in after.bought.get(power, {}))
        return world.refuse("carrier.new-deck-elsewhere" if ordered else "carrier.landing-needs-room", why)
    return world.refuse("air.no-suicide", "No landing place is in range from there.")


def check_aloof(world: World, power: Power, host: Power) -> Refusal | None:
    """Whether two powers of a side can't share their ships, because one of them is neutral."""
    if world.side(host) != world.side(power) or host == power or not world.neutral_powers & {host, power}:
        return None
    key: Citation = "sides.neutral-guest" if power in world.neutral_powers else "sides.neutral-host"
    who = power if power in world.neutral_powers else host
    return world.refuse(key, f"{world.the(who)} is neutral and doesn't share ships with other powers.")


def check_flight(
    world: World, before: AreaState, crossed: AreaState, power: Power, moved: list[Piece], path: Route
) -> Refusal | Literal[False] | None:
    """Whether air units can land after flying to an attack, where that is plain; False if it isn't.

    ``crossed``: the state in which they have entered the neutral territories on their way, and nothing else.

    Air units that have not moved yet leave room behind. They block nobody's way, and pin nothing where they go.
    """
    if any(p.moved for p in moved):
        return False
    standing = _before(world, before, power, True)
    if standing.homeless != (0, 0):
        return False
    if crossed is not before:
        standing = _before(world, crossed, power, True)
        if standing.homeless != (0, 0):
            return False
    left = {p: left_after(world, p, len(path) - 1) for p in moved}
    fields = airfields(world, crossed, power)
    needs = {p: fields.zones_in_range(path[-1], n) for p, n in left.items()}
    if all(zones is None for zones in needs.values()):
        return None
    if len(left) == len(moved) == 1 and crossed is before and path[-1] not in survey(world, before, power).hostile:
        piece, zones = next(iter(needs.items()))
        seeks_deck = not piece.landed and world.can(piece, "carrier-landing")
        if zones and seeks_deck and _others(world, before, power, standing, path[0], piece).leave_room(zones):
            return None
    if not before.no_room and all(_stranded(world, standing, p, zones) for p, zones in needs.items()):
        return _out_of_range(world, path[-1], left)
    return False


def flies(world: World, piece: Piece) -> bool:
    """Whether a piece is an air unit or carries one."""
    return any(world.units[p.unit].kind == "air" for p in (piece, *piece.cargo))


class _Before(NamedTuple):
    """The landing situation before a move."""

    homeless: tuple[int, int]
    decks: frozenset[str] | None
    """Zones that a friendly carrier could possibly be in; None if some have moved or are on order."""
    ashore: bool
    """Whether all air units can land without a carrier."""
    others: dict[tuple[str, Piece], OtherPlanes]
    """What is left for one air unit, once it was asked for."""


def _before(world: World, state: AreaState, power: Power, combat: bool) -> _Before:
    """The landing situation before a move. Cached, because many moves are tried from the same state."""
    known = _KNOWN.setdefault((power, combat), [])
    for seen in known:
        if seen[0] is world and seen[1] is state:
            return seen[2]
    found = _Before(
        homeless(world, state, power, lucky=combat),
        _possible_decks(world, state, power),
        all_reach_land(world, state, power),
        {},
    )
    del known[KEPT - 1 :]
    known.insert(0, (world, state, found))
    return found


_KNOWN: dict[tuple[Power, bool], list[tuple[World, AreaState, _Before]]] = {}
"""The last results: of the position, and of violations of neutrals that were tried."""


def _possible_decks(world: World, state: AreaState, power: Power) -> frozenset[str] | None:
    if any(unit in world.carriers for unit in state.bought.get(power, {})):
        return None
    ships = [
        (zone, ship)
        for zone, there in survey(world, state, power).carriers
        for ship, _ in there
        if world.friends(ship.power, power)
    ]
    if any(ship.moved for _, ship in ships):
        return None
    return frozenset[str]().union(
        *(world.board.waters(zone, world.points_left(ship)).zones for zone, ship in ships)
    )


def _stranded(world: World, standing: _Before, piece: Piece, zones: frozenset[str] | None) -> bool:
    """Whether no carrier could ever pick up an air unit; ``zones``: those in its range, if no land is."""
    if zones is None or standing.decks is None:
        return False
    lands = world.can(piece, "carrier-landing") or world.units[piece.unit].can("carrier-landing")
    return not lands or standing.decks.isdisjoint(zones)


def _others(
    world: World, state: AreaState, power: Power, standing: _Before, space: str, piece: Piece
) -> OtherPlanes:
    key = space, piece
    if key not in standing.others:
        standing.others[key] = OtherPlanes(world, state, power, space, piece)
    return standing.others[key]


def flown(world: World, piece: Piece, steps: int) -> int:
    """The movement points that an air unit has used after flying ``steps`` to attack."""
    used = piece.used + steps
    for part in world.parts.flight_points:
        used = part.flight_used(world, piece, used)
    return used


def left_after(world: World, piece: Piece, steps: int) -> int:
    """The movement points that an air unit has left for its landing after flying ``steps`` to attack."""
    return world.points_left(piece) + piece.used - flown(world, piece, steps)


def _check_doomed(world: World, after: AreaState, power: Power, flyers: list[Piece], end: str) -> Refusal | None:
    """An air unit without a landing place may not be flown to a zone without a carrier just to be lost there."""
    if not world.board.is_sea(end) or all(lands_alone(world, after, power, p.unit, end, 0) for p in flyers):
        return None
    if any(p.unit in world.carriers and world.friends(p.power, power) for p, _ in after.at(end)):
        return None
    return world.refuse("air.no-suicide", f"No carrier can reach {end} for it, and no landing place is in range.")


def _carrier_rule(
    world: World, before: AreaState, power: Power, moved: list[Piece], path: Route, combat: bool
) -> Citation:
    """The rule against moving ships away from air units that need them, or their battle, to land."""
    if combat:
        carriers = any(p.unit in world.carriers for p in moved)
        return "air.demonstrate-carrier-unmoved" if carriers else "air.demonstrate-combined-moves"
    if not any(p.landed for p, _ in own_at(before, power, path[0])):
        carriers = any(p.unit in world.carriers for p in moved)
        return "carrier.needed-elsewhere" if carriers else "air.save-as-many-as-possible"
    return "carrier.no-landing-en-route" if any(p.used for p in moved) else "carrier.own-fighters-noncombat"


_VAIN_HOPES: tuple[tuple[Wish, Citation, str], ...] = (
    ("retreat", "air.demonstrate-no-retreat", "You can't count on a carrier's retreat."),
    ("unmoved", "air.demonstrate-carrier-unmoved", "A carrier that makes a combat move can't pick it up."),
    ("cleared", "air.demonstrate-combined-moves", "None of your attacks this turn clears the way for a carrier."),
    ("bought", "carrier.follow-through-new", "A carrier you just bought arrives too late for the landing."),
)
"""What a player might count on for a landing, and the rule against it."""


def _unsafe_attack(
    world: World, after: AreaState, power: Power, flyers: list[Piece], path: Route, lost: int
) -> Refusal:
    """Why air units may not attack: they would have counted on something forbidden, or nothing is in range."""
    end, left = path[-1], {p: left_after(world, p, len(path) - 1) for p in flyers}
    if all(lands_alone(world, after, power, p.unit, end, left[p], lucky=True) for p in flyers):
        return world.refuse("air.demonstrate-landing", "Your air units can't all land this turn.")
    for wish, key, why in _vain_hopes(world, after, power):
        if unsaved(world, after, power, lucky=True, wish=wish) < lost:
            return world.refuse(key, why)
    return _out_of_range(world, end, left)


def _out_of_range(world: World, end: str, left: Mapping[Piece, int]) -> Refusal:
    """The refusal if no landing place is in range after an attack; ``left``: each air unit's movement left."""
    if world.board.is_sea(end) and any(world.can(p, "carrier-landing") and n <= 0 for p, n in left.items()):
        return world.refuse("air.full-range-to-sea-with-carrier", f"No carrier with room can reach {end} for it.")
    return world.refuse("air.reserve-for-landing", "No safe landing place would be in range afterwards.")


def _vain_hopes(world: World, state: AreaState, power: Power) -> list[tuple[Wish, Citation, str]]:
    """What the player might have counted on: only carriers that have moved can retreat, only others can still
    sail.

    New carriers count only if there are any.
    """
    carriers = survey(world, state, power).carriers
    moved = {ship.moved for _, ships in carriers for ship, _ in ships if ship.power == power}
    new = any(unit in world.carriers for unit in state.bought.get(power, {}))
    return [hope for hope in _VAIN_HOPES if (new if hope[0] == "bought" else (hope[0] != "cleared") in moved)]


def check_escort(world: World, state: AreaState, power: Power, zone: str) -> Refusal | None:
    """Whether troops may land from ``zone``: it is friendly or fought for, and enemy submarines are watched."""
    own = own_at(state, power, zone)
    armed = any(world.type(p).attack for p, _ in own)
    if hostile_zone(world, state, power, zone) and world.game.conduct.fleets.share_zones:
        if any(p.moved and world.type(p).attack and world.friends(p.power, power) for p, _ in state.at(zone)):
            return None
        return world.refuse(
            "amphib.zone-must-be-friendly", f"{zone} is hostile and none of your units attack there to clear it."
        )
    if hostile_zone(world, state, power, zone):
        if not armed and not world.game.conduct.fleets.lone_transports:
            return world.refuse(
                "amphib.zone-must-be-friendly",
                f"{zone} is hostile and none of your units fight there to clear it.",
            )
        return None
    foes = enemies_at(world, state, power, zone)
    if zone in state.turn.engaged:
        return None if armed else refuse_unarmed(world, [p for p, _ in own], zone)
    if any(world.can(p, "submersible") for p, _ in foes) and not any(world.can(p, "warship") for p, _ in own):
        return world.refuse(
            "amphib.escort-against-subs",
            f"There are enemy submarines in {zone}: you need one of your own warships there.",
        )
    return None


def check_departure(world: World, after: AreaState, power: Power, zone: str) -> Refusal | None:
    """Whether the units that stay behind in ``zone`` are still legal once a ship has left."""
    if any(z == zone for z, _ in after.turn.assaults):
        refusal = check_escort(world, after, power, zone)
        if refusal:
            return refusal
    if not hostile_zone(world, after, power, zone) and zone not in after.turn.engaged:
        return None
    left = own_at(after, power, zone)
    stuck = any(p.moved and world.type(p).kind == "sea" for p, _ in left)
    if world.game.conduct.fleets.lone_transports:
        return None
    if stuck and not any(world.type(p).attack for p, _ in left):
        return refuse_unarmed(world, [p for p, _ in left], zone)
    return None


def refuse_unarmed(world: World, ships: Iterable[Piece], zone: str) -> Refusal:
    """Why ships without an attack value can't attack in a zone."""
    what = sorted({world.type(p).plural for p in ships if world.type(p).kind == "sea"})
    why = f"{capital(listed(what))} can attack in {zone} only with a unit that has an attack value."
    carriers = any(world.can(p, "warship") for p in ships)
    return world.refuse("carrier.not-alone" if carriers else "transport.no-lone-attack", why)
