"""A cache of answers about a table's past, valid until the table changes."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from weakref import WeakValueDictionary

from sandtable.server.wire import Problem

KEPT = 12
"""The most results kept for a table: a few viewers, a few questions."""


class Archive:
    """Cached answers about the past."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[int, bytes]] = OrderedDict()
        self._turns: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        """Who asks for what is being made waits for it."""

    async def get(
        self, key: Hashable, seq: int, make: Callable[[], Awaitable[bytes | Problem]]
    ) -> bytes | Problem:
        """The answer for this key, computed once for each line of the log."""
        async with self._turns.setdefault(key, asyncio.Lock()):
            known = self._kept.get(key)
            if known is not None and known[0] == seq:
                return known[1]
            made = await make()
            if isinstance(made, bytes):
                self._kept[key] = seq, made
                self._kept.move_to_end(key)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            return made
