"""The emergency brake: a planner counts its work in steps; the clock only stops it if the machine is too slow."""

from math import inf
from time import perf_counter, thread_time

PATIENCE = 4.0
"""How many times as long it may take by the clock: a busy machine gets more time."""


class Brake:
    """Says when it is time to answer: after some seconds of its own work, or more by the clock."""

    __slots__ = ("_end", "_free", "_late")

    def __init__(self, seconds: float) -> None:
        self._free = seconds == inf
        """Whether there is no limit: then nobody looks at the clock."""
        self._end = 0.0 if self._free else thread_time() + seconds
        self._late = 0.0 if self._free else perf_counter() + PATIENCE * seconds

    @property
    def pulled(self) -> bool:
        return not self._free and (thread_time() > self._end or perf_counter() > self._late)
