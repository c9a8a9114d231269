"""From what is kept to what is played, and back: the log in the database and the play in memory."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.core.amending import amendable
from sandtable.core.dice import AbsentDice, Dice, Provenance, SeededDice
from sandtable.core.game import AnyGame
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.server.storage.tables import Sheet, Written
from sandtable.server.tables.play import BadLog, Line, Orders, Play

AnyPlay = Play[Any, Any, Any]
AnyLine = Line[Any, Any]

HEADLINE = 200
"""Letters of a headline that are kept."""


def build(game: AnyGame, sheet: Sheet, log: Iterable[Written]) -> AnyPlay:
    """The play that a log tells of."""
    play = Play.begin(game, sheet.setup, dice_of(sheet.dice), sheet.dice.since)
    if isinstance(play, Refusal):
        raise BadLog(f"table {sheet.id}: {play.why} ({play.rule})")
    play.take(read_line(game, one) for one in log)
    return play


def dice_of(provenance: Provenance) -> Dice:
    """The dice, if their secret is here."""
    if provenance.source == "seeded" and provenance.secret:
        return SeededDice(bytes.fromhex(provenance.secret), provenance.entropy)
    return AbsentDice(provenance)


def read_line(game: AnyGame, written: Written) -> AnyLine:
    """A line of the log as its game understands it."""
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
    """What a line of the log holds."""
    changes = amendable(game)
    return changes.change_type if edit and changes is not None else game.action_type


def write_line(line: AnyLine) -> Written:
    """A line of the log as it is kept."""
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


def standing_orders(game: AnyGame, sheet: Sheet) -> dict[str, Orders]:
    """The standing orders that seats have left."""
    return {
        one.seat: Orders(msgspec.json.decode(one.standing, type=game.guide.standing_type), one.given)
        for one in sheet.holders
        if one.standing is not None
    }


def summed_up(sheet: Sheet, play: AnyPlay) -> Sheet:
    """The sheet with what lists show of the play: whose turn it is, where it is, who has won."""
    game, seen = play.game, play.record.view(None)
    playing = sheet.phase == "playing"
    turn = tuple(dict.fromkeys(decision.seat for decision in play.pending)) if playing else ()
    return replace(
        sheet,
        phase="finished" if playing and play.record.finished else sheet.phase,
        moved=play.lines[-1].at if play.seq > sheet.seq else sheet.moved,
        seq=play.seq,
        turn=turn,
        headline=game.guide.headline(seen)[:HEADLINE],
        winner=game.winner(seen) or "",
        holders=tuple(
            one if one.owes == (one.seat in turn) else replace(one, owes=one.seat in turn) for one in sheet.holders
        ),
    )


def imported(record: Record[Any, Any, Any]) -> tuple[Record[Any, Any, Any], Provenance]:
    """A game that was brought along, and its dice: one that goes on goes on with fresh ones.

    Who brings a file may know the secret in it; nobody must know the dice to come.
    """
    if record.finished:
        return record, record.provenance
    record = record.fork(SeededDice.fresh())
    return record, record.provenance
