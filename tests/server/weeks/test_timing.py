"""Clock arithmetic, without a server."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.core.dice import Provenance
from sandtable.core.game import Setup
from sandtable.server.storage.tables import Holder, StoredTable
from sandtable.server.storage.timers import Holiday
from sandtable.server.tables import timing
from sandtable.server.wire import Clock, DaysClock, LiveClock, Person
from tests.server.weeks.watch import NOON

ANNA, BERT = Person(id="a", name="Anna"), Person(id="b", name="Bert")
HOUR = timedelta(hours=1)
DAYS = DaysClock(days=3, grace=12, end="bot")
LIVE = LiveClock(minutes=10, increment=30, end="loss")


def stored_table(clock: Clock, *owing: str) -> StoredTable:
    return StoredTable(
        id="t",
        game="g",
        title="",
        setup=Setup(),
        phase="playing",
        listed=False,
        host=ANNA,
        dice=Provenance(source="seeded"),
        made=NOON,
        moved=NOON,
        clock=clock,
        holders=(
            Holder(seat="red", place=0, person=ANNA, owes="red" in owing),
            Holder(seat="blue", place=1, person=BERT, owes="blue" in owing),
        ),
    )


def owes(old: StoredTable, *owing: str) -> StoredTable:
    return replace(old, holders=tuple(replace(one, owes=one.seat in owing) for one in old.holders))


def left(one: StoredTable, seat: str, hours: float) -> float:
    holder = one.holder(seat)
    assert holder is not None
    seen = timing.seat_time(one, holder, NOON + hours * HOUR)
    assert seen is not None
    return seen.left / 3600


def step(old: StoredTable, turn: str, hours: float, *owing: str) -> StoredTable:
    return timing.with_clocks(old, owes(old, *owing), turn, NOON + hours * HOUR)


def test_a_clock_runs_only_while_a_decision_is_owed() -> None:
    table = step(stored_table(DAYS), "1", 0, "red")
    table = step(table, "1", 5, "blue")
    assert left(table, "red", 20) == 67
    assert left(table, "blue", 20) == 57
    table = step(table, "1", 20, "red")
    assert left(table, "red", 21) == 66, "the same turn: it goes on where it stood"


def test_a_new_turn_gives_new_days_and_an_undone_one_does_not() -> None:
    table = step(stored_table(DAYS), "1 red", 0, "red")
    table = step(table, "2 blue", 10, "blue")
    table = step(table, "1 red", 11, "red")
    assert left(table, "red", 11) == 62, "taken back: the old turn goes on"
    table = step(table, "2 blue", 12, "blue")
    assert left(table, "blue", 12) == 71, "and so does the other one"
    table = step(table, "3 red", 20, "red")
    assert left(table, "red", 20) == 72


def test_each_new_turn_adds_its_seconds() -> None:
    table = step(stored_table(LIVE), "1", 0, "red")
    assert left(table, "red", 0) * 60 == 10
    table = step(table, "2", 1 / 60, "blue")
    table = step(table, "3", 2 / 60, "red")
    assert round(left(table, "red", 2 / 60) * 60, 3) == 9.5


def test_nothing_runs_when_the_game_is_over_or_a_bot_plays() -> None:
    table = step(stored_table(DAYS), "1", 0, "red")
    over = timing.with_clocks(table, replace(table, phase="finished"), "1", NOON + HOUR)
    assert over.due is None
    assert left(over, "red", 50) == 71
    holder = table.holders[0]
    handed = timing.with_clocks(table, table.with_holder(replace(holder, bot="easy")), "1", NOON + HOUR)
    assert handed.due is None


def test_first_a_reminder_then_grace_then_the_end() -> None:
    table = step(stored_table(DAYS), "1", 0, "red")
    assert table.due == NOON + 48 * HOUR
    warned = timing.warned(table, NOON + 48 * HOUR)
    assert warned.holders[0].timer.warned
    assert timing.due(warned) == NOON + 84 * HOUR
    assert timing.overdue(warned, NOON + 83 * HOUR) == ()
    assert timing.overdue(warned, NOON + 84 * HOUR) == ("red",)


def test_taking_a_seat_back_gives_some_time() -> None:
    for clock, hours in ((DAYS, 72.0), (LIVE, 1 / 60)):
        table = step(stored_table(clock), "1", 0, "red")
        lost = table.with_holder(replace(timing.run_out(table.holders[0]), bot="easy"))
        back = lost.with_holder(replace(lost.holders[0], bot=""))
        again = timing.with_clocks(lost, back, "1", NOON + 100 * HOUR)
        assert round(left(again, "red", 100), 4) == round(hours, 4)
        assert again.holders[0].timer.late == 1


def test_a_vacation_stops_days_but_not_minutes() -> None:
    away = Holiday(NOON + 10 * HOUR, NOON + 58 * HOUR)
    for clock, lost in ((DAYS, 12.0), (LIVE, 60.0)):
        table = step(stored_table(clock), "1", 0, "red")
        table = table.with_holder(replace(table.holders[0], away=(away,)))
        assert round(timing.full(clock) / 3600 - left(table, "red", 60), 6) == lost
    assert timing.end_of(DAYS, step(table, "1", 0, "red").holders[0]) is not None


@given(
    st.lists(st.tuples(st.integers(0, 200), st.integers(1, 60)), max_size=4),
    st.integers(0, 100),
    st.integers(0, 300),
)
def test_moment_is_the_inverse_of_spent(gaps: list[tuple[int, int]], start: int, seconds: int) -> None:
    at, holidays = NOON, []
    for gap, length in gaps:
        begins = at + timedelta(seconds=gap)
        at = begins + timedelta(seconds=length)
        holidays.append(Holiday(begins, at))
    since = NOON + timedelta(seconds=start)
    end = timing.moment(since, seconds, holidays)
    assert timing.spent(since, end, holidays) == seconds
