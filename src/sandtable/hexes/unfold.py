"""Unfolding an action: events come out one by one, and each is applied before the next is thought of."""

from sandtable.core.dice import Dice
from sandtable.hexes.events import HexEvent
from sandtable.hexes.evolve import evolve
from sandtable.hexes.state import Combat, HexState
from sandtable.hexes.world import World


class Unfolding:
    """The consequences of one action, while they are being worked out."""

    def __init__(self, world: World, state: HexState, dice: Dice) -> None:
        self.world = world
        self.state = state
        self.events: list[HexEvent] = []
        self._dice = dice

    def emit(self, event: HexEvent) -> None:
        """Record an event and let it take effect."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def roll(self) -> int:
        """One die: every roll of these games is one."""
        return self._dice.roll(1)[0]

    @property
    def combat(self) -> Combat:
        """The Combat Phase in progress."""
        assert self.state.combat is not None, "there is no combat now"
        return self.state.combat
