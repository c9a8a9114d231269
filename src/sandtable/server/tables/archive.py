"""A cache of answers about a table's past, valid until the table changes."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable

from sandtable.server.wire import Problem

KEPT = 12
"""The most results kept for a table: a few viewers, a few questions."""


class Archive:
    """Cached answers about the past."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[int, bytes]] = OrderedDict()

    async def get(
        self, key: Hashable, seq: int, make: Callable[[], Awaitable[bytes | Problem]]
    ) -> bytes | Problem:
        """The answer for this key, computed once for each line of the log."""
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
