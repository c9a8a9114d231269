"""Actions of the passive team."""

from typing import ClassVar

from sandtable.area.actions import Action, Pick
from sandtable.area.parts.reaction.memory import Reinforcement
from sandtable.core.vocabulary import PowerName, SpaceName, UnitName


class Support(Action, frozen=True):
    """In the enemy's turn: fly air units to an adjacent space to defend it."""

    phrase: ClassVar[str] = "support {unit} from {space} to {to}"
    example: ClassVar[str] = "support with fighter from Germany to Ukraine"
    lines: ClassVar[tuple[str, ...]] = (r"(?:with\s+)?(?P<support>.+?)\s+from\s+(?P<from>.+?)\s+to\s+(?P<to>.+)",)

    unit: UnitName
    """The air units."""
    space: SpaceName
    """Where they are."""
    to: SpaceName
    """Where they fly."""
    count: int = 1
    """How many."""
    aboard: PowerName = ""
    """The owner of the carrier they take off from, if it is a partner's."""


class Reinforce(Action, frozen=True):
    """In the enemy's turn: order units to move to an adjacent space after all combats."""

    phrase: ClassVar[str] = "reinforce {units} from {space} to {to}"
    example: ClassVar[str] = "reinforce with 2 infantry from Germany to Ukraine"
    lines: ClassVar[tuple[str, ...]] = (
        r"(?:with\s+)?(?P<reinforce>.+?)\s+from\s+(?P<from>.+?)\s+to\s+(?P<to>.+)",
    )

    units: tuple[Pick, ...]
    """The units."""
    space: SpaceName
    """Where they are."""
    to: SpaceName
    """Where they go."""


class Recall(Action, frozen=True):
    """Cancel all your orders in the enemy's turn."""

    phrase: ClassVar[str] = "recall"


class Pin(Action, frozen=True):
    """Choose which reinforcements stay behind because the roads were bombed."""

    phrase: ClassVar[str] = "pin {orders}"
    example: ClassVar[str] = "keep 2 infantry"
    aliases: ClassVar[tuple[str, ...]] = ("keep",)

    orders: tuple[Reinforcement, ...]
    """The units."""
