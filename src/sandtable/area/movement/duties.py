"""Duties that a move must leave in order: air units can land, landings are escorted, no transport stays alone."""

from msgspec.structs import replace

from sandtable.area.citations import Citation
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.landing import Wish, lands_alone, unsaved
from sandtable.area.state import AreaState, Route
from sandtable.area.status import enemies_at, hostile_zone, own_at
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def check_landings(
    world: World,
    before: AreaState,
    after: AreaState,
    power: Power,
    moved: list[Piece],
    path: Route,
    combat: bool,
) -> Refusal | None:
    """A move must not cost the landing place of any air unit, its own or another's."""
    lost = unsaved(world, after, power, lucky=combat)
    if not lost or lost <= unsaved(world, before, power, lucky=combat):
        return None
    flyers = [p for p in moved if world.type(p).kind == "air"]
    if not flyers:
        key = _carrier_rule(world, before, power, moved, path, combat)
        return world.refuse(key, "An air unit could not land any more if this ship moved so.")
    if after.no_room and unsaved(world, replace(after, no_room=()), power, lucky=combat) < lost:
        return world.refuse("sides.share-spaces", "A partner does not lend the room on its carriers.")
    if combat:
        return _unsafe_attack(world, after, power, flyers, path, lost)
    if world.board.is_sea(path[-1]):
        return world.refuse("carrier.landing-needs-room", f"No carrier with room can be in {path[-1]} for it.")
    return world.refuse("air.no-suicide", "From there no landing place is in range.")


def _carrier_rule(
    world: World, before: AreaState, power: Power, moved: list[Piece], path: Route, combat: bool
) -> Citation:
    """The rule against moving ships away from air units that need them, or their battle, to land."""
    if combat:
        carriers = any(p.unit in world.carriers for p in moved)
        return "air.demonstrate-carrier-unmoved" if carriers else "air.demonstrate-combined-moves"
    if not any(p.landed for p, _ in own_at(before, power, path[0])):
        return "air.save-as-many-as-possible"
    return "carrier.no-landing-en-route" if any(p.used for p in moved) else "carrier.own-fighters-noncombat"


_VAIN_HOPES: tuple[tuple[Wish, Citation, str], ...] = (
    ("retreat", "air.demonstrate-no-retreat", "A carrier's retreat may not be counted on."),
    ("unmoved", "air.demonstrate-carrier-unmoved", "A carrier that makes a combat move does not pick it up."),
    ("cleared", "air.demonstrate-combined-moves", "No attack of this turn clears the way for a carrier."),
    ("bought", "carrier.follow-through-new", "A carrier that is only bought comes after the landing."),
)
"""What a player might count on for a landing, and the rule that forbids it."""


def _unsafe_attack(
    world: World, after: AreaState, power: Power, flyers: list[Piece], path: Route, lost: int
) -> Refusal:
    """Why air units may not attack: what they might have counted on, or that nothing at all is in range."""
    end, left = path[-1], {p: world.type(p).move - p.used - len(path) + 1 for p in flyers}
    if all(lands_alone(world, after, power, p.unit, end, left[p], lucky=True) for p in flyers):
        return world.refuse(
            "air.demonstrate-landing", "There is no way for all your air units together to land this turn."
        )
    for wish, key, why in _vain_hopes(world, after, power):
        if unsaved(world, after, power, lucky=True, wish=wish) < lost:
            return world.refuse(key, why)
    if world.board.is_sea(end) and any(world.can(p, "carrier-landing") and left[p] <= 0 for p in flyers):
        return world.refuse("air.full-range-to-sea-with-carrier", f"No carrier with room can be in {end} for it.")
    return world.refuse("air.reserve-for-landing", "No safe landing place would be in range afterwards.")


def _vain_hopes(world: World, state: AreaState, power: Power) -> list[tuple[Wish, Citation, str]]:
    """What might have been counted on: only carriers that have moved can retreat, only others can still sail.

    New carriers are a hope where there are any.
    """
    moved = {
        p.moved
        for pieces in state.stacks.values()
        for p, _ in pieces
        if p.power == power and p.unit in world.carriers
    }
    new = any(unit in world.carriers for unit in state.bought.get(power, {}))
    return [hope for hope in _VAIN_HOPES if (new if hope[0] == "bought" else (hope[0] != "cleared") in moved)]


def check_escort(world: World, state: AreaState, power: Power, zone: str) -> Refusal | None:
    """Whether troops may land from ``zone``: it is friendly or fought for, and submarines are watched."""
    own = own_at(state, power, zone)
    armed = any(world.type(p).attack for p, _ in own)
    if hostile_zone(world, state, power, zone) and world.game.conduct.shared_zones:
        if any(p.moved and world.type(p).attack and world.friends(p.power, power) for p, _ in state.at(zone)):
            return None
        return world.refuse(
            "amphib.zone-must-be-friendly", f"{zone} is hostile and nobody attacks there to clear it."
        )
    if hostile_zone(world, state, power, zone):
        if not armed and not world.game.conduct.lone_transports:
            return world.refuse(
                "amphib.zone-must-be-friendly", f"{zone} is hostile and nothing of yours fights there to clear it."
            )
        return None
    foes = enemies_at(world, state, power, zone)
    if zone in state.turn.engaged:
        return (
            None if armed else world.refuse("transport.no-lone-attack", f"Nothing of yours can attack in {zone}.")
        )
    if any(world.can(p, "submersible") for p, _ in foes) and not any(world.can(p, "warship") for p, _ in own):
        return world.refuse(
            "amphib.escort-against-subs", f"Enemy submarines in {zone}: one of your own warships must be there."
        )
    return None


def check_departure(world: World, after: AreaState, power: Power, zone: str) -> Refusal | None:
    """Whether what stays behind in ``zone`` is still in order once a ship has left."""
    if any(z == zone for z, _ in after.turn.assaults):
        refusal = check_escort(world, after, power, zone)
        if refusal:
            return refusal
    if not hostile_zone(world, after, power, zone) and zone not in after.turn.engaged:
        return None
    left = own_at(after, power, zone)
    stuck = any(p.moved and world.type(p).kind == "sea" for p, _ in left)
    if world.game.conduct.lone_transports:
        return None
    if stuck and not any(world.type(p).attack for p, _ in left):
        return world.refuse("transport.no-lone-attack", f"Transports would be left to attack alone in {zone}.")
    return None
