"""What can be edited by hand in a position, for analysis. Tagged unions, like actions."""

from typing import Annotated

import msgspec

from sandtable.hexes.state import Name, Phase, Place, Side
from sandtable.hexes.strength import NONE, Points

MOST_POINTS = 99
"""The most points an army, fleet or fort can be given: more is a typo."""


class Change(msgspec.Struct, frozen=True, tag_field="set", omit_defaults=True, forbid_unknown_fields=True):
    """Base class of all changes by hand."""


class SetArmy(Change, frozen=True, tag="army"):
    """Where an army stands and what it holds. Without points it is removed from the board."""

    side: Side
    army: Name
    at: Place
    points: Points = NONE


class SetFleet(Change, frozen=True, tag="fleet"):
    """Where a fleet is based, and its points. Without points it is removed from the board."""

    side: Side
    fleet: Name
    at: Place
    points: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0


class SetFort(Change, frozen=True, tag="fort"):
    """The points of a place's fort, all complete. 0: no fort."""

    at: Place
    points: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0


class SetOwner(Change, frozen=True, tag="owner"):
    """Who holds a place. Empty: nobody, if nobody does at the start. A fort changes hands with it."""

    at: Place
    side: Side = ""


class SetDevastation(Change, frozen=True, tag="devastated"):
    """The devastated production points of a place."""

    at: Place
    points: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0


class SetTurn(Change, frozen=True, tag="turn"):
    """Whose turn it is, and the phase. The turn starts afresh, and forces not yet set up stay off the board."""

    side: Side
    phase: Phase
    turn: Annotated[int, msgspec.Meta(ge=0)] = 0
    """The seasonal turn of the scenario, from 1. 0: unchanged."""


HexChange = SetArmy | SetFleet | SetFort | SetOwner | SetDevastation | SetTurn
