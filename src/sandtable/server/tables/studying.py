"""Studies: who may edit a position, and how a game branches into one. Pure."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from http import HTTPStatus
from typing import Any

from msgspec.structs import replace

from sandtable.core.dice import SeededDice
from sandtable.server.problems import problem
from sandtable.server.storage.tables import Holder, StoredTable
from sandtable.server.tables.building import AnyLine, AnyPlay, build
from sandtable.server.tables.play import Line
from sandtable.server.tables.seating import not_in_play
from sandtable.server.wire import Person, Problem

PERSONS = 2
"""From this many people on, a game is between people."""


def not_editing(table: StoredTable, person: Person) -> Problem | None:
    """Why somebody may not edit this position; None if they may."""
    if not table.study:
        return problem(
            HTTPStatus.FORBIDDEN,
            "You can edit only a study. Branch from this game to make one.",
            "no-study",
        )
    if table.host.id != person.id:
        return problem(HTTPStatus.FORBIDDEN, "This study is somebody else's. Branch from it to make your own.")
    if table.puzzle:
        return problem(
            HTTPStatus.CONFLICT, "You can't change a puzzle's position. Branch from it to make a study."
        )
    return None if table.phase == "playing" else not_in_play(table)


def among_people(table: StoredTable) -> bool:
    """Whether people play each other here, or will."""
    persons = {one.person.id for one in table.holders if one.person is not None and not one.conceded}
    waited = any(one.invited or one.free for one in table.holders)
    return table.phase in ("waiting", "playing") and (len(persons) >= PERSONS or (waited and bool(persons)))


def branched(
    play: AnyPlay, source: StoredTable, number: int, table_id: str, host: Person, title: str, at: datetime
) -> tuple[StoredTable, AnyPlay] | Problem:
    """A study that starts from a game after ``number`` decisions, with its own dice."""
    if number > play.number:
        return problem(HTTPStatus.NOT_FOUND, f"The game has only {play.number} moves.")
    game, then = play.game, play.record.at(number)
    if source.phase != "finished" and game.digest(game.view(then, None)) != game.digest(then):
        return problem(
            HTTPStatus.CONFLICT,
            "Something was hidden at that moment. Branch from one without secrets, or when the game is over.",
            "hidden",
        )
    lines = play.standing(number)
    rolled = sum(len(game.dice_of(event)) for line in lines for event in line.events)
    table = StoredTable(
        id=table_id,
        game=game.id,
        title=(" ".join(title.split()) or source.title)[:80],
        setup=play.record.setup,
        phase="playing",
        listed=False,
        study=True,
        source=source.id,
        moment=number,
        host=host,
        dice=replace(SeededDice.fresh().provenance, since=rolled),
        made=at,
        moved=at,
        holders=own_seats(game.guide.box.seats_in(play.record.setup.scenario), host),
    )
    branch = build(game, table, ())
    branch.take(renumbered(lines))
    return table, branch


def own_seats(seats: Iterable[str], host: Person) -> tuple[Holder, ...]:
    """The seats, all owned by the host."""
    return tuple(Holder(seat=seat, place=place, person=host) for place, seat in enumerate(seats))


def renumbered(lines: Iterable[AnyLine]) -> Iterator[Line[Any, Any]]:
    """Lines of another log for the start of a new one: renumbered, and without request keys."""
    return (replace(line, seq=seq, key="", person=None) for seq, line in enumerate(lines, 1))
