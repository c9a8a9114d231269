"""The two movement phases: they share their orders and differ in what an order may lead to."""

from collections.abc import Iterator
from random import Random

from sandtable.area.actions import AreaAction, Board, Disembark, Land, Move, Pick, Raid, Voyage
from sandtable.area.events import LandedAboard
from sandtable.area.evolve import evolve
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.course import Reached, reach
from sandtable.area.movement.landing import free_places, lends_room, open_carrier, unsaved
from sandtable.area.movement.orders import (
    Routes,
    check_move,
    check_raid,
    check_rested,
    course_for,
    make_move,
    pick_of,
)
from sandtable.area.movement.passage import (
    check_board,
    check_disembark,
    make_board,
    make_disembark,
    passengers,
)
from sandtable.area.movement.selection import select_pieces
from sandtable.area.movement.voyage import check_voyage, make_voyage, voyages
from sandtable.area.state import AreaState
from sandtable.area.status import friendly_land, ignorable, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital


def check_order(world: World, state: AreaState, power: Power, action: AreaAction, combat: bool) -> Refusal | None:
    """Judge any order of a movement phase except the one that ends it."""
    match action:
        case Move():
            return check_move(world, state, power, action, combat)
        case Raid() if combat:
            return check_raid(world, state, power, action)
        case Voyage():
            return check_voyage(world, state, power, action, combat)
        case Board():
            return check_board(world, state, power, action, combat)
        case Disembark():
            return check_disembark(world, state, power, action, combat)
        case Land():
            return _check_land(world, state, power, action, combat)
    return world.refuse("turn.phases", "It's time to move units.")


def do_order(run: Unfolding, power: Power, action: AreaAction, combat: bool) -> None:
    """Carry out a legal order of a movement phase."""
    match action:
        case Move() | Raid():
            make_move(run, power, action, combat)
        case Voyage():
            make_voyage(run, power, action, combat)
        case Board():
            make_board(run, power, action)
        case Disembark():
            make_disembark(run, power, action, combat)
        case Land():
            piece, ship = _landing_pair(run.world, run.state, power, action) or (None, None)
            if piece is None or ship is None:
                raise ValueError("landing was not checked")
            run.emit(LandedAboard(zone=action.zone, piece=piece, carrier=ship))


def _landing_pair(world: World, state: AreaState, power: Power, action: Land) -> tuple[Piece, Piece] | None:
    """The air unit and the carrier that a landing order means."""
    group = select_pieces(world, state, power, action.zone, Pick(action.unit))
    if isinstance(group, Refusal):
        return None
    for ship, _ in state.at(action.zone):
        aboard_now = tuple(sorted(p.unit for p in ship.cargo))
        if ship.power != action.owner or ship.unit not in world.carriers:
            continue
        if action.cargo is not None and tuple(sorted(action.cargo)) != aboard_now:
            continue
        if free_places(world, ship, action.unit):
            return group[0][0], ship
    return None


def _check_land(world: World, state: AreaState, power: Power, action: Land, combat: bool) -> Refusal | None:
    if combat:
        return world.refuse("carrier.landing-at-final-zone", "Air units land in the noncombat move.")
    group = select_pieces(world, state, power, action.zone, Pick(action.unit))
    if isinstance(group, Refusal):
        return group
    if not world.units[action.unit].can("carrier-landing"):
        return world.refuse("units.carry", f"{capital(world.units[action.unit].plural)} can't land on a carrier.")
    if action.owner not in world.powers or not world.friends(action.owner, power):
        return world.refuse("carrier.landing-needs-room", "That isn't a friendly carrier.")
    if not lends_room(state, action.owner, power):
        return world.refuse("sides.share-spaces", f"{world.the(action.owner)} doesn't lend its carriers.")
    pair = _landing_pair(world, state, power, action)
    if not pair:
        return world.refuse("carrier.capacity", "There's no such carrier with room there.")
    after = evolve(world, state, LandedAboard(zone=action.zone, piece=pair[0], carrier=pair[1]))
    if unsaved(world, after, power) > unsaved(world, state, power):
        return world.refuse(
            "air.save-as-many-as-possible", "Another air unit would be left without a place to land."
        )
    return None


def board_carriers(run: Unfolding, power: Power) -> None:
    """Air units that ended at sea land on carriers in their zone: own ones first, then partners'."""
    for zone in tuple(run.state.stacks):
        if run.world.board.is_sea(zone):
            _come_to_rest(run, power, zone)


def board_mates(run: Unfolding, power: Power, order: Move) -> None:
    """Air units that flew to the ship of a teammate on turn land at once, before the teammate acts again."""
    world, state, zone = run.world, run.state, order.path[-1]
    if (
        len(state.turn.phases) < 2
        or not world.board.is_sea(zone)
        or any(p.unit in world.carriers for p, _ in own_at(state, power, zone))
    ):
        return
    _come_to_rest(run, power, zone)


def _come_to_rest(run: Unfolding, power: Power, zone: str) -> None:
    world = run.world
    for piece, count in own_at(run.state, power, zone):
        if not world.can(piece, "carrier-landing"):
            continue
        for _ in range(count):
            ship = open_carrier(world, run.state, power, zone, piece.unit)
            if ship:
                run.emit(LandedAboard(zone=zone, piece=piece, carrier=ship))


def check_settled(world: World, state: AreaState, power: Power) -> Refusal | None:
    """At the end of the noncombat move, as many air units as possible must be where they can land."""
    lost = unsaved(world, state, power, settled=True)
    if lost and lost > unsaved(world, state, power):
        taken = _over_captured(world, state, power)
        if taken:
            return world.refuse(
                "capture.no-landing-this-turn",
                f"{taken} was captured this turn: air units there must land elsewhere.",
            )
        if unsaved(world, state, power, grounded=True) < lost:
            return world.refuse("carrier.must-pick-up", "An air unit at sea still needs a carrier to land on.")
        return world.refuse(
            "air.save-as-many-as-possible", "An air unit that can still land has no landing place yet."
        )
    return None


def _over_captured(world: World, state: AreaState, power: Power) -> str:
    """A territory captured this turn with own air units still over it; empty if there is none."""
    for space in state.stacks:
        if friendly_land(world, state.control, power, space):
            since_start = friendly_land(world, state.turn.control, power, space)
            if not since_start and any(world.type(p).kind == "air" for p, _ in own_at(state, power, space)):
                return space
    return ""


def legal_orders(
    world: World, state: AreaState, power: Power, combat: bool, shuffle: Random | None
) -> Iterator[AreaAction]:
    """Every legal order for one piece, one transport or one passenger."""
    spaces = list(state.stacks)
    if shuffle:
        shuffle.shuffle(spaces)
    for space in spaces:
        for piece, _ in own_at(state, power, space):
            for action in piece_orders(world, state, power, space, piece, combat, shuffle):
                if check_order(world, state, power, action, combat) is None:
                    yield action
        if combat and world.board.is_sea(space) and space not in state.turn.engaged:
            yield from _attacks_in_place(world, state, power, space)
    for passenger in passengers(world, state, power, combat):
        if check_order(world, state, power, passenger, combat) is None:
            yield passenger


def _attacks_in_place(world: World, state: AreaState, power: Power, zone: str) -> Iterator[AreaAction]:
    if not ignorable(world, state, power, zone):
        return
    for piece, _ in own_at(state, power, zone):
        order = Move(units=(Pick(piece.unit),), path=(zone,), attack=True)
        if world.type(piece).attack and check_move(world, state, power, order, combat=True) is None:
            yield order


def _raids(world: World, piece: Piece) -> bool:
    """Whether a unit can be sent on a plain raid."""
    if "" not in world.parts.missions or world.type(piece).kind != "air":
        return False
    return any(part.may_fly(world.type(piece), "") for part in world.parts.flies_over)


def _missions(world: World, state: AreaState, space: str, piece: Piece) -> Iterator[Raid]:
    """The missions an air unit might be sent on; not checked yet."""
    for mission in world.parts.missions:
        if not mission:  # a plain raid can go wherever an attack can
            continue
        flown = (part for part in world.parts.flies_over if mission in part.missions)
        if not any(part.may_fly(world.type(piece), mission) for part in flown):
            continue
        order = Raid((pick_of(piece),), (space,), mission)
        found = reach(course_for(world, state, piece, True, order), space)
        for way in found.values():
            if isinstance(way, Reached):
                yield Raid((pick_of(piece),), way.path, mission)


def piece_orders(
    world: World, state: AreaState, power: Power, space: str, piece: Piece, combat: bool, shuffle: Random | None
) -> Iterator[AreaAction]:
    """The orders one piece might be given; not checked yet."""
    if check_rested(world, state, piece, combat):
        return
    routes = Routes(world, state, power, space, piece, combat)
    found = routes.plain
    targets = [t for t in found if isinstance(found[t], Reached) or world.board.is_sea(t)]
    if shuffle:
        shuffle.shuffle(targets)
    for there in targets:
        yield from routes.orders_to(there)
        way = found[there]
        if combat and isinstance(way, Reached) and _raids(world, piece):
            yield Raid(units=(pick_of(piece),), path=way.path)
    if combat and world.type(piece).kind == "air":
        yield from _missions(world, state, space, piece)
    if piece.unit in world.transports:
        trips = voyages(world, state, power, space, piece, combat)
        if shuffle:
            some = list(trips)
            shuffle.shuffle(some)
            yield from some
        else:
            yield from trips
