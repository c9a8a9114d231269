"""The emergency brake: a planner counts its work in steps; the clock only stops one on too slow a machine."""

from time import perf_counter


class Brake:
    """Says when it is high time to answer."""

    __slots__ = ("_end",)

    def __init__(self, seconds: float) -> None:
        self._end = perf_counter() + seconds

    @property
    def pulled(self) -> bool:
        return perf_counter() > self._end
