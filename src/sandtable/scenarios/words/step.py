"""What every step may say beside its verb."""

from collections.abc import Sequence

from sandtable.scenarios.words.base import Words
from sandtable.scenarios.words.expect import Expect


class Step(Words, frozen=True, kw_only=True):
    """What every step may say beside its verb."""

    by: str = ""
    """Who acts; left out, the power on turn, or whoever owes the only open decision."""
    refused: str = ""
    """The rule that must refuse this step; nothing changes then."""
    why: str = ""
    """Words that the refusal must hold."""
    dice: Sequence[int] | None = None
    """The dice of this step, all of which must be rolled; left out, they come from the scenario's dice."""
    expect: Expect | None = None
    """What must be true after this step; its events and dice are those of this step."""
    note: str = ""
    """A word to the reader."""
