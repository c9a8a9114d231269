"""Move orders: judging one, carrying it out, and finding all that a unit could be ordered to do."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.area.actions import Move, Pick, Raid
from sandtable.area.capture import take
from sandtable.area.citations import Citation
from sandtable.area.events import Engaged, Moved, TookOff
from sandtable.area.evolve import evolve
from sandtable.area.forces import Piece, Power, Stack
from sandtable.area.movement.air import AirCourse
from sandtable.area.movement.course import Course, Reached, judge, reach
from sandtable.area.movement.duties import check_departure, check_landings
from sandtable.area.movement.land import LandCourse
from sandtable.area.movement.landing import free_places
from sandtable.area.movement.limits import check_limit
from sandtable.area.movement.muster import aboard_partner, muster
from sandtable.area.movement.neutrals import violate
from sandtable.area.movement.sea import SeaCourse
from sandtable.area.state import AreaState
from sandtable.area.status import enemies_at, hostile_land, hostile_zone, ignorable, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.dice import ScriptedDice
from sandtable.core.refusal import Refusal


def course_for(
    world: World, state: AreaState, piece: Piece, combat: bool, order: Move | Raid | None = None
) -> Course:
    """The rules that bind this piece."""
    kind = world.type(piece).kind
    move = order if isinstance(order, Move) else None
    attack = move.attack if move else False
    if kind == "land":
        return LandCourse(world, state, piece, combat, attack)
    if kind == "air":
        raid = order if isinstance(order, Raid) else None
        return AirCourse(world, state, piece, combat, attack, raid is not None, raid.mission if raid else "")
    return SeaCourse(world, state, piece, combat, attack, move.assault if move else "")


def check_raid(world: World, state: AreaState, power: Power, order: Raid) -> Refusal | None:
    """Nothing if the raid is legal, otherwise the rule against it."""
    for pick in order.units:
        bombers_only = "missions" not in world.features
        if bombers_only and pick.unit in world.units and not world.units[pick.unit].can("bombs"):
            return world.refuse("raid.bombers-only", f"{world.units[pick.unit].plural.capitalize()} do not raid.")
        if pick.unit in world.units and world.units[pick.unit].kind != "air":
            return world.refuse("raid.bombers-only", f"{world.units[pick.unit].plural.capitalize()} do not fly.")
    return check_move(world, state, power, order, combat=True)


def check_move(world: World, state: AreaState, power: Power, order: Move | Raid, combat: bool) -> Refusal | None:
    """Nothing if the order is legal, otherwise the rule against it."""
    if not order.path or not order.units:
        return world.refuse("cmove.path-matters", "A move needs units and a path of spaces.")
    for space in order.path:
        if space not in world.board.spaces:
            return world.refuse("board.spaces", f"There is no space {space}.")
    mustered = _mustered(world, state, power, order, combat)
    if isinstance(mustered, Refusal):
        return mustered
    carried = riders(world, order, mustered)
    refusal = _check_deck(world, mustered, carried)
    if refusal:
        return refusal
    for piece, _ in mustered:
        refusal = check_rested(world, state, piece, combat, order.path[0])
        if not refusal and piece not in carried:
            refusal = judge(course_for(world, state, piece, combat, order), order.path)
        if refusal:
            return refusal
        if len(order.path) == 1 and not _acts_in_place(world, order, piece, combat):
            return world.refuse("cmove.must-end-hostile", "A path needs at least two spaces.")
    return _check_numbers(world, state, order, mustered) or _check_outcome(
        world, state, power, order, mustered, combat
    )


def riders(world: World, order: Move | Raid, mustered: Stack) -> frozenset[Piece]:
    """The air units of an order that are taken along by carriers of the same order instead of flying."""
    if not world.game.conduct.decks_carry or isinstance(order, Raid) or len(order.path) < 2:
        return frozenset()
    if not any(p.unit in world.carriers for p, _ in mustered):
        return frozenset()
    return frozenset(p for p, _ in mustered if world.can(p, "carrier-landing"))


def _check_deck(world: World, mustered: Stack, carried: frozenset[Piece]) -> Refusal | None:
    """Whether the carriers of an order have room for those who come along."""
    for unit in {p.unit for p in carried}:
        room = sum(n * free_places(world, p, unit) for p, n in mustered if p.unit in world.carriers)
        if sum(n for p, n in mustered if p in carried and p.unit == unit) > room:
            return world.refuse("carrier.deck-full", "The carriers of this order have no room for so many.")
    return None


def _acts_in_place(world: World, order: Move | Raid, piece: Piece, combat: bool) -> bool:
    """Whether a piece can be ordered to do something where it is: to attack, or to bombard for a landing."""
    if not combat or not isinstance(order, Move) or world.type(piece).kind == "land":
        return False
    return order.attack or (bool(order.assault) and world.can(piece, "bombard"))


def _check_numbers(world: World, state: AreaState, order: Move | Raid, mustered: Stack) -> Refusal | None:
    """Whether not too many of a kind come together in a territory."""
    for unit in {piece.unit for piece, _ in mustered if world.type(piece).limit}:
        refusal = check_limit(world, state, unit, order.path[-1], sum(n for p, n in mustered if p.unit == unit))
        if refusal:
            return refusal
    return None


def _mustered(world: World, state: AreaState, power: Power, order: Move | Raid, combat: bool) -> Stack | Refusal:
    """All pieces that the order names; guests on a partner's carrier included."""
    found: list[tuple[Piece, int]] = []
    left = state
    for pick in order.units:
        if pick.aboard:
            guest = aboard_partner(world, state, power, order.path[0], pick)
            if isinstance(guest, Refusal):
                return guest
            if len(order.path) > 1 and guest[0].used and (combat or not guest[0].moved):
                return world.refuse("carrier.guest-sailed", "Its ship has sailed in this phase: it stays aboard.")
            found.append((guest[1], 1))
            continue
        group = muster(world, left, power, order.path[0], pick)
        if isinstance(group, Refusal):
            return group
        found.extend(group)
        left = _without(left, order.path[0], group)
    return tuple(found)


def _without(state: AreaState, space: str, group: Stack) -> AreaState:
    gone = dict(group)
    rest = tuple((p, n - gone.get(p, 0)) for p, n in state.at(space) if n > gone.get(p, 0))
    return replace(state, stacks={**state.stacks, space: rest})


def check_rested(world: World, state: AreaState, piece: Piece, combat: bool, space: str = "") -> Refusal | None:
    """Whether a piece may still move in this phase; with ``space``, where it is, the reason is more exact."""
    unit = world.type(piece)
    if unit.kind == "facility":
        return world.refuse("complex.passive", f"An {unit.name} never moves.")
    if combat:
        if piece.raiding:
            return world.refuse("raid.either-or", f"This {unit.name} is on a raid: it takes no part in a battle.")
        if piece.moved:
            already: Citation = "cmove.flown-already" if unit.kind == "air" else "cmove.moved-already"
            return world.refuse(already, f"This {unit.name} has made its combat move.")
        return None
    if piece.landed and unit.kind == "air":
        return world.refuse("air.noncombat-range", f"This {unit.name} has landed.")
    if not piece.moved or unit.kind == "air":
        if unit.kind == "sea" and any(p.power == piece.power and world.type(p).kind == "air" for p in piece.cargo):
            return world.refuse(
                "carrier.own-fighters-noncombat", "Own fighters have landed on this carrier: it moves no farther."
            )
        return None
    rule = _spent_rule(world, state, piece, space)
    return world.refuse(rule, f"This {unit.name} has moved or fought this turn.")


def _spent_rule(world: World, state: AreaState, piece: Piece, space: str) -> Citation:
    """The rule by which a land or sea unit that moved or fought moves no more."""
    unit = world.type(piece)
    if unit.kind == "land":
        if piece.unit in world.prizes and not piece.landed:
            return "aa.captured-not-moved-same-turn"
        if (piece.landing or piece.landed) and unit.can("blitz"):
            return "blitz.not-after-offloading" if piece.landing else "transport.armor-whole-move"
        if piece.landing or piece.landed:
            return "transport.land-unit-whole-move"
        if piece.retreated:
            return "retreat.nothing-afterwards"
        taken = hostile_land(world, state.turn.control, piece.power, space) if space else False
        return "capture.occupiers-stay" if taken else "cmove.moved-units-stay-put"
    if piece.offloaded and (space, piece.offloaded) not in state.turn.assaults:
        return "transport.offload-at-end"
    if piece.unit in world.carriers:
        return "ncm.carriers"
    if _began_beside_enemy(state, space):
        return "shared-zone.no-noncombat-afterwards"
    if piece.unit in world.transports:
        return "transport.active-only-once"
    return "retreat.nothing-afterwards" if piece.retreated else "cmove.moved-ships-stay-put"


def _began_beside_enemy(state: AreaState, space: str) -> bool:
    """Whether all ships that moved or fought and are now in ``space`` began the turn beside enemy warships."""
    came_from = {route[0] for route in state.turn.routes.get(space, ())} or {space}
    return came_from <= set(state.turn.hostile)


def _check_outcome(
    world: World, state: AreaState, power: Power, order: Move | Raid, mustered: Stack, combat: bool
) -> Refusal | None:
    """What can be judged only with the move made: companions, escorts left behind, landings."""
    kinds = {world.type(p).kind for p, _ in mustered}
    if kinds == {"land"}:
        return None
    after = preview(world, state, power, order, combat)
    end = order.path[-1]
    armed = any(world.type(p).attack for p, _ in own_at(after, power, end))
    alone_allowed = world.game.conduct.lone_transports
    if combat and "sea" in kinds and not armed and not alone_allowed and _fights(world, after, power, end):
        return world.refuse(
            "transport.no-lone-attack", f"Transports attack in {end} only beside a unit with an attack value."
        )
    if combat and "sea" in kinds and len(order.path) > 1:
        refusal = check_departure(world, after, power, order.path[0])
        if refusal:
            return refusal
    if combat or "air" in kinds or any(p.unit in world.carriers for p, _ in mustered):
        return check_landings(world, state, after, power, [p for p, _ in mustered], order.path, combat)
    return None


def _fights(world: World, state: AreaState, power: Power, zone: str) -> bool:
    return hostile_zone(world, state, power, zone) or zone in state.turn.engaged


def preview(world: World, state: AreaState, power: Power, order: Move | Raid, combat: bool) -> AreaState:
    """The state after a move order, without judging it."""
    run = Unfolding(world, state, ScriptedDice(()), evolve)
    make_move(run, power, order, combat)
    return run.state


def make_move(run: Unfolding, power: Power, order: Move | Raid, combat: bool) -> None:
    """Carry out a legal move order. Guns on the way do not fire here: see :mod:`.overflight`."""
    world, start, end = run.world, order.path[0], order.path[-1]
    raid = isinstance(order, Raid)
    assault = order.assault if isinstance(order, Move) else ""
    attack = order.attack if isinstance(order, Move) else False
    engages = enters = False
    carried = world.game.conduct.decks_carry and any(pick.unit in world.carriers for pick in order.units)
    notes = combat and "pull-backs" in world.features  # where a retreat has to lead back to it
    if combat and world.game.conduct.neutral_fee is not None:
        violate(run, power, order.path[1:])
    for pick in order.units:
        if pick.aboard:
            guest = aboard_partner(world, run.state, power, start, pick)
            if isinstance(guest, Refusal):
                raise ValueError(guest.why)
            ship, piece = guest
            run.emit(TookOff(space=start, carrier=ship, piece=piece))
            group: Stack | Refusal = ((piece, 1),)
        else:
            group = muster(world, run.state, power, start, pick)
        if isinstance(group, Refusal):
            raise ValueError(group.why)
        for piece, count in group:
            kind = world.type(piece).kind
            if combat and kind == "land":
                course = LandCourse(world, run.state, piece, combat)
                for space in course.blitzed(order.path):
                    take(run, power, space, "blitz")
            used = piece.used + len(order.path) - 1
            if kind == "air" and combat and world.game.conduct.half_flights:
                used = world.type(piece).move - world.type(piece).move // 2
            elif kind == "air" and carried:
                used = piece.used
            homing = raid and "missions" in world.features
            after = replace(
                piece,
                used=used,
                moved=piece.moved or combat,
                landed=piece.landed or (kind == "air" and not combat),
                raiding=raid,
                landing=assault if assault and _takes_part(world, piece) else piece.landing,
                came=order.path[-2] if notes and kind == "land" and len(order.path) > 1 else piece.came,
                mission=order.mission if isinstance(order, Raid) else piece.mission,
            )
            if homing:
                after = replace(after, came=start)
            run.emit(Moved(piece=piece, count=count, path=order.path, after=after))
            enters |= kind == "land"
            engages |= kind == "air" or (kind == "sea" and attack)
            engages |= combat and not assault and _falls_on_transports(world, run.state, after, end)
    if combat and enters:
        walk_in(run, power, end)
    if combat and engages and end not in run.state.turn.engaged and ignorable(world, run.state, power, end):
        run.emit(Engaged(power=power, space=end))


def _takes_part(world: World, piece: Piece) -> bool:
    """Whether a ship that is sent to a landing remembers which: it fires ahead of it, or is held to its word."""
    return world.can(piece, "bombard") or (world.game.conduct.shared_zones and world.type(piece).kind == "sea")


def walk_in(run: Unfolding, power: Power, space: str) -> None:
    """Land units have entered a territory: without defenders it may change hands at once."""
    world = run.world
    if world.game.conduct.undefended != "at-once" or not hostile_land(world, run.state.control, power, space):
        return
    if not enemies_at(world, run.state, power, space):
        take(run, power, space)


def _falls_on_transports(world: World, state: AreaState, piece: Piece, zone: str) -> bool:
    """Whether an armed ship has come upon nobody but defenseless enemies: it destroys them without being told."""
    foes = enemies_at(world, state, piece.power, zone)
    armed = world.type(piece).kind == "sea" and world.type(piece).attack > 0
    return armed and bool(foes) and not any(world.type(foe).defense for foe, _ in foes)


def reach_of(
    world: World, state: AreaState, power: Power, space: str, piece: Piece, combat: bool
) -> dict[str, Reached | Refusal]:
    """For one piece: every space in range, with the path there or the rule that forbids it.

    At sea in the combat move a zone counts as reached if some purpose allows it: an attack, or an announced
    assault.
    """
    refusal = check_rested(world, state, piece, combat)
    if refusal:
        return {}
    found = reach(course_for(world, state, piece, combat), space, world.board.roads)
    for there in tuple(found):
        for order in orders_to(world, state, power, space, piece, there, found, combat):
            refused = check_move(world, state, power, order, combat)
            if refused is None:
                found[there] = Reached(order.path)
                break
            found[there] = refused
    return found


def orders_to(
    world: World,
    state: AreaState,
    power: Power,
    space: str,
    piece: Piece,
    there: str,
    found: dict[str, Reached | Refusal],
    combat: bool,
) -> Iterator[Move]:
    """The orders, one for each purpose, by which one piece could go to ``there``; not judged yet."""
    pick = pick_of(piece)
    way = found[there]
    if isinstance(way, Reached):
        yield Move(units=(pick,), path=way.path)
    if not combat or world.type(piece).kind != "sea" or not world.board.is_sea(there):
        return
    purposes = [Move(units=(pick,), path=(), assault=t) for z, t in state.turn.assaults if z == there]
    if enemies_at(world, state, power, there):
        purposes.insert(0, Move(units=(pick,), path=(), attack=True))
    for purpose in purposes:
        routes = reach(course_for(world, state, piece, combat, purpose), space, world.board.roads)
        route = routes.get(there)
        if isinstance(route, Reached):
            yield replace(purpose, path=route.path)


def pick_of(piece: Piece, count: int = 1) -> Pick:
    """The pick that means exactly this piece."""
    return Pick(piece.unit, count, tuple(p.unit for p in piece.cargo), piece.used)
