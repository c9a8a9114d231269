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

    def __init__(
        self, world: World, state: AreaState, power: Power, shut: frozenset[str], known: "Airfields | None" = None
    ) -> None:
        """``shut``: spaces that the power may not enter; ``known``: its airfields before."""
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
        board = world.board
        violated = board.neutrals.intersection(state.control)
        self.closed = (board.neutrals - violated) | shut
        self.flights: Flights = board.flights_with(violated, shut)
        self._narrower = known if known and self._has_all_of(known) else None
        self._zones: dict[tuple[str, int], frozenset[str] | None] = {}

    @property
    def on_its_own(self) -> bool:
        """Whether it refers to no other."""
        return self._narrower is None

    def _has_all_of(self, known: "Airfields") -> bool:
        """Whether nothing that could be reached from ``known`` has been lost."""
        return self.closed <= known.closed and known.safe <= self.safe

    def zones_in_range(self, space: str, left: int) -> frozenset[str] | None:
        """The sea zones in range of an air unit that can't reach land; None if it can."""
        key = (space, left)
        if key not in self._zones:
            self._zones[key] = self._find_zones(space, left)
        return self._zones[key]

    def _find_zones(self, space: str, left: int) -> frozenset[str] | None:
        if self._narrower and self._narrower.zones_in_range(space, left) is None:
            return None
        zones: list[str] = []
        for there, distance in self.flights[space].items():
            if distance > left:
                break
            if there in self.safe:
                return None
            if self.world.board.is_sea(there):
                zones.append(there)
        return frozenset(zones)

    def fits(self, world: World, state: AreaState, shut: frozenset[str]) -> bool:
        """Whether these are the airfields of a state."""
        return (
            self.world is world
            and (self.before is state.turn.control or self.before == state.turn.control)
            and (self.control is state.control or self.control == state.control)
            and self.shut == shut
        )


def airfields(world: World, state: AreaState, power: Power) -> Airfields:
    """The airfields of a power. Cached, because dozens of moves are tried and few change who holds what."""
    last = _LAST.get(power)
    if last is not None and last[0] is state and last[1][0].world is world:
        return last[1][0]
    shut = closed_to(world, state, power)
    known = last[1] if last is not None else []
    found = next((one for one in known if one.control is state.control and one.fits(world, state, shut)), None)
    found = found or next((one for one in known if one.fits(world, state, shut)), None)
    if found is None:
        base = next((one for one in known if one.world is world and one.on_its_own), None)
        found = Airfields(world, state, power, shut, base)
    else:
        known.remove(found)
    known.insert(0, found)
    del known[KEPT:]
    _LAST[power] = state, known
    return found


KEPT = 24
"""How many airfields are remembered for each power: those of the position, and of moves that were tried."""

_LAST: dict[Power, tuple[AreaState, list[Airfields]]] = {}
"""The last results for each power, and the state that the latest was asked for."""


def safe_territories(world: World, state: AreaState, power: Power) -> frozenset[str]:
    """Territories where air units may land: friendly since the start of the turn."""
    return airfields(world, state, power).safe


def flights_now(world: World, state: AreaState, power: Power) -> Flights:
    """A power's flying distances, given which neutrals have been violated and which spaces are closed to it."""
    return airfields(world, state, power).flights
