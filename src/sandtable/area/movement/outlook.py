"""How spaces look to a moving power. Each is evaluated once per state, however many units need it."""

from collections.abc import Hashable
from typing import Any

from sandtable.area.forces import Piece, Power, Stack
from sandtable.area.movement.neutrals import assailable
from sandtable.area.state import AreaState
from sandtable.area.status import barred, enemies_at, hostile_zone, ignorable, neutral
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


class Outlook:
    """What a power finds in the spaces of a state."""

    def __init__(self, world: World, state: AreaState, power: Power) -> None:
        self.world = world
        self.state = state
        self.power = power
        self._barred: dict[tuple[str, bool], Refusal | None] = {}
        self._enemies: dict[str, Stack] = {}
        self._hostile: dict[str, bool] = {}
        self._assailable: dict[str, bool] = {}
        self._danger: dict[str, int] = {}
        self._watched: dict[str, bool] = {}
        self._covered: dict[tuple[str, str], bool] = {}
        self._ignorable: dict[str, bool] = {}
        self.open_air = OpenAir(self)
        self.ruled: dict[tuple[str, str, bool, bool, str], Refusal | None] = {}
        """Parts' rules against ending a move, by unit type, space, and how the move is made."""
        self.targets: dict[tuple[str, bool, str], tuple[Refusal | None, bool]] = {}
        """Why a type of air unit can't attack a space, and whether it may go there for another reason."""
        self.flown: dict[tuple[str, bool, bool, str, bool], Refusal | None] = {}
        """The rules against flying to a space in the combat move, by unit type, order and start."""
        self.arrivals: dict[tuple[str, Hashable], list[tuple[str, Any, int]]] = {}
        """Where paths lead, by start and manner of travel."""

    def barred(self, space: str, flying: bool = False) -> Refusal | None:
        """The rule that keeps the power out of a space, or out of the air above it, if any."""
        key = (space, flying)
        if key not in self._barred:
            self._barred[key] = barred(self.world, self.state, self.power, space, flying)
        return self._barred[key]

    def enemies(self, space: str) -> Stack:
        """Enemy units that hold a space."""
        known = self._enemies.get(space)
        if known is None:
            known = self._enemies[space] = enemies_at(self.world, self.state, self.power, space)
        return known

    def hostile(self, zone: str) -> bool:
        """Whether a sea zone holds an enemy that blocks it."""
        known = self._hostile.get(zone)
        if known is None:
            known = self._hostile[zone] = hostile_zone(self.world, self.state, self.power, zone)
        return known

    def assailable(self, space: str) -> bool:
        """Whether a neutral territory is attacked like a hostile one."""
        known = self._assailable.get(space)
        if known is None:
            known = self._assailable[space] = assailable(self.world, self.state, self.power, space)
        return known

    def danger(self, space: str) -> int:
        """How many enemies fire at an air unit that crosses a space in the combat move."""
        known = self._danger.get(space)
        if known is None:
            asked = self.world.parts.danger
            known = self._danger[space] = sum(
                part.danger(self.world, self.state, self.power, space) for part in asked
            )
        return known

    def watched(self, zone: str) -> bool:
        """Whether ships that begin their combat move in a zone have enemy warships beside them."""
        known = self._watched.get(zone)
        if known is None:
            known = self._watched[zone] = self._is_watched(zone)
        return known

    def covered(self, piece: Piece, zone: str) -> bool:
        """Whether enemies could still come to a friendly sea zone."""
        key = piece.unit, zone
        known = self._covered.get(key)
        if known is None:
            asked = self.world.parts.covers
            known = self._covered[key] = any(part.covers(self.world, self.state, piece, zone) for part in asked)
        return known

    def ignorable(self, zone: str) -> bool:
        """Whether a sea zone holds enemies, but only ones that may be ignored."""
        known = self._ignorable.get(zone)
        if known is None:
            known = self._ignorable[zone] = ignorable(self.world, self.state, self.power, zone)
        return known

    def _is_watched(self, zone: str) -> bool:
        if zone in self.state.turn.hostile:
            return True
        new = self.world.parts.newly_hostile
        return self.hostile(zone) and any(
            part.newly_hostile(self.world, self.state, self.power, zone) for part in new
        )


class OpenAir(dict[str, bool]):
    """Whether a space is neither closed to a power nor neutral: it flies from one such space into the next."""

    def __init__(self, outlook: Outlook) -> None:
        super().__init__()
        self._outlook = outlook

    def __missing__(self, space: str) -> bool:
        outlook = self._outlook
        shut = neutral(outlook.world, outlook.state, space) or outlook.barred(space, flying=True) is not None
        self[space] = not shut
        return not shut


def outlook(world: World, state: AreaState, power: Power) -> Outlook:
    """The outlook of a power; the last one is cached."""
    known = _LAST.get(power)
    if known is None or known.state is not state or known.world is not world:
        known = _LAST[power] = Outlook(world, state, power)
    return known


_LAST: dict[Power, Outlook] = {}
