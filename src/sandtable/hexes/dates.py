"""Seasonal turns: three to a year, spring, summer, winter."""

from typing import Literal, NamedTuple, get_args

Season = Literal["spring", "summer", "winter"]
SEASONS: tuple[Season, ...] = get_args(Season)


class Date(NamedTuple):
    """A seasonal turn. Dates are in the order of time.

    >>> Date.parse("summer 1941") < Date.parse("winter 1941") < Date.parse("spring 1942")
    True
    """

    year: int
    number: int
    """Which season of the year, from 0."""

    @property
    def season(self) -> Season:
        return SEASONS[self.number]

    @classmethod
    def parse(cls, text: str) -> "Date":
        """A date as scenario files have it: ``winter 1941``."""
        season, _, year = text.lower().partition(" ")
        for number, name in enumerate(SEASONS):
            if name == season and year.isascii() and year.isdigit():
                return cls(int(year), number)
        raise ValueError(f"{text!r} is no seasonal turn: write 'summer 1941'")

    def next(self) -> "Date":
        """The turn after it.

        >>> str(Date.parse("winter 1941").next())
        'Spring 1942'
        """
        last = self.number == len(SEASONS) - 1
        return Date(self.year + 1, 0) if last else Date(self.year, self.number + 1)

    def __str__(self) -> str:
        return f"{self.season.capitalize()} {self.year}"


def dates(first: str, last: str) -> tuple[Date, ...]:
    """All turns from the first to the last.

    >>> len(dates("summer 1941", "winter 1943"))
    8
    """
    found = [Date.parse(first)]
    while found[-1] < Date.parse(last):
        found.append(found[-1].next())
    return tuple(found)
