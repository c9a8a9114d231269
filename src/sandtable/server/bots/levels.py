"""The bots that can play at a table. Only named ones: a client must not start programs or load files on the
server."""

from sandtable.bots import registry
from sandtable.core.game import AnyGame
from sandtable.server.wire import BotInfo

FALLBACK = "random"
"""Plays where the default bot can't, and answers when another bot fails."""


def levels(game: AnyGame) -> tuple[BotInfo, ...]:
    """The bots that play a game, weakest first."""
    return tuple(
        BotInfo(name=one.name, text=one.about) for one in registry.listings() if registry.serves(one.name, game)
    )


def plays(name: str, game: AnyGame) -> bool:
    """Whether this is the name of a bot that plays a game.

    >>> from sandtable.games import load
    >>> plays("random", load("1941")), plays("exec:true", load("1941")), plays("hard@/etc/passwd", load("1941"))
    (True, False, False)
    """
    return name in registry.names() and registry.serves(name, game)


def usual(game: AnyGame) -> str:
    """The default bot."""
    return registry.DEFAULT if registry.serves(registry.DEFAULT, game) else FALLBACK
