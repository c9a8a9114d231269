"""Which people to notify by email of a change at a table. Pure."""

from collections.abc import Iterator

from sandtable.server.storage.outbox import Call
from sandtable.server.storage.tables import StoredTable


def calls(old: StoredTable, new: StoredTable) -> tuple[Call, ...]:
    """The notifications that a change causes: one per person, the most important."""
    found: dict[str, Call] = {}
    for one in _calls(old, new):
        found.setdefault(one.person, one)
    return tuple(found.values())


def owing(table: StoredTable) -> tuple[str, ...]:
    """Ids of people who owe a decision."""
    if table.phase != "playing" or table.study:
        return ()
    return tuple(
        dict.fromkeys(
            one.person.id for one in table.holders if one.owes and one.person is not None and not one.bot
        )
    )


def _calls(old: StoredTable, new: StoredTable) -> Iterator[Call]:
    if new.study:
        return
    if new.phase == "finished" and old.phase == "playing":
        for one in new.holders:
            if one.person is not None:
                yield Call("over", one.person.id, "")
        return
    for was, one in zip(old.holders, new.holders, strict=True):
        if one.person is None:
            continue
        if one.timer.late > was.timer.late:
            yield Call("out", one.person.id, f"{new.stretch} {one.timer.late}")
        elif one.timer.warned and not was.timer.warned:
            yield Call("reminder", one.person.id, new.stretch)
    before = owing(old) if old.stretch == new.stretch else ()
    for person in owing(new):
        if person not in before:
            yield Call("turn", person, new.stretch)
