"""What a power plays for, read from the game's own requirements: victory cities and objectives."""

from collections.abc import Iterable, Iterator

from sandtable.area.parts.objectives import Objectives
from sandtable.area.requirements.judging import Case, holds
from sandtable.area.requirements.kinds import AnyOf, Control, Lasting, Requirement
from sandtable.area.state import AreaState
from sandtable.area.world import World

Goals = dict[str, float]
"""Territories, and the value of holding each."""


def _controls(needs: Iterable[Requirement]) -> Iterator[Control]:
    """The territories that requirements name, at any depth."""
    for need in needs:
        if isinstance(need, Control):
            yield need
        elif isinstance(need, Lasting | AnyOf):
            yield from _controls(need.of)


def _missing(case: Case, need: Control) -> tuple[tuple[str, ...], int]:
    """The territories of a requirement, and how many of them still have to be captured."""
    places = tuple(sorted(case.world.board.named(need.of)))
    wanted = len(places) if need.at_least is None else need.at_least
    held = sum(holds(case, (Control(of=(place,), by=need.by),)) for place in places)
    return places, max(1, wanted - held)


def victory_cities(world: World, state: AreaState, needs: Iterable[Requirement], worth: float) -> Goals:
    """The territories that a victory condition names, worth more the fewer are still missing."""
    found: Goals = {}
    case = Case(world, state)
    for need in _controls(needs):
        places, missing = _missing(case, need)
        if len(places) > 1:
            for place in places:
                found[place] = max(found.get(place, 0.0), worth / missing)
    return found


def objectives(world: World, state: AreaState, power: str, turns: float) -> Goals:
    """What each territory adds to a power's objectives over this many turns."""
    part = Objectives.of(world)
    found: Goals = {}
    for one in part.settings.objectives.values() if part is not None else ():
        case = Case(world, state, one.power)
        if one.power != power or not holds(case, one.heading):
            continue
        for need in _controls((*one.when, *((one.each,) if one.each is not None else ()))):
            places, missing = _missing(case, need)
            share = one.pays * turns / (1 if one.each is not None else missing)
            for place in places:
                found[place] = found.get(place, 0.0) + (share if not one.once else share / turns)
    return found
