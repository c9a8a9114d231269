"""Strength points by kind: what an army holds, moves, loses and builds."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, get_args

import msgspec

Kind = Literal["infantry", "mechanized", "amphibious"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Points(msgspec.Struct, frozen=True, order=True, omit_defaults=True, forbid_unknown_fields=True):
    """So many strength points of each kind.

    >>> army = Points(infantry=4, mechanized=2)
    >>> army.total, str(army - Points(infantry=1)), str(Points())
    (6, '3 infantry and 2 mechanized', 'nothing')
    """

    infantry: int = 0
    mechanized: int = 0
    amphibious: int = 0

    @property
    def total(self) -> int:
        return self.infantry + self.mechanized + self.amphibious

    def of(self, kind: Kind) -> int:
        """How many there are of a kind."""
        match kind:
            case "infantry":
                return self.infantry
            case "mechanized":
                return self.mechanized
            case "amphibious":
                return self.amphibious

    def __add__(self, other: "Points") -> "Points":
        return Points(
            self.infantry + other.infantry,
            self.mechanized + other.mechanized,
            self.amphibious + other.amphibious,
        )

    def __sub__(self, other: "Points") -> "Points":
        return Points(
            self.infantry - other.infantry,
            self.mechanized - other.mechanized,
            self.amphibious - other.amphibious,
        )

    def __contains__(self, other: "Points") -> bool:
        """Whether so many can be taken out of these."""
        return (
            self.infantry >= other.infantry
            and self.mechanized >= other.mechanized
            and self.amphibious >= other.amphibious
        )

    @property
    def sound(self) -> bool:
        """Whether no kind is below nothing."""
        return self.infantry >= 0 and self.mechanized >= 0 and self.amphibious >= 0

    def items(self) -> Iterator[tuple[Kind, int]]:
        """The kinds that are there, with their numbers."""
        return ((kind, count) for kind in KINDS if (count := self.of(kind)))

    def __str__(self) -> str:
        words = [f"{count} {kind}" for kind, count in self.items()]
        return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words) or "nothing"


NONE = Points()


def points_of(kind: Kind, count: int = 1) -> Points:
    """Points of one kind.

    >>> points_of("mechanized", 3)
    Points(infantry=0, mechanized=3, amphibious=0)
    """
    return Points(**{kind: count})


def total(parts: Iterable[Points]) -> Points:
    """All of them together."""
    whole = NONE
    for part in parts:
        whole = whole + part
    return whole


def cheapest(
    points: Points, count: int, order: Iterable[Kind] = ("infantry", "amphibious", "mechanized")
) -> Points:
    """So many points out of these, in an order of kinds.

    >>> str(cheapest(Points(infantry=1, mechanized=4), 3))
    '1 infantry and 2 mechanized'
    """
    taken: dict[Kind, int] = {}
    for kind in order:
        taken[kind] = min(count, points.of(kind))
        count -= taken[kind]
    return Points(**taken)


def toll(losses: Mapping[str, Points]) -> int:
    """How many points are lost in all."""
    return sum(points.total for points in losses.values())
