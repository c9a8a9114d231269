# ruff: noqa: PLC0415 - naming the package costs nothing; what a notebook needs is loaded when it asks
"""sandtable: play, judge and study World War II grand-strategy board games.

The layers, bottom up: ``core`` (what every game shares), ``area`` (territories and sea zones),
``games`` (one folder a game), and on top ``bots``, ``scenarios`` and the ``sandtable`` command.

In a notebook: ``import sandtable as st; st.load("game.jsonl")``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.notebook import SavedGame

__version__ = "0.2.0"


def load(path: str | Path) -> "SavedGame":
    """A game from a save file, for a notebook: it shows its map, tells its story and counts."""
    from sandtable.notebook import load as open_file

    return open_file(Path(path))
