"""State of the moves and the reactions to them."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.area.claims import Claim
from sandtable.area.forces import Piece, Power, Stack
from sandtable.area.part import GameMemory, TurnMemory
from sandtable.area.state import Route, Slice

Kind = Literal["ambush", "flak", "intercept", "interdict", "scramble"]


class Track(msgspec.Struct, frozen=True, omit_defaults=True):
    """Identical ships or air units that took the same path in this phase."""

    piece: Piece
    """Their current state."""
    count: int
    path: Route
    fired: tuple[str, ...] = ()
    """For air units: territories whose antiaircraft guns have fired at them this turn."""
    ashore: tuple[tuple[str, Stack], ...] = ()
    """For transports: the units they landed in this phase, and where."""

    @property
    def end(self) -> str:
        return self.path[-1]


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reaction to come: everywhere, or over one territory."""

    kind: Kind
    space: str = ""


class Sortie(msgspec.Struct, frozen=True, omit_defaults=True):
    """Submarines or air units that react in the current step."""

    power: Power
    base: str
    """Where they come from."""
    to: str
    """Where they strike."""
    units: Stack


class Met(msgspec.Struct, frozen=True):
    """Air units intercepted over a territory."""

    end: str
    """Where they were going."""
    piece: Piece
    """Their state there."""
    now: Piece
    """Their state over the territory."""
    count: int


class Moves(Slice, frozen=True, tag="countermoves"):
    """State kept for one turn."""

    tracks: tuple[Track, ...] = ()
    closing: str = ""
    """The phase that the mover has ended."""
    steps: tuple[Step, ...] = ()
    """Reactions to come; the first is in progress."""
    opened: bool = False
    """Whether powers have been asked about the first of them."""
    rolled: bool = False
    """Whether its dice have been rolled."""
    calls: tuple[Power, ...] = ()
    """Powers that must still decide in it, in order."""
    sorties: tuple[Sortie, ...] = ()
    """The decisions made in it."""
    met: tuple[Met, ...] = ()
    """Intercepted air units."""
    claims: tuple[Claim, ...] = ()
    """Hits still to be assigned."""
    ambushed: Mapping[str, Mapping[Power, int]] = {}
    """Submarines that have made opportunity attacks this turn, by zone."""
    struck: Mapping[str, str] = {}
    """Bases that have struck at ships this turn, with the zone."""
    scrambled: Mapping[str, int] = {}
    """How many air units each base has scrambled this turn."""
    embattled: tuple[str, ...] = ()
    """Spaces where a battle was fought: air units there can't react any more."""


class Tired(Slice, frozen=True, tag="countermoves"):
    """State kept for the whole game."""

    spent: Mapping[str, Mapping[Power, Mapping[str, int]]] = {}
    """Air units that struck at ships and can't make a combat move in their owner's next turn, by territory."""


MOVES = TurnMemory("countermoves", Moves())
TIRED = GameMemory("countermoves", Tired())
