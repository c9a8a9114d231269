"""What a viewer sees of a play: the view of their seat, its changes, and the lines of the log. Pure.

Whatever leaves the server about a game in play passes through here, so that what is hidden stays hidden: views
come from ``game.view``, events from ``game.visible``, and an action is shown to others only if they may see
everything that followed from it.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec
from msgspec import Raw

from sandtable.core.amending import NOBODY
from sandtable.core.decision import Decision, Seat
from sandtable.server import wire
from sandtable.server.tables.patch import JSON, diff, plain
from sandtable.server.tables.play import Line, Play

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

RECENT = 120
"""So many lines of the log come with a table."""

NULL = Raw(b"null")


class Viewer(msgspec.Struct, frozen=True):
    """Somebody who looks on: with the seats that are theirs, in the order of the game; none: a spectator."""

    seats: tuple[Seat, ...] = ()


def eyes(play: Play[S, A, E], viewer: Viewer) -> Seat | None:
    """The seat through which a viewer looks: the first of theirs that owes a decision, else their first."""
    return eyes_at(play.pending, viewer)


def eyes_at(pending: Iterable[Decision], viewer: Viewer) -> Seat | None:
    """The same while these decisions are due."""
    owing = {decision.seat for decision in pending}
    return next((seat for seat in viewer.seats if seat in owing), viewer.seats[0] if viewer.seats else None)


def view_of(play: Play[S, A, E], viewer: Viewer) -> JSON:
    """The view, ready to be sent or compared."""
    return plain(play.record.view(eyes(play, viewer)))


def stand(play: Play[S, A, E], viewer: Viewer, standing: Mapping[Seat, Raw], view: JSON = None) -> wire.Stand:
    """The table as it stands; ``view`` not given: told by a patch."""
    game = play.game
    seen = play.record.view(eyes(play, viewer))
    whose = (*viewer.seats, NOBODY) if viewer.seats else ()  # who changes by hand has a seat there too
    undo = {seat: first for seat in whose if (first := play.first_undoable(seat))}
    return wire.Stand(
        seq=play.seq,
        number=play.number,
        view=raw(view),
        pending=game.pending(seen),
        headline=game.guide.headline(seen),
        undo=undo,
        standing={seat: orders for seat, orders in standing.items() if seat in viewer.seats},
        winner=game.winner(seen) or "",
        digest=game.digest(seen),
    )


def whole(play: Play[S, A, E], viewer: Viewer, standing: Mapping[Seat, Raw]) -> wire.Stand:
    """The table as it stands, view and all."""
    return stand(play, viewer, standing, view_of(play, viewer))


def stand_at(play: Play[S, A, E], viewer: Viewer, number: int) -> wire.Stand:
    """The table as it stood after so many of the decisions that stand now."""
    game = play.game
    state = play.record.at(number)
    seen = game.view(state, eyes_at(game.pending(state), viewer))
    return wire.Stand(
        seq=play.seq,
        number=number,
        view=raw(plain(seen)),
        pending=game.pending(seen),
        headline=game.guide.headline(seen),
        undo={},
        standing={},
        winner=game.winner(seen) or "",
        digest=game.digest(seen),
    )


def happened(
    old: Play[S, A, E],
    new: Play[S, A, E],
    viewer: Viewer,
    standing: Mapping[Seat, Raw],
    old_view: JSON,
    new_view: JSON,
) -> wire.Happened:
    """What came between two plays of the same log, whose views are these."""
    return wire.Happened(
        after=old.seq,
        entries=entries(new, viewer, old.seq),
        patch=raw(diff(old_view, new_view)),
        stand=stand(new, viewer, standing),
    )


def entries(play: Play[S, A, E], viewer: Viewer, after: int, most: int = 0) -> tuple[wire.Entry, ...]:
    """Lines of the log after ``after``, the first so many (0: all)."""
    shown = []
    for line, number, before in play.since(after):
        shown.append(entry(play, viewer, line, number, before))
        if len(shown) == most:
            break
    return tuple(shown)


def entry(play: Play[S, A, E], viewer: Viewer, line: Line[A, E], number: int, before: S) -> wire.Entry:
    """One line as a viewer may see it. ``before``: the state that it was decided in."""
    game = play.game
    own = line.seat in viewer.seats
    seat = line.seat if own else (viewer.seats[0] if viewer.seats else None)
    events: list[Raw] = []
    told: list[str] = []
    open_ = True
    for event in line.events:
        shown = next(
            (one for seen in viewer.seats or (None,) if (one := game.visible(event, seen)) is not None), None
        )
        if shown is not None:
            events.append(raw(shown))
            told.extend(game.guide.tell(game.view(before, seat), shown))
        open_ = open_ and shown == event
        before = game.evolve(before, event)
    open_ = open_ or own
    return wire.Entry(
        seq=line.seq,
        number=number,
        kind=line.kind,
        seat=line.seat,
        by=line.by,
        at=line.at,
        action=raw(line.action) if open_ and line.kind == "act" else NULL,
        events=tuple(events),
        text=tuple(told),
        back=line.back,
        reason=line.reason if open_ else "",
    )


def raw(value: object) -> Raw:
    """As it goes over the wire."""
    return Raw(msgspec.json.encode(value))
