"""Production: counting it, and what it pays for."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Build, Dismantle, Fortify, Lend, Repair
from sandtable.hexes.events import Budgeted, Built, FortFell, Fortified, FortsReady, Lent, Repaired
from sandtable.hexes.movement import check_new_army
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import free_counters, friendly, strength_of, undevastated
from sandtable.hexes.strength import KINDS
from sandtable.hexes.supplying import full_supply, position_of, traced
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

Spending = Build | Repair | Fortify | Dismantle | Lend

CAPTURED_BOX = 8
"""How much production of a box with dates its captor can repair."""


def count_production(world: World, state: HexState, side: Side) -> int:
    """All undevastated production points of a side that are in full supply."""
    fed = full_supply(world, state, side)
    return sum(undevastated(world, state, place) for place in fed)


def begin_production(run: Unfolding) -> None:
    """Forts are finished, and production is counted."""
    state, side = run.state, run.state.side
    ready = tuple(sorted(at for at, fort in state.forts.items() if fort.side == side and fort.building))
    if ready:
        run.emit(FortsReady(at=ready))
    purses = independent(run.world, run.state, side)
    fed = full_supply(run.world, run.state, side)
    apart = sum(points for place, points in purses.items() if place in fed)
    counted = count_production(run.world, run.state, side) - apart
    withheld = run.world.setup(side).withheld
    budget = max(0, counted - (withheld.points if withheld is not None else 0)) + state.lent.get(side, 0)
    run.emit(Budgeted(side=side, counted=counted, budget=budget, purses=purses))


def independent(world: World, state: HexState, side: Side) -> dict[Place, int]:
    """The production of dominions without a supply route to the motherland, by place."""
    terms = world.setup(side).dominions
    if terms is None:
        return {}
    position = position_of(world, state, side)
    mother = position.sources & set(world.board.in_areas((terms.of,)))
    joined = traced(world, replace(position, home=mother)).at("full")
    places = set(world.board.in_areas(terms.areas)) & position.sources - joined
    return {place: undevastated(world, state, place) for place in sorted(places)}


def check_build(world: World, state: HexState, side: Side, action: Build) -> Refusal | None:
    """Judge the building of points."""
    if action.kind not in world.facts.kinds:
        return world.refuse("unit.types", f"{action.kind.capitalize()} points are not built in this scenario.")
    if action.count < 1:
        return world.refuse("production.basic-costs", "Build at least one point.")
    return (
        _check_price(world, state, world.tables.cost[action.kind] * action.count, action.at)
        or _check_yard(world, state, side, action.at)
        or _check_room(world, state, action.at, action.count)
        or _check_taker(world, state, side, action)
    )


def _check_price(world: World, state: HexState, cost: int, place: Place = "") -> Refusal | None:
    if place in state.purses:
        left = state.purses[place]
        if cost > left:
            why = f"{world.title(place)} produces on its own: that costs {cost}, and {left} are left there."
            return world.refuse("production.independent-dominions", why)
    elif cost > state.budget:
        return world.refuse("production.basic-costs", f"That costs {cost}, and {state.budget} are left.")
    return None


def _check_yard(world: World, state: HexState, side: Side, place: Place) -> Refusal | None:
    if place not in world.yards(side) and place not in state.purses:
        rule = world.setup(side).placement or "production.countries"
        return Refusal(world.full_id(rule), f"{world.title(place)} is in no country that builds for them.")
    if friendly(state, side, place) and state.repaired.get(place) and not undevastated(world, state, place):
        why = f"What was repaired in {world.title(place)} is of use from the next turn on."
        return world.refuse("production.repair-delay", why)
    if not friendly(state, side, place) or not undevastated(world, state, place):
        why = f"{world.title(place)} has no undevastated production of {world.name(side)}."
        return world.refuse("production.placement", why)
    return None


def _check_room(world: World, state: HexState, place: Place, count: int) -> Refusal | None:
    limit = world.room(place)
    if limit is not None and strength_of(state, place) + count > limit:
        return world.refuse("stack.builds", f"{world.title(place)} would hold more than {limit} points.")
    return None


def _check_taker(world: World, state: HexState, side: Side, action: Build) -> Refusal | None:
    army = state.armies.get(action.into)
    if army is None:
        refusal = check_new_army(world, state, side, action.into)
        if refusal is not None and refusal.rule == world.cite("army.limit-twelve"):
            return world.refuse("production.join-army", "No counter is free for a new army.")
        return refusal
    if army.side != side or army.at != action.at:
        return world.refuse("production.join-army", f"{action.into} is not in {world.title(action.at)}.")
    return None


def make_build(run: Unfolding, side: Side, action: Build) -> None:
    cost = run.world.tables.cost[action.kind] * action.count
    run.emit(Built(side=side, kind=action.kind, count=action.count, at=action.at, into=action.into, cost=cost))


def check_repair(world: World, state: HexState, side: Side, action: Repair) -> Refusal | None:
    """Judge the repair of devastated production."""
    place = action.at
    if not friendly(state, side, place):
        return world.refuse("production.repair-cost", f"{world.title(place)} is not friendly.")
    if not 1 <= action.count <= state.devastated.get(place, 0):
        return world.refuse("production.repair-cost", f"{world.title(place)} has not so much to repair.")
    barred = world.facts.beyond_repair
    rest = state.devastated[place] - action.count
    if barred is not None and side in barred.sides and rest < state.ruined.get(place, 0):
        why = f"What was devastated in {world.title(place)} at the start cannot be repaired."
        return Refusal(world.full_id(barred.rule), why)
    whole = world.most_production(place) - state.devastated[place] + action.count
    if place in world.facts.box_production and place not in world.home(side) and whole > CAPTURED_BOX:
        return world.refuse("production.siberia-captured", f"At most {CAPTURED_BOX} points can be repaired there.")
    refusal = _check_price(world, state, world.tables.repair_cost * action.count, place)
    if refusal is None and place not in full_supply(world, state, side):
        return world.refuse("production.repair-cost", f"{world.title(place)} is not in full supply.")
    return refusal


def make_repair(run: Unfolding, action: Repair) -> None:
    run.emit(Repaired(at=action.at, count=action.count, cost=run.world.tables.repair_cost * action.count))


def check_fortify(world: World, state: HexState, side: Side, action: Fortify) -> Refusal | None:
    """Judge the building of fort points."""
    if not world.facts.forts:
        return world.refuse("production.barbarossa-types", "Forts are not built in this scenario.")
    if action.count < 1:
        return world.refuse("production.basic-costs", "Build at least one point.")
    if not friendly(state, side, action.at):
        return world.refuse("fort.placement", f"{world.title(action.at)} is not friendly.")
    if action.at not in state.forts:
        own = sum(fort.side == side for fort in state.forts.values())
        if own >= world.tables.fort_limit:
            why = f"{world.name(side)} has {own} forts. Dismantle one to build another."
            return world.refuse("fort.limit-seven", why)
    refusal = _check_price(world, state, world.tables.fort_cost * action.count, action.at)
    if refusal is None and action.at not in full_supply(world, state, side):
        return world.refuse("fort.placement", f"{world.title(action.at)} is not in full supply.")
    return refusal


def make_fortify(run: Unfolding, side: Side, action: Fortify) -> None:
    cost = run.world.tables.fort_cost * action.count
    run.emit(Fortified(side=side, at=action.at, count=action.count, cost=cost))


def check_dismantle(world: World, state: HexState, side: Side, action: Dismantle) -> Refusal | None:
    """Judge giving up a fort."""
    fort = state.forts.get(action.at)
    if fort is None or fort.side != side:
        return world.refuse("fort.limit-seven", f"{world.name(side)} has no fort in {action.at}.")
    return None


def make_dismantle(run: Unfolding, action: Dismantle) -> None:
    run.emit(FortFell(at=action.at))


def check_lend(world: World, state: HexState, side: Side, action: Lend) -> Refusal | None:
    """Judge lend-lease."""
    terms = world.facts.lend_lease
    if terms is None or side != terms.giver:
        return world.refuse("lendlease.no-reverse", f"{world.name(side)} gives no lend-lease.")
    takes = terms.depots.get(action.at, 0)
    if not takes or not friendly(state, terms.receiver, action.at):
        why = f"{world.title(action.at)} is no depot in the hands of {world.name(terms.receiver)}."
        return world.refuse("lendlease.depots", why)
    left = min(takes - state.lending.get(action.at, 0), terms.limit - sum(state.lending.values()))
    if not 1 <= action.count <= left:
        return world.refuse("lendlease.depots", f"{world.title(action.at)} can take {left} more points this turn.")
    return _check_price(world, state, action.count)


def make_lend(run: Unfolding, action: Lend) -> None:
    terms = run.world.facts.lend_lease
    assert terms is not None, "lend-lease was not checked"
    run.emit(Lent(to=terms.receiver, at=action.at, count=action.count))


def legal_spending(world: World, state: HexState, side: Side, shuffle: Random | None) -> Iterator[Spending]:
    """One point of each kind in every place that takes it, each repair of one point, and forts to give up."""
    found: list[Spending] = []
    fresh = free_counters(world, state, side)[:1]
    for place in sorted(world.yards(side)):
        if friendly(state, side, place):
            hosts = [name for name, army in state.armies_at(place)]
            found += [Build(kind, 1, place, name) for name in (*hosts, *fresh) for kind in KINDS]
    found += [Repair(place) for place in state.devastated if friendly(state, side, place)]
    if world.facts.forts and state.budget >= world.tables.fort_cost:
        found += [Fortify(place) for place, holder in state.control.items() if holder == side]
    found += [Dismantle(place) for place, fort in state.forts.items() if fort.side == side]
    if world.facts.lend_lease is not None:
        found += [Lend(place, 1) for place in world.facts.lend_lease.depots]
    if shuffle:
        shuffle.shuffle(found)
    for action in found:
        if check_spending(world, state, side, action) is None:
            yield action


def check_spending(world: World, state: HexState, side: Side, action: Spending) -> Refusal | None:
    """Judge anything that is done with production."""
    match action:
        case Build():
            return check_build(world, state, side, action)
        case Repair():
            return check_repair(world, state, side, action)
        case Fortify():
            return check_fortify(world, state, side, action)
        case Dismantle():
            return check_dismantle(world, state, side, action)
        case Lend():
            return check_lend(world, state, side, action)


def spend(run: Unfolding, side: Side, action: Spending) -> None:
    """Carry it out."""
    match action:
        case Build():
            make_build(run, side, action)
        case Repair():
            make_repair(run, action)
        case Fortify():
            make_fortify(run, side, action)
        case Dismantle():
            make_dismantle(run, action)
        case Lend():
            make_lend(run, action)
