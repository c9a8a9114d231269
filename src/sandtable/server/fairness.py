"""A fair queue: one person's many requests don't hold up everybody else."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairTurns:
    """A limited number of slots, and a queue for each person. Slots go round-robin.

    Lower levels go first: level 1 gets a slot only when nobody at level 0 is waiting.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._lines: dict[int, OrderedDict[str, deque[asyncio.Future[None]]]] = {}

    def waiting(self, who: str) -> int:
        """How many slots somebody is waiting for."""
        return sum(len(line.get(who, ())) for line in self._lines.values())

    @property
    def length(self) -> int:
        """How many slots are being waited for."""
        return sum(len(own) for line in self._lines.values() for own in line.values())

    @asynccontextmanager
    async def turn(self, who: str, level: int = 0) -> AsyncIterator[None]:
        """Wait for a slot and hold it."""
        if self._free and not self.length:
            self._free -= 1
        else:
            await self._wait(who, level)
        try:
            yield
        finally:
            self._free += 1
            self._call_next()

    async def _wait(self, who: str, level: int) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(level, OrderedDict()).setdefault(who, deque()).append(called)
        self._call_next()
        try:
            await called
        except asyncio.CancelledError:
            if called.cancelled():
                self._forget(who, level, called)
            else:  # we got the slot just before the cancellation
                self._free += 1
                self._call_next()
            raise

    def _forget(self, who: str, level: int, called: asyncio.Future[None]) -> None:
        own = self._lines.get(level, OrderedDict()).get(who)
        if own is not None and called in own:
            own.remove(called)
            if not own:
                del self._lines[level][who]

    def _call_next(self) -> None:
        while self._free and (called := self._next()) is not None:
            if not called.done():
                self._free -= 1
                called.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        for level in sorted(self._lines):
            line = self._lines[level]
            if line:
                who, own = line.popitem(last=False)
                called = own.popleft()
                if own:
                    line[who] = own  # back of the queue
                return called
        return None
