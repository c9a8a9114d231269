"""The kinds of requirement. A list of requirements holds if all of them do.

Where a requirement names *powers*, a side stands for all its powers and ``self`` for the power it is about.
Where it names *spaces*, a region of the game stands for all its spaces.
"""

from typing import Literal

import msgspec

SELF = "self"
"""The power that a requirement is about."""

Names = tuple[str, ...]


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="need", kw_only=True):
    """Base of all kinds."""


class Control(Kind, frozen=True, kw_only=True, tag="control"):
    """Powers control territories: all of them, or a minimum number."""

    of: Names
    """The territories."""
    by: Names = (SELF,)
    """Who controls each of them: any of these powers."""
    at_least: int | None = None
    """How many of the territories are enough; by default all."""
    jointly: bool = True
    """Whether territories that a side holds jointly, without a controller, count."""


class War(Kind, frozen=True, kw_only=True, tag="war"):
    """A power is at war with others: all of them, or a minimum number."""

    by: Names = (SELF,)
    """Whose war it is; with several powers, any of them."""
    against: Names
    """The other powers."""
    at_least: int | None = None
    """With how many of them is enough; by default all."""


class Peace(Kind, frozen=True, kw_only=True, tag="peace"):
    """Powers are not at war with any of the others."""

    by: Names = (SELF,)
    """Some powers,"""
    against: Names
    """and the others."""


class Units(Kind, frozen=True, kw_only=True, tag="units"):
    """There are units in some spaces: a minimum number, or a maximum."""

    within: Names
    """The spaces, taken together."""
    of: Names = (SELF,)
    """Whose units."""
    but: Names = ()
    """Powers whose units don't count."""
    types: Names = ()
    """The unit types that count; by default all except facilities."""
    kinds: tuple[Literal["land", "air", "sea", "facility"], ...] = ()
    """The kinds of units that count; by default all except facilities."""
    able: Names = ()
    """Abilities of which a unit must have at least one to count."""
    at_least: int = 1
    """How many are enough."""
    at_most: int | None = None
    """The maximum, for units that must not be there; ``at_least`` is then ignored."""


class Happened(Kind, frozen=True, kw_only=True, tag="happened"):
    """Something has happened before, as recorded in the game's chronicle."""

    deed: str
    """The name of the deed in the chronicle."""
    ago: int = 0
    """Only if that was at least this many rounds ago."""


class Lasting(Kind, frozen=True, kw_only=True, tag="lasting"):
    """Something has held without interruption for a complete round.

    The round begins when the last of the requirements is met, and ends at the start of the next turn of the power
    that was on turn then.
    """

    name: str
    """The name under which it is remembered; must be unique."""
    of: tuple["Requirement", ...]
    """The requirements that must hold the whole time."""


class Round(Kind, frozen=True, kw_only=True, tag="round"):
    """It is a certain round of the game, or one of several."""

    first: int = 1
    """From this round on,"""
    last: int | None = None
    """and up to this one."""


class Leaning(Kind, frozen=True, kw_only=True, tag="leaning"):
    """Neutral territories lean to no side (``strict``) or to one; territories that somebody holds don't lean."""

    of: Names
    """The territories."""
    to: Names
    """``strict``, or sides."""


class Production(Kind, frozen=True, kw_only=True, tag="production"):
    """The production of some powers together."""

    by: Names = (SELF,)
    """The powers."""
    at_least: int
    """The minimum production."""


class Points(Kind, frozen=True, kw_only=True, tag="points"):
    """The value of the cities that a side holds."""

    by: Names
    """The sides."""
    at_least: int
    """The minimum number of points."""


class All(Kind, frozen=True, kw_only=True, tag="all"):
    """All of these hold."""

    of: tuple["Requirement", ...]
    """The requirements."""


class AnyOf(Kind, frozen=True, kw_only=True, tag="any"):
    """At least one of these holds, or a minimum number."""

    of: tuple["Requirement", ...]
    """The requirements."""
    at_least: int = 1
    """How many of them are enough."""


class Not(Kind, frozen=True, kw_only=True, tag="not"):
    """This does not hold."""

    of: "Requirement"
    """The requirement."""


Requirement = (
    Control | War | Peace | Units | Happened | Lasting | Round | Leaning | Production | Points | All | AnyOf | Not
)
"""One requirement."""

Requirements = tuple[Requirement, ...]
"""A list of requirements: all of them must hold."""

KINDS: tuple[type[Kind], ...] = (
    Control,
    War,
    Peace,
    Units,
    Happened,
    Lasting,
    Round,
    Leaning,
    Production,
    Points,
    All,
    AnyOf,
    Not,
)


def within(requirement: Requirement) -> tuple[Requirement, ...]:
    """The requirements that one consists of."""
    match requirement:
        case All() | AnyOf() | Lasting():
            return requirement.of
        case Not():
            return (requirement.of,)
    return ()


def walk(requirements: Requirements) -> tuple[Requirement, ...]:
    """These requirements and all that they consist of."""
    found: list[Requirement] = []
    for one in requirements:
        found += [one, *walk(within(one))]
    return tuple(found)
