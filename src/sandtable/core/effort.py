"""Limits on CPU time: code that runs longer is interrupted.

Python delivers signals to the main thread only, so limits work only there. Other threads have none.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from types import FrameType

TICK = 0.01
"""Seconds before code that ignores an interrupt is interrupted again."""


class OutOfTime(BaseException):
    """The CPU limit was exceeded. Not an ``Exception``, so that broad handlers don't swallow it."""


_limits: list[float] = []


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise :class:`OutOfTime` in code that takes more CPU time than this. An inner limit can't extend an outer
    one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    depth = len(_limits)
    _limits.append(min([process_time() + seconds, *_limits]))
    if not depth:
        before = signal.signal(signal.SIGPROF, _interrupt)
    _arm()
    try:
        yield
    finally:
        del _limits[depth:]
        _arm()
        if not depth:
            signal.signal(signal.SIGPROF, before)


def _arm() -> None:
    if _limits:
        signal.setitimer(signal.ITIMER_PROF, max(_limits[-1] - process_time(), 0.001), TICK)
    else:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _interrupt(number: int, frame: FrameType | None) -> None:
    if _limits and process_time() >= _limits[-1]:
        raise OutOfTime
