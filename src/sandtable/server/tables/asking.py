"""Questions at a table: in the game's vocabulary, as pictures, and about its past. Workers answer them."""

from http import HTTPStatus
from typing import Literal

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from sandtable.server import metering, wire
from sandtable.server.problems import problem, refused
from sandtable.server.tables import answering, past
from sandtable.server.tables.building import write_line
from sandtable.server.tables.room import Room
from sandtable.server.wire import Person, Problem
from sandtable.server.workers.jobs import LookBack, Options, Picture, Question


async def ask(room: Room, person: Person | None, wanted: wire.Ask, who: str) -> wire.Answered | Problem:
    """Answer a question from what the asker may see. ``who``: the person or address it counts against."""
    if wanted.seat is not None and wanted.seat not in room.viewer(person).seats:
        return problem(HTTPStatus.FORBIDDEN, "This seat isn't yours.")
    play, game = room.play, room.game
    if wanted.at is not None and wanted.at > play.number:
        return problem(HTTPStatus.NOT_FOUND, f"The game has only {play.number} moves.")
    only = answering.wanted_choices(wanted.question)
    if isinstance(only, Problem):
        return only
    if only is not None and wanted.at is not None:
        return problem(HTTPStatus.BAD_REQUEST, "You can't choose anything in the past.")
    ending = answering.asks_ending(wanted.question)
    if isinstance(ending, Problem):
        return ending
    state = play.record.at(play.number if wanted.at is None else wanted.at)
    if ending:
        barred = answering.may_end(game, game.view(state, wanted.seat), wanted.seat)
        return refused(barred) if barred else wire.Answered(id=wanted.id, answer=Raw(b"{}"))
    view = msgspec.json.encode(game.view(state, wanted.seat))
    files, scenario = room.table_manager.editions.files(game), room.table.setup.scenario
    asked = (
        Options(game.id, view, wanted.seat, scenario, files, only)
        if only is not None
        else Question(game.id, view, wanted.seat, bytes(wanted.question), scenario, files)
    )
    answer = await room.table_manager.workers.ask(who, asked)
    return answer if isinstance(answer, Problem) else wire.Answered(id=wanted.id, answer=Raw(answer))


async def picture(
    room: Room, person: Person | None, number: int, dark: bool, width: int, who: str
) -> bytes | Problem:
    """The position after a number of decisions as an image; width 0: as SVG."""
    view = msgspec.json.encode(past.seen_at(room.play, room.viewer(person), number))
    files = room.table_manager.editions.files(room.game)
    job = Picture(room.game.id, view, dark, width, room.table.setup.scenario, files)
    return await room.table_manager.workers.ask(who, job)


async def look_back(
    room: Room,
    person: Person | None,
    what: Literal["chapters", "numbers", "story"],
    who: str,
    markdown: bool = False,
) -> bytes | Problem:
    """The whole game as somebody may see it."""
    play, table, viewer, game = room.play, room.table, room.viewer(person), room.game

    def job() -> LookBack:
        return LookBack(
            game=game.id,
            setup=table.setup,
            dice=replace(table.dice, secret=""),
            log=tuple(map(write_line, play.lines)),
            seats=viewer.seats,
            what=what,
            title=table.title,
            markdown=markdown,
            files=room.table_manager.editions.files(game),
        )

    async def make() -> bytes | Problem:
        return await room.table_manager.workers.ask(who, await metering.apart(job))

    return await room.archive.get((what, markdown, viewer), play.seq, make)
