"""Settings of project research."""

from collections.abc import Mapping

import msgspec

from sandtable.area.forces import Power
from sandtable.area.techs import TechInfo


class Bonds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Money from dice when income is collected."""

    dice: int
    """How many dice are rolled and added up."""
    plus: int
    """What is added to them."""


class Slow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A project whose marker doesn't move by the number rolled."""

    step: int
    """How far it moves."""
    leap: int
    """How far it moves on the highest face. There is no second die."""


class Rush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A surprise move through friendly spaces, made possible by intelligence."""

    move: int
    """How many spaces."""
    sea: int
    """The most units from a sea zone, cargo included."""
    land: int
    """The most units from a territory."""


class Project(TechInfo, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One project."""

    slow: Slow | None = None
    """How its marker moves, if not by the number rolled."""
    unlocks: tuple[str, ...] = ()
    """Units that can be bought only once it is developed."""
    rule: str = ""
    """The rule that says so, without the book's prefix."""
    bonds: Bonds | None = None
    """Money it adds to the income."""
    intelligence: bool = False
    """Whether it lets its owner spy on the research of others."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The track, the cost of a die, and the projects."""

    die: int
    """What one die costs."""
    track: int
    """The space where a project is developed."""
    new: int
    """How many projects can be started per turn."""
    breakthrough: int
    """A die that shows this is rolled again."""
    techs: Mapping[str, Project]
    """The projects."""
    rush: Rush | None = None
    """The surprise move that intelligence allows."""
    after: tuple[str, ...] = ()
    """Actions of the same phase, by their names in files, that come before research."""
    never: tuple[Power, ...] = ()
    """Powers that do no research."""
    never_rule: str = ""
    """The rule that says so, without the book's prefix."""
    without: str = ""
    """The option that turns research off."""
    random_start: str = ""
    """The option that rolls for the space where each power's first project starts."""
    blind: str = ""
    """The option that makes projects secret."""
