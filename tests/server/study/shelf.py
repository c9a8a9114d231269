"""The games of these tests: one that can be edited, and one with secrets that can't."""

from typing import Any

from sandtable import games
from sandtable.core.game import Game
from tests.server.tables.auction import AUCTION


def find(game_id: str) -> Game[Any, Any, Any] | None:
    """How a bot process finds them."""
    return AUCTION if game_id == AUCTION.id else games.find(game_id)
