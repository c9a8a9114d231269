"""Changing a position by hand, for study: what a game needs for it.

A change is no action: no seat takes it, no rule allows it, and it never happens in a game that counts. It is
written in the log as what it is, an edit, so that everybody can tell the one from the other. A game that offers no
changes needs nothing of this.
"""

from typing import Any, Protocol, TypeVar, runtime_checkable

from sandtable.core.game import Game
from sandtable.core.refusal import Refusal

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

NOBODY = ""
"""The seat of an edit: none."""
OVER = "The game is over. Branch from an earlier moment to change something."
"""Why nothing can be changed in a game that was won."""


@runtime_checkable
class Amendable(Protocol):
    """A game whose positions can be changed by hand."""

    @property
    def change_type(self) -> Any:
        """The tagged union of this game's changes, for decoding."""
        ...

    def amend(self, state: Any, change: Any) -> tuple[Any, ...] | Refusal:
        """The events that make the change, without dice; or why the position would be none."""
        ...


def amendable(game: Game[S, A, E]) -> Amendable | None:
    """The game, if its positions can be changed by hand."""
    return game if isinstance(game, Amendable) else None
