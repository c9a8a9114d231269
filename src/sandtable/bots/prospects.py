"""What positions of a game lead to, learned from games that bots played against themselves.

A game has a weight for each feature of a position (``planner.features`` reads them): how much more
or less than its price it has turned out to be worth. ``sandtable lab learn`` finds the weights; they are the file
``prospects.yaml`` of the game, which a variant has from its parent unless it brings its own.
"""

from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import msgspec
import yaml

from sandtable.core.datafile import AnyFolder, DataFileError, line_of, read_yaml, suggestion

FILE = "prospects.yaml"
"""The file of a game with its weights."""
PLAIN = ("land", "air", "warships", "transports", "money", "income")
"""The features that together are a side's strength."""
PLACED = ("march", "sail", "overseas", "shipped", "exposed", "besieged", "seats", "threatened", "ships at risk")
"""Those that depend on where units are."""
UNITS_OF = "units of "
INCOME_OF = "income of "
"""How the features of a power begin; its name follows."""


class Fit(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How well weights predict games that they were not learned from: root mean squares of the error."""

    games: int
    positions: int
    learned: float
    """The error of the prediction,"""
    naive: float
    """and that of the present lead in strength, taken as the prediction."""


class Prospects(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The weights of a game: how the lead to come differs from the lead in strength."""

    about: str
    """Where they come from: which games, and how to play them again."""
    weights: Mapping[str, float]
    fit: Fit
    lean: float = 0.0
    """What the first side gains in any case, as a share of all strength."""

    def lead(self, lead: float, whole: float, amounts: Mapping[str, float]) -> float:
        """How far ahead the first side is expected to be, in money, from the features of a position."""
        return lead + self.lean * whole + sum(self.weights.get(name, 0.0) * n for name, n in amounts.items())


class HasFolder(Protocol):
    """A game with its files."""

    @property
    def folder(self) -> AnyFolder: ...


def read(folder: AnyFolder) -> Prospects | None:
    """What was learned about the game in a folder; None if nothing was. Raises ``DataFileError``."""
    file = folder / FILE
    if not file.is_file():
        return None
    found = read_yaml(file, Prospects)
    for name in found.weights:
        if name not in (*PLAIN, *PLACED) and not name.startswith((UNITS_OF, INCOME_OF)):
            where = line_of(file, "weights", name)
            raise DataFileError(f"{where}: weights.{name}: no such feature.{suggestion(name, (*PLAIN, *PLACED))}")
    return found


def prospects_of(game: HasFolder) -> Prospects | None:
    """What was learned about a game, read once."""
    for known, found in _RECENT:
        if known is game:
            return found
    _RECENT.append((game, read(game.folder)))
    return _RECENT[-1][1]


_RECENT: deque[tuple[HasFolder, Prospects | None]] = deque(maxlen=8)


def write(path: Path, found: Prospects) -> None:
    """Write a file of prospects."""
    path.write_text(yaml.safe_dump(msgspec.to_builtins(found), sort_keys=False, allow_unicode=True), "utf-8")
