"""What must hold after every event of every hex game, whatever was played."""

from collections import Counter
from collections.abc import Iterator

from sandtable.hexes import events as ev
from sandtable.hexes.opening import armies_at_start
from sandtable.hexes.parts.fleets.memory import NAVY
from sandtable.hexes.parts.fleets.transport import TroopsSunk
from sandtable.hexes.parts.home_forces import (
    HomeForcesCalled,
    HomeForcesGone,
    HomeForcesPlaced,
    HomeForcesTurned,
)
from sandtable.hexes.parts.paratroops import Dropped
from sandtable.hexes.parts.pledged_army import PointsStarved
from sandtable.hexes.parts.politics import events as politics
from sandtable.hexes.parts.politics.memory import AFFAIRS
from sandtable.hexes.parts.replenishment import UnitStationed
from sandtable.hexes.parts.shipping_points.memory import SHIPPING
from sandtable.hexes.parts.tactical_air.events import AirFought, Ferried
from sandtable.hexes.parts.works import PortMade
from sandtable.hexes.state import Army, HexState
from sandtable.hexes.status import crowded, irregular
from sandtable.hexes.strength import Points, points_of
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
        case Dropped() | PortMade() | UnitStationed():
            _used_up(census, before, event)
        case AirFought():
            for name, count in event.lost.items():
                _add(census, before.armies[name].side, points_of("tac_air", count), -1)
        case Ferried() if event.lost:
            _add(census, before.armies[event.army].side, points_of("tac_air", event.lost), -1)
        case HomeForcesCalled() | HomeForcesPlaced() | HomeForcesGone() | HomeForcesTurned():
            _at_home(census, before, event)
        case TroopsSunk():
            _add(census, _shipper(before), event.points, -1)
        case PointsStarved():
            _add(census, before.armies[event.army].side, event.points, -1)
        case politics.Reinforced():
            _add(census, event.side, event.points)
        case politics.Forfeited():
            for points in event.armies.values():
                _add(census, event.side, points, -1)
        case politics.ArmyReplaced():
            army = before.armies[event.army]
            _add(census, army.side, army.points, -1)
            _add(census, event.side, army.points)
        case politics.CountrySurrendered():
            for name in event.lost:
                _add(census, before.armies[name].side, before.armies[name].points, -1)
            for place in before.forts:
                if place in event.taken:
                    _walls(census, before, place)
    return census


def _used_up(census: Census, before: HexState, event: Dropped | PortMade | UnitStationed) -> None:
    """Points that are lost with a failed drop, become a port, or replenish a fleet."""
    if isinstance(event, UnitStationed):
        _add(census, event.unit.side, points_of("amphibious", event.unit.count), -1)
        return
    side = before.armies[event.army].side
    if isinstance(event, PortMade):
        _add(census, side, points_of("amphibious"), -1)
    elif event.lost:
        _add(census, side, points_of("paratroop", event.count), -1)


def _shipper(before: HexState) -> str:
    """Whose troops are at sea."""
    shipment = NAVY.of(before).voyages[-1].shipment
    assert shipment is not None, "no troops are at sea"
    return shipment.side


def _at_home(census: Census, before: HexState, event: ev.HexEvent) -> None:
    """How home forces come, go, and change sides."""
    match event:
        case HomeForcesCalled():
            census[event.side, "fort"] += sum(event.forts.values())
        case HomeForcesPlaced():
            census[event.side, "infantry"] += event.count
        case HomeForcesGone() if event.standing:
            for name in event.armies:
                _add(census, before.armies[name].side, before.armies[name].points, -1)
        case HomeForcesTurned():
            for name in event.armies:
                _add(census, before.armies[name].side, before.armies[name].points, -1)
                _add(census, event.side, before.armies[name].points)
            for place in event.forts:
                _walls(census, before, place)
                census[event.side, "fort"] += before.forts[place].points + before.forts[place].building


def _walls(census: Census, before: HexState, place: str) -> None:
    fort = before.forts[place]
    census[fort.side, "fort"] -= fort.points + fort.building


def conserved(before: HexState, event: ev.HexEvent, after: HexState) -> bool:
    """Whether points are gained and lost only as the event says."""
    expected = census_of(before)
    expected.update(change(before, event))
    return {k: n for k, n in expected.items() if n} == dict(census_of(after))


def _replaced(world: World, state: HexState, army: Army) -> bool:
    """Whether an army stands in an unaligned country that is attacked in this phase, and defends it."""
    country = world.realm(world.country_of[army.at])
    return army.at not in state.control and country in AFFAIRS.of(state).violated


def broken(world: World, state: HexState) -> Iterator[str]:
    """What does not fit together in a position between two decisions."""
    displaced = state.combat.displaced if state.combat is not None else ()
    # The army of a neutral goes over under its own counter where no other is free.
    start = world.scenario.control
    at_start = {side: armies_at_start(world, side) for side in world.order}
    waiting = [n for own in at_start.values() for n, army in own.items() if army.at not in start]
    for name, army in state.armies.items():
        if not army.points.sound or not army.points.total:
            yield f"{name} holds {army.points}"
        if name not in world.counters(army.side) and name not in waiting and not irregular(world, state, name):
            yield f"{name} is no counter of {army.side}"
        holder = state.control.get(army.at)
        waits = holder is None and name in at_start[army.side]
        waits = waits or (holder is None and irregular(world, state, name))
        if name not in displaced and holder != army.side and not (waits or _replaced(world, state, army)):
            yield f"{name} stands in {army.at}, which is {state.control.get(army.at)}'s"
    for side in world.order:
        own = [name for name, _ in state.armies_of(side) if name not in waiting]
        # Where powers of a side have record sheets of their own, it has their counters as well.
        most = 12 + len(world.setup(side).counters)
        if sum(not irregular(world, state, name) for name in own) > most:
            yield f"{side} has more than {most} armies"
        if state.phase == "combat" and state.combat is not None and state.combat.step == "announce":
            yield from (
                f"{side} overstacks {place}" for place in crowded(world, state, side) if side == state.side
            )
    for place, fort in state.forts.items():
        if state.control.get(place, fort.side) != fort.side or fort.points + fort.building < 1:
            yield f"the fort in {place} is wrong: {fort}"
    for place, points in state.devastated.items():
        if not 0 < points <= world.most_production(place):
            yield f"{points} production points are devastated in {place}"
    for place, holder in state.control.items():
        if holder not in world.order or not world.in_play(place):
            yield f"{place} is held by {holder}"
    for side, held in SHIPPING.of(state).sides.items():
        stands = [*held.free.items(), *((route.frm, route.used) for route in held.routes.values())]
        for place, points in stands:
            if points < 1 or state.control.get(place) != side:
                yield f"{points} shipping points of {side} stand in {place}"
    if state.budget < 0:
        yield f"the budget is {state.budget}"
    if state.phase != "combat" and state.ungarrisoned:
        yield f"{state.ungarrisoned} have no garrison outside combat"
