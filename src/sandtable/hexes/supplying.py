"""What supply means in a turn: who is bound when it begins, and who is lost when its Combat Phase is over."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.hexes.events import SupplyFailed
from sandtable.hexes.sealanes import supplying
from sandtable.hexes.shipping import fleets_by_sea, friendly_places
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.status import undevastated
from sandtable.hexes.supply import Position, Supply, trace
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

CLOSE = 3
"""How far a supplied army may stand from a hex that falls to its side."""


def position_of(world: World, state: HexState, side: Side) -> Position:
    """What tracing supply asks of a position."""
    friendly = friendly_places(state, side)
    sources = frozenset(place for place in friendly & world.productive if source(world, state, place))
    return Position(
        friendly=friendly,
        home=sources & world.home(side),
        sources=sources,
        seas=supplying(world.setup(side), fleets_by_sea(world, state, side)),
        marked=frozenset(state.marked),
        beachheads=frozenset(state.beachheads),
    )


def supply_of(world: World, state: HexState, side: Side) -> Supply:
    """The supply of every friendly place of a side."""
    return traced(world, position_of(world, state, side))


def traced(world: World, position: Position) -> Supply:
    """The supply of a position in a world."""
    return trace(world.board, world.waters, world.tables.terrain, position)


def full_supply(world: World, state: HexState, side: Side) -> frozenset[Place]:
    """The friendly places in full supply."""
    return supply_of(world, state, side).at("full")


def any_supply(world: World, state: HexState, side: Side) -> frozenset[Place]:
    """The friendly places in full supply or in defence supply."""
    supply = supply_of(world, state, side)
    return supply.at("full") | supply.at("defence")


def source(world: World, state: HexState, place: Place) -> bool:
    """Whether a place has an undevastated production point, be it one that does not produce yet."""
    lost = state.devastated.get(place, 0) + state.repaired.get(place, 0)
    return world.most_production(place) > lost


def bound_places(world: World, state: HexState, side: Side) -> tuple[Place, ...]:
    """Where armies of a side have no full supply now."""
    fed = full_supply(world, state, side)
    return tuple(sorted({army.at for _, army in state.armies_of(side)} - fed))


def starved_fleets(world: World, state: HexState, side: Side) -> tuple[Name, ...]:
    """Fleets of a side without any supply: all that they can do in its turn is to change base."""
    own = {name: fleet.at for name, fleet in state.fleets.items() if fleet.side == side}
    fed = any_supply(world, state, side) if own else frozenset()
    return tuple(sorted(name for name, base in own.items() if base not in fed))


def check_supply(run: Unfolding, side: Side) -> None:
    """The check at the end of a side's Combat Phase."""
    world, state = run.world, run.state
    fed = any_supply(world, state, side)
    lost = tuple(sorted(place for place, holder in state.control.items() if holder == side and place not in fed))
    if not lost:
        return
    armies = tuple(sorted(name for name, army in state.armies_of(side) if army.at in lost))
    forts = tuple(place for place in lost if place in state.forts)
    captured: dict[Place, Side] = {}
    dice: list[int] = []
    claims = {
        other: set(_claimed(world, state, other, lost)) for other in world.order if world.hostile(other, side)
    }
    for place in lost:
        takers = [other for other, places in claims.items() if place in places]
        if len(takers) > 1:
            takers = _nearest(world, state, place, takers)
        if len(takers) > 1:
            die = run.roll()
            dice.append(die)
            takers = takers[:1] if die <= 3 else takers[1:]
        if takers:
            captured[place] = takers[0]
    if armies or forts or captured:
        run.emit(SupplyFailed(places=lost, armies=armies, forts=forts, captured=captured, dice=tuple(dice)))


def _claimed(world: World, state: HexState, side: Side, lost: tuple[Place, ...]) -> Iterator[Place]:
    """Hexes that fall which a side could take: it can supply them, and a supplied army stands close by."""
    falling = frozenset(lost)
    position = position_of(world, state, side)
    supply = traced(world, replace(position, friendly=position.friendly | falling))
    starts = {army.at for _, army in state.armies_of(side) if supply.of(army.at) != "none"}
    distance: dict[Place, int] = dict.fromkeys(starts, 0)
    edge = list(starts)
    while edge:
        here = edge.pop(0)
        if distance[here] == CLOSE:
            continue
        for near in world.near(here):
            if near not in distance and (state.control.get(near) == side or near in falling):
                distance[near] = distance[here] + 1
                edge.append(near)
    for place in lost:
        if place in distance and supply.of(place) != "none":
            yield place


def _nearest(world: World, state: HexState, place: Place, takers: list[Side]) -> list[Side]:
    """Those whose nearest undevastated production point is closest."""
    far = {side: _distance(world, state, place, side) for side in takers}
    least = min(far.values())
    return [side for side in takers if far[side] == least]


def _distance(world: World, state: HexState, place: Place, side: Side) -> int:
    sources = (p for p, holder in state.control.items() if holder == side and undevastated(world, state, p))
    return min((world.board.distance(place, other) for other in sources), default=10_000)
