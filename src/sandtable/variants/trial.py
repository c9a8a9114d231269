"""Loads games, and plays the first moves of one, in a separate process with limited time and memory.

``python -m sandtable.variants.trial FOLDER GAME...``: each of these games in the folder must load, and the first
one is played. If something is wrong, it is printed, and the status is 1.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from sandtable import games
from sandtable.variants.playable import unplayable

SECONDS = 30
MEMORY = 2_000_000_000
"""Bytes, if the system can enforce it."""


def tried(folder: Path, games: Sequence[str], seconds: float = SECONDS) -> str:
    """Why one of the games in a folder can't be loaded; empty if all can."""
    command = [sys.executable, "-m", "sandtable.variants.trial", str(folder), *games]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return f"it takes longer than {seconds:.0f} seconds to load and to play its first moves."
    if done.returncode == 0:
        return ""
    said = done.stdout.strip()
    return (
        said
        if done.returncode == 1 and said
        else "it can't be loaded: it needs too much memory, or breaks the program."
    )


def main() -> int:
    """Load the games named on the command line."""
    try:
        import resource  # noqa: PLC0415 - not on every system

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    except (ImportError, ValueError, OSError):
        pass
    os.environ[games.VARIABLE] = sys.argv[1]
    for name in sys.argv[2:]:
        if games.family_of(name) is None and name not in games.ids():
            why = next((one.why for one in games.problems() if one.id == name), "its family is unknown.")
            print(f"{name}: {why}")
            return 1
        found = games.checked(name)
        if isinstance(found, games.Problem):
            print(f"{name}: {found.why}")
            return 1
    game = games.load(sys.argv[2])
    why = unplayable(game)
    if why:
        print(f"{game.id}: {why}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
