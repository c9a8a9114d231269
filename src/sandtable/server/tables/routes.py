"""Tables over HTTP."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
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
from sandtable.server import metering, wire
from sandtable.server.disconnects import unless_disconnected
from sandtable.server.limits import address_of, asker_key
from sandtable.server.part import Base
from sandtable.server.problems import Trouble, problem
from sandtable.server.storage.tables import Show
from sandtable.server.tables import acting, asking, hosting, pairing, sitting, talking, visibility, writing
from sandtable.server.tables.advising import advice
from sandtable.server.tables.building import AnyPlay
from sandtable.server.tables.room import Room
from sandtable.server.tables.table_manager import TableManager, read_cursor
from sandtable.server.wire import Done, Person, Problem, TableInfo
from sandtable.server.wire import study as wire_study
from sandtable.server.wire.moderation import CloseTable, Exclude, ReportMessage

T = TypeVar("T")
M = TypeVar("M", bound=msgspec.Struct)

HttpRequest = Request[None, None, State]
TableId = Annotated[str, PathParameter(max_length=24, description="A table's id, which is also its link.")]
SeatName = Annotated[str, PathParameter(max_length=60)]
After = Annotated[int, QueryParameter(ge=0, description="Only lines after this one.")]
Number = Annotated[int, PathParameter(ge=0, description="How many of the current decisions had been made.")]
GameFilter = Annotated[str, QueryParameter(max_length=60, description="Only tables of this game.")]
PageAfter = Annotated[str, QueryParameter(max_length=200, description="`more` of the page before.")]

LINES = 500
"""Log lines per response."""


@asynccontextmanager
async def at_table(table_manager: TableManager, table_id: str) -> AsyncIterator[Room]:
    """A table. Raises 404 if there is none."""
    async with table_manager.room(table_id) as room:
        if room is None:
            raise Trouble.of(HTTPStatus.NOT_FOUND, "Table not found. Check that the link is complete.")
        yield room


def good(answer: T | Problem) -> T:
    """The result. Raises if it is a problem."""
    if isinstance(answer, Problem):
        raise Trouble(answer)
    return answer


async def read(request: HttpRequest, kind: type[M]) -> M:
    """Decode the body like a socket message: game values stay raw."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Trouble.of(HTTPStatus.BAD_REQUEST, f"This cannot be read: {error}") from None


def describing(kind: type[msgspec.Struct]) -> type[Operation]:
    """For the API description: the body is this message."""
    schema = Reference(ref=f"#/components/schemas/socket.{kind.__name__}")

    @dataclass
    class Described(Operation):
        def __post_init__(self) -> None:
            self.request_body = RequestBody({"application/json": OpenAPIMediaType(schema=schema)}, required=True)

    return Described


@get("/tables")
async def list_tables(
    table_manager: NamedDependency[TableManager],
    visitor: NamedDependency[Person | None],
    show: Annotated[Show, QueryParameter(description="Which tables.")] = "open",
    game: GameFilter = "",
    cursor: PageAfter = "",
) -> wire.Tables:
    """List tables: mine (my turn first), open, live, or finished; newest first."""
    after = read_cursor(cursor) if cursor else None
    if cursor and after is None:
        raise Trouble.of(HTTPStatus.BAD_REQUEST, "This is not one of our cursors: start the list again.")
    return await table_manager.tables(visitor, show, game, after)


@post("/pair", status_code=HTTPStatus.OK)
async def pair(
    data: JSONBody[wire.Pair],
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """Find an opponent. Returns a game that has started, or a table to wait at. Ask again while you wait."""
    return good(await pairing.pair(table_manager, person, data, request.scope))


@post("/tables")
async def new_table(
    data: JSONBody[wire.NewTable],
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """Open a new table. The game starts when no seat is free."""
    table_manager.count_table(request.scope)
    return good(await table_manager.create(person, data, address_of(request.scope)))


@get("/tables/{table_id:str}")
async def show_table(
    table_id: TableId, table_manager: NamedDependency[TableManager], visitor: NamedDependency[Person | None]
) -> wire.TableView:
    """A table as I may see it."""
    async with at_table(table_manager, table_id) as room:
        await writing.greet(room, visitor)
        room.look()
        return room.view(visitor)


@get("/tables/{table_id:str}/log")
async def show_log(
    table_id: TableId,
    table_manager: NamedDependency[TableManager],
    visitor: NamedDependency[Person | None],
    after: After = 0,
) -> tuple[wire.Entry, ...]:
    """A page of the log. For the next one, pass the last line's number as `after`."""
    async with at_table(table_manager, table_id) as room:
        viewer = room.viewer(visitor)
        return await metering.apart(visibility.entries, room.play, viewer, after, LINES)


@get("/tables/{table_id:str}/at/{number:int}")
async def look_back(
    table_id: TableId,
    number: Number,
    table_manager: NamedDependency[TableManager],
    visitor: NamedDependency[Person | None],
) -> wire.Stand:
    """The table at an earlier point."""
    async with at_table(table_manager, table_id) as room:
        if number > room.play.number:
            raise Trouble.of(HTTPStatus.NOT_FOUND, f"The game has only {room.play.number} moves.")
        return visibility.stand_at(room.play, room.viewer(visitor), number)


@get("/tables/{table_id:str}/save", media_type="application/x-ndjson")
async def save(table_id: TableId, table_manager: NamedDependency[TableManager]) -> Response[bytes]:
    """The save file. It contains the secret of the dice only when the game is over."""
    async with at_table(table_manager, table_id) as room:
        data = good(await room.archive.get("save", room.play.seq, partial(_file_of, room.play)))
        name = f"{room.game.id}-{room.id}.jsonl"
        return Response(
            data,
            headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
            media_type="application/x-ndjson",
        )


async def _file_of(play: AnyPlay) -> bytes | Problem:
    data = await metering.apart(savefile.encode, play.record, reveal=False)
    return problem(HTTPStatus.CONFLICT, data.why, "hidden") if isinstance(data, CannotWrite) else data


@post("/tables/{table_id:str}/sit", status_code=HTTPStatus.OK)
async def sit(
    table_id: TableId,
    data: JSONBody[wire.TakeSeat],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """Take a free seat, or the one reserved for me."""
    async with at_table(table_manager, table_id) as room:
        return good(await sitting.sit(room, person, data))


@post("/tables/{table_id:str}/leave", status_code=HTTPStatus.OK)
async def leave(
    table_id: TableId, table_manager: NamedDependency[TableManager], person: NamedDependency[Person]
) -> TableInfo:
    """Leave my seats. In a running game bots take them over."""
    async with at_table(table_manager, table_id) as room:
        return good(await sitting.stand_up(room, person))


@post("/tables/{table_id:str}/seats/{seat:str}", status_code=HTTPStatus.OK)
async def set_seat(
    table_id: TableId,
    seat: SeatName,
    data: JSONBody[wire.SetSeat],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """Hand my seat to a bot, or take it back. The host also sets seats that belong to nobody."""
    async with at_table(table_manager, table_id) as room:
        return good(await sitting.set_seat(room, person, seat, data.plan))


@post("/tables/{table_id:str}/start", status_code=HTTPStatus.OK)
async def start(
    table_id: TableId,
    data: JSONBody[wire.Start],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """As the host, start with bots in the free seats."""
    async with at_table(table_manager, table_id) as room:
        return good(await sitting.start(room, person, data.bot))


@post("/tables/{table_id:str}/abandon", status_code=HTTPStatus.OK)
async def abandon(
    table_id: TableId, table_manager: NamedDependency[TableManager], person: NamedDependency[Person]
) -> TableInfo:
    """As the host, close the table before the game starts."""
    async with at_table(table_manager, table_id) as room:
        return good(await sitting.abandon(room, person))


@post("/tables/{table_id:str}/resign", status_code=HTTPStatus.OK)
async def resign(
    table_id: TableId,
    data: JSONBody[wire.Resign],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """Resign."""
    async with at_table(table_manager, table_id) as room:
        return good(await acting.resign(room, person, data.seat))


@post("/tables/{table_id:str}/rematch")
async def rematch(
    table_id: TableId,
    data: JSONBody[wire.Rematch],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """Rematch: returns its table, and creates it if nobody has asked before."""
    async with at_table(table_manager, table_id) as room:
        return good(await table_manager.rematch(room, person, data.swap))


@post("/tables/{table_id:str}/act", status_code=HTTPStatus.OK, operation_class=describing(wire.Act))
async def act(
    table_id: TableId,
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> Done:
    """Take actions for my seat, all or none. A retry with the same key does nothing twice.

    409: the table has moved on since `seq`; load it and decide again. 422: a rule forbids it.
    """
    async with at_table(table_manager, table_id) as room:
        return good(await acting.act(room, person, await read(request, wire.Act)))


@post("/tables/{table_id:str}/undo", status_code=HTTPStatus.OK, operation_class=describing(wire.Undo))
async def undo(
    table_id: TableId,
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> Done:
    """Undo a decision of mine, up to the last dice roll or another player's decision."""
    async with at_table(table_manager, table_id) as room:
        return good(await acting.undo(room, person, await read(request, wire.Undo)))


@post("/tables/{table_id:str}/edit", status_code=HTTPStatus.OK, operation_class=describing(wire.Edit))
async def edit(
    table_id: TableId,
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> Done:
    """Edit the position of my study, all changes or none. The log marks them as edits."""
    async with at_table(table_manager, table_id) as room:
        return good(await acting.edit(room, person, await read(request, wire.Edit)))


@post("/tables/{table_id:str}/branch")
async def branch(
    table_id: TableId,
    data: JSONBody[wire_study.Branch],
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """Create a private study from a game, now or after a number of decisions."""
    table_manager.count_table(request.scope)
    async with at_table(table_manager, table_id) as room:
        return good(await table_manager.branch(room, person, data))


@post("/tables/{table_id:str}/advice", status_code=HTTPStatus.OK)
async def advise(
    table_id: TableId,
    data: JSONBody[wire_study.AdviceAsked],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> wire_study.Advice:
    """What a bot would do, and why: in a study, or at a point in a finished game."""
    async with at_table(table_manager, table_id) as room:
        return good(await advice(table_manager, room, person, data))


@post("/tables/{table_id:str}/standing", status_code=HTTPStatus.OK, operation_class=describing(wire.Standing))
async def standing(
    table_id: TableId,
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> Done:
    """Set or clear standing orders for my seat."""
    async with at_table(table_manager, table_id) as room:
        return good(await acting.standing(room, person, await read(request, wire.Standing)))


@post("/tables/{table_id:str}/ask", status_code=HTTPStatus.OK, operation_class=describing(wire.Ask))
async def ask(
    table_id: TableId,
    request: HttpRequest,
    table_manager: NamedDependency[TableManager],
    visitor: NamedDependency[Person | None],
) -> wire.Answered:
    """Ask the game a question, in its own vocabulary."""
    async with at_table(table_manager, table_id) as room:
        asked = await read(request, wire.Ask)
        work = asking.ask(room, visitor, asked, asker_key(visitor, request.scope))
        return good(await unless_disconnected(request, work))


@post("/tables/{table_id:str}/say", status_code=HTTPStatus.OK)
async def say(
    table_id: TableId,
    data: JSONBody[wire.Say],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> wire.Said:
    """Post a message to everybody at the table, or to my side."""
    async with at_table(table_manager, table_id) as room:
        return good(await talking.say(room, person, data))


@post("/tables/{table_id:str}/exclude", status_code=HTTPStatus.OK)
async def exclude(
    table_id: TableId,
    data: JSONBody[Exclude],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """As the host, mute or remove somebody, or let them back."""
    async with at_table(table_manager, table_id) as room:
        return good(await hosting.exclude(room, person, data))


@post("/tables/{table_id:str}/close", status_code=HTTPStatus.OK)
async def close(
    table_id: TableId,
    data: JSONBody[CloseTable],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """As the host, close the table, even during a game."""
    async with at_table(table_manager, table_id) as room:
        return good(await hosting.close(room, person, data))


@post("/tables/{table_id:str}/report", status_code=HTTPStatus.NO_CONTENT)
async def report(
    table_id: TableId,
    data: JSONBody[ReportMessage],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> None:
    """Report a message to the server's operator."""
    async with at_table(table_manager, table_id) as room:
        good(await hosting.report(room, person, data))


def bring_route(base: Base) -> HTTPRouteHandler:
    """The one route that accepts a large body."""

    @post("/tables/import", request_max_body_size=base.settings.limits.save_file)
    async def bring(
        request: HttpRequest,
        table_manager: NamedDependency[TableManager],
        person: NamedDependency[Person],
        study: Annotated[bool, QueryParameter(description="As a private study.")] = False,
    ) -> TableInfo:
        """Open a table from a save file, sent as the body. An unfinished game waits for players."""
        table_manager.count_import(person, request.scope)
        work = table_manager.bring(person, await request.body(), study)
        return good(await unless_disconnected(request, work))

    return bring


def routes(base: Base) -> list[Any]:
    """All routes."""
    return [
        list_tables,
        new_table,
        pair,
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
        exclude,
        close,
        report,
    ]
