"""Operator routes: games installed from packs while the server runs.

Installed games are kept in the database, so that a backup has them and every process of the server offers them.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Annotated

import msgspec
from litestar import Litestar, delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter, QueryParameter

from sandtable.core.game import AnyGame
from sandtable.games.editions import pack as files_of
from sandtable.server.accounts import HttpRequest, member
from sandtable.server.background import regularly
from sandtable.server.disconnects import unless_disconnected
from sandtable.server.part import Base, Part
from sandtable.server.problems import Trouble, problem
from sandtable.server.sessions import Caller
from sandtable.server.storage import moderation
from sandtable.server.storage import packs as store
from sandtable.server.storage.packs import StoredPack
from sandtable.server.wire import Person, Problem
from sandtable.server.wire.operating import InstalledGame, InstalledGames
from sandtable.server.workers.jobs import CheckPack
from sandtable.variants.adding import loaded
from sandtable.variants.packing import MOST_PACKED, BadPack, Note, read_pack

logger = logging.getLogger(__name__)

MOST = 40
"""How many games may be installed: each is kept in memory."""
REFRESH = 5.0
"""Seconds until another process of the server notices what was installed or removed."""
GameId = Annotated[str, PathParameter(max_length=60, description="An installed game's id.")]
Replace = Annotated[bool, QueryParameter(description="Replace another version of the game.")]


class Installed:
    """The games from packs that this process offers, kept in step with the database."""

    def __init__(self, base: Base) -> None:
        self._base = base
        self._known: dict[str, str] = {}
        """The digest of each pack that was loaded, or that can't be."""
        self._problems: dict[str, str] = {}
        self._changing = asyncio.Lock()

    async def operator(self, caller: Caller | None) -> Person:
        """Require an operator with a browser session. Raises 403 for others."""
        person = member(caller)
        async with self._base.database.read() as connection:
            if not await store.is_operator(connection, person.id):
                raise Trouble.of(
                    HTTPStatus.FORBIDDEN, "Only operators of this server can do this.", "operators-only"
                )
        return person

    async def refresh(self) -> None:
        """Load what was installed since the last time, and drop what was removed."""
        async with self._changing:
            async with self._base.database.read() as connection:
                now = await store.digests(connection)
            for game in self._known.keys() - now.keys():
                self._base.shelf.remove(game)
                self._problems.pop(game, None)
            for game, digest in now.items():
                if self._known.get(game) != digest:
                    await self._load(game)
            self._known = now

    async def _load(self, game: str) -> None:
        async with self._base.database.read() as connection:
            data = await store.file(connection, game)
        if data is None:  # removed in the meantime
            return
        self._problems.pop(game, None)
        if self._base.shelf.comes_with_server(game):
            made: tuple[AnyGame, bytes] | BadPack = BadPack("the server has found another game with this id.")
        else:
            made = await asyncio.to_thread(_made, data)
        if isinstance(made, BadPack):
            self._base.shelf.remove(game)
            self._problems[game] = made.why
            logger.warning("skipping the installed game %s: %s", game, made.why)
        else:
            self._base.shelf.install(*made)

    async def show(self) -> InstalledGames:
        async with self._base.database.read() as connection:
            found = await store.every(connection)
            tables = await store.in_play(connection)
        games = tuple(self._shown(one, tables.get(one.note.id, 0)) for one in found)
        return InstalledGames(games=games, most=MOST, most_bytes=MOST_PACKED)

    def _shown(self, one: StoredPack, tables: int) -> InstalledGame:
        note = one.note
        return InstalledGame(
            id=note.id,
            title=note.title,
            version=note.version,
            author=note.author,
            licence=note.licence,
            like=note.like,
            digest=note.digest,
            by=one.by,
            at=one.at,
            tables=tables,
            problem=self._problems.get(note.id, ""),
        )

    async def install(self, person: Person, data: bytes, replace: bool) -> Problem | None:
        """Install a pack. A worker reads and loads it first."""
        checked = await self._base.workers.ask(f"person {person.id}", CheckPack(data))
        if isinstance(checked, Problem):
            return checked
        note = msgspec.json.decode(checked, type=Note)
        if self._base.shelf.comes_with_server(note.id):
            return problem(HTTPStatus.CONFLICT, f"This server already has a game {note.id!r} of its own.", "taken")
        async with self._base.database.write() as connection:
            there = await store.find(connection, note.id)
            if there is not None and there.note.digest == note.digest:
                return problem(HTTPStatus.CONFLICT, f"{_named(note)} is already installed.", "same")
            if there is not None and not replace:
                return problem(HTTPStatus.CONFLICT, _question(there.note, note), "other-version")
            if there is None and len(await store.digests(connection)) >= MOST:
                return problem(HTTPStatus.CONFLICT, f"{MOST} games are installed. Remove one first.", "too-many")
            await store.keep(connection, note, data, person.name, self._base.clock())
            what = "install" if there is None else "replace"
            await moderation.note(
                connection, person.name, what, f"{_named(note)}, {note.id}, digest {note.digest}"
            )
        await self.refresh()
        return None

    async def remove(self, person: Person, game: str) -> Problem | None:
        """Remove a game. Its tables play on."""
        async with self._base.database.write() as connection:
            there = await store.find(connection, game)
            if there is None or not await store.remove(connection, game):
                return problem(HTTPStatus.NOT_FOUND, f"The game {game!r} isn't installed.")
            await moderation.note(connection, person.name, "remove", f"{_named(there.note)}, {game}")
        await self.refresh()
        return None


def _made(data: bytes) -> tuple[AnyGame, bytes] | BadPack:
    """The game in a pack that was checked when it was installed, and its files."""
    pack = read_pack(data)
    game = pack if isinstance(pack, BadPack) else loaded(pack)
    if isinstance(game, BadPack):
        return game
    packed = files_of(game)
    assert packed is not None, "a pack is made of files"
    return game, packed.data


def _question(there: Note, new: Note) -> str:
    if there.version == new.version:
        return f"A different {_named(there)} is installed. Replace it with this one?"
    return f"{_named(there)} is installed. Replace it with version {new.version}?"


def _named(note: Note) -> str:
    return f"{note.title} {note.version}"


@get("/operator/games")
async def list_installed(
    caller: NamedDependency[Caller | None], installed: NamedDependency[Installed]
) -> InstalledGames:
    """The games that operators have installed. For operators."""
    await installed.operator(caller)
    return await installed.show()


def install_route(base: Base) -> HTTPRouteHandler:
    """The route that accepts a pack."""

    @post("/operator/games", request_max_body_size=MOST_PACKED)
    async def install(
        request: HttpRequest,
        caller: NamedDependency[Caller | None],
        installed: NamedDependency[Installed],
        replace: Replace = False,
    ) -> InstalledGames:
        """Install a packed game, sent as the body. For operators."""
        person = await installed.operator(caller)
        base.limiter.require(f"pack {person.id}", base.settings.limits.save_files)
        wrong = await unless_disconnected(request, installed.install(person, await request.body(), replace))
        if wrong is not None:
            raise Trouble(wrong)
        return await installed.show()

    return install


@delete("/operator/games/{game:str}", status_code=HTTPStatus.OK)
async def remove_installed(
    game: GameId, caller: NamedDependency[Caller | None], installed: NamedDependency[Installed]
) -> InstalledGames:
    """Remove an installed game. Its tables play on. For operators."""
    wrong = await installed.remove(await installed.operator(caller), game)
    if wrong is not None:
        raise Trouble(wrong)
    return await installed.show()


def part(base: Base) -> Part:
    """The operator routes."""
    installed = Installed(base)

    @asynccontextmanager
    async def offered(app: Litestar) -> AsyncIterator[None]:
        await installed.refresh()
        following = asyncio.create_task(regularly(installed.refresh, REFRESH, "look for installed games"))
        try:
            yield
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    return Part(
        handlers=[list_installed, install_route(base), remove_installed],
        dependencies={"installed": Provide(lambda: installed, sync_to_thread=False)},
        lifespan=offered,
    )
