"""Strength points by kind: what an army holds, moves, loses and builds."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, get_args

import msgspec

Kind = Literal["infantry", "mechanized", "amphibious", "tac_air", "paratroop"]
KINDS: tuple[Kind, ...] = get_args(Kind)
BASIC: tuple[Kind, ...] = ("infantry", "mechanized", "amphibious")
"""The kinds that any scenario with attacks by land or from the sea can have."""
Amount = int | float
"""Production points: prices can have halves."""


def whole(amount: Amount) -> Amount:
    """An amount without a needless fraction, so that equal amounts are written the same.

    >>> whole(7.0), whole(2.5), whole(3)
    (7, 2.5, 3)
    """
    return int(amount) if amount == int(amount) else amount


SPOKEN = {"asw": "A.S.W.", "u_boat": "U-boat"}
"""Names that aren't just the key's words."""


def spoken(kind: str) -> str:
    """The name of a kind as players see it.

    >>> spoken("tac_air"), spoken("infantry"), spoken("u_boat")
    ('tac air', 'infantry', 'U-boat')
    """
    return SPOKEN.get(kind, kind.replace("_", " "))


def headed(kind: str) -> str:
    """The same at the beginning of a sentence.

    >>> headed("tac_air"), headed("asw")
    ('Tac air', 'A.S.W.')
    """
    name = spoken(kind)
    return name[:1].upper() + name[1:]


class Points(msgspec.Struct, frozen=True, order=True, omit_defaults=True, forbid_unknown_fields=True):
    """A number of strength points of each kind.

    >>> army = Points(infantry=4, mechanized=2)
    >>> army.total, str(army - Points(infantry=1)), str(Points())
    (6, '3 infantry and 2 mechanized', 'nothing')
    """

    infantry: int = 0
    mechanized: int = 0
    amphibious: int = 0
    tac_air: int = 0
    paratroop: int = 0

    @property
    def total(self) -> int:
        return self.ground + self.tac_air

    @property
    def ground(self) -> int:
        """The points that count towards stacking: all but aircraft."""
        return self.infantry + self.mechanized + self.amphibious + self.paratroop

    def of(self, kind: Kind) -> int:
        """The number of points of a kind."""
        match kind:
            case "infantry":
                return self.infantry
            case "mechanized":
                return self.mechanized
            case "amphibious":
                return self.amphibious
            case "tac_air":
                return self.tac_air
            case "paratroop":
                return self.paratroop

    def __add__(self, other: "Points") -> "Points":
        return Points(
            self.infantry + other.infantry,
            self.mechanized + other.mechanized,
            self.amphibious + other.amphibious,
            self.tac_air + other.tac_air,
            self.paratroop + other.paratroop,
        )

    def __sub__(self, other: "Points") -> "Points":
        return Points(
            self.infantry - other.infantry,
            self.mechanized - other.mechanized,
            self.amphibious - other.amphibious,
            self.tac_air - other.tac_air,
            self.paratroop - other.paratroop,
        )

    def __contains__(self, other: "Points") -> bool:
        """Whether these points include that many."""
        return (
            self.infantry >= other.infantry
            and self.mechanized >= other.mechanized
            and self.amphibious >= other.amphibious
            and self.tac_air >= other.tac_air
            and self.paratroop >= other.paratroop
        )

    @property
    def sound(self) -> bool:
        """Whether no kind is negative."""
        return min(self.infantry, self.mechanized, self.amphibious, self.tac_air, self.paratroop) >= 0

    def items(self) -> Iterator[tuple[Kind, int]]:
        """The kinds present, with their numbers."""
        return ((kind, count) for kind in KINDS if (count := self.of(kind)))

    def __str__(self) -> str:
        words = [f"{count} {spoken(kind)}" for kind, count in self.items()]
        return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words) or "nothing"


NONE = Points()


def points_of(kind: Kind, count: int = 1) -> Points:
    """Points of one kind.

    >>> points_of("mechanized", 3)
    Points(infantry=0, mechanized=3, amphibious=0, tac_air=0, paratroop=0)
    """
    return Points(**{kind: count})


def total(parts: Iterable[Points]) -> Points:
    """The sum of points."""
    whole = NONE
    for part in parts:
        whole = whole + part
    return whole


def cheapest(
    points: Points,
    count: int,
    order: Iterable[Kind] = ("infantry", "amphibious", "paratroop", "mechanized", "tac_air"),
) -> Points:
    """A number of points taken from these, in a given order of kinds.

    >>> str(cheapest(Points(infantry=1, mechanized=4), 3))
    '1 infantry and 2 mechanized'
    """
    taken: dict[Kind, int] = {}
    for kind in order:
        taken[kind] = min(count, points.of(kind))
        count -= taken[kind]
    return Points(**taken)


def toll(losses: Mapping[str, Points]) -> int:
    """The total number of points lost."""
    return sum(points.total for points in losses.values())
