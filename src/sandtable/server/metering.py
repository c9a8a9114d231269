"""How much processor time a request takes in this process, wherever in it the work is done.

Counting requests is not enough: a page of a long log costs as much as a hundred looks at the lobby.
"""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from time import thread_time
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

Count = Callable[[float], None]
"""Is given the seconds of every step."""

current: ContextVar[Count | None] = ContextVar("meter", default=None)
"""Who counts for the current request."""


async def metered(work: Coroutine[Any, Any, T]) -> T:
    """Do work of the current request, and count what it takes."""
    count = current.get()
    if count is None:
        return await work
    found: T = await _Metered(work, count)
    return found


async def apart(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do slow work in a thread, counted like the rest of its request."""
    count = current.get()

    def counted() -> T:
        began = thread_time()
        try:
            return work(*args, **kwargs)
        finally:
            if count is not None:
                count(thread_time() - began)

    return await asyncio.to_thread(counted)


class _Metered:
    """A coroutine whose steps are timed: others are at work between them."""

    def __init__(self, work: Coroutine[Any, Any, Any], count: Count) -> None:
        self._work, self._count = work, count

    def __await__(self) -> Generator[Any, Any, Any]:
        step: Callable[[Any], Any] = self._work.send
        given: Any = None
        while True:
            began = thread_time()
            try:
                wanted = step(given)
            except StopIteration as end:
                return end.value
            finally:
                self._count(thread_time() - began)
            try:
                given, step = (yield wanted), self._work.send
            except BaseException as error:  # a cancellation, for instance
                given, step = error, self._work.throw
