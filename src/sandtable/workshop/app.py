"""The workshop's own small server, for the author's browser on this machine only.

A change names the fingerprint of the files it is based on. If they have changed since, it is refused, nothing is
written, and the page shows the current files.
"""

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, Router, get, post
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, JSONBody

from sandtable import games
from sandtable.core.datafile import DataFileError
from sandtable.games.finding import user_folder
from sandtable.server import problems
from sandtable.server.headers import SafeHeaders
from sandtable.server.origin import SameOrigin
from sandtable.server.page import page_route
from sandtable.server.problems import Trouble
from sandtable.server.settings import Settings
from sandtable.server.static_content import COMPRESSED, SMALL
from sandtable.variants.adding import Added, add
from sandtable.variants.packing import MOST_PACKED, SUFFIX, BadPack, digest_on_disk, pack, read_pack, written
from sandtable.variants.starting import NoStart, start
from sandtable.workshop.borders import Sheet
from sandtable.workshop.proving import Proof, printed, proved
from sandtable.workshop.schemas import Forms, forms
from sandtable.workshop.shop import Edit, Move, Shop
from sandtable.workshop.views import View

LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Bench(msgspec.Struct, frozen=True):
    """A variant that can be opened, and its location."""

    id: str
    path: str
    like: str
    problem: str = ""
    """Why it can't be opened, if even its first lines can't be read."""


class Benches(msgspec.Struct, frozen=True):
    """All of this user's variants, and the games that new ones can be based on."""

    mine: tuple[Bench, ...]
    parents: tuple[str, ...]


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A variant to create."""

    name: str
    like: str
    title: str = ""


class Edits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to make together, based on the files with this fingerprint."""

    stand: str
    edits: tuple[Edit, ...]


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A difference to undo."""

    stand: str
    change: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a space."""

    stand: str
    space: str
    name: str


class Stand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fingerprint of the files that a request is based on."""

    stand: str


@get("/", sync_to_thread=True)
def benches(shop: NamedDependency[Shop]) -> Benches:
    mine = [_bench(name, path) for name, path in shop.all().items()]
    return Benches(tuple(one for one in mine if one.like or one.problem), games.ids())


def _bench(name: str, path: Path) -> Bench:
    try:
        return Bench(name, str(path), games.finding.read_header(path).like)
    except (DataFileError, OSError) as error:
        return Bench(name, str(path), "", str(error))


@post("/", sync_to_thread=True)
def begin(shop: NamedDependency[Shop], data: JSONBody[NewGame]) -> View:
    made = start(data.name, data.like, None, data.title)
    if isinstance(made, NoStart):
        raise _refused(made.why)
    return shop.view(data.name)


@get("/_forms", sync_to_thread=True)
def nested_forms() -> Forms:
    return forms()


@get("/{game:str}", sync_to_thread=True)
def open_game(shop: NamedDependency[Shop], game: FromPath[str]) -> View:
    return shop.view(game)


@get("/{game:str}/stand", sync_to_thread=True)
def stand(shop: NamedDependency[Shop], game: FromPath[str]) -> dict[str, str]:
    return {"stand": digest_on_disk(shop.folder(game))}


@post("/{game:str}/edit", sync_to_thread=True, status_code=HTTPStatus.OK)
def edit(shop: NamedDependency[Shop], game: FromPath[str], data: JSONBody[Edits]) -> View:
    shop.edit(game, data.stand, data.edits)
    return shop.view(game)


@post("/{game:str}/undo", sync_to_thread=True, status_code=HTTPStatus.OK)
def take_back(shop: NamedDependency[Shop], game: FromPath[str], data: JSONBody[Undo]) -> View:
    shop.undo(game, data.stand, data.change)
    return shop.view(game)


@post("/{game:str}/rename", sync_to_thread=True, status_code=HTTPStatus.OK)
def call_it(shop: NamedDependency[Shop], game: FromPath[str], data: JSONBody[NewName]) -> View:
    shop.rename(game, data.stand, data.space, data.name.strip())
    return shop.view(game)


@get("/{game:str}/map/{scenario:str}", sync_to_thread=True)
def drawn(shop: NamedDependency[Shop], game: FromPath[str], scenario: FromPath[str]) -> Response[str]:
    return Response(shop.picture(game, scenario), media_type="image/svg+xml")


@get("/{game:str}/sheet", sync_to_thread=True)
def map_sheet(shop: NamedDependency[Shop], game: FromPath[str], draft: FromQuery[bool] = False) -> Sheet:
    return shop.sheet(game, draft)


@post("/{game:str}/places", sync_to_thread=True, status_code=HTTPStatus.OK)
def places(shop: NamedDependency[Shop], game: FromPath[str], data: JSONBody[Move]) -> View:
    shop.move_place(game, data)
    return shop.view(game)


@post("/{game:str}/build", sync_to_thread=True, status_code=HTTPStatus.OK)
def build(shop: NamedDependency[Shop], game: FromPath[str], data: JSONBody[Stand]) -> View:
    shop.build(game, data.stand)
    return shop.view(game)


@post("/{game:str}/check", sync_to_thread=True, status_code=HTTPStatus.OK)
def check(shop: NamedDependency[Shop], game: FromPath[str]) -> Proof:
    return proved(shop.folder(game).name)


@get("/{game:str}/kit", sync_to_thread=True, opt={COMPRESSED: True})
def kit(shop: NamedDependency[Shop], game: FromPath[str]) -> Response[bytes]:
    return Response(
        printed(shop.folder(game).name), media_type="application/pdf", headers=_named(f"{game}-kit.pdf")
    )


@get("/{game:str}/pack", sync_to_thread=True, opt={COMPRESSED: True})
def packed(shop: NamedDependency[Shop], game: FromPath[str]) -> Response[bytes]:
    made = pack(games.folder_at(shop.folder(game)))
    if isinstance(made, BadPack):
        raise _refused(made.why)
    return Response(written(made), media_type="application/zip", headers=_named(f"{made.note.id}{SUFFIX}"))


def _named(file: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{file}"'}


@post("/add", request_max_body_size=MOST_PACKED)
async def install(request: Request[Any, Any, State]) -> Bench:
    added = await asyncio.to_thread(_installed, await request.body())
    if isinstance(added, BadPack):
        raise _refused(added.why)
    return Bench(added.note.id, str(added.path), added.note.like)


def _installed(data: bytes) -> Added | BadPack:
    read = read_pack(data)
    return read if isinstance(read, BadPack) else add(read)


def _refused(why: str) -> Trouble:
    return Trouble.of(HTTPStatus.UNPROCESSABLE_ENTITY, why[:1].upper() + why[1:])


async def _uninvited(path: str, index: bytes) -> bytes | None:
    return None


def workshop_app(page: Path | None = None, extra: Sequence[Path] = ()) -> Litestar:
    """The server. ``extra``: folders of variants besides those found."""
    shop, settings = Shop(extra), Settings(data=user_folder(), hosts=LOOPBACK)
    handlers = [
        benches,
        begin,
        nested_forms,
        open_game,
        stand,
        edit,
        take_back,
        call_it,
        drawn,
        map_sheet,
        places,
        build,
        check,
        kit,
        packed,
        install,
    ]
    return Litestar(
        route_handlers=[Router("/api/workshop", route_handlers=handlers), page_route(page, _uninvited)],
        dependencies={"shop": Provide(lambda: shop, sync_to_thread=False)},
        middleware=[SameOrigin(settings)],
        before_send=[SafeHeaders(settings)],
        compression_config=CompressionConfig(backend="gzip", minimum_size=SMALL, exclude_opt_key=COMPRESSED),
        exception_handlers=problems.HANDLERS,
        openapi_config=None,
        logging_config=None,
    )
