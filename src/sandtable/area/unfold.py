"""Unfolding an action: events come out one by one, and each is applied before the next is thought of."""

from collections.abc import Callable

from sandtable.area.events import AreaEvent
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.core.dice import Dice

Evolve = Callable[[World, AreaState, AreaEvent], AreaState]


class Unfolding:
    """The consequences of one action, while they are being worked out."""

    def __init__(self, world: World, state: AreaState, dice: Dice, evolve: Evolve) -> None:
        self._base = world
        self.state = state
        self.dice = dice
        self.events: list[AreaEvent] = []
        self._evolve = evolve

    @property
    def world(self) -> World:
        """The world as it is now: with every development that has been made."""
        return self._base.developed(self.state.techs)

    def emit(self, event: AreaEvent) -> None:
        """Record an event and let it take effect."""
        self.state = self._evolve(self.world, self.state, event)
        self.events.append(event)
