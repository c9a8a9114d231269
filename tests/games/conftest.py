"""Folders of games that only the test sees."""

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from sandtable import games

Write = Callable[..., Path]


@pytest.fixture(autouse=True)
def nobody_elses_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Neither this user's games nor those of an earlier test are found."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv(games.VARIABLE, "")
    games.forget()
    yield
    games.forget()


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of games that is looked into."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    monkeypatch.setenv(games.VARIABLE, str(folder))
    return folder


@pytest.fixture
def write(shelf: Path) -> Write:
    """Write a game's files, and look for games again: ``write("house", game="like: ...", units="...")``."""

    def write(name: str, folder: Path = shelf, **files: str) -> Path:
        place = folder / name
        for file, text in files.items():
            path = place / f"{file}.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text), encoding="utf-8")
        games.forget()
        return place

    return write
