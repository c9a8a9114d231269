"""A scenario as its file has it: who plays, whose each hex is, what stands where, when it ends and who has won."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.hexes.state import Name, Place, Side
from sandtable.hexes.strength import NONE, Kind, Points

Season = Literal["spring", "summer", "winter"]


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file: what is misspelled is refused."""


class Date(_Strict, frozen=True, order=True):
    """A seasonal turn."""

    year: int
    season: Season

    def __str__(self) -> str:
        return f"{self.season.capitalize()} {self.year}"


class Lands(_Strict, frozen=True):
    """Whole countries, and single places."""

    areas: tuple[str, ...] = ()
    hexes: str = ""
    """Places that are in it beside the countries."""
    but: str = ""
    """Places of the countries that are not in it."""


class Deployment(_Strict, frozen=True):
    """An army at the start."""

    at: Place
    points: Points


class Harbour(_Strict, frozen=True):
    """A fleet at the start."""

    at: Place
    points: int


class SideFacts(_Strict, frozen=True):
    """A side of the scenario."""

    name: str
    enemies: tuple[Side, ...]
    lands: Lands
    counters: tuple[Name, ...]
    """The names of its armies."""
    home: tuple[str, ...]
    """The countries whose production gives full supply and where its points are built."""
    builds: tuple[Kind, ...]
    forts: bool = False
    """Whether it may build forts."""
    placement: tuple[str, ...] = ()
    """Where its points are built, if that is not everywhere at home."""
    elsewhere: int = 0
    """Production points that are spent on other fronts in every turn."""
    armies: Mapping[Name, Deployment] = {}
    reserve: Points = NONE
    """Points that the side deploys freely before the first turn."""
    fleet: int = 0
    """Naval fire points that it places freely."""
    fleets: Mapping[Name, Harbour] = {}
    """The fleets at the start, or the ones that are proposed."""
    proposal: Mapping[Name, Deployment] = {}
    """A sensible way to deploy the reserve."""
    fort_points: Mapping[Place, int] = {}
    """Its forts, ready for use."""


class Devastation(_Strict, frozen=True):
    """Production that is devastated at the start."""

    points: int
    barred: tuple[Side, ...] = ()
    """Sides that cannot repair it."""


class Growth(_Strict, frozen=True):
    """A place whose production has its dates; before the first of them it yields nothing, but supplies."""

    place: Place
    from_: Mapping[str, int] = msgspec.field(name="from")
    """By date, such as ``winter 1941``."""
    captured: int
    """How much of it can be repaired by whoever captures it."""


class Frozen(_Strict, frozen=True):
    """A place whose armies stay before a date."""

    place: Place
    side: Side
    until: str
    """The first turn in which they are free, such as ``winter 1941``."""
    rule: str


class Winter(_Strict, frozen=True):
    """Winters that are hard on a side."""

    side: Side
    areas: tuple[str, ...]
    season: Season
    scale: tuple[int, ...]
    """What is added to its dice in the first, the second and every later one."""
    past: int = 0
    """How many of them there were before the scenario."""


class Compare(_Strict, frozen=True):
    """All production of one side is at least so much of another's: ``share`` of ``per`` parts."""

    side: Side
    other: Side
    share: int
    per: int


class Condition(_Strict, frozen=True):
    """What wins; the first one in the file that is met."""

    winner: str
    """A side, or a name for sides that win together."""
    rule: str
    at_once: bool = False
    """As soon as it is met; otherwise when the last turn is over."""
    holds: Mapping[Side, tuple[Place, ...]] = {}
    """Places that sides must hold."""
    lost: Mapping[Side, tuple[Place, ...]] = {}
    """Places that sides must have lost."""
    compare: Compare | None = None
    players: int = 0
    """Only with so many players; 0: with any number."""


class LendLease(_Strict, frozen=True):
    """Production points that one side may give to another."""

    giver: Side
    receiver: Side
    depots: Mapping[Place, int]
    """How much each of them takes in a turn."""


class ScenarioFile(_Strict, frozen=True):
    """One file of ``scenarios/``."""

    title: str
    summary: str
    theatre: str
    first: str
    """The first turn, such as ``summer 1941``."""
    last: str
    sides: Mapping[Side, SideFacts]
    """In the order of their turns."""
    neutral_rule: str
    """The rule by which what belongs to no side is left alone."""
    players: Mapping[int, tuple[tuple[Side, ...], ...]]
    """For each number of players, which sides each of them has."""
    devastated: Mapping[Place, Devastation] = {}
    growth: tuple[Growth, ...] = ()
    frozen: tuple[Frozen, ...] = ()
    winter: Winter | None = None
    victory: tuple[Condition, ...] = ()
    lend_lease: LendLease | None = None
    seas: bool = False
    """Whether points may cross the sea, and invade."""
