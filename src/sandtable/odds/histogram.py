"""Histograms of a battle's outcomes, each bar divided into won, drawn and lost."""

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.odds.result import Odds, Outcome

TAIL = 0.0015
"""Tails less likely than this are left out of a histogram: they would be invisible."""


class Bar(NamedTuple):
    """The chance of a range of values (inclusive), by outcome for the attacker."""

    low: int
    high: int
    win: float
    draw: float
    lose: float

    @property
    def chance(self) -> float:
        return self.win + self.draw + self.lose


def value_swings(odds: Odds, most: int) -> tuple[Bar, ...]:
    """The value swing in at most ``most`` bars: the defender's losses minus the attacker's."""
    return bars_of([(e.swing, e.outcome, e.chance) for e in odds.endings], most)


def units_left(odds: Odds, most: int) -> tuple[Bar, ...]:
    """The units the winner has left, in at most ``most`` bars.

    The attacker's count upwards from zero, the defender's downwards; a battle without a winner is at zero.
    """
    found: list[tuple[int, Outcome, float]] = []
    for ending in odds.endings:
        left = 0
        if ending.outcome == "win":
            left = sum(ending.attack.values())
        elif ending.outcome == "lose":
            left = -sum(ending.defend.values())
        found.append((left, ending.outcome, ending.chance))
    return bars_of(found, most, lone_zero=True)


def bars_of(values: Iterable[tuple[int, Outcome, float]], most: int, lone_zero: bool = False) -> tuple[Bar, ...]:
    """Bars of equal, round width; with ``lone_zero`` the value 0 has a bar of its own, however narrow."""
    shares: dict[int, dict[Outcome, float]] = {}
    for value, outcome, chance in values:
        share = shares.setdefault(value, {"win": 0.0, "draw": 0.0, "lose": 0.0})
        share[outcome] += chance
    low, high = _seen({value: sum(share.values()) for value, share in shares.items()})

    def place(value: int, step: int) -> int:
        """The index of a value's bar."""
        return -(-value // step) if lone_zero and value > 0 else value // step

    step = next(s for s in _steps() if place(high, s) - place(low, s) < most)
    found: dict[int, Bar] = {}
    for k in range(place(low, step), place(high, step) + 1):
        first = (k - 1) * step + 1 if lone_zero and k > 0 else k * step
        last = first if lone_zero and k == 0 else first + step - 1
        found[k] = Bar(first, last, 0.0, 0.0, 0.0)
    for value, share in shares.items():
        k = place(value, step)
        if k in found:
            bar = found[k]
            found[k] = bar._replace(
                win=bar.win + share["win"], draw=bar.draw + share["draw"], lose=bar.lose + share["lose"]
            )
    return tuple(found.values())


def _seen(chances: dict[int, float]) -> tuple[int, int]:
    """The range that contains nearly everything."""
    ordered = sorted(chances)
    if not ordered:
        return 0, 0
    ends = []
    for direction in (ordered, ordered[::-1]):
        beyond = 0.0
        for value in direction:
            beyond += chances[value]
            if beyond >= TAIL:
                ends.append(value)
                break
    return (ends[0], ends[1]) if len(ends) == 2 else (ordered[0], ordered[-1])


def _steps() -> Iterable[int]:
    """1, 2, 5, 10, 20, 50 and so on: round steps."""
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def tick_step(span: float, most: int) -> float:
    """A round step that divides a span into at most ``most`` parts.

    >>> tick_step(164, 6), tick_step(0.07, 4)
    (50, 0.02)
    """
    for step in _steps():
        if span <= 1:
            if step / 1000 * most >= span:
                return step / 1000
        elif step * most >= span:
            return step
    raise AssertionError("steps grow without end")
