"""The games a server offers."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus

from sandtable.core.game import AnyGame
from sandtable.games.editions import digest_of
from sandtable.server.problems import Trouble


class Shelf:
    """Games by id. The server knows no others, and only what ``Game`` says about these.

    Most are found when the server starts. Others are installed while it runs.
    """

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._found = dict(games)
        self._installed: dict[str, AnyGame] = {}
        self._files: dict[str, bytes] = {}
        """The files of installed games by edition. They stay, for tables that play on with a removed one."""

    def find(self, game_id: str) -> AnyGame | None:
        return self._found.get(game_id) or self._installed.get(game_id)

    def take(self, game_id: str) -> AnyGame:
        """The game. Raises 404 if there is none."""
        game = self.find(game_id)
        if game is None:
            known = ", ".join((*self._found, *self._installed))
            raise Trouble.of(HTTPStatus.NOT_FOUND, f"There is no game {game_id!r} here. There are: {known}.")
        return game

    def comes_with_server(self, game_id: str) -> bool:
        """Whether a game was found when the server started."""
        return game_id in self._found

    def install(self, game: AnyGame, files: bytes) -> None:
        self._files[digest_of(game)] = files
        self._installed[game.id] = game

    def remove(self, game_id: str) -> None:
        self._installed.pop(game_id, None)

    def files(self, game: AnyGame) -> bytes:
        """The files of a game that was installed; empty for any other."""
        return self._files.get(digest_of(game), b"")

    def __iter__(self) -> Iterator[AnyGame]:
        yield from self._found.values()
        yield from sorted(self._installed.values(), key=lambda game: game.id)
