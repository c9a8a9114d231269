"""Routes for a table's past: chapters, moments, the story, pictures, statistics."""

from http import HTTPStatus
from typing import Annotated, Literal, TypeVar

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from sandtable.server import metering
from sandtable.server.disconnects import unless_disconnected
from sandtable.server.games import DRAWING, SVG, Dark
from sandtable.server.limits import asker_key
from sandtable.server.problems import Trouble
from sandtable.server.tables import asking, past, sitting
from sandtable.server.tables.room import Room
from sandtable.server.tables.routes import HttpRequest, Number, TableId, at_table, good
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire import Person, TableInfo
from sandtable.server.wire.history import History, Moments, Publish
from sandtable.statistics import Statistics

T = TypeVar("T", str, bytes)

Width = Annotated[int, QueryParameter(ge=200, le=2000, description="Pixels.")]
Format = Annotated[
    Literal["txt", "md"], QueryParameter(description="`txt`: a plain text; `md`: the same in Markdown.")
]


@get("/tables/{table_id:str}/history")
async def show_history(
    table_id: TableId,
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    visitor: NamedDependency[Person | None],
) -> History:
    """Where the rounds, turns and phases of a game begin."""
    async with at_table(table_manager, table_id) as room:
        work = asking.look_back(room, visitor, "chapters", asker_key(visitor, request.scope))
        return msgspec.json.decode(good(await unless_disconnected(request, work)), type=History)


@get("/tables/{table_id:str}/moments/{number:int}")
async def show_moments(
    table_id: TableId,
    number: Number,
    table_manager: NamedDependency[TableManager],
    visitor: NamedDependency[Person | None],
) -> Moments:
    """An earlier position and the ones after it, for stepping back and forth without waiting."""
    async with at_table(table_manager, table_id) as room:
        _known(room, number)
        return await metering.apart(past.moments, room.play, room.viewer(visitor), number)


@get("/tables/{table_id:str}/story", media_type="text/plain")
async def show_story(
    table_id: TableId,
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    visitor: NamedDependency[Person | None],
    kind: Format = "txt",
) -> Response[str]:
    """The story of the game, as far as I may see it."""
    async with at_table(table_manager, table_id) as room:
        work = asking.look_back(room, visitor, "story", asker_key(visitor, request.scope), markdown=kind == "md")
        text = good(await unless_disconnected(request, work)).decode()
        return _file(text, f"{room.game.id}-{room.id}.{kind}", "text/plain")


@get("/tables/{table_id:str}/at/{number:int}/map.svg", media_type=SVG)
async def show_drawing(
    table_id: TableId,
    number: Number,
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    visitor: NamedDependency[Person | None],
    dark: Dark = 0,
) -> Response[bytes]:
    """The position after a number of decisions, as SVG."""
    async with at_table(table_manager, table_id) as room:
        svg = await _drawn(request, room, visitor, number, bool(dark))
        answer = _file(svg, f"{room.game.id}-{room.id}-{number}.svg", SVG)
        answer.headers["Content-Security-Policy"] = DRAWING
        return answer


@get("/tables/{table_id:str}/at/{number:int}/map.png", media_type="image/png")
async def show_picture(
    table_id: TableId,
    number: Number,
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    visitor: NamedDependency[Person | None],
    dark: Dark = 0,
    width: Width = 1600,
) -> Response[bytes]:
    """The position after a number of decisions, as PNG."""
    async with at_table(table_manager, table_id) as room:
        data = await _drawn(request, room, visitor, number, bool(dark), width)
        return _file(data, f"{room.game.id}-{room.id}-{number}.png", "image/png")


@get("/tables/{table_id:str}/statistics")
async def show_statistics(
    table_id: TableId,
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    visitor: NamedDependency[Person | None],
) -> Statistics:
    """Statistics of the game by round, and its dice compared with expectation."""
    async with at_table(table_manager, table_id) as room:
        work = asking.look_back(room, visitor, "numbers", asker_key(visitor, request.scope))
        return msgspec.json.decode(good(await unless_disconnected(request, work)), type=Statistics)


@post("/tables/{table_id:str}/publish", status_code=HTTPStatus.OK)
async def publish(
    table_id: TableId,
    data: JSONBody[Publish],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """Add a finished game that I played or hosted to the public list, or remove it."""
    async with at_table(table_manager, table_id) as room:
        return good(await sitting.publish(room, person, data.listed))


async def _drawn(
    request: HttpRequest, room: Room, visitor: Person | None, number: int, dark: bool, width: int = 0
) -> bytes:
    _known(room, number)
    work = asking.picture(room, visitor, number, dark, width, asker_key(visitor, request.scope))
    drawn = good(await unless_disconnected(request, work))
    if not drawn:
        raise Trouble.of(HTTPStatus.NOT_FOUND, "There's no map of this game.")
    return drawn


def _known(room: Room, number: int) -> None:
    if number > room.play.number:
        raise Trouble.of(HTTPStatus.NOT_FOUND, f"The game has only {room.play.number} moves.")


def _file(data: T, name: str, kind: str) -> Response[T]:
    """A download."""
    return Response(data, headers={"Content-Disposition": f'attachment; filename="{name}"'}, media_type=kind)


ROUTES = [show_history, show_moments, show_story, show_drawing, show_picture, show_statistics, publish]
