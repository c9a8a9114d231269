"""Judging an answer: the combat moves on the board are measured by the guide's odds, like the solution's."""

from typing import Any, Literal

import msgspec

from sandtable.core.game import AnyGame
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import Worth, WorthAnswer
from sandtable.puzzles.puzzle import Aim, Puzzle

Grade = Literal["right", "good", "no"]
"""As good as the solution; better than nothing, but not it; no."""

CLOSE = 0.5
"""The part of the margin that a right answer may lack."""
SLACK = {"take": 0.02, "gain": 0.5}
"""How much a right answer may lack in any case: a chance, or money."""
HALF = 0.6
"""The part of the best measure that a good answer needs."""


class Judged(msgspec.Struct, frozen=True):
    """An answer, measured."""

    grade: Grade
    score: float
    """From 0 to 1: what it counts for the rating."""
    value: float
    """Its measure: a chance, or money."""
    worth: WorthAnswer


def question() -> Worth:
    """What to ask the guide about an answer."""
    return Worth()


def value_of(worth: WorthAnswer, aim: Aim, space: str) -> float:
    """The measure of combat moves."""
    if aim == "gain":
        return worth.total
    if space in worth.taken:
        return 1.0
    return next((one.capture for one in worth.combats if one.space == space), 0.0)


def judged(puzzle: Puzzle, worth: WorthAnswer) -> Judged:
    """An answer's grade."""
    value = value_of(worth, puzzle.aim, puzzle.space)
    needed = puzzle.best - max(SLACK[puzzle.aim], CLOSE * puzzle.margin)
    if value >= needed:
        return Judged("right", 1.0, value, worth)
    if value >= HALF * puzzle.best and value > 0:
        return Judged("good", 0.5, value, worth)
    return Judged("no", 0.0, value, worth)


def measured(game: AnyGame, state: Any, seat: str) -> WorthAnswer:
    """What the combat moves in a position are worth."""
    found = game.guide.answer(game.view(state, seat), seat, question())
    if isinstance(found, Refusal):
        raise ValueError(found.why)
    assert isinstance(found, WorthAnswer)
    return found
