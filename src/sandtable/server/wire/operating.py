"""Wire types for operators."""

from datetime import datetime

from sandtable.server.wire import Wire


class InstalledGame(Wire, frozen=True):
    """A game that an operator has installed."""

    id: str
    title: str
    version: str
    author: str
    licence: str
    like: str
    """The built-in game it is based on."""
    digest: str
    by: str
    """The operator who installed it."""
    at: datetime
    tables: int
    """Tables that wait for players or are being played."""
    problem: str = ""
    """Why it isn't offered, if it isn't."""


class InstalledGames(Wire, frozen=True):
    games: tuple[InstalledGame, ...]
    most: int
    """How many may be installed."""
    most_bytes: int
    """The largest file that is accepted."""
