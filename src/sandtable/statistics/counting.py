"""Walks a record as a viewer sees it, and counts by round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from sandtable.core.decision import Seat
from sandtable.core.guide import Guide, Measure, Throw
from sandtable.core.record import Record
from sandtable.statistics.luck import Luck, Purse, purse

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class Line(msgspec.Struct, frozen=True):
    """A seat's or side's numbers, one per round."""

    who: str
    values: tuple[float, ...]


class Chart(msgspec.Struct, frozen=True):
    """A measure by round."""

    measure: Measure
    lines: tuple[Line, ...]


class Trend(msgspec.Struct, frozen=True):
    """How much more than expected each side had scored by the end of each round."""

    what: str
    lines: tuple[Line, ...]


class Contest(msgspec.Struct, frozen=True):
    """The dice rolled in one place in one turn: usually a battle."""

    round: int
    turn: Seat
    place: str
    number: int
    """The decision that rolled the first of them."""
    luck: tuple[Luck, ...]
    """By seat."""


class Statistics(msgspec.Struct, frozen=True):
    """All statistics of a game."""

    rounds: tuple[int, ...]
    """0 is the start; the last one may still be in play."""
    charts: tuple[Chart, ...]
    seats: tuple[Luck, ...]
    sides: tuple[Luck, ...]
    trends: tuple[Trend, ...]
    contests: tuple[Contest, ...]


class _Thrown(msgspec.Struct, frozen=True):
    round: int
    turn: Seat
    number: int
    throw: Throw


class _Fold:
    """Accumulates the statistics of a game."""

    def __init__(self, measures: Iterable[Measure], sides: Mapping[Seat, str]) -> None:
        self.measures = tuple(measures)
        self.sides = sides
        self.rounds: list[int] = []
        self.stands: list[Mapping[str, Mapping[str, float]]] = []
        self.sums: dict[tuple[str, int], dict[str, float]] = defaultdict(lambda: defaultdict(float))
        """By measure and round."""
        self.thrown: list[_Thrown] = []

    def stand(self, round_: int, values: Mapping[str, Mapping[str, float]]) -> None:
        """Record the values at the end of a round."""
        self.rounds.append(round_)
        self.stands.append(values)

    def charts(self) -> tuple[Chart, ...]:
        return tuple(Chart(measure, tuple(self._lines(measure))) for measure in self.measures)

    def _lines(self, measure: Measure) -> Iterable[Line]:
        names = self.sides if measure.by == "seat" else dict.fromkeys(self.sides.values())
        for who in names:
            if measure.how == "stand" and not any(who in stand.get(measure.id, {}) for stand in self.stands):
                continue  # not everybody can win in every way
            if measure.how == "stand":
                values = [stand.get(measure.id, {}).get(who, 0) for stand in self.stands]
            else:
                values = [self.sums[measure.id, round_][who] for round_ in self.rounds]
                if measure.how == "running":
                    values = [sum(values[: end + 1]) for end in range(len(values))]
            yield Line(who, tuple(values))

    def kinds(self) -> list[str]:
        """What was scored, most frequent first."""
        counts: dict[str, int] = defaultdict(int)
        for one in self.thrown:
            counts[one.throw.what] += len(one.throw.dice)
        return sorted(counts, key=lambda what: -counts[what])

    def luck(self, *, by_side: bool) -> tuple[Luck, ...]:
        return tuple(
            found.luck(who, what)
            for what in self.kinds()
            for who, found in self._purses(what, by_side=by_side).items()
            if found.dice
        )

    def trends(self) -> tuple[Trend, ...]:
        return tuple(Trend(what, self._ahead(what)) for what in self.kinds())

    def contests(self) -> tuple[Contest, ...]:
        groups: dict[tuple[int, Seat, str], list[_Thrown]] = {}
        for one in self.thrown:
            groups.setdefault((one.round, one.turn, one.throw.place), []).append(one)
        return tuple(
            Contest(round_, turn, place, group[0].number, tuple(_by_seat(one.throw for one in group)))
            for (round_, turn, place), group in groups.items()
        )

    def _purses(self, what: str, *, by_side: bool, until: int | None = None) -> dict[str, Purse]:
        found = {who: Purse() for who in (dict.fromkeys(self.sides.values()) if by_side else self.sides)}
        for one in self.thrown:
            if one.throw.what == what and (until is None or one.round <= until):
                seat = one.throw.seat
                found[self.sides[seat] if by_side else seat].add(one.throw)
        return found

    def _ahead(self, what: str) -> tuple[Line, ...]:
        by_round = [self._purses(what, by_side=True, until=round_) for round_ in self.rounds]
        return tuple(
            Line(side, tuple(purses[side].scored - purses[side].expected for purses in by_round))
            for side in dict.fromkeys(self.sides.values())
        )


def _by_seat(throws: Iterable[Throw]) -> Iterable[Luck]:
    groups: dict[tuple[str, str], list[Throw]] = {}
    for throw in throws:
        groups.setdefault((throw.seat, throw.what), []).append(throw)
    return (purse(group).luck(seat, what) for (seat, what), group in groups.items())


def statistics(record: Record[S, A, E], seat: Seat | None = None) -> Statistics:
    """The statistics of a game as ``seat``, or a spectator, may see them."""
    game = record.game
    guide: Guide[S, A, E] = game.guide
    state = record.at(0)
    view = game.view(state, seat)
    fold = _Fold(guide.measures, {chair.seat: chair.side for chair in guide.box.chairs})
    fold.stand(0, guide.measure(view))
    moment = guide.moment(view)
    for number, entry in enumerate(record.entries, 1):
        for event in entry.events:
            seen = game.visible(event, seat)
            if seen is not None:
                for tally in guide.tally(view, seen):
                    fold.sums[tally.measure, moment.round][tally.who] += tally.amount
                fold.thrown += [
                    _Thrown(moment.round, moment.seat, number, throw) for throw in guide.throws(view, seen)
                ]
            state = game.evolve(state, event)
            view = game.view(state, seat)
            now = guide.moment(view)
            if now.round != moment.round:
                fold.stand(moment.round, guide.measure(view))
            moment = now
    if len(record.entries):
        fold.stand(moment.round, guide.measure(view))
    return Statistics(
        rounds=tuple(fold.rounds),
        charts=fold.charts(),
        seats=fold.luck(by_side=False),
        sides=fold.luck(by_side=True),
        trends=fold.trends(),
        contests=fold.contests(),
    )
