"""Editing a position by hand, for study: what a game needs to support it.

A change isn't an action: no seat takes it, no rule allows it, and it never happens in a game that counts. The log
marks it as an edit. A game without edits needs none of this.
"""

from typing import Any, Protocol, TypeVar, runtime_checkable

from sandtable.core.game import Game
from sandtable.core.refusal import Refusal

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

NOBODY = ""
"""The seat of an edit: none."""
OVER = "The game is over. Branch from an earlier position to change something."
"""Why a finished game can't be edited."""


@runtime_checkable
class Amendable(Protocol):
    """A game whose positions can be edited."""

    @property
    def change_type(self) -> Any:
        """The tagged union of this game's changes, for decoding."""
        ...

    def amend(self, state: Any, change: Any) -> tuple[Any, ...] | Refusal:
        """The events of a change, without dice, or why the resulting position would be invalid."""
        ...


def amendable(game: Game[S, A, E]) -> Amendable | None:
    """The game, if its positions can be edited."""
    return game if isinstance(game, Amendable) else None
