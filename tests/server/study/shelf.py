"""The games of these tests: one whose positions can be changed by hand, and one with secrets and no changes."""

from typing import Any

from sandtable import games
from sandtable.core.game import Game
from tests.server.tables.auction import AUCTION


def find(game_id: str) -> Game[Any, Any, Any] | None:
    """How a bot's process finds them."""
    return AUCTION if game_id == AUCTION.id else games.find(game_id)
