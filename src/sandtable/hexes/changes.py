"""What can be changed by hand in a position, for study. Tagged unions, as actions are."""

from typing import Annotated

import msgspec

from sandtable.hexes.state import Name, Phase, Place, Side
from sandtable.hexes.strength import NONE, Points

MOST_POINTS = 99
"""In an army, a fleet or a fort: more is a slip of the finger."""


class Change(msgspec.Struct, frozen=True, tag_field="set", omit_defaults=True, forbid_unknown_fields=True):
    """Base of everything that can be changed by hand."""


class SetArmy(Change, frozen=True, tag="army"):
    """Where an army of a side stands, and what it holds; nothing: it is taken off the board."""

    side: Side
    army: Name
    at: Place
    points: Points = NONE


class SetFleet(Change, frozen=True, tag="fleet"):
    """Where a fleet of a side is based, and with how many points; none: it is taken off the board."""

    side: Side
    fleet: Name
    at: Place
    points: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0


class SetFort(Change, frozen=True, tag="fort"):
    """How many points the fort of a place has, all of them ready; none: there is no fort."""

    at: Place
    points: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0


class SetOwner(Change, frozen=True, tag="owner"):
    """Who holds a place; empty: nobody, where nobody does at the start. A fort changes hands with it."""

    at: Place
    side: Side = ""


class SetDevastation(Change, frozen=True, tag="devastated"):
    """How many production points of a place are devastated."""

    at: Place
    points: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0


class SetTurn(Change, frozen=True, tag="turn"):
    """Whose turn it is, and where in it; it begins afresh, and what has not been set up stays off the board."""

    side: Side
    phase: Phase
    turn: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Which seasonal turn of the scenario, from 1; 0: as it is."""


HexChange = SetArmy | SetFleet | SetFort | SetOwner | SetDevastation | SetTurn
