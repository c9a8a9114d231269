"""Production as a table sees it: what is counted, what it can pay for, and where."""

from collections.abc import Iterable, Iterator

from sandtable.core.refusal import Refusal
from sandtable.guides.hexes import questions as ask
from sandtable.guides.hexes.reach import room_in
from sandtable.hexes.actions import Fortify, HexAction, Lend, Repair
from sandtable.hexes.family import HexGame
from sandtable.hexes.production import count_production
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import free_counters, friendly, undevastated
from sandtable.hexes.supplying import full_supply, supply_of
from sandtable.hexes.world import World


def works_of(game: HexGame, state: HexState, question: ask.Works) -> ask.WorksAnswer | Refusal:
    """All that a side can do with its production."""
    world, side = game.world(state), question.side
    if side not in world.order:
        return world.refuse("setup.sides", f"{side!r} has no part in this scenario.")
    tables, facts = world.tables, world.facts
    own = state.phase == "production" and state.side == side
    budget = state.budget if own else 0
    held = world.setup(side).withheld
    forts = sum(fort.side == side for fort in state.forts.values())
    terms = facts.lend_lease
    return ask.WorksAnswer(
        side=side,
        sources=tuple(_sources(world, state, side)),
        counted=count_production(world, state, side),
        withheld=held.points if held is not None else 0,
        lent=state.lent.get(side, 0),
        budget=budget,
        wares=tuple(
            ask.Ware(kind, tables.cost[kind], budget // tables.cost[kind])
            for kind in facts.kinds
            if kind in tables.cost
        ),
        yards=tuple(_yards(world, state, side)),
        counters=tuple(free_counters(world, state, side)),
        repairs=tuple(
            _sites(game, state, side, ((Repair(place), place, tables.repair_cost) for place in state.devastated))
        ),
        forts=tuple(
            _sites(game, state, side, ((Fortify(place), place, tables.fort_cost) for place in state.forts))
        ),
        forts_left=max(0, tables.fort_limit - forts) if facts.forts else 0,
        fort_places=tuple(
            place
            for place in (full_supply(world, state, side) if facts.forts and budget >= tables.fort_cost else ())
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
        points = world.production(place, state.turn)
        if holder == side and points:
            level, whole = supply.of(place), undevastated(world, state, place)
            yield ask.Source(place, points, points - whole, level, whole if level == "full" else 0)


def _yards(world: World, state: HexState, side: Side) -> Iterator[ask.Yard]:
    for place in sorted(world.yards(side), key=lambda place: world.board.number[place]):
        if friendly(state, side, place) and undevastated(world, state, place):
            armies = tuple(name for name, army in state.armies_at(place) if army.side == side)
            yield ask.Yard(place, room_in(world, state, place), armies)


def _sites(
    game: HexGame, state: HexState, side: Side, orders: Iterable[tuple[HexAction, Place, int]]
) -> Iterator[ask.Site]:
    """Those orders that could be given now."""
    for action, place, cost in orders:
        if game.check(state, side, action) is None:
            yield ask.Site(place, _most(game, state, side, action, state.budget // cost), action)


def _most(game: HexGame, state: HexState, side: Side, action: HexAction, limit: int) -> int:
    """How many points at once would still be allowed."""
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
