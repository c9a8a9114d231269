"""Variants that these tests write."""

from tests.games.conftest import nobody_elses_games, shelf, write

__all__ = ["nobody_elses_games", "shelf", "write"]
