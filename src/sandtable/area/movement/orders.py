"""Move orders: judging them, carrying them out, and finding every order a unit could be given."""

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
from sandtable.area.movement.duties import (
    check_departure,
    check_flight,
    check_landings,
    flies,
    flown,
    refuse_unarmed,
)
from sandtable.area.movement.land import LandCourse
from sandtable.area.movement.landing import free_places
from sandtable.area.movement.limits import check_limit
from sandtable.area.movement.neutrals import violate
from sandtable.area.movement.outlook import outlook
from sandtable.area.movement.sea import SeaCourse
from sandtable.area.movement.selection import aboard_partner, select_pieces
from sandtable.area.state import AreaState, Route
from sandtable.area.status import enemies_at, hostile_land, hostile_zone, ignorable, neutral, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.dice import ScriptedDice
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital


def course_for(
    world: World, state: AreaState, piece: Piece, combat: bool, order: Move | Raid | None = None
) -> Course:
    """The rules that apply to this piece."""
    kind = world.type(piece).kind
    move = order if isinstance(order, Move) else None
    attack = move.attack if move else False
    if kind == "land":
        return LandCourse(world, state, piece, combat, attack)
    if kind == "air":
        raid = order if isinstance(order, Raid) else None
        return AirCourse(world, state, piece, combat, attack, raid is not None, raid.mission if raid else "")
    return SeaCourse(world, state, piece, combat, attack, supported(world, state, piece, move) if move else "")


def supported(world: World, state: AreaState, piece: Piece, order: Move) -> str:
    """The landing that a ship takes part in: the one it names, or the only one from the zone where it goes."""
    lands = {land for zone, land in state.turn.assaults if zone == order.path[-1]} if order.path else set()
    armed = "warship" in world.type(piece).abilities or world.type(piece).attack
    if order.attack or order.assault or len(order.path) < 2 or len(lands) != 1 or not armed:
        return order.assault
    return "" if enemies_at(world, state, piece.power, order.path[-1]) else next(iter(lands))


def check_raid(world: World, state: AreaState, power: Power, order: Raid) -> Refusal | None:
    """None if the raid is legal, otherwise the refusal."""
    for pick in order.units:
        if pick.unit in world.units and world.units[pick.unit].kind != "air":
            return world.refuse("raid.bombers-only", f"{capital(world.units[pick.unit].plural)} can't fly.")
    return check_move(world, state, power, order, combat=True)


def check_move(world: World, state: AreaState, power: Power, order: Move | Raid, combat: bool) -> Refusal | None:
    """None if the order is legal, otherwise the refusal."""
    if not order.path or not order.units:
        return world.refuse("cmove.path-matters", "A move needs units and a path of spaces.")
    for space in order.path:
        if space not in world.board.spaces:
            return world.refuse("board.spaces", f"There's no space called {space}.")
    mustered = _mustered(world, state, power, order, combat)
    if isinstance(mustered, Refusal):
        return mustered
    carried = riders(world, order, mustered)
    refusal = _check_deck(world, mustered, carried)
    if refusal:
        return refusal
    company = _company(world, state, power, order, mustered)
    if isinstance(company, Refusal):
        return company
    for piece, _ in mustered:
        refusal = check_rested(world, state, piece, combat, order.path[0])
        if not refusal and piece not in carried:
            course = course_for(world, state, piece, combat, order)
            if piece.unit in company:
                blitzes, points = company[piece.unit]
                course = LandCourse(world, state, piece, combat, course.attack, blitzes, points)
            refusal = judge(course, order.path)
        if refusal:
            return refusal
        if len(order.path) == 1 and not _acts_in_place(world, order, piece, combat):
            return world.refuse("cmove.must-end-hostile", "A path needs at least two spaces.")
    return _check_result(world, state, power, order, mustered, combat)


def _check_result(
    world: World, state: AreaState, power: Power, order: Move | Raid, mustered: Stack, combat: bool
) -> Refusal | None:
    """Whether the units may be where the order leads; that they can go there is known."""
    return _check_numbers(world, state, order, mustered) or _check_outcome(
        world, state, power, order, mustered, combat
    )


def _company(
    world: World, state: AreaState, power: Power, order: Move | Raid, mustered: Stack
) -> dict[str, tuple[bool, int]] | Refusal:
    """Unit types of an order that others take along: whether they blitz then, and how many points they have."""
    if len(order.path) < 3 or not world.has_company:
        return {}
    count: dict[str, int] = {}
    for piece, n in mustered:
        count[piece.unit] = count.get(piece.unit, 0) + n
    if not any(world.unit(power, unit).blitzes_with or world.unit(power, unit).towed_by for unit in count):
        return {}
    through = any(hostile_land(world, state.control, power, space) for space in order.path[1:-1])
    found: dict[str, tuple[bool, int]] = {}
    for unit, n in count.items():
        kind = world.unit(power, unit)
        leaders = sum(count.get(other, 0) for other in kind.blitzes_with)
        if through and leaders and not kind.can("blitz"):
            if n > leaders:
                what = world.units[unit].plural
                return world.refuse(
                    "blitz.beside", f"Only {leaders} {what} can blitz along with {leaders} others."
                )
            found[unit] = (True, 0)
    for unit, n in count.items():
        tractors = [other for other in world.unit(power, unit).towed_by if other in count]
        towing = sum(count[other] for other in tractors)
        if not towing:
            continue
        if n > towing:
            return world.refuse("land.towed", f"No more than {towing} {world.units[unit].plural} can be towed.")
        blitzes = all(
            found.get(other, (False, 0))[0] or world.unit(power, other).can("blitz") for other in tractors
        )
        pieces = [p for p, _ in mustered if p.unit in tractors]
        found[unit] = (blitzes, min(world.points_left(p) for p in pieces))
    return found


def riders(world: World, order: Move | Raid, mustered: Stack) -> frozenset[Piece]:
    """The air units of an order that are carried by its carriers instead of flying."""
    if not world.game.conduct.ships.decks_carry or isinstance(order, Raid) or len(order.path) < 2:
        return frozenset()
    if not any(p.unit in world.carriers for p, _ in mustered):
        return frozenset()
    return frozenset(p for p, _ in mustered if world.can(p, "carrier-landing"))


def _check_deck(world: World, mustered: Stack, carried: frozenset[Piece]) -> Refusal | None:
    """Whether an order's carriers have room for the air units they carry."""
    for unit in {p.unit for p in carried}:
        room = sum(n * free_places(world, p, unit) for p, n in mustered if p.unit in world.carriers)
        if sum(n for p, n in mustered if p in carried and p.unit == unit) > room:
            return world.refuse("carrier.deck-full", "The carriers in this order don't have room for all of them.")
    return None


def _acts_in_place(world: World, order: Move | Raid, piece: Piece, combat: bool) -> bool:
    """Whether a piece can be ordered to act where it is: to attack, or to bombard for a landing."""
    if not combat or not isinstance(order, Move) or world.type(piece).kind == "land":
        return False
    return order.attack or (bool(order.assault) and world.can(piece, "bombard"))


def _check_numbers(world: World, state: AreaState, order: Move | Raid, mustered: Stack) -> Refusal | None:
    """Whether the limits on unit types per territory are kept."""
    for unit in {piece.unit for piece, _ in mustered if world.type(piece).limit}:
        refusal = check_limit(world, state, unit, order.path[-1], sum(n for p, n in mustered if p.unit == unit))
        if refusal:
            return refusal
    return None


def _mustered(world: World, state: AreaState, power: Power, order: Move | Raid, combat: bool) -> Stack | Refusal:
    """All pieces that the order names, including guests on a partner's carrier."""
    found: list[tuple[Piece, int]] = []
    left = state
    for pick in order.units:
        if pick.aboard:
            guest = aboard_partner(world, state, power, order.path[0], pick)
            if isinstance(guest, Refusal):
                return guest
            if len(order.path) > 1 and guest[0].used and (combat or not guest[0].moved):
                return world.refuse(
                    "carrier.guest-sailed", "Its ship has already sailed in this phase, so it stays aboard."
                )
            found.append((guest[1], 1))
            continue
        group = select_pieces(world, left, power, order.path[0], pick)
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
    """Whether a piece may still move in this phase; with its ``space``, the reason is more specific."""
    unit = world.type(piece)
    if unit.kind == "facility":
        return world.refuse("complex.passive", f"{capital(unit.plural)} can't move.")
    if combat:
        if piece.raiding:
            return world.refuse("raid.either-or", f"This {unit.name} is on a raid and can't join a battle.")
        if piece.mission:
            return world.refuse("cmove.weary", f"This {unit.name} has to rest in this combat move.")
        if piece.moved:
            already: Citation = "cmove.flown-already" if unit.kind == "air" else "cmove.moved-already"
            return world.refuse(already, f"This {unit.name} has already made its combat move.")
        return None
    if piece.landed and unit.kind == "air":
        return world.refuse("air.noncombat-range", f"This {unit.name} has already landed.")
    if not piece.moved or unit.kind == "air":
        if unit.kind == "sea" and any(p.power == piece.power and world.type(p).kind == "air" for p in piece.cargo):
            return world.refuse(
                "carrier.own-fighters-noncombat", "Your fighters have landed on this carrier, so it can't move on."
            )
        return None
    rule = _spent_rule(world, state, piece, space)
    return world.refuse(rule, f"This {unit.name} has already moved or fought this turn.")


def _spent_rule(world: World, state: AreaState, piece: Piece, space: str) -> Citation:
    """The rule by which a land or sea unit that moved or fought can't move again."""
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
    """Checks that need the move to be made: companions, escorts left behind, landings."""
    kinds = {world.type(p).kind for p, _ in mustered}
    if kinds == {"land"}:
        return None
    end = order.path[-1]
    if combat and kinds == {"air"} and not _starts_fight(world, state, power, end):
        crossed = after_violation(world, state, power, order.path)
        flight = check_flight(world, state, crossed, power, [p for p, _ in mustered], order.path)
        if flight is not False:
            return flight
    if combat and kinds == {"sea"} and _sails_quietly(world, state, power, order, mustered):
        return None
    after = preview(world, state, power, order, combat)
    armed = any(world.type(p).attack for p, _ in own_at(after, power, end))
    alone_allowed = world.game.conduct.fleets.lone_transports
    if combat and "sea" in kinds and not armed and not alone_allowed and _fights(world, after, power, end):
        return refuse_unarmed(world, [p for p, _ in mustered], end)
    for part in world.parts.rules_out if combat and end in after.turn.engaged else ():
        refusal = part.rules_out(world, after, power, end)
        if refusal:
            return refusal
    if combat and "sea" in kinds and len(order.path) > 1:
        refusal = check_departure(world, after, power, order.path[0])
        if refusal:
            return refusal
    if combat or "air" in kinds or any(p.unit in world.carriers for p, _ in mustered):
        return check_landings(world, state, after, power, [p for p, _ in mustered], order.path, combat)
    return None


def _sails_quietly(world: World, state: AreaState, power: Power, order: Move | Raid, mustered: Stack) -> bool:
    """Whether ships sail between zones without enemies, and take no deck and no air unit along."""
    start, end, view = order.path[0], order.path[-1], outlook(world, state, power)
    if start == end or not isinstance(order, Move) or order.attack or order.assault:
        return False
    if any(view.enemies(zone) or view.hostile(zone) or zone in state.turn.engaged for zone in (start, end)):
        return False
    if any(zone == start for zone, _ in state.turn.assaults):
        return False
    return not any(p.unit in world.carriers or flies(world, p) for p, _ in mustered)


def _starts_fight(world: World, state: AreaState, power: Power, end: str) -> bool:
    """Whether units that go to ``end`` fight enemies there that could be ignored."""
    return end in state.turn.engaged or outlook(world, state, power).ignorable(end)


def _fights(world: World, state: AreaState, power: Power, zone: str) -> bool:
    return hostile_zone(world, state, power, zone) or zone in state.turn.engaged


def preview(world: World, state: AreaState, power: Power, order: Move | Raid, combat: bool) -> AreaState:
    """The state after a move order, without checking it."""
    before = after_violation(world, state, power, order.path) if combat else state
    run = Unfolding(world, before, ScriptedDice(()), evolve)
    _move_units(run, power, order, combat)
    return run.state


def after_violation(world: World, state: AreaState, power: Power, path: Route) -> AreaState:
    """The state once units have entered the neutral territories on a path; cached, as many units try the same."""
    entered = tuple(space for space in path[1:] if neutral(world, state, space))
    if not entered:
        return state
    known = _VIOLATED.get(power)
    if known is None or known[0] is not world or known[1] is not state:
        known = _VIOLATED[power] = world, state, {}
    if entered not in known[2]:
        run = Unfolding(world, state, ScriptedDice(()), evolve)
        violate(run, power, path[1:])
        known[2][entered] = run.state
    return known[2][entered]


_VIOLATED: dict[Power, tuple[World, AreaState, dict[Route, AreaState]]] = {}
"""The last state that was asked about, and what violations of neutrals lead to."""


def make_move(run: Unfolding, power: Power, order: Move | Raid, combat: bool) -> None:
    """Carry out a legal move order. Guns on the way don't fire here."""
    if combat:
        violate(run, power, order.path[1:])
    _move_units(run, power, order, combat)


def _move_units(run: Unfolding, power: Power, order: Move | Raid, combat: bool) -> None:
    """Move the units of a legal order; neutral territories on the way have been violated."""
    world, start, end = run.world, order.path[0], order.path[-1]
    raid = isinstance(order, Raid)
    attack = order.attack if isinstance(order, Move) else False
    engages = enters = False
    carried = world.game.conduct.ships.decks_carry and any(pick.unit in world.carriers for pick in order.units)
    notes = combat and "pull-backs" in world.features  # in games where a retreat must lead back to it
    for pick in order.units:
        if pick.aboard:
            guest = aboard_partner(world, run.state, power, start, pick)
            if isinstance(guest, Refusal):
                raise ValueError(guest.why)
            ship, piece = guest
            run.emit(TookOff(space=start, carrier=ship, piece=piece))
            group: Stack | Refusal = ((piece, 1),)
        else:
            group = select_pieces(world, run.state, power, start, pick)
        if isinstance(group, Refusal):
            raise ValueError(group.why)
        for piece, count in group:
            kind = world.type(piece).kind
            assault = supported(world, run.state, piece, order) if combat and isinstance(order, Move) else ""
            if combat and kind == "land":
                course = LandCourse(world, run.state, piece, combat)
                for space in course.blitzed(order.path):
                    take(run, power, space, "blitz")
            used = piece.used + len(order.path) - 1
            if kind == "air" and combat and world.parts.flight_points:
                used = flown(world, piece, len(order.path) - 1)
            elif kind == "air" and carried:
                used = piece.used
            elif kind == "land":  # a towed unit has gone farther than it could on its own
                used = min(used, world.type(piece).move + piece.extra)
            after = replace(
                piece,
                used=used,
                moved=piece.moved or combat,
                landed=piece.landed or (kind == "air" and not combat),
                raiding=raid,
                landing=assault if assault and _takes_part(world, piece) else piece.landing,
                came=order.path[-2] if notes and kind == "land" and len(order.path) > 1 else piece.came,
            )
            if isinstance(order, Raid) and order.mission:
                after = replace(after, mission=order.mission, came=start)
            run.emit(Moved(piece=piece, count=count, path=order.path, after=after))
            enters |= kind == "land"
            engages |= kind == "air" or (kind == "sea" and attack)
            engages |= combat and not assault and _falls_on_transports(world, run.state, after, end)
    if combat and enters:
        walk_in(run, power, end)
    if combat and engages and end not in run.state.turn.engaged and ignorable(world, run.state, power, end):
        run.emit(Engaged(power=power, space=end))


def _takes_part(world: World, piece: Piece) -> bool:
    """Whether a ship sent to a landing remembers which: it bombards, or must take part in it."""
    return world.can(piece, "bombard") or (
        world.game.conduct.fleets.share_zones and world.type(piece).kind == "sea"
    )


def walk_in(run: Unfolding, power: Power, space: str) -> None:
    """Land units have entered a territory: if undefended, it may change hands at once."""
    world = run.world
    if world.game.conduct.undefended != "at-once" or not hostile_land(world, run.state.control, power, space):
        return
    if not enemies_at(world, run.state, power, space):
        take(run, power, space)


def _falls_on_transports(world: World, state: AreaState, piece: Piece, zone: str) -> bool:
    """Whether an armed ship has met only defenseless enemies: it destroys them without an order."""
    foes = enemies_at(world, state, piece.power, zone)
    armed = world.type(piece).kind == "sea" and world.type(piece).attack > 0
    return armed and bool(foes) and not any(world.type(foe).defense for foe, _ in foes)


def reach_of(
    world: World, state: AreaState, power: Power, space: str, piece: Piece, combat: bool
) -> dict[str, Reached | Refusal]:
    """For one piece: every space in range, with the path there or the rule that forbids it.

    At sea in the combat move, a zone counts as reached if any purpose allows it: an attack, or an announced
    assault.
    """
    refusal = check_rested(world, state, piece, combat)
    if refusal:
        return {}
    routes = Routes(world, state, power, space, piece, combat)
    found = dict(routes.plain)
    mustered = select_pieces(world, state, power, space, routes.pick)
    alone = mustered == ((piece, 1),)
    for there in routes.possible():
        for order in routes.orders_to(there):
            if alone and len(order.path) > 1:  # the path has been judged
                refused = _check_result(world, state, power, order, ((piece, 1),), combat)
            else:
                refused = check_move(world, state, power, order, combat)
            if refused is None:
                found[there] = Reached(order.path)
                break
            found[there] = refused
    return found


class Routes:
    """Where one piece can go, and the orders for it. Each purpose is worked out once for all spaces."""

    def __init__(
        self, world: World, state: AreaState, power: Power, space: str, piece: Piece, combat: bool
    ) -> None:
        self.world, self.state, self.power = world, state, power
        self.space, self.piece, self.combat = space, piece, combat
        self.pick = pick_of(piece)
        self.plain = reach(course_for(world, state, piece, combat), space)
        """Every space in range without a purpose besides being there."""
        self._outlook = outlook(world, state, power)
        self._announced = combat and world.type(piece).kind == "sea"
        self._by_purpose: dict[tuple[bool, str], dict[str, Reached | Refusal]] = {}

    def possible(self) -> list[str]:
        """The spaces that there might be orders to."""
        sea = self.world.board.sea_zones if self._announced else ()
        return [there for there, way in self.plain.items() if isinstance(way, Reached) or there in sea]

    def orders_to(self, there: str) -> Iterator[Move]:
        """The orders, one per purpose, by which the piece could go to ``there``; not checked yet."""
        way = self.plain[there]
        if isinstance(way, Reached):
            yield Move(units=(self.pick,), path=way.path)
        if not self._announced or not self.world.board.is_sea(there):
            return
        units, assaults = (self.pick,), self.state.turn.assaults
        purposes = [Move(units=units, path=(), assault=land) for zone, land in assaults if zone == there]
        if self._outlook.enemies(there):
            purposes.insert(0, Move(units=units, path=(), attack=True))
        for purpose in purposes:
            route = self._for(purpose).get(there)
            if isinstance(route, Reached):
                yield replace(purpose, path=route.path)

    def _for(self, purpose: Move) -> dict[str, Reached | Refusal]:
        key = (purpose.attack, purpose.assault)
        if key not in self._by_purpose:
            course = course_for(self.world, self.state, self.piece, self.combat, purpose)
            self._by_purpose[key] = reach(course, self.space)
        return self._by_purpose[key]


def guest_orders(world: World, state: AreaState, power: Power, combat: bool) -> Iterator[Move]:
    """The orders by which air units could take off from partners' carriers; not checked yet."""
    for zone, pieces in state.stacks.items():
        for ship, _ in pieces if world.board.is_sea(zone) else ():
            if ship.power == power or not ship.cargo or ship.unit not in world.carriers:
                continue
            for guest in dict.fromkeys(p for p in ship.cargo if p.power == power):
                if check_rested(world, state, guest, combat) is None:
                    found = reach(course_for(world, state, guest, combat), zone)
                    pick = Pick(guest.unit, aboard=ship.power)
                    yield from (Move((pick,), way.path) for way in found.values() if isinstance(way, Reached))


def pick_of(piece: Piece, count: int = 1) -> Pick:
    """The pick that matches exactly this piece."""
    return Pick(piece.unit, count, tuple(p.unit for p in piece.cargo), piece.used)
