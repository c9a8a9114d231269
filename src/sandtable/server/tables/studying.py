"""Study: who may change a position by hand, and how a game branches into one. Pure."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from http import HTTPStatus
from typing import Any

from msgspec.structs import replace

from sandtable.core.dice import SeededDice
from sandtable.server.problems import problem
from sandtable.server.storage.tables import Holder, Sheet
from sandtable.server.tables.building import AnyLine, AnyPlay, build
from sandtable.server.tables.play import Line
from sandtable.server.tables.seating import not_in_play
from sandtable.server.wire import Person, Problem

PERSONS = 2
"""From so many persons on, a game is one between people."""


def not_editing(sheet: Sheet, person: Person) -> Problem | None:
    """Why somebody may not change this position by hand; nothing: they may."""
    if not sheet.study:
        return problem(
            HTTPStatus.FORBIDDEN,
            "Only a study can be changed by hand. Branch from this game to make one.",
            "no-study",
        )
    if sheet.host.id != person.id:
        return problem(HTTPStatus.FORBIDDEN, "This study is somebody else's. Branch from it to make your own.")
    return None if sheet.phase == "playing" else not_in_play(sheet)


def among_people(sheet: Sheet) -> bool:
    """Whether people play against each other here, or will."""
    persons = {one.person.id for one in sheet.holders if one.person is not None and not one.conceded}
    waited = any(one.invited or one.free for one in sheet.holders)
    return sheet.phase in ("waiting", "playing") and (len(persons) >= PERSONS or (waited and bool(persons)))


def branched(
    play: AnyPlay, source: Sheet, number: int, table_id: str, host: Person, title: str, at: datetime
) -> tuple[Sheet, AnyPlay] | Problem:
    """The study that begins where a game was after so many decisions, with dice of its own."""
    if number > play.number:
        return problem(HTTPStatus.NOT_FOUND, f"Only {play.number} decisions stand.")
    game, then = play.game, play.record.at(number)
    if source.phase != "finished" and game.digest(game.view(then, None)) != game.digest(then):
        return problem(
            HTTPStatus.CONFLICT,
            "Something was hidden at that moment. Branch from one where all lies open, or when the game is over.",
            "hidden",
        )
    lines = play.standing(number)
    rolled = sum(len(game.dice_of(event)) for line in lines for event in line.events)
    sheet = Sheet(
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
    branch = build(game, sheet, ())
    branch.take(brought(lines))
    return sheet, branch


def own_seats(seats: Iterable[str], host: Person) -> tuple[Holder, ...]:
    """Every seat is the host's."""
    return tuple(Holder(seat=seat, place=place, person=host) for place, seat in enumerate(seats))


def brought(lines: Iterable[AnyLine]) -> Iterator[Line[Any, Any]]:
    """Lines of another log as the first ones of a new one: nobody's request, and numbered anew."""
    return (replace(line, seq=seq, key="", person=None) for seq, line in enumerate(lines, 1))
