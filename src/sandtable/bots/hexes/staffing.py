"""Leaders for the armies that attack most, which one to return, and weather reports for the strongest attack."""

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.deployment import Step
from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.parts.leaders import STAFF, AssignLeader, Leaders, ReturnLeader
from sandtable.hexes.parts.weather_reports import UseReports, WeatherReports
from sandtable.hexes.state import Combat, Name


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
    return None


def _drive(outlook: Outlook, name: Name) -> tuple[int, int, Name]:
    """How much an army attacks, judging by its points."""
    points = outlook.state.armies[name].points
    return points.mechanized, points.total, name


def brief(outlook: Outlook, combat: Combat) -> Step | None:
    """Weather reports for the strongest army that they help."""
    part, state, side = WeatherReports.of(outlook.world), outlook.state, outlook.side
    armies = {attack.army for attack in combat.attacks if attack.army in state.armies}
    for name in sorted(armies, key=lambda one: (-state.armies[one].points.total, one)) if part is not None else ():
        order = UseReports(name)
        if part is not None and part.check(outlook.world, state, side, order) is None:
            return Step(order, Reason("Its dice are better"))
    return None
