"""Duties that a move must leave in order: air units that can land, landings that are escorted, transports not left alone."""

from msgspec.structs import replace

from sandtable.area.citations import Citation
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.landing import unsaved
from sandtable.area.state import AreaState
from sandtable.area.status import enemies_at, hostile_zone, own_at
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def check_landings(
    world: World,
    before: AreaState,
    after: AreaState,
    power: Power,
    moved: list[Piece],
    end: str,
    combat: bool,
) -> Refusal | None:
    """A move must not cost the landing place of any air unit, its own or another's."""
    lost = unsaved(world, after, power, lucky=combat)
    if not lost or lost <= unsaved(world, before, power, lucky=combat):
        return None
    flyers = [p for p in moved if world.type(p).kind == "air"]
    key: Citation
    if not flyers:
        carrier_used = any(p.used for p in moved)
        if combat:
            key = "air.demonstrate-carrier-unmoved"
        else:
            key = "carrier.no-landing-en-route" if carrier_used else "air.save-as-many-as-possible"
        return world.refuse(key, "An air unit needs this carrier to land on.")
    if after.no_room and unsaved(world, replace(after, no_room=()), power, lucky=combat) < lost:
        return world.refuse("sides.share-spaces", "A partner does not lend the room on its carriers.")
    if not combat:
        if world.board.is_sea(end):
            return world.refuse("carrier.landing-needs-room", f"No carrier with room can be in {end} for it.")
        return world.refuse("air.no-suicide", "From there no landing place is in range.")
    if any(not world.can(p, "carrier-landing") for p in flyers):
        return world.refuse("air.reserve-for-landing", "No safe landing place would be in range afterwards.")
    if world.board.is_sea(end) and any(world.type(p).move - p.used <= 0 for p in flyers):
        key = "air.full-range-to-sea-with-carrier"
    else:
        key = "air.demonstrate-landing"
    return world.refuse(key, "There is no way for all your air units to land this turn.")


def check_escort(world: World, state: AreaState, power: Power, zone: str) -> Refusal | None:
    """Whether troops may land from ``zone``: it is friendly or fought for, and submarines are watched."""
    own = own_at(state, power, zone)
    armed = any(world.type(p).attack for p, _ in own)
    if hostile_zone(world, state, power, zone):
        if not armed:
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
    if stuck and not any(world.type(p).attack for p, _ in left):
        return world.refuse("transport.no-lone-attack", f"Transports would be left to attack alone in {zone}.")
    return None
