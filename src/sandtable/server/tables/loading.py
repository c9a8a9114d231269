"""Replays the logs of tables that are opened. Hosts take turns, so that a very long game delays no other table."""

from collections.abc import Iterable, Iterator
from time import thread_time

from sandtable.core.game import AnyGame
from sandtable.server import metering
from sandtable.server.fairness import FairTurns
from sandtable.server.storage.log import Written
from sandtable.server.storage.tables import StoredTable
from sandtable.server.tables.building import AnyPlay, build, read_line

SLICE = 0.05
"""CPU seconds of one turn."""


class Loader:
    """Replays one log at a time: Python threads would only get in each other's way."""

    def __init__(self) -> None:
        self._turns = FairTurns(1)

    async def load(self, game: AnyGame, table: StoredTable, log: Iterable[Written]) -> AnyPlay:
        """The play that a log describes."""
        play = build(game, table, ())
        steps = play.taking(read_line(game, one) for one in log)
        done = False
        while not done:
            async with self._turns.turn(table.host.id):
                done = await metering.apart(_advance, steps)
        return play


def _advance(steps: Iterator[None]) -> bool:
    """Take steps for a while. Returns whether none are left."""
    end = thread_time() + SLICE
    return all(thread_time() < end for _ in steps)
