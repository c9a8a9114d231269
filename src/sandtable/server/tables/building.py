"""Converts between the stored log and the play in memory."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.core.amending import amendable
from sandtable.core.dice import AbsentDice, Dice, Provenance, SeededDice
from sandtable.core.game import AnyGame, Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.server.storage.log import Written
from sandtable.server.storage.tables import StoredTable
from sandtable.server.tables.play import BadLog, Line, Orders, Play

AnyPlay = Play[Any, Any, Any]
AnyLine = Line[Any, Any]

HEADLINE = 200
"""The longest stored headline, in characters."""


def build(game: AnyGame, table: StoredTable, log: Iterable[Written]) -> AnyPlay:
    """The play that a log describes."""
    return replay(game, table.setup, table.dice, log)


def replay(game: AnyGame, setup: Setup, dice: Provenance, log: Iterable[Written]) -> AnyPlay:
    """The play, from the parts of a table it needs."""
    play = Play.begin(game, setup, dice_of(dice), dice.since)
    if isinstance(play, Refusal):
        raise BadLog(f"the game cannot begin: {play.why} ({play.rule})")
    play.take(read_line(game, one) for one in log)
    return play


def dice_of(provenance: Provenance) -> Dice:
    """The dice, if we have their secret."""
    if provenance.source == "seeded" and provenance.secret:
        return SeededDice(bytes.fromhex(provenance.secret), provenance.entropy)
    return AbsentDice(provenance)


def read_line(game: AnyGame, written: Written) -> AnyLine:
    """Decode a stored line of the log."""
    action = None
    if written.kind != "undo":
        action = msgspec.json.decode(written.action, type=_kind_of(game, edit=written.kind == "edit"))
    return Line(
        seq=written.seq,
        kind=written.kind,
        seat=written.seat,
        by=written.by,
        at=written.at,
        action=action,
        events=msgspec.json.decode(written.events, type=tuple[game.event_type, ...]),  # type: ignore[name-defined]
        back=written.back,
        reason=written.reason,
        key=written.key,
        person=written.person,
    )


def _kind_of(game: AnyGame, *, edit: bool) -> Any:
    """The decoder type of a log line."""
    changes = amendable(game)
    return changes.change_type if edit and changes is not None else game.action_type


def write_line(line: AnyLine) -> Written:
    """Encode a line of the log."""
    return Written(
        seq=line.seq,
        kind=line.kind,
        seat=line.seat,
        by=line.by,
        person=line.person,
        key=line.key,
        action=msgspec.json.encode(line.action).decode(),
        events=msgspec.json.encode(line.events).decode(),
        back=line.back,
        reason=line.reason,
        at=line.at,
    )


def standing_orders(game: AnyGame, table: StoredTable) -> dict[str, Orders]:
    """The standing orders of each seat."""
    return {
        one.seat: Orders(msgspec.json.decode(one.standing, type=game.guide.standing_type), one.given)
        for one in table.holders
        if one.standing is not None
    }


def summed_up(table: StoredTable, play: AnyPlay) -> StoredTable:
    """The table with the summary that lists show: whose turn it is, the headline, who has won."""
    game, seen = play.game, play.record.view(None)
    playing = table.phase == "playing"
    turn = tuple(dict.fromkeys(decision.seat for decision in play.pending)) if playing else ()
    return replace(
        table,
        phase="finished" if playing and play.record.finished else table.phase,
        moved=play.lines[-1].at if play.seq > table.seq else table.moved,
        seq=play.seq,
        turn=turn,
        headline=game.guide.headline(seen)[:HEADLINE],
        winner=game.winner(seen) or "",
        holders=tuple(
            one if one.owes == (one.seat in turn) else replace(one, owes=one.seat in turn) for one in table.holders
        ),
    )


def imported(record: Record[Any, Any, Any]) -> tuple[Record[Any, Any, Any], Provenance]:
    """An imported game and its dice. A game in progress continues with fresh dice.

    Whoever imports a file may know the secret in it, and nobody must know the dice to come.
    """
    if record.finished:
        return record, record.provenance
    record = record.fork(SeededDice.fresh())
    return record, record.provenance
