"""Questions about a hex game, and what the answers look like."""

from typing import Literal

import msgspec

from sandtable.hexes.state import Place, Side
from sandtable.hexes.strength import Kind
from sandtable.hexes.supply import Level


class Question(msgspec.Struct, frozen=True, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    """Base of everything that may be asked."""


class Supply(Question, frozen=True):
    """The supply of a whole side."""

    side: Side


class Line(Question, frozen=True):
    """How is this place supplied, or why is it not?"""

    place: Place


QuestionAsked = Supply | Line


class Answer(msgspec.Struct, frozen=True, tag=str.lower, tag_field="about"):
    """Base of all answers."""


class SupplyAnswer(Answer, frozen=True, tag="supply"):
    """Every place of a side, as it is supplied now."""

    side: Side
    full: tuple[Place, ...]
    defence: tuple[Place, ...]
    none: tuple[Place, ...]


class LineAnswer(Answer, frozen=True, tag="line"):
    """The supply of one place."""

    place: Place
    side: Side
    level: Level
    text: str
    """How it is supplied, or why not, in a sentence or two."""
    route: tuple[Place, ...] = ()
    """The way to its source, both ends included; over sea it leaps."""
    pocket: tuple[Place, ...] = ()
    """Without full supply: the places that it can trace through."""
    held: tuple[Place, ...] = ()
    """Places that are not friendly and close the pocket in."""
    rough: tuple[Place, ...] = ()
    """Terrain that bars the way: no road leads out of it."""


AnswerGiven = SupplyAnswer | LineAnswer


class StandingOrders(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a player's losses, defensive assaults and retreats are settled without asking."""

    losses: tuple[Kind, ...] = ()
    """Kinds of points in the order in which they are lost; none: ask."""
    defend: Literal["ask", "always", "never"] = "ask"
    """Whether all who may fire in defence do."""
    retreat: Literal["ask", "supplied"] = "ask"
    """Retreat to the best supplied hex, to others with room."""
    until: Literal["phase", "turn", "cancelled"] = "phase"
