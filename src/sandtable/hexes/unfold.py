"""Working out the consequences of an action: a roll is one die, and most belong to a Combat Phase."""

from sandtable.core import unfolding
from sandtable.core.dice import Dice
from sandtable.hexes.events import HexEvent
from sandtable.hexes.evolve import evolve
from sandtable.hexes.state import Combat, HexState
from sandtable.hexes.world import World


class Unfolding(unfolding.Unfolding[World, HexState, HexEvent]):
    """The consequences of one action, as they are worked out."""

    def __init__(self, world: World, state: HexState, dice: Dice) -> None:
        # An event contains everything that is new, so evolving needs no world.
        super().__init__(world, state, dice, lambda _, before, event: evolve(before, event))

    def roll(self) -> int:
        """Roll one die: every roll in these games is a single die."""
        return self.dice.roll(1)[0]

    @property
    def combat(self) -> Combat:
        """The Combat Phase in progress."""
        assert self.state.combat is not None, "there is no combat now"
        return self.state.combat
