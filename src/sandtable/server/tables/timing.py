"""Clocks: who has how much time, and when it runs out. Pure: what time it is, is told.

A clock runs only while its seat owes a decision and a person plays it. A seat gets new time when it begins to owe
something in a turn that its clock has not run in: a turn that is ended, taken back and ended again gives nothing.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec.structs import replace

from sandtable.core.decision import Seat
from sandtable.server.storage.tables import Holder, Sheet
from sandtable.server.storage.timers import Holiday, Timer
from sandtable.server.wire import Clock, DaysClock, LiveClock, Person, SeatTime
from sandtable.server.wire_weeks import Turn

DAY = 86_400.0
SECOND_WIND = 60.0
"""Seconds that somebody has at least who takes back a seat whose minutes were up."""
LONGEST_NAME = 120


def full(clock: Clock) -> float:
    """Seconds that a clock begins with."""
    return clock.days * DAY if isinstance(clock, DaysClock) else clock.minutes * 60.0


def spent(since: datetime, at: datetime, away: Iterable[Holiday] = ()) -> float:
    """Seconds from one moment to another, vacations not counted. Vacations do not overlap."""
    total = (at - since).total_seconds()
    for one in away:
        total -= max((min(at, one.ends) - max(since, one.begins)).total_seconds(), 0.0)
    return total


def moment(since: datetime, seconds: float, away: Iterable[Holiday] = ()) -> datetime:
    """When so many seconds will have passed, vacations not counted."""
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


def kept(old: Sheet, new: Sheet, turn: str, at: datetime) -> Sheet:
    """A sheet that is to be written, with its clocks stopped and started as they should be."""
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


def due(sheet: Sheet) -> datetime | None:
    """When a clock must be looked at next."""
    clock = sheet.clock
    if clock is None:
        return None
    moments = [end_of(clock, one) for one in sheet.holders]
    moments += [_reminder_of(clock, one) for one in sheet.holders]
    return min((one for one in moments if one is not None), default=None)


def overdue(sheet: Sheet, at: datetime) -> tuple[Seat, ...]:
    """Seats whose time is up, grace included."""
    clock = sheet.clock
    if clock is None:
        return ()
    return tuple(one.seat for one in sheet.holders if (end := end_of(clock, one)) is not None and end <= at)


def warned(sheet: Sheet, at: datetime) -> Sheet:
    """The sheet with everybody marked who is to be reminded now."""
    clock = sheet.clock
    if clock is None:
        return sheet
    for one in sheet.holders:
        soon = _reminder_of(clock, one)
        if soon is not None and soon <= at:
            sheet = sheet.with_holder(replace(one, timer=replace(one.timer, warned=True)))
    return sheet


def run_out(holder: Holder) -> Holder:
    """A seat whose time is up: noted, and its clock stands."""
    timer = replace(holder.timer, left=0.0, since=None, out=True, late=holder.timer.late + 1)
    return replace(holder, timer=timer)


def end_of(clock: Clock, holder: Holder) -> datetime | None:
    """When the time of a seat is up, grace included; nothing: its clock stands."""
    timer = holder.timer
    if timer.since is None:
        return None
    grace = clock.grace * 3600.0 if isinstance(clock, DaysClock) else 0.0
    return moment(timer.since, timer.left + grace, _pauses(clock, holder))


def seat_time(sheet: Sheet, holder: Holder, at: datetime) -> SeatTime | None:
    """The clock of a seat as everybody sees it."""
    clock = sheet.clock
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
    """What a seat has when it begins to owe something in a new turn."""
    if isinstance(clock, DaysClock) or not timer.turn:
        return full(clock)
    return max(left, 0.0) + clock.increment


def _second_wind(clock: Clock, timer: Timer) -> Timer:
    """Somebody takes the place of the bot that took theirs."""
    if isinstance(clock, LiveClock):
        return replace(timer, out=False, left=max(timer.left, clock.increment, SECOND_WIND))
    return Timer(late=timer.late)


def _left(clock: Clock, holder: Holder, at: datetime) -> float:
    timer = holder.timer
    if timer.since is None:
        return timer.left
    return timer.left - spent(timer.since, at, _pauses(clock, holder))


def _reminder_of(clock: Clock, holder: Holder) -> datetime | None:
    """When a person is reminded: a day before the end, or at half of a single day."""
    timer = holder.timer
    if isinstance(clock, LiveClock) or timer.since is None or timer.warned:
        return None
    before = min(DAY, full(clock) / 2)
    return moment(timer.since, timer.left - before, _pauses(clock, holder))


def _pauses(clock: Clock, holder: Holder) -> tuple[Holiday, ...]:
    return holder.away if isinstance(clock, DaysClock) else ()


def turn_of(sheet: Sheet, person: Person, at: datetime) -> Turn:
    """A table that waits for a person."""
    mine = [one for one in sheet.holders if one.owes and not one.bot and one.seat in sheet.seats_of(person)]
    times = [seen.left for one in mine if (seen := seat_time(sheet, one, at)) is not None and seen.runs]
    return Turn(
        table=sheet.id,
        game=sheet.game,
        title=sheet.title,
        headline=sheet.headline,
        turn=sheet.stretch,
        seats=tuple(one.seat for one in mine),
        since=sheet.moved,
        left=min(times, default=None),
    )
