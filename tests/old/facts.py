"""What must be read from an old file: numbers that do not depend on how a version keeps a position."""

from typing import Any

import msgspec

from sandtable.core.record import Record

AnyRecord = Record[Any, Any, Any]


class Facts(msgspec.Struct, frozen=True):
    """What a game came to."""

    game: str
    entries: int
    edits: int
    dice: int
    round: int
    winner: str
    measures: dict[str, dict[str, float]]
    """What the game's guide measures at the end."""


class TableFacts(msgspec.Struct, frozen=True):
    """A table of a server, as its host sees it."""

    id: str
    title: str
    phase: str
    study: bool
    log: int
    """Lines of the log."""
    chat: tuple[str, ...]
    facts: Facts | None
    """Of its save file; none: it has not begun."""


class Everything(msgspec.Struct, frozen=True):
    """All that a version has left."""

    files: dict[str, Facts]
    tables: tuple[TableFacts, ...]


def facts_of(record: AnyRecord) -> Facts:
    game, state = record.game, record.state
    return Facts(
        game.id,
        len(record.entries),
        sum(entry.edit for entry in record.entries),
        record.dice_rolled,
        game.guide.moment(state).round,
        game.winner(state) or "",
        {name: dict(values) for name, values in game.guide.measure(state).items()},
    )
