"""Clocks: who has how much time, and when it runs out. Pure: the time is passed in.

A clock runs only while its seat owes a decision and a person plays it. A seat gets new time when it first owes
something in a turn, so ending, undoing and ending a turn again gains nothing.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec.structs import replace

from sandtable.core.decision import Seat
from sandtable.server.storage.tables import Holder, StoredTable
from sandtable.server.storage.timers import Holiday, Timer
from sandtable.server.wire import Clock, DaysClock, LiveClock, Person, SeatTime
from sandtable.server.wire.weeks import Turn

DAY = 86_400.0
SECOND_WIND = 60.0
"""Minimum seconds for somebody who takes back a seat whose time ran out."""
LONGEST_NAME = 120


def full(clock: Clock) -> float:
    """The initial seconds of a clock."""
    return clock.days * DAY if isinstance(clock, DaysClock) else clock.minutes * 60.0


def spent(since: datetime, at: datetime, away: Iterable[Holiday] = ()) -> float:
    """Seconds between two times, without vacations, which must not overlap."""
    total = (at - since).total_seconds()
    for one in away:
        total -= max((min(at, one.ends) - max(since, one.begins)).total_seconds(), 0.0)
    return total


def moment(since: datetime, seconds: float, away: Iterable[Holiday] = ()) -> datetime:
    """When this many seconds will have passed, without vacations."""
    at = since
    for one in sorted(away, key=lambda holiday: holiday.begins):
        free = (one.begins - at).total_seconds()
        if one.ends <= at:
            continue
        if free >= seconds:
            break
        seconds -= max(free, 0.0)
        at = one.ends
    return at + timedelta(seconds=seconds)


def with_clocks(old: StoredTable, new: StoredTable, turn: str, at: datetime) -> StoredTable:
    """A table about to be written, with its clocks stopped and started."""
    turn = turn[:LONGEST_NAME]
    clock = new.clock
    if clock is None:
        return replace(new, stretch=turn)
    before = {one.seat: one for one in old.holders}
    holders = tuple(
        replace(one, timer=_timer(clock, new.phase == "playing", one, before[one.seat], turn, at))
        for one in new.holders
    )
    new = replace(new, stretch=turn, holders=holders)
    return replace(new, due=due(new))


def due(table: StoredTable) -> datetime | None:
    """When to check the clocks next."""
    clock = table.clock
    if clock is None:
        return None
    moments = [end_of(clock, one) for one in table.holders]
    moments += [_reminder_of(clock, one) for one in table.holders]
    return min((one for one in moments if one is not None), default=None)


def overdue(table: StoredTable, at: datetime) -> tuple[Seat, ...]:
    """Seats whose time is up, grace included."""
    clock = table.clock
    if clock is None:
        return ()
    return tuple(one.seat for one in table.holders if (end := end_of(clock, one)) is not None and end <= at)


def warned(table: StoredTable, at: datetime) -> StoredTable:
    """The table with everybody marked who is due a reminder."""
    clock = table.clock
    if clock is None:
        return table
    for one in table.holders:
        soon = _reminder_of(clock, one)
        if soon is not None and soon <= at:
            table = table.with_holder(replace(one, timer=replace(one.timer, warned=True)))
    return table


def run_out(holder: Holder) -> Holder:
    """A seat whose time is up: counted, and its clock stopped."""
    timer = replace(holder.timer, left=0.0, since=None, out=True, late=holder.timer.late + 1)
    return replace(holder, timer=timer)


def end_of(clock: Clock, holder: Holder) -> datetime | None:
    """When a seat's time is up, grace included; None if its clock is stopped."""
    timer = holder.timer
    if timer.since is None:
        return None
    grace = clock.grace * 3600.0 if isinstance(clock, DaysClock) else 0.0
    return moment(timer.since, timer.left + grace, _pauses(clock, holder))


def seat_time(table: StoredTable, holder: Holder, at: datetime) -> SeatTime | None:
    """A seat's clock as everybody sees it."""
    clock = table.clock
    if clock is None or holder.person is None:
        return None
    timer = holder.timer
    left = _left(clock, holder, at) if timer.turn else full(clock)
    pause = next((one for one in _pauses(clock, holder) if one.begins <= at < one.ends), None)
    return SeatTime(
        left=round(left, 1),
        runs=timer.since is not None and pause is None,
        late=timer.late,
        away=pause.ends if pause else None,
    )


def _timer(clock: Clock, playing: bool, holder: Holder, before: Holder, turn: str, at: datetime) -> Timer:
    timer = holder.timer
    by_hand = holder.person is not None and not holder.bot
    if by_hand and timer.out and (before.bot or before.person != holder.person):
        timer = _second_wind(clock, timer)
    if not (playing and by_hand and holder.owes) or (timer.out and timer.turn == turn):
        if timer.since is None:
            return timer
        return replace(timer, left=_left(clock, replace(holder, timer=timer), at), since=None)
    if timer.turn != turn:
        left = _left(clock, replace(holder, timer=timer), at)
        return Timer(left=_allowance(clock, timer, left), since=at, turn=turn, late=timer.late)
    return timer if timer.since is not None else replace(timer, since=at)


def _allowance(clock: Clock, timer: Timer, left: float) -> float:
    """A seat's seconds when it first owes something in a turn."""
    if isinstance(clock, DaysClock) or not timer.turn:
        return full(clock)
    return max(left, 0.0) + clock.increment


def _second_wind(clock: Clock, timer: Timer) -> Timer:
    """The timer of somebody who takes their seat back from the bot."""
    if isinstance(clock, LiveClock):
        return replace(timer, out=False, left=max(timer.left, clock.increment, SECOND_WIND))
    return Timer(late=timer.late)


def _left(clock: Clock, holder: Holder, at: datetime) -> float:
    timer = holder.timer
    if timer.since is None:
        return timer.left
    return timer.left - spent(timer.since, at, _pauses(clock, holder))


def _reminder_of(clock: Clock, holder: Holder) -> datetime | None:
    """When to remind a person: a day before the end, or halfway through a single day."""
    timer = holder.timer
    if isinstance(clock, LiveClock) or timer.since is None or timer.warned:
        return None
    before = min(DAY, full(clock) / 2)
    return moment(timer.since, timer.left - before, _pauses(clock, holder))


def _pauses(clock: Clock, holder: Holder) -> tuple[Holiday, ...]:
    return holder.away if isinstance(clock, DaysClock) else ()


def turn_of(table: StoredTable, person: Person, at: datetime) -> Turn:
    """A table that waits for a person."""
    mine = [one for one in table.holders if one.owes and not one.bot and one.seat in table.seats_of(person)]
    times = [seen.left for one in mine if (seen := seat_time(table, one, at)) is not None and seen.runs]
    return Turn(
        table=table.id,
        game=table.game,
        title=table.title,
        headline=table.headline,
        turn=table.stretch,
        seats=tuple(one.seat for one in mine),
        since=table.moved,
        left=min(times, default=None),
    )
