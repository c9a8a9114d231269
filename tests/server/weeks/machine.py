"""A system clock that can be set."""

import time
from datetime import datetime, timedelta

from tests.server.weeks.watch import NOON


class Machine:
    """Runs in real time, and jumps when told to."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._ahead = 0.0

    def clock(self) -> datetime:
        return NOON + timedelta(seconds=time.monotonic() - self._began + self._ahead)

    def lead(self) -> float:
        return self._ahead

    def jump(self, seconds: float) -> None:
        self._ahead += seconds
