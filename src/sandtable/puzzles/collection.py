"""The puzzles that come with the project: a file for each game in ``data``."""

from functools import cache
from pathlib import Path

import msgspec

from sandtable.puzzles.puzzle import Puzzle

FOLDER = Path(__file__).parent / "data"


@cache
def games() -> tuple[str, ...]:
    """The games that have puzzles."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """A game's puzzles; none if it has no file."""
    return read(FOLDER / f"{game}.json") if game in games() else ()


@cache
def every() -> dict[str, Puzzle]:
    """All puzzles by their ids."""
    return {puzzle.id: puzzle for game in games() for puzzle in puzzles_of(game)}


def read(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles in a file."""
    return msgspec.json.decode(path.read_bytes(), type=tuple[Puzzle, ...])


def write(path: Path, puzzles: tuple[Puzzle, ...]) -> None:
    """Write a file of puzzles, one to a line."""
    lines = b",\n".join(msgspec.json.encode(puzzle) for puzzle in puzzles)
    path.write_bytes(b"[\n" + lines + b"\n]\n")
