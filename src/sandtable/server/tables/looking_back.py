"""Routes of a table's past: chapters and moments, the story as a file, positions as pictures, numbers."""

import asyncio
import re
from http import HTTPStatus
from typing import Annotated, Literal, TypeVar

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from sandtable import pixels
from sandtable.server.games import DRAWING, SVG, Dark
from sandtable.server.problems import Trouble
from sandtable.server.tables import past
from sandtable.server.tables.house import House
from sandtable.server.tables.room import Room
from sandtable.server.tables.routes import Number, TableId, at_table, good
from sandtable.server.wire import Person, TableInfo
from sandtable.server.wire_history import History, Moments, Publish
from sandtable.statistics import Statistics

T = TypeVar("T", str, bytes)

Width = Annotated[int, QueryParameter(ge=200, le=4000, description="Pixels.")]
Format = Annotated[
    Literal["txt", "md"], QueryParameter(description="`txt`: a plain text; `md`: the same in Markdown.")
]


@get("/tables/{table_id:str}/history")
async def show_history(
    table_id: TableId, house: NamedDependency[House], visitor: NamedDependency[Person | None]
) -> History:
    """Where the rounds, turns and phases of a game begin."""
    async with at_table(house, table_id) as room:
        return await room.archive.get(past.history, room.play, room.viewer(visitor), house.asking)


@get("/tables/{table_id:str}/moments/{number:int}")
async def show_moments(
    table_id: TableId,
    number: Number,
    house: NamedDependency[House],
    visitor: NamedDependency[Person | None],
) -> Moments:
    """The table as it stood earlier, and at some moments after that, to go back and forth without waiting."""
    async with at_table(house, table_id) as room:
        _known(room, number)
        return await asyncio.to_thread(past.moments, room.play, room.viewer(visitor), number)


@get("/tables/{table_id:str}/story", media_type="text/plain")
async def show_story(
    table_id: TableId,
    house: NamedDependency[House],
    visitor: NamedDependency[Person | None],
    kind: Format = "txt",
) -> Response[str]:
    """The whole game to read, as far as I may."""
    async with at_table(house, table_id) as room:
        play, viewer = room.play, room.viewer(visitor)
        chapters = (await room.archive.get(past.history, play, viewer, house.asking)).chapters
        entries = await room.archive.get(past.told, play, viewer, house.asking)
        box = room.game.guide.box
        text = past.story(box, room.sheet.title or box.title, chapters, entries, markdown=kind == "md")
        return _file(text, f"{room.game.id}-{room.id}.{kind}", "text/plain")


@get("/tables/{table_id:str}/at/{number:int}/map.svg", media_type=SVG)
async def show_drawing(
    table_id: TableId,
    number: Number,
    house: NamedDependency[House],
    visitor: NamedDependency[Person | None],
    dark: Dark = 0,
) -> Response[str]:
    """The position after so many decisions, as a drawing."""
    async with at_table(house, table_id) as room:
        svg = await _drawn(house, room, visitor, number, bool(dark))
        answer = _file(svg, f"{room.game.id}-{room.id}-{number}.svg", SVG)
        answer.headers["Content-Security-Policy"] = DRAWING
        return answer


@get("/tables/{table_id:str}/at/{number:int}/map.png", media_type="image/png")
async def show_picture(
    table_id: TableId,
    number: Number,
    house: NamedDependency[House],
    visitor: NamedDependency[Person | None],
    dark: Dark = 0,
    width: Width = 2000,
) -> Response[bytes]:
    """The position after so many decisions, in pixels."""
    async with at_table(house, table_id) as room:
        svg = await _drawn(house, room, visitor, number, bool(dark))
        async with house.asking:
            data = await asyncio.to_thread(pixels.png, svg, width / _width(svg))
        return _file(data, f"{room.game.id}-{room.id}-{number}.png", "image/png")


@get("/tables/{table_id:str}/statistics")
async def show_statistics(
    table_id: TableId, house: NamedDependency[House], visitor: NamedDependency[Person | None]
) -> Statistics:
    """The game in numbers, by round; and its dice against what was to be expected of them."""
    async with at_table(house, table_id) as room:
        return await room.archive.get(past.counted, room.play, room.viewer(visitor), house.asking)


@post("/tables/{table_id:str}/publish", status_code=HTTPStatus.OK)
async def publish(
    table_id: TableId,
    data: JSONBody[Publish],
    house: NamedDependency[House],
    person: NamedDependency[Person],
) -> TableInfo:
    """Show a finished game that I played or hosted in the public list, or no longer."""
    async with at_table(house, table_id) as room:
        return good(await room.publish(person, data.listed))


async def _drawn(house: House, room: Room, visitor: Person | None, number: int, dark: bool) -> str:
    _known(room, number)
    async with house.asking:
        svg = await asyncio.to_thread(past.picture, room.play, room.viewer(visitor), number, dark)
    if not svg:
        raise Trouble.of(HTTPStatus.NOT_FOUND, "Nobody has drawn a map of this game.")
    return svg


def _known(room: Room, number: int) -> None:
    if number > room.play.number:
        raise Trouble.of(HTTPStatus.NOT_FOUND, f"Only {room.play.number} decisions stand.")


def _width(svg: str) -> float:
    """How wide a drawing says that it is."""
    found = re.search(r'viewBox="\S+ \S+ (\S+) ', svg)
    return float(found[1]) if found else 1000.0


def _file(data: T, name: str, kind: str) -> Response[T]:
    """Something to be kept: the browser offers to save it."""
    return Response(data, headers={"Content-Disposition": f'attachment; filename="{name}"'}, media_type=kind)


ROUTES = [show_history, show_moments, show_story, show_drawing, show_picture, show_statistics, publish]
