"""Harbours: the warships that can meet new ships where those enter play.

New ships are placed after the noncombat move, so a fleet within reach can be there first. Without it a power whose
transports were sunk would never buy others: each one alone would only be a target.
"""

from collections.abc import Iterable

from sandtable.bots.planner.assault import Key
from sandtable.bots.planner.reach import Reach
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import Force


def harbours(
    stance: Stance, reach: Reach, ports: Iterable[int], busy: dict[Key, float] | None = None
) -> dict[int, Force]:
    """The power's ships and planes that can come to each zone off some territories; ``busy``: who attacks."""
    terrain, roster = stance.terrain, stance.terrain.roster
    zones = {zone for port in ports for zone in terrain.coasts[port] if terrain.is_sea[zone]}
    free = [
        (stack, number)
        for stack in reach.stacks
        if (number := stack.number - (busy or {}).get((stack.space, stack.unit), 0.0)) > 0
    ]
    found: dict[int, Force] = {}
    for zone in sorted(zones):
        if stance.field.barred(zone, stance.side):
            continue
        force = [0.0] * roster.count
        decks = 0.0
        for stack, number in free:
            unit = stack.unit
            if (
                not roster.sea[unit]
                or roster.lifts[unit]
                or stack.space == zone
                or zone not in reach.sail(stack.space, stack.points, roster.sneaks[unit])
            ):
                continue
            force[unit] += number
            decks += number * roster.decks[unit]
        for stack, number in free:
            if not decks:
                break
            if (
                roster.perches[stack.unit]
                and terrain.flights[stack.space].get(zone, stack.points + 1) <= stack.points
            ):
                some = min(number, decks)
                force[stack.unit] += some
                decks -= some
        if any(force):
            found[zone] = tuple(force)
    return found
