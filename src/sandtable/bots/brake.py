"""The emergency brake: a planner counts its work in steps; the clock only stops one on too slow a machine."""

from time import perf_counter, thread_time

PATIENCE = 5.0
"""How many times as long it may take by the clock: a busy machine is waited for."""


class Brake:
    """Says when it is high time to answer: after so many seconds of own work, or some more by the clock."""

    __slots__ = ("_end", "_late")

    def __init__(self, seconds: float) -> None:
        self._end = thread_time() + seconds
        self._late = perf_counter() + PATIENCE * seconds

    @property
    def pulled(self) -> bool:
        return thread_time() > self._end or perf_counter() > self._late
