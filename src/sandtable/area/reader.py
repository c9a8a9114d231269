"""The context for reading a part's text: a table, and what names mean there.

Scenario files and typed lines are both read this way, so the syntax of an order is defined only in its part. An
unknown word raises the reader's own error.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from sandtable.area.actions import Pick
from sandtable.area.forces import Power, Stack
from sandtable.area.state import AreaState, Route

if TYPE_CHECKING:  # the world holds the parts that are read
    from sandtable.area.notation import Entry
    from sandtable.area.world import World


class Reader(Protocol):
    """Who reads, at which table, and what names mean there."""

    @property
    def world(self) -> "World": ...

    @property
    def state(self) -> AreaState: ...

    @property
    def seat(self) -> Power: ...

    def unit(self, text: str) -> str: ...

    def space(self, text: str) -> str: ...

    def power(self, text: str) -> Power: ...

    def counts(self, text: str) -> Mapping[str, int]:
        """Unit types and counts: ``2 infantry, tank``."""

    def picks(self, text: str) -> tuple[Pick, ...]:
        """Units out of a space: ``2 infantry, tank``."""

    def entries(self, text: str) -> "tuple[Entry, ...]":
        """Units that may belong to any power: ``2 uk infantry``."""

    def among(self, units: Stack, text: str) -> Stack:
        """The pieces among these that a text names; ``all`` for all of them."""

    def route(self, words: Mapping[str, Any], unit: str, via: Route = ()) -> Route:
        """The spaces of a unit's path, from the words ``path``, ``from`` and ``to``, or ``in``.

        If only the ends are written, it goes by ``via``, and no farther than that if there is no end.
        """

    def error(self, why: str) -> Exception:
        """The exception to raise if the text means nothing."""
