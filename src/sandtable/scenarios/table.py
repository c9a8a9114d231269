"""The table of an area scenario."""

from collections.abc import Sequence
from typing import Protocol

from sandtable.area.actions import AreaAction
from sandtable.area.events import AreaEvent
from sandtable.area.notation import NotationError, find_power, find_space
from sandtable.area.state import AreaState
from sandtable.area.status import active
from sandtable.area.world import World
from sandtable.core.dice import Dice
from sandtable.core.game import Game
from sandtable.scenarios.game_table import GameTable, StepError

__all__ = ["AreaTableGame", "StepError", "Table", "as_names"]


class AreaTableGame(Game[AreaState, AreaAction, AreaEvent], Protocol):
    """A game of the area family: what scenarios need besides the protocol of all games."""

    world: World

    def begin_phase(self, state: AreaState, phase: str, dice: Dice) -> tuple[AreaEvent, ...]: ...


class Table(GameTable[AreaState, AreaAction, AreaEvent]):
    """A game in progress, played by the runner."""

    game: AreaTableGame

    @property
    def world(self) -> World:
        """The current world, with all developments made so far."""
        return self.game.world.as_of(self.state)

    def on_turn(self) -> str:
        """The power whose turn it is."""
        powers = active(self.state)
        if len(powers) != 1 and len(self.asked()) == 1:
            return self.asked()[0]
        if len(powers) != 1:
            raise StepError(f"{' and '.join(powers)} are on turn: say who acts with 'by'")
        return powers[0]

    # names, or an error for the scenario's author

    def space(self, name: str | int) -> str:
        return self.named(find_space(self.world, name))

    def power(self, name: str) -> str:
        return self.named(find_power(self.world, name))

    def named(self, found: str | NotationError) -> str:
        if isinstance(found, NotationError):
            raise StepError(found.message)
        return found


def as_names(names: str | Sequence[str | int]) -> list[str]:
    """Names from a list or a text with commas.

    >>> as_names("Ukraine, Karelia"), as_names("nothing"), as_names([6, "Urals"])
    (['Ukraine', 'Karelia'], [], ['6', 'Urals'])
    """
    if isinstance(names, str):
        names = [] if names.strip().casefold() in ("", "nothing", "none") else names.split(",")
    return [str(name).strip() for name in names]
