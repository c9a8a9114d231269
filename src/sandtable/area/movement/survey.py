"""A survey of the board for landings: own air units, carriers, and zones that enemies block.

Dozens of moves are tried in a row, and each changes one or two stacks. Unchanged stacks are not examined again.
The sea is examined on demand: most positions need no carrier.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from sandtable.area.forces import Power, Stack
from sandtable.area.state import AreaState
from sandtable.area.world import World


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

    def __init__(self, world: World) -> None:
        self.world = world
        self.air = frozenset(name for name, unit in world.units.items() if unit.kind == "air")
        self.planes: dict[str, tuple[Stack, Stack]] = {}
        self.zones: dict[str, tuple[Stack, _Zone | None]] = {}
        self.last: Survey | None = None


_NOTES: dict[Power, _Notes] = {}


class Survey:
    """What matters for landings, space by space."""

    def __init__(self, notes: _Notes, stacks: Mapping[str, Stack], power: Power) -> None:
        self.stacks = stacks
        self._notes = notes
        self._power = power

    @cached_property
    def planes(self) -> list[tuple[str, Stack]]:
        """A power's own air units, not counting those aboard ships."""
        notes, air, power = self._notes.planes, self._notes.air, self._power
        found: list[tuple[str, Stack]] = []
        for space, pieces in self.stacks.items():
            known = notes.get(space)
            if known is None or known[0] is not pieces:
                own = [group for group in pieces if group[0].power == power and group[0].unit in air]
                known = notes[space] = pieces, tuple(own)
            if known[1]:
                found.append((space, known[1]))
        return found

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
        notes, world = self._notes.zones, self._notes.world
        carriers: list[tuple[str, Stack]] = []
        hostile, attacked = [], []
        for space, pieces in self.stacks.items():
            known = notes.get(space)
            if known is None or known[0] is not pieces:
                known = notes[space] = pieces, _zone(world, self._power, space, pieces)
            zone = known[1]
            if zone is None:
                continue
            if zone.carriers:
                carriers.append((space, zone.carriers))
            if zone.hostile:
                hostile.append(space)
            if zone.attacked:
                attacked.append(space)
        return _Sea(carriers, frozenset(hostile), frozenset(attacked))


def survey(world: World, state: AreaState, power: Power) -> Survey:
    """The survey of a state for a power."""
    notes = _NOTES.get(power)
    if notes is None or notes.world is not world:
        notes = _NOTES[power] = _Notes(world)
    last = notes.last
    if last is None or last.stacks is not state.stacks:
        last = notes.last = Survey(notes, state.stacks, power)
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
