"""The research markers, and what others may see of them."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from sandtable.area.forces import Power
from sandtable.area.part import GameMemory, TurnMemory
from sandtable.area.state import AreaState, Slice

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A marker on the track; markers of developed projects stay on the last space."""

    project: str = ""
    """The project; empty if the viewer doesn't know it."""
    at: int = 0
    hidden: bool = False
    """Whether only its owner knows the project."""


Markers = Mapping[str, Marker]
"""Markers by letter."""


class Laboratories(Slice, frozen=True, tag="project-research"):
    """State kept for the whole game."""

    markers: Mapping[Power, Markers] = {}
    starts: Mapping[Power, int] = {}
    """The rolled spaces where first projects start; 0 once used."""


class Research(Slice, frozen=True, tag="project-research"):
    """State kept for one turn."""

    advanced: tuple[str, ...] = ()
    """Markers that have been advanced."""
    started: int = 0
    """How many of them are new."""
    spied: bool = False
    """Whether intelligence has been used or stopped."""


LABORATORIES = GameMemory("project-research", Laboratories())
RESEARCH = TurnMemory("project-research", Research())


def markers_of(state: AreaState, power: Power) -> Markers:
    """The markers of a power."""
    return LABORATORIES.of(state).markers.get(power, {})


def marker_for(state: AreaState, power: Power, project: str) -> str:
    """The letter of a project's marker; empty if there is none."""
    return next((letter for letter, one in markers_of(state, power).items() if one.project == project), "")


def with_marker(state: AreaState, power: Power, letter: str, marker: Marker) -> AreaState:
    """The state with one marker set."""
    memory = LABORATORIES.of(state)
    mine = {**memory.markers.get(power, {}), letter: marker}
    return LABORATORIES.put(state, replace(memory, markers={**memory.markers, power: mine}))


def seen_by(state: AreaState, seat: Power | None) -> AreaState:
    """The state as a seat may see it, without other powers' secret projects."""
    memory = LABORATORIES.of(state)
    if not any(
        marker.hidden and power != seat for power, mine in memory.markers.items() for marker in mine.values()
    ):
        return state
    masked = {
        power: mine
        if power == seat
        else {letter: replace(one, project="") if one.hidden else one for letter, one in mine.items()}
        for power, mine in memory.markers.items()
    }
    return LABORATORIES.put(state, replace(memory, markers=masked))
