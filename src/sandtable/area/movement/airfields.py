"""Airfields: where a power's air units can land on land, and the flying distances."""

from collections.abc import Mapping

from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import closed_to
from sandtable.area.world import World

Flights = Mapping[str, Mapping[str, int]]
"""Flying distances from each space to every other, nearest first."""


class Airfields:
    """Where a power can land and fly, while no territory changes hands."""

    def __init__(self, world: World, state: AreaState, power: Power, shut: frozenset[str]) -> None:
        """``shut``: spaces that the power may not enter."""
        self.world = world
        self.shut = shut
        self.control = state.control
        self.before = state.turn.control
        partners = world.partners[power]
        self.safe = frozenset(
            space
            for space, holder in self.before.items()
            if holder in partners and self.control[space] in partners and space not in shut
        )
        """Territories that have been friendly since the start of the turn."""
        self.flights: Flights = _flights(world, state, shut)
        self._zones: dict[tuple[str, int], frozenset[str] | None] = {}

    def zones_in_range(self, space: str, left: int) -> frozenset[str] | None:
        """The sea zones in range of an air unit that can't reach land; None if it can."""
        key = (space, left)
        if key not in self._zones:
            self._zones[key] = self._find_zones(space, left)
        return self._zones[key]

    def _find_zones(self, space: str, left: int) -> frozenset[str] | None:
        zones: list[str] = []
        for there, distance in self.flights[space].items():
            if distance > left:
                break
            if there in self.safe:
                return None
            if self.world.board.is_sea(there):
                zones.append(there)
        return frozenset(zones)


def airfields(world: World, state: AreaState, power: Power) -> Airfields:
    """The airfields of a power. Cached, because dozens of moves are tried and few change who holds what."""
    last = _LAST.get(power)
    if last is not None and last[0] is state and last[1].world is world:
        return last[1]
    shut = closed_to(world, state, power)
    found = last[1] if last is not None else None
    if (
        found is None
        or found.world is not world
        or found.control is not state.control
        or found.before is not state.turn.control
        or found.shut != shut
    ):
        found = Airfields(world, state, power, shut)
    _LAST[power] = state, found
    return found


_LAST: dict[Power, tuple[AreaState, Airfields]] = {}
"""The last result for each power."""


def safe_territories(world: World, state: AreaState, power: Power) -> frozenset[str]:
    """Territories where air units may land: friendly since the start of the turn."""
    return airfields(world, state, power).safe


def flights_now(world: World, state: AreaState, power: Power) -> Flights:
    """A power's flying distances, given which neutrals have been violated and which spaces are closed to it."""
    return airfields(world, state, power).flights


def _flights(world: World, state: AreaState, shut: frozenset[str]) -> Flights:
    if shut:
        return world.board.flights_with(world.board.neutrals.intersection(state.control), shut)
    if len(state.control) == len(world.board.territories) - len(world.board.neutrals):
        return world.board.flights
    return world.board.flights_with(world.board.neutrals.intersection(state.control))
