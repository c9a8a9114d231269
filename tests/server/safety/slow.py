"""Games that never finish an answer."""

import signal
from types import SimpleNamespace
from typing import Any

import msgspec

from tests.server.tables.auction import AUCTION


class Ask(msgspec.Struct):
    ask: str
    n: int = 0


def _reply(query: Ask) -> str:
    if query.ask == "deaf":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})  # like a library that never returns
        while True:
            pass
    return query.ask


def forever(*asked: object) -> Any:
    while True:
        pass


def musing_auction(game_id: str) -> Any:
    """The auction, with a guide that never finishes an answer."""
    guide = type(AUCTION.guide)
    guide.answer = guide.reply = forever  # type: ignore[assignment]
    return AUCTION


def find(game_id: str) -> Any:
    """A game that blocks signals while it answers."""
    return SimpleNamespace(id="deaf", guide=SimpleNamespace(query_type=Ask, reply=_reply, box=None))
