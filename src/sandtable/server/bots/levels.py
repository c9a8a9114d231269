"""Which bots may sit at a table. Only those by name: a program or a file of the server's is nobody's to start."""

from sandtable.bots import registry
from sandtable.core.game import AnyGame
from sandtable.server.wire import BotInfo

FALLBACK = "random"
"""Who plays where the usual bot cannot, and who answers when another fails."""


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
    """Who sits down where nobody says who."""
    return registry.DEFAULT if registry.serves(registry.DEFAULT, game) else FALLBACK
