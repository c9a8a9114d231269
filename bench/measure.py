"""Timing: medians of repeated runs, so that one hiccup of the machine does not count."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

import msgspec


class Result(msgspec.Struct, frozen=True):
    """One line of the table: what was measured, the number, and the aim where there is one."""

    name: str
    value: float
    unit: str
    aim: str = ""
    met: bool | None = None


def median_seconds(work: Callable[[], object], repeats: int = 7, inner: int = 1) -> float:
    """The median time of one call, in seconds; ``inner`` calls are timed together."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        for _ in range(inner):
            work()
        times.append((perf_counter() - start) / inner)
    return median(times)


def at_least(name: str, value: float, aim: float, unit: str = "times") -> Result:
    return Result(name, value, unit, f"at least {aim:g}", value >= aim)


def at_most(name: str, value: float, aim: float, unit: str) -> Result:
    return Result(name, value, unit, f"at most {aim:g}", value <= aim)
