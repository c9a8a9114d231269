"""Production: what is counted, what it can pay for, and where."""

from collections.abc import Iterable, Iterator

from sandtable.core.refusal import Refusal
from sandtable.guides.hexes import questions as ask
from sandtable.guides.hexes.reach import room_in
from sandtable.hexes.actions import Fortify, HexAction, Repair
from sandtable.hexes.family import HexGame
from sandtable.hexes.movement import check_merger
from sandtable.hexes.parts.lend_lease import Lend, LendLease
from sandtable.hexes.production import count_production, price, purse_of
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import free_counters, friendly, production_now, undevastated
from sandtable.hexes.strength import Amount
from sandtable.hexes.supplying import full_supply, supply_of
from sandtable.hexes.world import World


def production_of(game: HexGame, state: HexState, question: ask.Production) -> ask.ProductionAnswer | Refusal:
    """All that a side can do with its production."""
    world, side = game.world(state), question.side
    if side not in world.order:
        return world.refuse("setup.sides", f"{side!r} has no part in this scenario.")
    tables, facts = world.tables, world.facts
    wall = price(world, state, side, "fort", "")
    own = state.phase == "production" and state.side == side
    budget = state.budget if own else 0
    held = world.setup(side).withheld
    forts = sum(fort.side == side for fort in state.forts.values())
    lending = LendLease.of(world)
    terms = lending.settings if lending is not None else None
    return ask.ProductionAnswer(
        side=side,
        sources=tuple(_sources(world, state, side)),
        counted=count_production(world, state, side),
        withheld=held.points if held is not None else 0,
        lent=state.lent.get(side, 0),
        budget=budget,
        wares=tuple(
            ask.Ware(kind, cost, int(budget // cost))
            for kind in facts.kinds
            if kind in tables.cost
            for cost in (price(world, state, side, kind, ""),)
        ),
        yards=tuple(_yards(world, state, side)),
        counters=tuple(free_counters(world, state, side)),
        repairs=tuple(
            _sites(game, state, side, ((Repair(place), place, tables.repair_cost) for place in state.devastated))
        ),
        forts=tuple(_sites(game, state, side, ((Fortify(place), place, wall) for place in state.forts))),
        forts_left=max(0, tables.fort_limit - forts) if facts.forts else 0,
        fort_places=tuple(
            place
            for place in (full_supply(world, state, side) if facts.forts and budget >= wall else ())
            if place not in state.forts and game.check(state, side, Fortify(place)) is None
        ),
        depots=tuple(
            _sites(game, state, side, ((Lend(place, 1), place, 1) for place in (terms.depots if terms else ())))
        ),
    )


def _sources(world: World, state: HexState, side: Side) -> Iterator[ask.Source]:
    """The production of a side, place by place."""
    supply = supply_of(world, state, side)
    for place, holder in state.control.items():
        points = production_now(world, state, place)
        if holder == side and points:
            level, whole = supply.of(place), undevastated(world, state, place)
            yield ask.Source(place, points, points - whole, level, whole if level == "full" else 0)


def _yards(world: World, state: HexState, side: Side) -> Iterator[ask.Yard]:
    apart = {place for place in world.productive if purse_of(world, state, side, place)} if state.purses else set()
    for place in sorted(world.yards(side) | apart, key=lambda place: world.board.number[place]):
        if friendly(state, side, place) and undevastated(world, state, place):
            nation = world.nation_at(side, place)
            armies = tuple(
                name
                for name, army in state.armies_at(place)
                if army.side == side and check_merger(world, state, nation, army) is None
            )
            yield ask.Yard(place, room_in(world, state, place), armies, _left(world, state, side, place))


def _left(world: World, state: HexState, side: Side, place: Place) -> Amount:
    """What may be spent in a place."""
    if state.phase != "production" or state.side != side:
        return 0
    return state.purses.get(purse_of(world, state, side, place), state.budget)


def _sites(
    game: HexGame, state: HexState, side: Side, orders: Iterable[tuple[HexAction, Place, Amount]]
) -> Iterator[ask.Site]:
    """The orders that are legal now."""
    for action, place, cost in orders:
        if game.check(state, side, action) is None:
            limit = int(_left(game.world(state), state, side, place) // cost)
            yield ask.Site(place, _most(game, state, side, action, limit), action)


def _most(game: HexGame, state: HexState, side: Side, action: HexAction, limit: int) -> int:
    """The most points allowed at once."""
    most = 1
    while most < limit and game.check(state, side, _more(action, most + 1)) is None:
        most += 1
    return most


def _more(action: HexAction, count: int) -> HexAction:
    match action:
        case Repair():
            return Repair(action.at, count)
        case Fortify():
            return Fortify(action.at, count)
        case Lend():
            return Lend(action.at, count)
        case _:
            return action
