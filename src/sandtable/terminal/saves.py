"""The default folder for saved games: in the user's data folder."""

import os
from datetime import datetime
from pathlib import Path

SUFFIX = ".sandtable"
_OVER = "-over"


def folder() -> Path:
    """The folder of unfinished games: ``$XDG_DATA_HOME/sandtable``, or ``~/.local/share/sandtable``."""
    base = os.environ.get("XDG_DATA_HOME", "")
    root = Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share"
    return root / "sandtable"


def new_autosave(game_id: str) -> Path:
    """A new autosave file for a game; never an existing one."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path = folder() / f"{game_id}-{stamp}{SUFFIX}"
    number = 2
    while path.exists():
        path = folder() / f"{game_id}-{stamp}-{number}{SUFFIX}"
        number += 1
    return path


def finished(autosave: Path) -> Path:
    """Where a finished game is kept."""
    return autosave.with_stem(f"{autosave.stem}{_OVER}")


def latest() -> Path | None:
    """The most recent unfinished game, if there is one."""
    try:
        known = [path for path in folder().iterdir() if path.suffix == SUFFIX and not path.stem.endswith(_OVER)]
        return max(known, key=lambda path: path.stat().st_mtime, default=None)
    except OSError:
        return None


def named(text: str) -> Path:
    """A file as a player names it: expands ``~``, and adds our extension if there is none."""
    path = Path(text.strip().strip("'\"")).expanduser()
    return path if path.suffix else path.with_suffix(SUFFIX)
