"""Leaders: markers for the armies that attack most, and which one to return when there are too many."""

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.deployment import Step
from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.parts.leaders import STAFF, AssignLeader, Leaders, ReturnLeader
from sandtable.hexes.state import Name


def staff(outlook: Outlook) -> Step | None:
    """The next marker to draw or to return; None if there is nothing to change."""
    leaders = Leaders.of(outlook.world)
    if leaders is None:
        return None
    state, side = outlook.state, outlook.side
    there = leaders.in_play(state, side)
    if len(there) > leaders.allowed(outlook.world, state, side):
        known = STAFF.of(state).led
        name = min(there, key=lambda name: (name in known, *_drive(outlook, name)))
        return Step(ReturnLeader(name), Reason("There are fewer points to lead"))
    for name in sorted(
        (name for name, _ in state.armies_of(side)), key=lambda name: _drive(outlook, name), reverse=True
    ):
        if leaders.check(outlook.world, state, side, AssignLeader(name)) is None:
            return Step(AssignLeader(name), Reason("It attacks most"))
    return _staff_fleets(outlook, leaders)


def _staff_fleets(outlook: Outlook, leaders: Leaders) -> Step | None:
    """The next marker to draw for a fleet, or to return: large fleets first."""
    state, side = outlook.state, outlook.side
    there = leaders.in_play(state, side, "naval")
    if len(there) > leaders.allowed(outlook.world, state, side, "naval"):
        known = STAFF.of(state).led
        name = min(there, key=lambda name: (name in known, state.fleets[name].ships, name))
        return Step(ReturnLeader(name), Reason("There are fewer ships to lead"))
    own = [name for name, fleet in state.fleets.items() if fleet.side == side]
    for name in sorted(own, key=lambda name: (-state.fleets[name].ships, name)):
        if leaders.check(outlook.world, state, side, AssignLeader(name)) is None:
            return Step(AssignLeader(name), Reason("It is the largest fleet"))
    return None


def _drive(outlook: Outlook, name: Name) -> tuple[int, int, Name]:
    """How much an army attacks, judging by its points."""
    points = outlook.state.armies[name].points
    return points.mechanized, points.total, name
