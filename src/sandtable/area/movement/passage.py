"""Passengers: land units board a partner's transport on one of their own turns, and leave it on a later one."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.area.actions import Board, Disembark, Pick
from sandtable.area.events import Announced, Changed, Landed, Loaded
from sandtable.area.forces import Piece, Power, aboard, ashore, stack
from sandtable.area.movement.duties import check_aloof, check_escort
from sandtable.area.movement.landing import lends_room
from sandtable.area.movement.sea import check_assault
from sandtable.area.movement.selection import select_pieces
from sandtable.area.movement.voyage import check_quiet_coast, friendly_coast, land_unopposed
from sandtable.area.state import AreaState
from sandtable.area.status import active, friendly_land, hostile_land, hostile_zone, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import swap
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def _ship_with_room(world: World, state: AreaState, owner: Power, zone: str, unit: str) -> Piece | None:
    """The fullest of a partner's transports in the zone that can take one more of ``unit``."""
    ships = [
        ship
        for ship, _ in state.at(zone)
        if ship.power == owner
        and not ship.offloaded
        and world.type(ship).takes((*(p.unit for p in ship.cargo), unit))
    ]
    return max(ships, key=lambda s: len(s.cargo), default=None)


def _check_zone(
    world: World, state: AreaState, power: Power, zone: str, territory: str, owner: Power
) -> Refusal | None:
    for space in (zone, territory):
        if space not in world.board.spaces:
            return world.refuse("board.spaces", f"There's no space called {space}.")
    if owner == power or owner not in world.powers or not world.friends(owner, power):
        aloof = check_aloof(world, power, owner) if owner in world.powers else None
        return aloof or world.refuse(
            "transport.carries-friends", "Only a partner's transport can take passengers."
        )
    if not world.board.is_sea(zone) or territory not in world.board.coasts[zone]:
        return world.refuse("board.adjacency", f"{territory} isn't on the coast of {zone}.")
    if hostile_zone(world, state, power, zone):
        return world.refuse(
            "transport.load-in-friendly-zone-only", f"{zone} is hostile: units can't board or land there."
        )
    return None


def check_board(world: World, state: AreaState, power: Power, order: Board, combat: bool) -> Refusal | None:
    """Whether land units may board a partner's transport."""
    if combat:
        return world.refuse(
            "transport.partner-load-noncombat", "Units board a partner's transport in the noncombat move."
        )
    refusal = _check_zone(world, state, power, order.zone, order.territory, order.owner)
    if refusal:
        return refusal
    if not lends_room(state, order.owner, power):
        return world.refuse("sides.share-spaces", f"{world.the(order.owner)} doesn't lend its transports.")
    group = select_pieces(world, state, power, order.territory, Pick(order.unit, order.count))
    if isinstance(group, Refusal):
        return group
    if world.units[order.unit].kind != "land":
        return world.refuse("units.carry", "Transports carry only land units.")
    if any(p.used or p.moved for p, _ in group):
        return world.refuse("transport.load-after-moving", "Units that have moved this turn can't board.")
    after = state
    for piece, count in group:
        for _ in range(count):
            ship = _ship_with_room(world, after, order.owner, order.zone, piece.unit)
            if ship is None:
                if any(s.power == order.owner and s.offloaded for s, _ in after.at(order.zone)):
                    return world.refuse(
                        "transport.offload-at-end", "A transport that has offloaded can't load again."
                    )
                return world.refuse(
                    "transport.capacity", f"{world.the(order.owner)} has no transport with room there."
                )
            after = _boarded(after, order.zone, ship, piece)
    return None


def _boarded(state: AreaState, zone: str, ship: Piece, piece: Piece) -> AreaState:
    return swap(state, zone, ((ship, 1),), ((aboard(ship, piece), 1),))


def make_board(run: Unfolding, power: Power, order: Board) -> None:
    """Passengers board."""
    for _ in range(order.count):
        group = select_pieces(run.world, run.state, power, order.territory, Pick(order.unit))
        ship = _ship_with_room(run.world, run.state, order.owner, order.zone, order.unit)
        if isinstance(group, Refusal) or ship is None:
            raise ValueError("boarding was not checked")
        after = aboard(ship, Piece(power, order.unit, boarded="noncombat"))
        run.emit(
            Loaded(zone=order.zone, territory=order.territory, piece=group[0][0], transport=ship, after=after)
        )


def _ship_with_passengers(
    state: AreaState, power: Power, order: Disembark
) -> tuple[Piece, tuple[Piece, ...]] | None:
    """A partner's transport that has had all of the named units aboard since an earlier turn."""
    best = None
    for ship, _ in state.at(order.zone):
        if ship.power != order.owner:
            continue
        cargo, going = [p for p in ship.cargo if p.power == power and not p.landing], []
        for name in order.units:
            match = next((p for p in cargo if p.unit == name), None)
            if match is None:
                break
            cargo.remove(match)
            going.append(match)
        else:
            if best is None or any(p.boarded for p in best[1]):
                best = ship, tuple(going)
    return best


def check_disembark(
    world: World, state: AreaState, power: Power, order: Disembark, combat: bool
) -> Refusal | None:
    """Whether passengers may leave a partner's transport."""
    refusal = _check_zone(world, state, power, order.zone, order.territory, order.owner)
    if refusal and not (combat and refusal.rule == world.cite("transport.load-in-friendly-zone-only")):
        return refusal
    if not order.units:
        return world.refuse("transport.cargo-assigned", "Name the units that go ashore.")
    found = _ship_with_passengers(state, power, order)
    if found is None:
        return world.refuse("transport.cargo-assigned", "Those units are not aboard such a transport.")
    ship, going = found
    if any(p.boarded for p in going):
        return world.refuse(
            "transport.partner-three-steps", "They boarded this turn and can't land before your next turn."
        )
    if ship.offloaded and ship.offloaded != order.territory:
        return world.refuse(
            "transport.one-offload-territory", "This transport has already offloaded elsewhere this turn."
        )
    if ship.offloaded and (order.zone, ship.offloaded) in state.turn.assaults:
        return world.refuse(
            "transport.active-only-once", "This transport has already landed troops in an assault."
        )
    if combat and any(world.can(p, "never-attacks") for p in going):
        return world.refuse("aa.sea-transport", "AA guns can't land in the combat move.")
    if combat and not friendly_coast(world, state, power, order.territory):
        if any(p.landing and p.landing != order.territory for p in ship.cargo):
            return world.refuse(
                "transport.one-offload-territory", "A transport can land units in only one territory."
            )
        return check_assault(world, state, power, order.zone, order.territory) or check_escort(
            world, state, power, order.zone
        )
    return check_quiet_coast(world, state, power, order.territory, list(order.units))


def make_disembark(run: Unfolding, power: Power, order: Disembark, combat: bool) -> None:
    """Passengers leave, or are marked to land in an assault."""
    found = _ship_with_passengers(run.state, power, order)
    if found is None:
        raise ValueError("disembarking was not checked")
    ship, going = found
    if combat and not friendly_coast(run.world, run.state, power, order.territory):
        marked = tuple(replace(p, landing=order.territory) for p in going)
        run.emit(Changed(space=order.zone, piece=ship, count=1, after=aboard(ashore(ship, *going), *marked)))
        run.emit(Announced(power=power, zone=order.zone, territory=order.territory))
        land_unopposed(run, power, order.zone, order.territory)
        return
    stays = ship.moved or ship.power in active(run.state)  # its own power is on turn too, and sees it as offloaded
    after = replace(ashore(ship, *going), moved=stays, offloaded=order.territory)
    units = stack((Piece(power, p.unit, moved=True, landed=True), 1) for p in going)
    run.emit(Landed(zone=order.zone, territory=order.territory, transport=ship, after=after, units=units))


def passengers(world: World, state: AreaState, power: Power, combat: bool) -> Iterator[Board | Disembark]:
    """Boardings and disembarkings that might be ordered; not checked yet."""
    for zone, pieces in state.stacks.items():
        if not world.board.is_sea(zone):
            continue
        for ship, _ in pieces:
            if ship.power == power or not world.friends(ship.power, power) or ship.unit not in world.transports:
                continue
            for coast in world.board.coasts[zone]:
                judge = hostile_land if combat else friendly_land
                if judge(world, state.control, power, coast) or (
                    combat and friendly_coast(world, state, power, coast)
                ):
                    for unit in sorted({p.unit for p in ship.cargo if p.power == power}):
                        yield Disembark(units=(unit,), zone=zone, owner=ship.power, territory=coast)
                if not combat:
                    for piece, _ in own_at(state, power, coast):
                        if world.type(piece).kind == "land" and not piece.moved and not piece.used:
                            yield Board(unit=piece.unit, territory=coast, zone=zone, owner=ship.power)
