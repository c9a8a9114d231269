"""The games a server offers."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus

from sandtable.core.game import AnyGame
from sandtable.server.problems import Trouble


class Shelf:
    """Games by id. The server knows no others, and only what ``Game`` says about these."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._games = dict(games)

    def find(self, game_id: str) -> AnyGame | None:
        return self._games.get(game_id)

    def take(self, game_id: str) -> AnyGame:
        """The game. Raises 404 if there is none."""
        game = self._games.get(game_id)
        if game is None:
            known = ", ".join(self._games)
            raise Trouble.of(HTTPStatus.NOT_FOUND, f"There is no game {game_id!r} here. There are: {known}.")
        return game

    def __iter__(self) -> Iterator[AnyGame]:
        return iter(self._games.values())
