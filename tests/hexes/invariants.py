"""What must hold after every event of every hex game, whatever was played."""

from collections import Counter
from collections.abc import Iterator

from sandtable.hexes import events as ev
from sandtable.hexes.state import HexState
from sandtable.hexes.status import crowded
from sandtable.hexes.strength import Points
from sandtable.hexes.world import World

Census = Counter[tuple[str, str]]


def census_of(state: HexState) -> Census:
    """Points by side and kind, forts and what is still to be deployed included."""
    census: Census = Counter()
    for army in state.armies.values():
        _add(census, army.side, army.points)
    for fort in state.forts.values():
        census[fort.side, "fort"] += fort.points + fort.building
    for side, points in state.reserve.items():
        _add(census, side, points)
    return +census


def _add(census: Census, side: str, points: Points, sign: int = 1) -> None:
    for kind, count in points.items():
        census[side, kind] += sign * count


def change(before: HexState, event: ev.HexEvent) -> Census:
    """How an event says that the number of points changes."""
    census: Census = Counter()
    match event:
        case ev.Built():
            census[event.side, event.kind] += event.count
        case ev.Fortified():
            census[event.side, "fort"] += event.count
        case ev.Converted():
            side = before.armies[event.army].side
            census[side, "amphibious"] -= event.count
            census[side, "infantry"] += event.count
        case ev.Disbanded():
            _add(census, before.armies[event.army].side, event.points, -1)
        case ev.Lost():
            for points in event.armies.values():
                _add(census, event.side, points, -1)
            census[event.side, "fort"] -= event.fort_points
        case ev.Eliminated():
            _add(census, before.armies[event.army].side, before.armies[event.army].points, -1)
        case ev.FortFell():
            _walls(census, before, event.at)
        case ev.Advanced() if event.captured and event.to in before.forts:
            _walls(census, before, event.to)
        case ev.SupplyFailed():
            for name in event.armies:
                _add(census, before.armies[name].side, before.armies[name].points, -1)
            for place in event.forts:
                _walls(census, before, place)
    return census


def _walls(census: Census, before: HexState, place: str) -> None:
    fort = before.forts[place]
    census[fort.side, "fort"] -= fort.points + fort.building


def conserved(before: HexState, event: ev.HexEvent, after: HexState) -> bool:
    """Whether points are gained and lost only as the event says."""
    expected = census_of(before)
    expected.update(change(before, event))
    return {k: n for k, n in expected.items() if n} == dict(census_of(after))


def broken(world: World, state: HexState) -> Iterator[str]:
    """What does not fit together in a position between two decisions."""
    displaced = state.combat.displaced if state.combat is not None else ()
    for name, army in state.armies.items():
        if not army.points.sound or not army.points.total:
            yield f"{name} holds {army.points}"
        if name not in world.counters(army.side):
            yield f"{name} is no counter of {army.side}"
        if name not in displaced and state.control.get(army.at) != army.side:
            yield f"{name} stands in {army.at}, which is {state.control.get(army.at)}'s"
    for side in world.order:
        if sum(1 for _ in state.armies_of(side)) > 12:
            yield f"{side} has more than twelve armies"
        if state.phase == "combat" and state.combat is not None and state.combat.step == "announce":
            yield from (
                f"{side} overstacks {place}" for place in crowded(world, state, side) if side == state.side
            )
    for place, fort in state.forts.items():
        if state.control.get(place) != fort.side or fort.points + fort.building < 1:
            yield f"the fort in {place} is wrong: {fort}"
    for place, points in state.devastated.items():
        if not 0 < points <= world.most_production(place):
            yield f"{points} production points are devastated in {place}"
    for place, holder in state.control.items():
        if holder not in world.order or not world.in_play(place):
            yield f"{place} is held by {holder}"
    if state.budget < 0:
        yield f"the budget is {state.budget}"
    if state.phase != "combat" and state.bare:
        yield f"{state.bare} have no garrison outside combat"
