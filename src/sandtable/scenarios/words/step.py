"""The keys of every step besides its verb."""

from collections.abc import Sequence

from sandtable.scenarios.words.base import Words
from sandtable.scenarios.words.expect import Expect


class Step(Words, frozen=True, kw_only=True):
    """The keys of every step besides its verb."""

    by: str = ""
    """Who acts. Default: the power on turn, or the seat with the only pending decision."""
    refused: str | bool = ""
    """The rule that must refuse this step, or ``true`` for any rule. Nothing changes then."""
    why: str = ""
    """Words that the refusal must contain."""
    dice: Sequence[int] | None = None
    """The dice of this step; all of them must be rolled. Default: the scenario's dice."""
    expect: Expect | None = None
    """What must be true after this step. It covers the events and dice of this step."""
    note: str = ""
    """A comment for readers."""
