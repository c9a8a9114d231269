"""Wire types for puzzles."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta

from sandtable.core.decision import Seat
from sandtable.puzzles.judging import Grade
from sandtable.puzzles.puzzle import Aim
from sandtable.server.wire import Request, Wire
from sandtable.server.wire.study import Advised


class PuzzleInfo(Wire, frozen=True):
    """A puzzle's question."""

    id: str
    number: int
    """Its number among the game's puzzles."""
    game: str
    seat: Seat
    aim: Aim
    space: str
    """What is to be taken; empty: any."""
    round: int
    rating: float
    tries: int
    """How many people have tried it."""
    grade: Grade | Literal[""] = ""
    """How I did."""


class Attempt(Wire, frozen=True):
    """A puzzle that I tried."""

    puzzle: PuzzleInfo
    table: str
    grade: Grade
    before: float
    """My rating before,"""
    rating: float
    """and afterwards."""
    at: datetime


class Puzzles(Wire, frozen=True):
    """The page of puzzles: today's, my rating, and what I have tried, latest first."""

    date: str
    """``2026-11-18``: the day of the puzzle of the day, in UTC."""
    daily: PuzzleInfo | None
    games: tuple[str, ...]
    total: int
    rating: float
    deviation: float
    solved: int
    tried: int
    history: tuple[Attempt, ...]


class NextPuzzle(Request, frozen=True):
    """Ask for a puzzle near my rating that I haven't tried. ``game``: only of this game."""

    game: Annotated[str, Meta(max_length=60)] = ""


class CombatWorth(Wire, frozen=True):
    """What one combat is worth on average."""

    space: str
    win: float
    capture: float
    swing: float
    """The enemy's losses minus your own, in money."""
    prize: float
    """What taking the space is worth, in money."""
    exact: bool


class Verdict(Wire, frozen=True):
    """How an answer was judged, and the solution."""

    puzzle: PuzzleInfo
    grade: Grade
    """Of this answer; ``puzzle.grade`` has the one that counts."""
    value: float
    """Its measure: a chance, or money."""
    best: float
    other: float
    """The best measure without one of the keys."""
    keys: tuple[str, ...]
    combats: tuple[CombatWorth, ...]
    """Of this answer."""
    solved: tuple[CombatWorth, ...]
    """Of the solution."""
    steps: tuple[Advised, ...]
    """The solution."""
    counted: bool
    """Whether it was the first answer, which counts."""
    before: float
    """My rating before it counted,"""
    rating: float
    """and afterwards."""


class PuzzleAt(Wire, frozen=True):
    """The puzzle at a table, and the verdict on the answer that counted, once there is one."""

    puzzle: PuzzleInfo
    verdict: Verdict | None
