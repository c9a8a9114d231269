"""Players' actions in the air war."""

from typing import ClassVar

from sandtable.area.actions import Action
from sandtable.core.vocabulary import PowerName, SpaceName, UnitName


class Train(Action, frozen=True):
    """Pay to train pilots: to keep their level, or to raise it by one."""

    phrase: ClassVar[str] = "train {levels}"
    example: ClassVar[str] = "train 1"

    levels: int
    """0 to keep the level, 1 to raise it."""


class TakeLosses(Action, frozen=True):
    """Choose which air units are destroyed in an air combat, and which of the rest abort."""

    phrase: ClassVar[str] = "down {destroyed} aborting {aborted} whose {whose}"
    example: ClassVar[str] = "down fighter aborting fighter, tactical bomber"

    destroyed: tuple[UnitName, ...]
    """One entry per unit."""
    aborted: tuple[UnitName, ...] = ()
    """One entry per unit."""
    whose: tuple[PowerName, ...] = ()
    """In a flight of several powers: the owner of each unit, in the same order. Default: your own."""


class Patrol(Action, frozen=True):
    """Send fighters up to intercept a raid or sweep."""

    phrase: ClassVar[str] = "patrol {units} over {territory}"
    example: ClassVar[str] = "patrol fighter, fighter over France"

    units: tuple[UnitName, ...]
    """One entry per unit."""
    territory: SpaceName
    """The raided territory."""


class Dogfight(Action, frozen=True):
    """Choose the air combat to fight next."""

    phrase: ClassVar[str] = "dogfight {space} raiders {raid}"
    example: ClassVar[str] = "dogfight France"

    space: SpaceName
    """The space."""
    raid: bool = False
    """Whether it is the raid or sweep there, rather than the battle."""


class Strafe(Action, frozen=True):
    """Choose how many escorts strafe air units on the ground; the rest turn for home."""

    phrase: ClassVar[str] = "strafe {fighters}"
    example: ClassVar[str] = "strafe 2"

    fighters: int
    """How many."""


class Target(Action, frozen=True):
    """Send bombers that got through against a facility."""

    phrase: ClassVar[str] = "target {bomber} at {facility}"
    example: ClassVar[str] = "target 2 strategic bomber at air base"

    bomber: UnitName
    """The type of bomber."""
    facility: UnitName
    """The facility."""
    count: int = 1
    """How many."""


class Strike(Action, frozen=True):
    """Choose whether a bomber destroys an air unit on the ground instead of damaging its target."""

    phrase: ClassVar[str] = "strike {unit} owner {owner}"
    example: ClassVar[str] = "strike fighter owner germany"

    unit: UnitName = ""
    """The air unit. If left out, the facility is damaged."""
    owner: PowerName = ""
    """The unit's owner, if several powers have one there."""
