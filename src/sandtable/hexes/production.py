"""Production: counting and spending it."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Literal

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Action, Build, Dismantle, Fortify, Repair
from sandtable.hexes.events import Budgeted, Built, FortFell, Fortified, FortsReady, Repaired
from sandtable.hexes.movement import check_merger, check_new_army
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import free_counters, friendly, strength_of, undevastated
from sandtable.hexes.strength import Amount, Kind, headed, points_of, whole
from sandtable.hexes.supplying import full_supply, position_of, traced
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

Spending = Build | Repair | Fortify | Dismantle

CAPTURED_BOX = 8
"""How much of a dated box's production its captor can repair."""


def count_production(world: World, state: HexState, side: Side) -> int:
    """All production points that a side counts."""
    return sum(harvest(world, state, side).values())


def harvest(world: World, state: HexState, side: Side) -> Mapping[Place, int]:
    """A side's undevastated production points in full supply, adjusted by parts."""
    fed = sorted(full_supply(world, state, side) & world.productive)
    counted: Mapping[Place, int] = {place: undevastated(world, state, place) for place in fed}
    for part in world.parts.harvests:
        counted = part.harvests(world, state, side, counted)
    return counted


def begin_production(run: Unfolding) -> None:
    """Complete forts and count production."""
    state, side = run.state, run.state.side
    ready = tuple(sorted(at for at, fort in state.forts.items() if fort.side == side and fort.building))
    if ready:
        run.emit(FortsReady(at=ready))
    made = harvest(run.world, run.state, side)
    purses: dict[str, Amount] = dict(independent(run.world, run.state, side))
    apart = sum(int(points) for place, points in purses.items() if place in made)
    for part in run.world.parts.purses:
        own = part.purses(run.world, run.state, side, made)
        purses.update(own)
        apart += sum(own.values())
    counted = sum(made.values()) - apart
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
    """Validate building points."""
    if action.kind not in world.facts.kinds:
        return world.refuse("unit.types", f"{headed(action.kind)} points can't be built in this scenario.")
    if action.count < 1:
        return world.refuse("production.basic-costs", "Build at least one point.")
    cost = price(world, state, side, action.kind, action.at) * action.count
    return (
        _check_sharing(world, state, side, cost, action.at)
        or check_price(world, state, side, cost, action.at)
        or check_yard(world, state, side, action.at)
        or _check_room(world, state, action.at, points_of(action.kind, action.count).ground)
        or _check_taker(world, state, side, action)
    )


def price(world: World, state: HexState, side: Side, item: Kind | Literal["fort"], place: Place) -> Amount:
    """What one point of an item costs a side in a place: a kind of strength points, or ``fort``."""
    found = quoted(world, state, side, item, place)
    if found is None or isinstance(found, Refusal):
        return world.tables.fort_cost if item == "fort" else world.tables.cost[item]
    return found


def quoted(world: World, state: HexState, side: Side, item: str, place: Place = "") -> Amount | Refusal | None:
    """The price that parts set for an item, or why a side can't build it. None if no part sets one."""
    answers = (part.prices(world, state, side, item, place) for part in world.parts.prices)
    return next((answer for answer in answers if answer is not None), None)


def level_of(world: World, state: HexState, side: Side, item: str) -> int:
    """A side's technology level in an item; 0 if there are no levels."""
    found = (part.tech(world, state, side, item) for part in world.parts.tech)
    return next((level for level in found if level is not None), 0)


def purse_of(world: World, state: HexState, side: Side, place: Place) -> str:
    """The purse that pays for what is built in a place. Empty: the common budget."""
    if place in state.purses:
        return place
    found = (part.purse(world, state, side, place) for part in world.parts.purse)
    return next((purse for purse in found if purse in state.purses), "")


def check_price(world: World, state: HexState, side: Side, cost: Amount, place: Place = "") -> Refusal | None:
    purse = purse_of(world, state, side, place)
    if purse:
        left = state.purses[purse]
        if cost > left:
            why = (
                f"{world.title(purse)} has its own production: that costs {cost}, but only {left} are left there."
            )
            return world.refuse_by(_purse_rule(world, purse), why)
    elif cost > state.budget:
        return world.refuse("production.basic-costs", f"That costs {cost}, but you have only {state.budget} left.")
    return None


def _purse_rule(world: World, purse: str) -> str:
    """The rule that keeps a purse apart from the common budget."""
    rules = (part.purse_rule(purse) for part in world.parts.purse)
    return next(filter(None, rules), "production.independent-dominions")


def _check_sharing(world: World, state: HexState, side: Side, cost: Amount, place: Place) -> Refusal | None:
    """Whether units would be paid for with points that another country keeps to itself."""
    apart = max(state.purses, key=lambda purse: state.purses[purse], default="")
    if not apart or purse_of(world, state, side, place):
        return None
    if not state.budget < cost <= state.budget + state.purses[apart]:
        return None
    why = (
        f"That costs {cost}, but you have only {state.budget} left: "
        f"the {state.purses[apart]} of {world.title(apart)} can only be spent there."
    )
    return world.refuse_by(_purse_rule(world, apart), why)


def check_yard(world: World, state: HexState, side: Side, place: Place) -> Refusal | None:
    if place not in world.yards(side) and not purse_of(world, state, side, place):
        rule = world.setup(side).placement or "production.countries"
        return Refusal(
            world.full_id(rule), f"{world.title(place)} isn't in a country that can build these points."
        )
    if friendly(state, side, place) and state.repaired.get(place) and not undevastated(world, state, place):
        why = f"Production repaired in {world.title(place)} can be used from next turn."
        return world.refuse("production.repair-delay", why)
    if not friendly(state, side, place) or not undevastated(world, state, place):
        why = f"{world.title(place)} has no undevastated production for {world.the(side)}."
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
            return world.refuse("production.join-army", "There's no free counter for a new army.")
        return refusal
    if army.side != side or army.at != action.at:
        return world.refuse("production.join-army", f"{action.into} isn't in {world.title(action.at)}.")
    return check_merger(world, state, world.nation_at(side, action.at), army, points_of(action.kind, action.count))


def make_build(run: Unfolding, side: Side, action: Build) -> None:
    run.emit(
        Built(
            side=side,
            kind=action.kind,
            count=action.count,
            at=action.at,
            into=action.into,
            cost=whole(price(run.world, run.state, side, action.kind, action.at) * action.count),
            nation=run.world.nation_at(side, action.at),
            purse=_paying(run, side, action.at),
        )
    )


def _paying(run: Unfolding, side: Side, place: Place) -> str:
    """The purse to name in an event; empty if it is the place's own."""
    purse = purse_of(run.world, run.state, side, place)
    return "" if purse == place else purse


def check_repair(world: World, state: HexState, side: Side, action: Repair) -> Refusal | None:
    """Validate the repair of devastated production."""
    place = action.at
    if not friendly(state, side, place):
        return world.refuse("production.repair-cost", f"{world.title(place)} is not friendly.")
    if not 1 <= action.count <= state.devastated.get(place, 0):
        return world.refuse("production.repair-cost", f"There isn't that much to repair in {world.title(place)}.")
    barred = world.facts.beyond_repair
    rest = state.devastated[place] - action.count
    if barred is not None and side in barred.sides and rest < state.ruined.get(place, 0):
        why = f"Production devastated in {world.title(place)} at the start can't be repaired."
        return Refusal(world.full_id(barred.rule), why)
    if (
        place in world.facts.box_production
        and place not in world.home(side)
        and (_rebuilt(world, state, side) + action.count > CAPTURED_BOX)
    ):
        return world.refuse("production.siberia-captured", f"You can repair at most {CAPTURED_BOX} points there.")
    unaided = _unaided(world, state, side, place)
    cost = world.tables.repair_cost * action.count
    refusal = check_price(world, state, side, cost, "" if unaided else place)
    if refusal is None and not unaided and place not in full_supply(world, state, side):
        return world.refuse("production.repair-cost", f"{world.title(place)} is not in full supply.")
    return refusal


def _rebuilt(world: World, state: HexState, side: Side) -> int:
    """The undevastated part of the dated production that a side holds."""
    held = (place for place in world.facts.box_production if friendly(state, side, place))
    return sum(world.most_production(place) - state.devastated.get(place, 0) for place in held)


def make_repair(run: Unfolding, side: Side, action: Repair) -> None:
    cost = run.world.tables.repair_cost * action.count
    purse = "" if _unaided(run.world, run.state, side, action.at) else _paying(run, side, action.at)
    run.emit(Repaired(at=action.at, count=action.count, cost=cost, purse=purse))


def _unaided(world: World, state: HexState, side: Side, place: Place) -> bool:
    """Whether a side can repair a place without supply, from the common budget."""
    return any(place in part.mends(world, state, side) for part in world.parts.mends)


def check_fortify(world: World, state: HexState, side: Side, action: Fortify) -> Refusal | None:
    """Validate building fort points."""
    if not world.facts.forts:
        return world.refuse("production.barbarossa-types", "You can't build forts in this scenario.")
    if action.count < 1:
        return world.refuse("production.basic-costs", "Build at least one point.")
    if not friendly(state, side, action.at):
        return world.refuse("fort.placement", f"{world.title(action.at)} is not friendly.")
    if action.at not in state.forts:
        own = sum(fort.side == side for fort in state.forts.values())
        if own >= world.tables.fort_limit:
            why = f"{world.having(side)} {own} forts. Dismantle one to build another."
            return world.refuse("fort.limit-seven", why)
    cost = price(world, state, side, "fort", action.at) * action.count
    refusal = check_price(world, state, side, cost, action.at)
    if refusal is None and action.at not in full_supply(world, state, side):
        return world.refuse("fort.placement", f"{world.title(action.at)} is not in full supply.")
    return refusal


def make_fortify(run: Unfolding, side: Side, action: Fortify) -> None:
    cost = whole(price(run.world, run.state, side, "fort", action.at) * action.count)
    purse = _paying(run, side, action.at)
    run.emit(Fortified(side=side, at=action.at, count=action.count, cost=cost, purse=purse))


def check_dismantle(world: World, state: HexState, side: Side, action: Dismantle) -> Refusal | None:
    """Validate dismantling a fort."""
    fort = state.forts.get(action.at)
    if fort is None or fort.side != side:
        return world.refuse("fort.limit-seven", f"{world.having(side)} no fort in {action.at}.")
    return None


def make_dismantle(run: Unfolding, action: Dismantle) -> None:
    run.emit(FortFell(at=action.at))


def legal_spending(
    world: World, state: HexState, side: Side, shuffle: Random | None, more: tuple[Action, ...] = ()
) -> Iterator[Action]:
    """One point of each kind in every place that can take it, each repair of one point, forts to dismantle, and
    those of ``more`` that the parts offering them allow."""
    found: list[Action] = []
    for place in sorted(world.yards(side) | _apart(world, state, side)):
        if friendly(state, side, place):
            hosts = [name for name, army in state.armies_at(place)]
            fresh = free_counters(world, state, side, world.nation_at(side, place))[:1]
            found += [Build(kind, 1, place, name) for name in (*hosts, *fresh) for kind in world.facts.kinds]
    found += [Repair(place) for place in state.devastated if friendly(state, side, place)]
    if world.facts.forts and state.budget >= world.tables.fort_cost:
        found += [Fortify(place) for place, holder in state.control.items() if holder == side]
    found += [Dismantle(place) for place, fort in state.forts.items() if fort.side == side]
    found += more
    if shuffle:
        shuffle.shuffle(found)
    for action in found:
        part = world.parts.by_action.get(type(action))
        if part is None:
            refusal = check_spending(world, state, side, action)
        else:
            refusal = check_priorities(world, state, side, action) or part.check(world, state, side, action)
        if refusal is None:
            yield action


def _apart(world: World, state: HexState, side: Side) -> frozenset[Place]:
    """Places paid for from a purse instead of the common budget."""
    if not world.parts.purse:
        return frozenset()
    return frozenset(place for place in world.productive if purse_of(world, state, side, place))


def check_over(world: World, state: HexState, side: Side) -> Refusal | None:
    """The rule that keeps the Production Phase from ending."""
    return next(filter(None, (part.lingers(world, state, side) for part in world.parts.lingers)), None)


def check_priorities(world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
    """A part's rule against spending production this way."""
    return next(filter(None, (part.spends(world, state, side, action) for part in world.parts.spends)), None)


def check_spending(world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
    """Validate anything done with production."""
    refusal = check_priorities(world, state, side, action)
    if refusal is not None:
        return refusal
    match action:
        case Build():
            return check_build(world, state, side, action)
        case Repair():
            return check_repair(world, state, side, action)
        case Fortify():
            return check_fortify(world, state, side, action)
        case Dismantle():
            return check_dismantle(world, state, side, action)
    raise TypeError(f"{action} spends nothing")


def spend(run: Unfolding, side: Side, action: Spending) -> None:
    """Carry out an action that spends production."""
    for part in run.world.parts.spending:
        part.spending(run, side, action)
    match action:
        case Build():
            make_build(run, side, action)
        case Repair():
            make_repair(run, side, action)
        case Fortify():
            make_fortify(run, side, action)
        case Dismantle():
            make_dismantle(run, action)
