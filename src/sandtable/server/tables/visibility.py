"""What a viewer sees of a play: their seat's view, its changes, and the log. Pure.

Everything the server sends about a game in play goes through here, so that hidden things stay hidden. Views come
from ``game.view`` and events from ``game.visible``. Others see an action only if they may see everything that
followed from it.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate, islice
from typing import Generic, TypeVar

import msgspec
from msgspec import Raw

from sandtable.core.amending import NOBODY
from sandtable.core.decision import Decision, Seat
from sandtable.core.game import Game
from sandtable.server import wire
from sandtable.server.tables.patch import JSON, patch_between, plain
from sandtable.server.tables.play import Line, Play

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

RECENT = 120
"""Log lines sent with a table."""

NULL = Raw(b"null")


class Viewer(msgspec.Struct, frozen=True):
    """A viewer with their seats in the game's order; none: a spectator."""

    seats: tuple[Seat, ...] = ()


def viewing_seat(play: Play[S, A, E], viewer: Viewer) -> Seat | None:
    """The seat a viewer sees through: their first that owes a decision, else their first."""
    return viewing_seat_at(play.pending, viewer)


def viewing_seat_at(pending: Iterable[Decision], viewer: Viewer) -> Seat | None:
    """The same, with these decisions pending."""
    owing = {decision.seat for decision in pending}
    return next((seat for seat in viewer.seats if seat in owing), viewer.seats[0] if viewer.seats else None)


def seen_by(play: Play[S, A, E], viewer: Viewer) -> S:
    """The table as a viewer sees it."""
    return play.record.view(viewing_seat(play, viewer))


def view_of(play: Play[S, A, E], viewer: Viewer) -> JSON:
    """The same, ready to be sent or compared."""
    return plain(seen_by(play, viewer))


class Look(msgspec.Struct, Generic[S], frozen=True):
    """What follows from a view alone, shared by all who see the same."""

    seen: S
    pending: tuple[Decision, ...]
    headline: str
    winner: str
    digest: str


def look_at(play: Play[S, A, E], seen: S) -> Look[S]:
    game = play.game
    return Look(
        seen=seen,
        pending=play.pending if seen is play.record.state else game.pending(seen),
        headline=game.guide.headline(seen),
        winner=game.winner(seen) or "",
        digest=game.digest(seen),
    )


def stand(
    play: Play[S, A, E], viewer: Viewer, standing: Mapping[Seat, Raw], look: Look[S], view: Raw = NULL
) -> wire.Stand:
    """The current table; without ``view`` if a patch carries it."""
    whose = (*viewer.seats, NOBODY) if viewer.seats else ()  # in a study, undo also covers edits
    return wire.Stand(
        seq=play.seq,
        number=play.number,
        view=view,
        pending=look.pending,
        headline=look.headline,
        undo={seat: first for seat in whose if (first := play.first_undoable(seat))},
        standing={seat: orders for seat, orders in standing.items() if seat in viewer.seats},
        winner=look.winner,
        digest=look.digest,
    )


def whole(play: Play[S, A, E], viewer: Viewer, standing: Mapping[Seat, Raw]) -> wire.Stand:
    """The current table, view included."""
    look = look_at(play, seen_by(play, viewer))
    return stand(play, viewer, standing, look, raw(plain(look.seen)))


def stand_at(play: Play[S, A, E], viewer: Viewer, number: int) -> wire.Stand:
    """The table after the first ``number`` current decisions."""
    game = play.game
    state = play.record.at(number)
    look = look_at(play, game.view(state, viewing_seat_at(game.pending(state), viewer)))
    return wire.Stand(
        seq=play.seq,
        number=number,
        view=raw(plain(look.seen)),
        pending=look.pending,
        headline=look.headline,
        undo={},
        standing={},
        winner=look.winner,
        digest=look.digest,
    )


class Step(msgspec.Struct, Generic[S, A, E], frozen=True):
    """A line of the log, with the states its events happened in."""

    line: Line[A, E]
    number: int
    before: tuple[S, ...]


Words = dict[int, tuple[str, ...]]
"""The sentences about log lines by number, where nothing is hidden."""


class Change(Generic[S, A, E]):
    """The change between two plays of the same log. What several viewers share is computed once."""

    def __init__(self, old: Play[S, A, E], new: Play[S, A, E]) -> None:
        self._old = old
        self._new = new
        self._words: Words = {}
        self._looks: dict[int, tuple[Look[S], S, Raw]] = {}
        """By the new view's identity: what follows from it, the old view, and the patch."""

    def happened(self, viewer: Viewer, standing: Mapping[Seat, Raw]) -> wire.Happened:
        """The change as a viewer may see it."""
        look, patch = self._looked(viewer)
        return wire.Happened(
            after=self._old.seq,
            entries=tuple(_entry(self._new.game, viewer, step, self._words) for step in self._steps),
            patch=patch,
            stand=stand(self._new, viewer, standing, look),
        )

    @cached_property
    def _steps(self) -> tuple[Step[S, A, E], ...]:
        return tuple(_steps(self._new, self._old.seq))

    def _looked(self, viewer: Viewer) -> tuple[Look[S], Raw]:
        before, seen = seen_by(self._old, viewer), seen_by(self._new, viewer)
        look, known, patch = self._looks.get(id(seen), (None, None, NULL))
        if look is None or known is not before:
            look, patch = look_at(self._new, seen), raw(patch_between(before, seen))
            self._looks[id(seen)] = look, before, patch
        return look, patch


def entries(play: Play[S, A, E], viewer: Viewer, after: int, most: int = 0) -> tuple[wire.Entry, ...]:
    """Log lines after ``after``, at most ``most`` of them (0: all)."""
    steps = _steps(play, after)
    return tuple(_entry(play.game, viewer, step, {}) for step in (islice(steps, most) if most else steps))


def _steps(play: Play[S, A, E], after: int) -> Iterator[Step[S, A, E]]:
    for line, number, before in play.since(after):
        yield Step(line, number, tuple(accumulate(line.events[:-1], play.game.evolve, initial=before)))


def _entry(game: Game[S, A, E], viewer: Viewer, step: Step[S, A, E], words: Words) -> wire.Entry:
    """A line as a viewer may see it."""
    line = step.line
    own = line.seat in viewer.seats
    seat = line.seat if own else (viewer.seats[0] if viewer.seats else None)
    through = (line.seat, *viewer.seats) if own else viewer.seats or (None,)
    events: list[Raw] = []
    seen: list[tuple[S, E]] = []
    open_ = plain_ = True
    for event, before in zip(line.events, step.before, strict=False):
        shown = next((one for eye in through if (one := game.visible(event, eye)) is not None), None)
        if shown is not None:
            view = game.view(before, seat)
            events.append(raw(shown))
            seen.append((view, shown))
            plain_ = plain_ and view is before
        plain_ = plain_ and shown is event
        open_ = open_ and shown == event
    open_ = open_ or own
    text = words.get(line.seq) if plain_ else None
    if text is None:
        text = game.guide.tell_all(seen)
        if plain_:
            words[line.seq] = text
    return wire.Entry(
        seq=line.seq,
        number=step.number,
        kind=line.kind,
        seat=line.seat,
        by=line.by,
        at=line.at,
        action=raw(line.action) if open_ and line.kind == "act" else NULL,
        events=tuple(events),
        text=text,
        back=line.back,
        reason=line.reason if open_ else "",
    )


def raw(value: object) -> Raw:
    """Encode for the wire."""
    return Raw(msgspec.json.encode(value))
