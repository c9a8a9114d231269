"""The emergency brake: a planner counts its work in steps; the clock only stops it if the machine is too slow."""

from time import perf_counter, thread_time

PATIENCE = 4.0
"""How many times as long it may take by the clock: a busy machine gets more time."""


class Brake:
    """Says when it is time to answer: after some seconds of its own work, or more by the clock."""

    __slots__ = ("_end", "_late")

    def __init__(self, seconds: float) -> None:
        self._end = thread_time() + seconds
        self._late = perf_counter() + PATIENCE * seconds

    @property
    def pulled(self) -> bool:
        return thread_time() > self._end or perf_counter() > self._late
