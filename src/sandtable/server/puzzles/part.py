"""Routes for puzzles."""

from http import HTTPStatus
from typing import Annotated

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, PathParameter

from sandtable.server.limits import asker_key
from sandtable.server.part import Base, Part
from sandtable.server.puzzles.desk import Desk
from sandtable.server.tables.routes import TableId, at_table, good
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire import Person, TableInfo
from sandtable.server.wire.puzzles import NextPuzzle, PuzzleAt, Puzzles, Verdict

PuzzleId = Annotated[str, PathParameter(max_length=100)]
HttpRequest = Request[None, None, State]


@get("/puzzles")
async def page(desk: NamedDependency[Desk], visitor: NamedDependency[Person | None]) -> Puzzles:
    """The puzzle of the day, my rating, and the puzzles that I have tried."""
    return await desk.page(visitor)


@post("/puzzles/next")
async def start_next(
    data: JSONBody[NextPuzzle],
    request: HttpRequest,
    desk: NamedDependency[Desk],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """Start a puzzle near my rating that is new to me."""
    table_manager.count_table(request.scope)
    return good(await desk.start(person, good(await desk.next(person, data.game))))


@post("/puzzles/{puzzle_id:str}/start")
async def start(
    puzzle_id: PuzzleId,
    request: HttpRequest,
    desk: NamedDependency[Desk],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> TableInfo:
    """Start a puzzle, or go back to it: a private study at its position."""
    table_manager.count_table(request.scope)
    return good(await desk.start(person, puzzle_id))


@get("/tables/{table_id:str}/puzzle")
async def puzzle_at(
    table_id: TableId,
    request: HttpRequest,
    desk: NamedDependency[Desk],
    table_manager: NamedDependency[TableManager],
    visitor: NamedDependency[Person | None],
) -> PuzzleAt:
    """The puzzle at a table; once I have answered it, with the solution."""
    async with at_table(table_manager, table_id) as room:
        return good(await desk.at(room, visitor, asker_key(visitor, request.scope)))


@post("/tables/{table_id:str}/puzzle", status_code=HTTPStatus.OK)
async def check(
    table_id: TableId,
    request: HttpRequest,
    desk: NamedDependency[Desk],
    table_manager: NamedDependency[TableManager],
    person: NamedDependency[Person],
) -> Verdict:
    """Check my combat moves at a puzzle. My first answer counts for my rating."""
    async with at_table(table_manager, table_id) as room:
        return good(await desk.check(room, person, asker_key(person, request.scope)))


def part(base: Base, table_manager: TableManager) -> Part:
    """The routes."""
    desk = Desk(base, table_manager)
    return Part(
        handlers=[page, start_next, start, puzzle_at, check],
        dependencies={"desk": Provide(lambda: desk, sync_to_thread=False)},
    )
