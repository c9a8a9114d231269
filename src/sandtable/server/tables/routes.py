"""Tables over HTTP."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.spec import OpenAPIMediaType, Operation, Reference, RequestBody
from litestar.params import JSONBody, PathParameter, QueryParameter

from sandtable.core import savefile
from sandtable.core.savefile import CannotWrite
from sandtable.server import wire, wire_study
from sandtable.server.part import Base
from sandtable.server.problems import Trouble
from sandtable.server.storage.tables import Show
from sandtable.server.tables import sight
from sandtable.server.tables.advising import advice
from sandtable.server.tables.house import House, read_cursor
from sandtable.server.tables.room import Room
from sandtable.server.wire import Done, Person, Problem, TableInfo

T = TypeVar("T")
M = TypeVar("M", bound=msgspec.Struct)

HttpRequest = Request[None, None, State]
TableId = Annotated[str, PathParameter(max_length=24, description="A table's id, which is also its link.")]
SeatName = Annotated[str, PathParameter(max_length=60)]
After = Annotated[int, QueryParameter(ge=0, description="Only lines after this one.")]
Number = Annotated[int, PathParameter(ge=0, description="After so many of the decisions that stand.")]
GameFilter = Annotated[str, QueryParameter(max_length=60, description="Only tables of this game.")]
PageAfter = Annotated[str, QueryParameter(max_length=200, description="`more` of the page before.")]

LINES = 500
"""Lines of the log in one answer."""


@asynccontextmanager
async def at_table(house: House, table_id: str) -> AsyncIterator[Room]:
    """A table, or the end of the request."""
    async with house.room(table_id) as room:
        if room is None:
            raise Trouble.of(HTTPStatus.NOT_FOUND, "There is no such table. The link may be cut off.")
        yield room


def good(answer: T | Problem) -> T:
    """The answer, or the end of the request."""
    if isinstance(answer, Problem):
        raise Trouble(answer)
    return answer


async def read(request: HttpRequest, kind: type[M]) -> M:
    """The message in a body, read as the socket reads it: what the game says stays as it is."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Trouble.of(HTTPStatus.BAD_REQUEST, f"This cannot be read: {error}") from None


def describing(kind: type[msgspec.Struct]) -> type[Operation]:
    """For the description of the interface: the body is this message."""
    schema = Reference(ref=f"#/components/schemas/socket.{kind.__name__}")

    @dataclass
    class Described(Operation):
        def __post_init__(self) -> None:
            self.request_body = RequestBody({"application/json": OpenAPIMediaType(schema=schema)}, required=True)

    return Described


@get("/tables")
async def list_tables(
    house: NamedDependency[House],
    visitor: NamedDependency[Person | None],
    show: Annotated[Show, QueryParameter(description="Which tables.")] = "open",
    game: GameFilter = "",
    cursor: PageAfter = "",
) -> wire.Tables:
    """Tables: mine (my turn first), open to join, live to watch, or finished; the newest first."""
    after = read_cursor(cursor) if cursor else None
    if cursor and after is None:
        raise Trouble.of(HTTPStatus.BAD_REQUEST, "This cursor is none of ours: begin the list anew.")
    return await house.tables(visitor, show, game, after)


@post("/tables")
async def new_table(
    data: JSONBody[wire.NewTable], house: NamedDependency[House], person: NamedDependency[Person]
) -> TableInfo:
    """A new table. The game begins when no seat is free."""
    return good(await house.create(person, data))


@get("/tables/{table_id:str}")
async def show_table(
    table_id: TableId, house: NamedDependency[House], visitor: NamedDependency[Person | None]
) -> wire.TableView:
    """A table as I may see it."""
    async with at_table(house, table_id) as room:
        await room.greet(visitor)
        return room.view(visitor)


@get("/tables/{table_id:str}/log")
async def show_log(
    table_id: TableId, house: NamedDependency[House], visitor: NamedDependency[Person | None], after: After = 0
) -> tuple[wire.Entry, ...]:
    """The log, so many lines at a time: ask again after the last one."""
    async with at_table(house, table_id) as room:
        viewer = room.viewer(visitor)
        return await asyncio.to_thread(sight.entries, room.play, viewer, after, LINES)


@get("/tables/{table_id:str}/at/{number:int}")
async def look_back(
    table_id: TableId,
    number: Number,
    house: NamedDependency[House],
    visitor: NamedDependency[Person | None],
) -> wire.Stand:
    """The table as it stood earlier."""
    async with at_table(house, table_id) as room:
        if number > room.play.number:
            raise Trouble.of(HTTPStatus.NOT_FOUND, f"Only {room.play.number} decisions stand.")
        return sight.stand_at(room.play, room.viewer(visitor), number)


@get("/tables/{table_id:str}/save", media_type="application/x-ndjson")
async def save(table_id: TableId, house: NamedDependency[House]) -> Response[bytes]:
    """The save file. The secret of the dice is in it only when the game is over."""
    async with at_table(house, table_id) as room:
        data = await asyncio.to_thread(savefile.encode, room.play.record, reveal=False)
        if isinstance(data, CannotWrite):
            raise Trouble.of(HTTPStatus.CONFLICT, data.why, "hidden")
        name = f"{room.game.id}-{room.id}.jsonl"
        return Response(
            data,
            headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
            media_type="application/x-ndjson",
        )


@post("/tables/{table_id:str}/sit", status_code=HTTPStatus.OK)
async def sit(
    table_id: TableId,
    data: JSONBody[wire.TakeSeat],
    house: NamedDependency[House],
    person: NamedDependency[Person],
) -> TableInfo:
    """Take a free seat, or the one that is kept for me."""
    async with at_table(house, table_id) as room:
        return good(await room.sit(person, data))


@post("/tables/{table_id:str}/leave", status_code=HTTPStatus.OK)
async def leave(table_id: TableId, house: NamedDependency[House], person: NamedDependency[Person]) -> TableInfo:
    """Give up my seats. In a game that is being played bots take them over."""
    async with at_table(house, table_id) as room:
        return good(await room.stand_up(person))


@post("/tables/{table_id:str}/seats/{seat:str}", status_code=HTTPStatus.OK)
async def set_seat(
    table_id: TableId,
    seat: SeatName,
    data: JSONBody[wire.SetSeat],
    house: NamedDependency[House],
    person: NamedDependency[Person],
) -> TableInfo:
    """Hand my seat to a bot, or take it back; the host says who plays seats that belong to nobody."""
    async with at_table(house, table_id) as room:
        return good(await room.set_seat(person, seat, data.plan))


@post("/tables/{table_id:str}/start", status_code=HTTPStatus.OK)
async def start(
    table_id: TableId,
    data: JSONBody[wire.Start],
    house: NamedDependency[House],
    person: NamedDependency[Person],
) -> TableInfo:
    """The host begins, with bots in the free seats."""
    async with at_table(house, table_id) as room:
        return good(await room.start(person, data.bot))


@post("/tables/{table_id:str}/abandon", status_code=HTTPStatus.OK)
async def abandon(table_id: TableId, house: NamedDependency[House], person: NamedDependency[Person]) -> TableInfo:
    """The host clears the table away before the game begins."""
    async with at_table(house, table_id) as room:
        return good(await room.abandon(person))


@post("/tables/{table_id:str}/resign", status_code=HTTPStatus.OK)
async def resign(
    table_id: TableId,
    data: JSONBody[wire.Resign],
    house: NamedDependency[House],
    person: NamedDependency[Person],
) -> TableInfo:
    """Give up."""
    async with at_table(house, table_id) as room:
        return good(await room.resign(person, data.seat))


@post("/tables/{table_id:str}/rematch")
async def rematch(
    table_id: TableId,
    data: JSONBody[wire.Rematch],
    house: NamedDependency[House],
    person: NamedDependency[Person],
) -> TableInfo:
    """Play it again: the table of the rematch, a new one if nobody has asked for it yet."""
    async with at_table(house, table_id) as room:
        return good(await house.rematch(room, person, data.swap))


@post("/tables/{table_id:str}/act", status_code=HTTPStatus.OK, operation_class=describing(wire.Act))
async def act(
    table_id: TableId, request: HttpRequest, house: NamedDependency[House], person: NamedDependency[Person]
) -> Done:
    """Take actions for my seat, all or none. A retry with the same key does nothing twice.

    409: the table has moved on since `seq`. Get it and decide anew. 422: a rule forbids it.
    """
    async with at_table(house, table_id) as room:
        return good(await room.act(person, await read(request, wire.Act)))


@post("/tables/{table_id:str}/undo", status_code=HTTPStatus.OK, operation_class=describing(wire.Undo))
async def undo(
    table_id: TableId, request: HttpRequest, house: NamedDependency[House], person: NamedDependency[Person]
) -> Done:
    """Take back a decision of mine since the last die or another's decision."""
    async with at_table(house, table_id) as room:
        return good(await room.undo(person, await read(request, wire.Undo)))


@post("/tables/{table_id:str}/edit", status_code=HTTPStatus.OK, operation_class=describing(wire.Edit))
async def edit(
    table_id: TableId, request: HttpRequest, house: NamedDependency[House], person: NamedDependency[Person]
) -> Done:
    """Change the position of my study by hand, all changes or none. It is written in the log as what it is."""
    async with at_table(house, table_id) as room:
        return good(await room.edit(person, await read(request, wire.Edit)))


@post("/tables/{table_id:str}/branch")
async def branch(
    table_id: TableId,
    data: JSONBody[wire_study.Branch],
    house: NamedDependency[House],
    person: NamedDependency[Person],
) -> TableInfo:
    """A private study that begins where a game is, or was after so many decisions."""
    async with at_table(house, table_id) as room:
        return good(await house.branch(room, person, data))


@post("/tables/{table_id:str}/advice", status_code=HTTPStatus.OK)
async def advise(
    table_id: TableId,
    data: JSONBody[wire_study.AdviceAsked],
    house: NamedDependency[House],
    person: NamedDependency[Person],
) -> wire_study.Advice:
    """What a bot would do, and why: in a study, or at a moment of a game that is over."""
    async with at_table(house, table_id) as room:
        return good(await advice(house, room, person, data))


@post("/tables/{table_id:str}/standing", status_code=HTTPStatus.OK, operation_class=describing(wire.Standing))
async def standing(
    table_id: TableId,
    request: HttpRequest,
    house: NamedDependency[House],
    person: NamedDependency[Person],
) -> Done:
    """Leave standing orders for my seat, or take them back."""
    async with at_table(house, table_id) as room:
        return good(await room.standing(person, await read(request, wire.Standing)))


@post("/tables/{table_id:str}/ask", status_code=HTTPStatus.OK, operation_class=describing(wire.Ask))
async def ask(
    table_id: TableId,
    request: HttpRequest,
    house: NamedDependency[House],
    visitor: NamedDependency[Person | None],
) -> wire.Answered:
    """Ask the game a question, in its own vocabulary."""
    async with at_table(house, table_id) as room:
        return good(await room.ask(visitor, await read(request, wire.Ask)))


@post("/tables/{table_id:str}/say", status_code=HTTPStatus.OK)
async def say(
    table_id: TableId, data: JSONBody[wire.Say], house: NamedDependency[House], person: NamedDependency[Person]
) -> wire.Said:
    """Say something to everybody at the table, or to my side."""
    async with at_table(house, table_id) as room:
        return good(await room.say(person, data))


def bring_route(base: Base) -> HTTPRouteHandler:
    """The one route that takes more than a few kilobytes."""

    @post("/tables/import", request_max_body_size=base.settings.limits.save_file)
    async def bring(
        request: HttpRequest,
        house: NamedDependency[House],
        person: NamedDependency[Person],
        study: Annotated[bool, QueryParameter(description="As a study of mine, not a game.")] = False,
    ) -> TableInfo:
        """A game from a save file, which is the body. One that is not over waits for players."""
        return good(await house.bring(person, await request.body(), study))

    return bring


def routes(base: Base) -> list[Any]:
    """All of them."""
    return [
        list_tables,
        new_table,
        bring_route(base),
        show_table,
        show_log,
        look_back,
        save,
        sit,
        leave,
        set_seat,
        start,
        abandon,
        resign,
        rematch,
        act,
        undo,
        edit,
        branch,
        advise,
        standing,
        ask,
        say,
    ]
