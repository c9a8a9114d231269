"""The actions with which enemies react to moves."""

from typing import ClassVar

from sandtable.area.actions import Action
from sandtable.core.vocabulary import SpaceName, UnitName


class Ambush(Action, frozen=True):
    """Attack ships that passed your submarines."""

    phrase: ClassVar[str] = "ambush {submarines} in {zone}"
    example: ClassVar[str] = "ambush 2 in sz 108"

    submarines: int
    """How many attack."""
    zone: SpaceName
    """The submarines' zone."""


class Intercept(Action, frozen=True):
    """Intercept air units that fly over your territory."""

    phrase: ClassVar[str] = "intercept {units} over {territory}"
    example: ClassVar[str] = "intercept fighter, fighter over France"

    units: tuple[UnitName, ...]
    """One entry per unit."""
    territory: SpaceName
    """The territory."""


class Interdict(Action, frozen=True):
    """Strike from an air base at ships that moved within range."""

    phrase: ClassVar[str] = "interdict {units} from {base} in {zone}"
    example: ClassVar[str] = "interdict fighter, fighter from Caroline Islands in sz 33"

    units: tuple[UnitName, ...]
    """One entry per unit."""
    base: SpaceName
    """The territory with the base."""
    zone: SpaceName
    """The ships' zone."""


class Scramble(Action, frozen=True):
    """Send air units from a base to defend a sea zone beside it."""

    phrase: ClassVar[str] = "scramble {units} from {base} to {zone}"
    example: ClassVar[str] = "scramble fighter, fighter from Scotland to sz 111"

    units: tuple[UnitName, ...]
    """One entry per unit."""
    base: SpaceName
    """The territory with the base."""
    zone: SpaceName
    """The zone."""
