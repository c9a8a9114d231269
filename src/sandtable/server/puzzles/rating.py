"""What an attempt does to the ratings of a person and a puzzle: a game between the two. Pure."""

from datetime import datetime

from sandtable.puzzles.judging import Grade
from sandtable.puzzles.puzzle import Puzzle
from sandtable.server.results.glicko import Game, Strength, rated
from sandtable.server.results.ladder import PERIOD
from sandtable.server.storage.puzzles import Rated, Tried

UNTRIED = 150.0
"""The deviation of a puzzle that nobody has tried: the bots have."""
SCORES: dict[Grade, float] = {"right": 1.0, "good": 0.5, "no": 0.0}


def strength_of(puzzle: Puzzle, known: Rated | None) -> Rated:
    """A puzzle's strength."""
    return known or Rated(Strength(puzzle.rating, UNTRIED), 0)


def attempted(mine: Tried | None, puzzle: Rated, grade: Grade, at: datetime) -> tuple[Strength, Strength, Rated]:
    """A person's strength before and after an attempt, and the puzzle after it. ``mine``: their last attempt."""
    before = mine.after if mine is not None else Strength()
    periods = max((at - mine.at) / PERIOD, 0.0) if mine is not None else 0.0
    score = SCORES[grade]
    after = rated(before, [Game(puzzle.strength, score)], periods)
    harder = rated(puzzle.strength, [Game(before, 1 - score)], 0.0)
    return before, after, Rated(harder, puzzle.tries + 1)
