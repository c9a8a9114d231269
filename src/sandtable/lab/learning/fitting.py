"""Weights for the features of positions: a regression on what followed, pulled towards the lead in strength."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sandtable.bots.prospects import Fit, Prospects
from sandtable.lab.learning.games import Lesson, Sample

FOLDS = 5
"""The games are dealt into this many parts, each predicted by weights that come from the others."""
PULLS = (1.0, 10.0, 100.0, 1_000.0, 10_000.0)
"""How strongly weights are pulled to nothing: the one that predicts best is taken."""
DIGITS = 4

Floats = NDArray[np.float64]


def fit(lessons: Sequence[Lesson], about: str) -> Prospects:
    """The weights that predict best, and how well they predict games that they don't come from.

    There must be at least as many games as parts.
    """
    names = sorted({name for lesson in lessons for one in lesson.samples for name in one.amounts})
    folds = [
        _table([s for k, one in enumerate(lessons) if k % FOLDS == f for s in one.samples], names)
        for f in range(FOLDS)
    ]
    errors = {pull: _error(folds, pull) for pull in PULLS}
    pull = min(errors, key=lambda p: (errors[p], p))
    inputs, targets = np.vstack([x for x, _ in folds]), np.concatenate([y for _, y in folds])
    weights, lean = _regress(inputs, targets, pull)
    return Prospects(
        about,
        {name: _short(w) for name, w in zip(names, weights, strict=True) if _short(w)},
        Fit(len(lessons), len(targets), _short(errors[pull]), _short(float(np.sqrt(np.mean(targets**2))))),
        _short(lean),
    )


def _table(samples: Sequence[Sample], names: Sequence[str]) -> tuple[Floats, Floats]:
    """The features of positions, and by how much the lead changed after them."""
    inputs = np.array([[one.amounts.get(name, 0.0) for name in names] for one in samples])
    return inputs.reshape(len(samples), len(names)), np.array([one.outcome - one.lead for one in samples])


def _regress(inputs: Floats, targets: Floats, pull: float) -> tuple[Floats, float]:
    """Ridge regression on standardized features; the constant is free."""
    middle, spread = inputs.mean(axis=0), inputs.std(axis=0)
    spread[spread < 1e-9] = np.inf
    scaled = (inputs - middle) / spread
    mean = float(targets.mean())
    scales = np.linalg.solve(scaled.T @ scaled + pull * np.eye(inputs.shape[1]), scaled.T @ (targets - mean))
    weights: Floats = scales / spread
    return weights, mean - float(middle @ weights)


def _error(folds: Sequence[tuple[Floats, Floats]], pull: float) -> float:
    """The error in games that the weights did not come from."""
    total = number = 0.0
    for left_out, (inputs, targets) in enumerate(folds):
        rest = [fold for k, fold in enumerate(folds) if k != left_out]
        weights, lean = _regress(np.vstack([x for x, _ in rest]), np.concatenate([y for _, y in rest]), pull)
        total += float(((inputs @ weights + lean - targets) ** 2).sum())
        number += len(targets)
    return float(np.sqrt(total / max(1.0, number)))


def _short(number: float) -> float:
    """A number with few digits, the same on every machine."""
    return float(f"{number:.{DIGITS}g}")
