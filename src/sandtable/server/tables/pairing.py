"""Quick pairing: finds an opponent who wants the same game.

Somebody waiting is the host of a waiting table with one side taken. The next player who wants the same game takes
the other side, and the game starts. Clients ask again while they wait: of two who wait for each other, the later
one joins the earlier.
"""

import secrets
from http import HTTPStatus

from litestar.types import Scope

from sandtable.core.game import AnyGame
from sandtable.server.limits import address_of
from sandtable.server.problems import problem
from sandtable.server.storage import tables as store
from sandtable.server.storage.tables import ANY_SIDE, StoredTable
from sandtable.server.tables import seating, sitting
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire import DaysClock, NewTable, Pair, Person, Problem, TableInfo

MOST = 200
"""How many waiting tables are considered."""


async def pair(manager: TableManager, person: Person, wanted: Pair, scope: Scope) -> TableInfo | Problem:
    """A game against somebody who is waiting, or a table to wait at."""
    game = manager.shelf.find(wanted.game)
    if game is None:
        return problem(HTTPStatus.BAD_REQUEST, f"There is no game {wanted.game!r} here.")
    wrong = _cannot_be_paired(game, wanted)
    if wrong is not None:
        return wrong
    async with manager.database.read() as connection:
        waiting = await store.seeking(connection, game.id, person.id, MOST)
    mine = [table for table in waiting if table.host.id == person.id]
    kept = next((table for table in mine if _wished(table, wanted) and _side(table) == wanted.side), None)
    found = None
    for table in waiting[: waiting.index(kept)] if kept else waiting:
        if table not in mine and _wished(table, wanted) and _present(manager, table):
            found = await _join(manager, table, person, wanted.side)
            if found is not None:
                break
    for table in mine:
        if found is not None or table is not kept:
            await _give_up(manager, table, person)
    if found is not None:
        return found
    if kept is None:
        manager.count_table(scope)
        return await _wait(manager, person, game, wanted, scope)
    async with manager.room(kept.id) as room:
        assert room is not None, "tables are not deleted"
        return room.info(person)


def _cannot_be_paired(game: AnyGame, wanted: Pair) -> Problem | None:
    scenarios = game.guide.box.scenarios
    if wanted.scenario and wanted.scenario not in scenarios:
        return problem(
            HTTPStatus.BAD_REQUEST, f"There is no scenario {wanted.scenario!r}; try {', '.join(scenarios)}."
        )
    parties = game.guide.box.parties(wanted.scenario)
    if len(parties) != 2:
        return problem(HTTPStatus.BAD_REQUEST, "Quick pairing is for games with two sides.")
    if wanted.side and wanted.side not in parties:
        return problem(
            HTTPStatus.BAD_REQUEST, f"There is no side {wanted.side!r}; there are {', '.join(parties)}."
        )
    return None


def _wished(table: StoredTable, wanted: Pair) -> bool:
    """Whether a table has the same game and the same clock."""
    same = (table.game, table.setup.scenario, table.rated) == (wanted.game, wanted.scenario, wanted.rated)
    return same and table.clock == wanted.clock


def _side(table: StoredTable) -> str:
    return "" if table.pairing == ANY_SIDE else table.pairing


def _present(manager: TableManager, table: StoredTable) -> bool:
    """Whether the host will notice the start. With days per turn, everybody does."""
    return isinstance(table.clock, DaysClock) or table.host.id in manager.here(table.id)


async def _join(manager: TableManager, table: StoredTable, person: Person, side: str) -> TableInfo | None:
    async with manager.room(table.id) as room:
        if room is None or table.exclusion(person) is not None:
            return None
        seated = await sitting.reseat(room, person, lambda now: seating.sit_opposite(now, room.game, person, side))
    return None if isinstance(seated, Problem) else seated


async def _give_up(manager: TableManager, table: StoredTable, person: Person) -> None:
    async with manager.room(table.id) as room:
        if room is not None:
            await sitting.abandon(room, person)


async def _wait(
    manager: TableManager, person: Person, game: AnyGame, wanted: Pair, scope: Scope
) -> TableInfo | Problem:
    parties = game.guide.box.parties(wanted.scenario)
    side = wanted.side or secrets.choice(list(parties))
    table = NewTable(
        game=wanted.game,
        scenario=wanted.scenario,
        seats=dict.fromkeys(parties[side], seating.ME),
        listed=True,
        clock=wanted.clock,
        rated=wanted.rated,
    )
    return await manager.create(person, table, address_of(scope), wanted.side or ANY_SIDE)
