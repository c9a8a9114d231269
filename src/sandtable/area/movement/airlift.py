"""Airlift: in the noncombat move an air unit carries one land unit to a friendly territory."""

from collections.abc import Iterator

from sandtable.area.actions import Airlift, Pick
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.air import AirCourse
from sandtable.area.movement.course import Reached, judge, reach
from sandtable.area.movement.landing import safe_territories
from sandtable.area.movement.muster import muster
from sandtable.area.state import AreaState
from sandtable.area.status import own_at
from sandtable.area.team_events import Airlifted
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def _idle(state: AreaState, power: Power, space: str, unit: str) -> Piece | None:
    """A unit that has neither moved nor fought."""
    return next(
        (p for p, _ in own_at(state, power, space) if p.unit == unit and not (p.moved or p.used or p.landed)), None
    )


def check_airlift(world: World, state: AreaState, power: Power, action: Airlift, combat: bool) -> Refusal | None:
    """Nothing if the unit may be carried so, otherwise the rule against it."""
    if combat:
        return world.refuse("ncm.airlift", "Units are carried through the air in the noncombat move only.")
    if not action.path or action.drop not in action.path[1:]:
        return world.refuse("ncm.airlift", "Say where the unit is set down on the way.")
    for unit in (action.unit, action.passenger):
        group = muster(world, state, power, action.path[0], Pick(unit))
        if isinstance(group, Refusal):
            return group
    if action.passenger not in world.units[action.unit].lifts:
        carrier, other = world.units[action.unit].name, world.units[action.passenger].name
        return world.refuse("ncm.airlift-limits", f"A {carrier} carries no {other}.")
    flyer = _idle(state, power, action.path[0], action.unit)
    if flyer is None or _idle(state, power, action.path[0], action.passenger) is None:
        return world.refuse(
            "ncm.airlift-limits", "Who has moved or fought this turn neither carries nor is carried."
        )
    shut = world.shut_out(power, action.drop, state.opened)
    if shut:
        return shut
    if action.drop not in safe_territories(world, state, power):
        return world.refuse("ncm.airlift-limits", f"{action.drop} was not friendly when the turn began.")
    return judge(AirCourse(world, state, flyer, combat=False), action.path)


def make_airlift(run: Unfolding, power: Power, action: Airlift) -> None:
    """Carry the unit."""
    start = action.path[0]
    flyer = _idle(run.state, power, start, action.unit)
    passenger = _idle(run.state, power, start, action.passenger)
    if flyer is None or passenger is None:
        raise ValueError("the airlift was not checked")
    run.emit(Airlifted(flyer=flyer, passenger=passenger, path=action.path, drop=action.drop))


def offers(world: World, state: AreaState, power: Power) -> Iterator[Airlift]:
    """Every way to carry a unit and stay with it."""
    for space in state.stacks:
        for unit, kind in world.units.items():
            flyer = _idle(state, power, space, unit) if kind.lifts else None
            if flyer is None:
                continue
            ways = reach(AirCourse(world, state, flyer, combat=False), space, world.board.roads)
            for passenger in kind.lifts:
                for there, way in ways.items():
                    if isinstance(way, Reached):
                        order = Airlift(unit, passenger, way.path, there)
                        if check_airlift(world, state, power, order, combat=False) is None:
                            yield order
