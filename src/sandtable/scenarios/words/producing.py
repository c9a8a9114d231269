"""Steps that spend: units, research, repairs, money for partners; and the placing of what was bought."""

from collections.abc import Mapping

from msgspec import field

from sandtable.scenarios.words.base import Names
from sandtable.scenarios.words.step import Step


class OrderStep(Step, frozen=True, kw_only=True):
    """Purchase: the whole order of this turn."""

    order: str | Mapping[str, int]
    """The units, as in ``2 infantry, tank`` or ``{infantry: 2, tank: 1}``; ``nothing`` for none."""


class ResearchStep(Step, frozen=True, kw_only=True):
    """Buy dice for the development of weapons, and roll them."""

    research: int
    """How many."""


class AidStep(Step, frozen=True, kw_only=True):
    """Send money to a partner."""

    aid: int
    """How much."""
    to: str
    """To whom."""


class ProgramStep(Step, frozen=True, kw_only=True):
    """Research dice by weapon: bought with the purchase, or given out when they are rolled."""

    program: int | Mapping[str, int]
    """``{rockets: 2}``; a number where dice are bought for no weapon in particular."""


class RepairStep(Step, frozen=True, kw_only=True):
    """Repair a damaged ship."""

    repair: str
    """The ship."""
    place: str | int = field(name="in")
    """The zone where it is."""


class ScorchStep(Step, frozen=True, kw_only=True):
    """Choose the factories that their owner destroys this turn."""

    scorch: Names
    """The territories; an empty list for none."""


class MobilizeStep(Step, frozen=True, kw_only=True):
    """Place bought units."""

    mobilize: str
    """The units."""
    place: str | int = field(name="in")
    """The space where they appear."""
    factory: str = ""
    """The factory that is charged, where several could serve."""
    aboard: str = ""
    """For fighters: the owner of the carrier, if it is not one's own."""
    onto: str = ""
    """The unit type of the ship that they are put aboard."""
