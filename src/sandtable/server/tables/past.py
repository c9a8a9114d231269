"""The past of a play: chapters, moments, and its story as text. Pure. Hidden things stay hidden."""

from typing import TypeVar

from sandtable.core.decision import Seat
from sandtable.core.guide import Box
from sandtable.core.markdown import plain
from sandtable.server import wire
from sandtable.server.tables import visibility
from sandtable.server.tables.patch import diff
from sandtable.server.tables.patch import plain as as_json
from sandtable.server.tables.play import Play
from sandtable.server.tables.visibility import Viewer, raw
from sandtable.server.wire.history import Chapter, History, Moments, NextMoment
from sandtable.statistics import Statistics, statistics

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

STRIDE = 32
"""Moments per response. The record keeps a state this often, so none needs a long replay."""


def history(play: Play[S, A, E], viewer: Viewer) -> History:
    """Where the chapters of a game begin."""
    game, seat = play.game, viewer.seats[0] if viewer.seats else None
    found: list[Chapter] = []
    for number, state in enumerate(play.record.states()):
        at = game.guide.moment(game.view(state, seat))
        last = found[-1] if found else None
        if last is None or (last.round, last.seat, last.phase) != (at.round, at.seat, at.phase):
            found.append(Chapter(number=number, round=at.round, seat=at.seat, phase=at.phase))
    return History(number=play.number, chapters=tuple(found))


def moments(play: Play[S, A, E], viewer: Viewer, first: int) -> Moments:
    """A response of moments, starting at ``first``."""
    game = play.game
    state = play.record.at(first)
    seen = _seen(play, viewer, state)
    view = start = as_json(seen)
    steps = []
    for number in range(first + 1, min(first + STRIDE, play.number) + 1):
        for event in play.record.entries[number - 1].events:
            state = game.evolve(state, event)
        after = _seen(play, viewer, state)
        shown = as_json(after)
        steps.append(
            NextMoment(
                number=number,
                patch=raw(diff(view, shown)),
                pending=game.pending(after),
                headline=game.guide.headline(after),
                winner=game.winner(after) or "",
            )
        )
        view = shown
    return Moments(
        first=first,
        view=raw(start),
        pending=game.pending(seen),
        headline=game.guide.headline(seen),
        winner=game.winner(seen) or "",
        steps=tuple(steps),
    )


def _seen(play: Play[S, A, E], viewer: Viewer, state: S) -> S:
    game = play.game
    return game.view(state, visibility.viewing_seat_at(game.pending(state), viewer))


def seen_at(play: Play[S, A, E], viewer: Viewer, number: int) -> S:
    """What a viewer saw after a given number of decisions."""
    return _seen(play, viewer, play.record.at(number))


def counted(play: Play[S, A, E], viewer: Viewer) -> Statistics:
    """The statistics, as the first of a viewer's seats sees them."""
    return statistics(play.record, viewer.seats[0] if viewer.seats else None)


def current_entries(play: Play[S, A, E], viewer: Viewer) -> tuple[wire.Entry, ...]:
    """The current decisions, as a viewer may read them."""
    standing: list[wire.Entry] = []
    for entry in visibility.entries(play, viewer, 0):
        if entry.kind == "undo":
            del standing[len(standing) - entry.back :]
        else:
            standing.append(entry)
    return tuple(standing)


def story(
    box: Box, title: str, chapters: tuple[Chapter, ...], entries: tuple[wire.Entry, ...], markdown: bool
) -> str:
    """A game as text: rounds, turns, phases, and what happened in them."""
    names = {chair.seat: chair.name for chair in box.chairs}
    name = plain(title) if markdown else title
    lines = [f"# {name}" if markdown else name, *([] if title == box.title else ["", box.title])]
    round_: int | None = None
    for at, chapter in enumerate(chapters):
        end = chapters[at + 1].number if at + 1 < len(chapters) else len(entries)
        sentences = [line for entry in entries[chapter.number : end] for line in _sentences(entry, chapter, names)]
        if not sentences:
            continue
        if chapter.round != round_:
            round_ = chapter.round
            lines += ["", f"## Round {round_}" if markdown else f"ROUND {round_}"]
        heading = ", ".join(filter(None, (names.get(chapter.seat, chapter.seat), chapter.phase)))
        if heading:
            lines += ["", f"### {heading}" if markdown else heading]
        lines += ["", *(f"- {plain(one)}" for one in sentences)] if markdown else [f"  {one}" for one in sentences]
    return "\n".join(lines) + "\n"


def _sentences(entry: wire.Entry, chapter: Chapter, names: dict[Seat, str]) -> list[str]:
    """The sentences of an entry. Names the seat if it acts out of turn."""
    who = f"{names.get(entry.seat, entry.seat)}: " if chapter.seat and entry.seat != chapter.seat else ""
    return [f"{who}{line}" for line in entry.text]
