"""A survey of the board for landings: own air units, carriers, and zones that enemies block.

Dozens of moves are tried in a row, and each changes one or two stacks. Unchanged stacks are not examined again.
The sea is examined on demand: most positions need no carrier.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple, TypeVar

from sandtable.area.forces import Power, Stack
from sandtable.area.state import AreaState
from sandtable.area.world import World

T = TypeVar("T")


class _Zone(NamedTuple):
    """What matters in one sea zone."""

    carriers: Stack
    hostile: bool
    attacked: bool


class _Sea(NamedTuple):
    """What matters at sea."""

    carriers: list[tuple[str, Stack]]
    hostile: frozenset[str]
    attacked: frozenset[str]


class _Notes:
    """What was last seen in each space, with the stack it was seen in."""

    def __init__(self, world: World, power: Power) -> None:
        self.world = world
        self.power = power
        self.air = frozenset(name for name, unit in world.units.items() if unit.kind == "air")
        self.last: Survey | None = None
        self._aloft: dict[str, Stack] = {}
        """The power's air units, where it has any."""
        self._zones: dict[str, _Zone] = {}
        """The sea zones in which something matters."""
        self._seen_aloft: dict[str, Stack] = {}
        self._seen_zones: dict[str, Stack] = {}

    def planes(self, stacks: Mapping[str, Stack]) -> list[tuple[str, Stack]]:
        """The power's air units in these stacks, not counting those aboard ships."""
        aloft, air, power = self._aloft, self.air, self.power
        for space, pieces in _changed(stacks, self._seen_aloft):
            own = tuple(group for group in pieces if group[0].power == power and group[0].unit in air)
            _note(aloft, space, own)
        return [(space, aloft[space]) for space in stacks if space in aloft]

    def sea(self, stacks: Mapping[str, Stack]) -> _Sea:
        """What matters at sea in these stacks."""
        zones = self._zones
        for space, pieces in _changed(stacks, self._seen_zones):
            _note(zones, space, _zone(self.world, self.power, space, pieces))
        here = [(space, zones[space]) for space in stacks if space in zones]
        return _Sea(
            [(space, zone.carriers) for space, zone in here if zone.carriers],
            frozenset(space for space, zone in here if zone.hostile),
            frozenset(space for space, zone in here if zone.attacked),
        )


def _changed(stacks: Mapping[str, Stack], seen: dict[str, Stack]) -> list[tuple[str, Stack]]:
    """The stacks that are not those last seen in their spaces."""
    last = seen.get
    new = [(space, pieces) for space, pieces in stacks.items() if last(space) is not pieces]
    seen.update(new)
    return new


def _note(notes: dict[str, T], space: str, found: T | None) -> None:
    """Note what was found in a space, if anything."""
    if found:
        notes[space] = found
    else:
        notes.pop(space, None)


_NOTES: dict[Power, _Notes] = {}


class Survey:
    """What matters for landings, space by space."""

    def __init__(self, notes: _Notes, stacks: Mapping[str, Stack]) -> None:
        self.stacks = stacks
        self._notes = notes

    @cached_property
    def planes(self) -> list[tuple[str, Stack]]:
        """A power's own air units, not counting those aboard ships."""
        return self._notes.planes(self.stacks)

    @property
    def carriers(self) -> list[tuple[str, Stack]]:
        """All powers' carriers at sea."""
        return self._sea.carriers

    @property
    def hostile(self) -> frozenset[str]:
        """Zones with an enemy that blocks them."""
        return self._sea.hostile

    @property
    def attacked(self) -> frozenset[str]:
        """Zones in which own units with an attack value fight this turn, not counting air units that only wait."""
        return self._sea.attacked

    @cached_property
    def _sea(self) -> _Sea:
        return self._notes.sea(self.stacks)


def survey(world: World, state: AreaState, power: Power) -> Survey:
    """The survey of a state for a power."""
    notes = _NOTES.get(power)
    if notes is None or notes.world is not world:
        notes = _NOTES[power] = _Notes(world, power)
    last = notes.last
    if last is None or last.stacks is not state.stacks:
        last = notes.last = Survey(notes, state.stacks)
    return last


def _zone(world: World, power: Power, space: str, pieces: Stack) -> _Zone | None:
    """What matters in a space; None for most, and for all on land."""
    if not world.board.is_sea(space):
        return None
    foes, barring = world.enemies[power], world.barring
    hostile = any(p.power in foes and p.unit in barring and not p.submerged for p, _ in pieces)
    own = [p for p, _ in pieces if p.power == power]
    attacked = any(world.type(p).attack > 0 and (p.moved or world.type(p).kind == "sea") for p in own)
    carriers = tuple(group for group in pieces if group[0].unit in world.carriers)
    return _Zone(carriers, hostile, attacked) if carriers or hostile or attacked else None
