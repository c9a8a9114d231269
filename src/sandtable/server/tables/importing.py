"""Imports a save file as a table. Pure, but runs in a worker: verifying a long game takes a while."""

from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus

import msgspec

from sandtable.core import savefile, verify
from sandtable.core.game import AnyGame
from sandtable.core.savefile import BadFile
from sandtable.server.problems import problem
from sandtable.server.storage.log import Written
from sandtable.server.storage.tables import Holder, StoredTable
from sandtable.server.tables import studying
from sandtable.server.tables.building import build, imported, summed_up, write_line
from sandtable.server.tables.play import Line
from sandtable.server.wire import Person, Phase, Problem

WITNESSES = 20
"""How many of the last rolls identify a game."""


class Imported(msgspec.Struct, frozen=True):
    """A table ready to be added."""

    table: StoredTable
    log: tuple[Written, ...]
    turn: str
    """The current turn's id, from the game."""
    rolls: tuple[str, ...]
    """The log's events with dice rolls, as stored: they identify the game."""


def imported_table(
    find_game: Callable[[str], AnyGame | None],
    data: bytes,
    person: Person,
    study: bool,
    at: datetime,
    table_id: str,
) -> bytes | Problem:
    """The table for a save file, as :class:`Imported` in JSON, or what is wrong with the file.

    It gets fresh dice. An unfinished game waits for players. A study belongs to its host right away, and a game
    that was edited can only be a study.
    """
    record = savefile.decode(data, find_game)
    if isinstance(record, BadFile):
        return _bad(str(record))
    verdict = verify.verify(record)
    if not verdict.good:
        return _bad(verdict.says)
    record, dice = imported(record)
    game = record.game
    seats = game.guide.box.seats_in(record.setup.scenario)
    phase: Phase = "finished" if record.finished else "waiting"
    holders = tuple(Holder(seat=seat, place=place) for place, seat in enumerate(seats))
    study = study or any(one.edit for one in record.entries)
    if study:
        phase, holders = "finished" if record.finished else "playing", studying.own_seats(seats, person)
    table = StoredTable(
        id=table_id,
        game=game.id,
        title=game.title[:80],
        setup=record.setup,
        phase=phase,
        listed=False,
        study=study,
        host=person,
        dice=dice,
        made=at,
        moved=at,
        holders=holders,
    )
    play = build(game, table, ())
    play.take(
        Line(
            seq=n,
            kind="edit" if one.edit else "act",
            seat=one.seat,
            by="imported",
            at=at,
            action=one.action,
            events=one.events,
        )
        for n, one in enumerate(record.entries, 1)
    )
    log = tuple(map(write_line, play.lines))
    rolled = [
        written.events
        for written, line in zip(log, play.lines, strict=True)
        if any(game.dice_of(event) for event in line.events)
    ]
    turn = game.guide.turn(play.record.view(None))
    return msgspec.json.encode(Imported(summed_up(table, play), log, turn, tuple(rolled[-WITNESSES:])))


def _bad(why: str) -> Problem:
    return problem(HTTPStatus.BAD_REQUEST, f"This save file cannot be used: {why}", "bad-file")
