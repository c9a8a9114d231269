"""The effects of supply: armies that can't act when a turn begins, and losses when its Combat Phase ends."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.hexes.events import SupplyFailed
from sandtable.hexes.sealanes import supplying
from sandtable.hexes.shipping import fleets_by_sea, friendly_places, rights
from sandtable.hexes.state import Army, HexState, Name, Place, Side
from sandtable.hexes.status import undevastated
from sandtable.hexes.supply import Position, Supply, trace
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

CLOSE = 3
"""How close a supplied army must be for its side to take a hex that falls."""


def position_of(world: World, state: HexState, side: Side) -> Position:
    """The facts about a position that tracing supply needs."""
    friendly = friendly_places(state, side)
    sources = frozenset(place for place in friendly & world.productive if source(world, state, place))
    return Position(
        friendly=friendly,
        home=sources & world.home(side),
        sources=sources,
        seas=supplying(rights(world, state, side), fleets_by_sea(world, state, side)),
        marked=frozenset(state.marked),
        beachheads=frozenset(state.beachheads),
        paved=frozenset(state.roads),
        ground=world.ground,
        shores=frozenset(place for part in world.parts.shores for place in part.shores(world, state, side)),
        links=links_of(world, state, side),
    )


def links_of(world: World, state: HexState, side: Side) -> tuple[frozenset[Place], ...] | None:
    """Groups of ports between which a side's supply goes by sea. None: wherever it may use the sea."""
    if not world.parts.linked:
        return None
    return tuple(group for part in world.parts.linked for group in part.linked(world, state, side))


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
    """Whether a place has an undevastated production point, even one that doesn't produce yet."""
    lost = state.devastated.get(place, 0) + state.repaired.get(place, 0)
    return world.most_production(place) > lost


def bound_places(world: World, state: HexState, side: Side) -> tuple[Place, ...]:
    """Places where a side's armies lack full supply now."""
    fed = full_supply(world, state, side)
    armies = [(name, army) for name, army in state.armies_of(side) if army.at in state.control]
    # If one army needs no source, the others are checked one by one.
    sustained = {army.at for name, army in armies if sustained_alone(world, state, name, army)}
    return tuple(sorted({army.at for _, army in armies} - fed - sustained))


def sustained_alone(world: World, state: HexState, name: Name, army: Army) -> bool:
    """Whether an army is in full supply without a source."""
    return any(part.sustains(world, state, name, army) for part in world.parts.sustains)


def bound_armies(world: World, state: HexState, side: Side, cut_off: tuple[Place, ...]) -> tuple[Name, ...]:
    """A side's armies without full supply in places that aren't cut off: not every source supplies every
    nation, and some armies need none."""
    if not world.parts.fed_from and not world.parts.sustains:
        return ()
    position = position_of(world, state, side)
    found: list[Name] = []
    armies = [
        (name, army)
        for name, army in state.armies_of(side)
        if army.at not in cut_off and not sustained_alone(world, state, name, army)
    ]
    if world.parts.sustains:
        fed = traced(world, position).at("full")
        found += [name for name, army in armies if army.at in state.control and army.at not in fed]
    for nation in sorted({army.nation for _, army in armies}):
        home = position.home
        for part in world.parts.fed_from:
            home = part.fed_from(world, state, nation, home)
        if home != position.home:
            fed = traced(world, replace(position, home=home)).at("full")
            found += [name for name, army in armies if army.nation == nation and army.at not in fed]
    return tuple(sorted(set(found)))


def starved_fleets(world: World, state: HexState, side: Side) -> tuple[Name, ...]:
    """A side's fleets without any supply: they can only change base in its turn."""
    own = {name: fleet.at for name, fleet in state.fleets.items() if fleet.side == side}
    fed = any_supply(world, state, side) if own else frozenset()
    for part in world.parts.harbours if own else ():
        fed |= part.harbours(world, state, side)
    return tuple(sorted(name for name, base in own.items() if base not in fed))


def check_supply(run: Unfolding, side: Side) -> None:
    """The check at the end of a side's Combat Phase."""
    world, state = run.world, run.state
    fed = any_supply(world, state, side).union(*(part.spared(world, state, side) for part in world.parts.spared))
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
    """Falling hexes that a side could take: it can supply them, and has a supplied army close by."""
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
    """The sides whose nearest undevastated production point is closest."""
    far = {side: _distance(world, state, place, side) for side in takers}
    least = min(far.values())
    return [side for side in takers if far[side] == least]


def _distance(world: World, state: HexState, place: Place, side: Side) -> int:
    sources = (p for p, holder in state.control.items() if holder == side and undevastated(world, state, p))
    return min((world.board.distance(place, other) for other in sources), default=10_000)
