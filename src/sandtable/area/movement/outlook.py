"""How spaces look to a moving power. Each is evaluated once per state, however many units need it."""

from sandtable.area.forces import Power, Stack
from sandtable.area.movement.neutrals import assailable
from sandtable.area.state import AreaState
from sandtable.area.status import barred, enemies_at, hostile_zone
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


def outlook(world: World, state: AreaState, power: Power) -> Outlook:
    """The outlook of a power; the last one is cached."""
    known = _LAST.get(power)
    if known is None or known.state is not state or known.world is not world:
        known = _LAST[power] = Outlook(world, state, power)
    return known


_LAST: dict[Power, Outlook] = {}
