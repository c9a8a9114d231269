"""Steps that buy units."""

from collections.abc import Mapping

from sandtable.scenarios.words.step import Step


class OrderStep(Step, frozen=True, kw_only=True):
    """Purchase: the complete order for this turn."""

    order: str | Mapping[str, int]
    """The units, as in ``2 infantry, tank`` or ``{infantry: 2, tank: 1}``; ``nothing`` for none."""
