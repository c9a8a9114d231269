"""The answers to the questions of politics."""

from collections.abc import Mapping
from typing import ClassVar

from sandtable.core.vocabulary import SpaceName
from sandtable.hexes.part import PartAction
from sandtable.hexes.state import Name
from sandtable.hexes.strength import Points


class Reinforce(PartAction, frozen=True):
    """Place points that a country brings. An army not yet in play is placed with its first points."""

    phrase: ClassVar[str] = "reinforce {army} in {at} with {points}"

    army: Name
    at: SpaceName
    points: Points


class Forfeit(PartAction, frozen=True):
    """Choose the points that are lost with a country."""

    phrase: ClassVar[str] = "forfeit {armies}"

    armies: Mapping[Name, Points]


class AnswerOffer(PartAction, frozen=True):
    """Accept an offered surrender, or refuse it for good."""

    phrase: ClassVar[str] = "answer {accept}"

    accept: bool
