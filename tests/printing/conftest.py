"""Folders of games that only the test sees."""

from tests.games.conftest import nobody_elses_games, shelf, write

__all__ = ["nobody_elses_games", "shelf", "write"]
