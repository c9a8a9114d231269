"""What was worked out about a table's past, kept until the table moves on or too much lies there."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar, cast

from sandtable.server.tables.building import AnyPlay
from sandtable.server.tables.sight import Viewer

T = TypeVar("T")

KEPT = 12
"""So many things are kept for a table: a few viewers, a few questions."""


class Archive:
    """Answers about the past, by what was asked and who asked."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, Viewer], tuple[int, object]] = OrderedDict()

    async def get(
        self,
        make: Callable[[AnyPlay, Viewer], T],
        play: AnyPlay,
        viewer: Viewer,
        thinking: asyncio.Semaphore,
    ) -> T:
        """What ``make`` says about a play, worked out beside the event loop, once for each line of the log."""
        key = (make.__name__, viewer)
        known = self._kept.get(key)
        if known is None or known[0] != play.seq:
            async with thinking:
                made: object = await asyncio.to_thread(make, play, viewer)
            known = self._kept[key] = (play.seq, made)
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return cast(T, known[1])  # the key holds the name of what made it
