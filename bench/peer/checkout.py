"""Another checkout of sandtable as the peer: its bots play their turns in its engine."""

import os
import subprocess
import sys
from pathlib import Path

from bench.peer.engine import Engine

ROOT = Path(__file__).parents[2]
"""This checkout: the bridge is always ours."""


class Checkout(Engine):
    """A process of another checkout, with one game loaded. It runs on the packages that are installed here."""

    def __init__(self, folder: Path, game: str, bot: str, errors: Path) -> None:
        source = folder.resolve() / "src"
        if not (source / "sandtable").is_dir():
            raise ValueError(f"{folder} has no src/sandtable: it takes the folder of a checkout")
        self.name = f"{bot} of {version(folder)}"
        env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(source), str(ROOT)))}
        super().__init__([sys.executable, "-m", "bench.peer.turns", game, bot], source, errors, env)


def version(folder: Path) -> str:
    """The commit that a folder is at, as far as git knows."""
    found = subprocess.run(
        ["git", "-C", str(folder), "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or folder.resolve().name
