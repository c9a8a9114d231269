"""The server's side of the bot processes. A table uses the same process as long as it plays."""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

import msgspec

from sandtable.bots.asking import allowed
from sandtable.server.bots.protocol import Answer, Asked, Chosen, Failed, Thinking
from sandtable.server.fairness import FairTurns
from sandtable.server.settings import Bots

logger = logging.getLogger(__name__)

LINE = 64 * 1024 * 1024
"""The longest line, in bytes."""
START = 60.0
"""Seconds to wait for the first message of a process: a new one has a lot to load."""


class Pool:
    """Bot processes. Each starts with its first question, and is restarted if it dies."""

    def __init__(self, settings: Bots) -> None:
        self._processes = [_Process(settings) for _ in range(max(settings.processes, 1))]
        self._placed: dict[str, int] = {}

    async def ask(self, asked: Asked, who: str = "", level: int = 0) -> Chosen | Failed:
        """A bot's answer, or why there is none. ``who`` is the person it counts against; lower levels go first."""
        return await self._process_of(asked.table).ask(asked, who, level)

    @property
    def waiting(self) -> int:
        """How many decisions are queued."""
        return sum(process.waiting for process in self._processes)

    def leave(self, table: str) -> None:
        """Release a table's bots."""
        self._placed.pop(table, None)

    async def close(self) -> None:
        for process in self._processes:
            await process.close()

    def _process_of(self, table: str) -> "_Process":
        if table not in self._placed:
            busy = [0] * len(self._processes)
            for place in self._placed.values():
                busy[place] += 1
            self._placed[table] = busy.index(min(busy))
        return self._processes[self._placed[table]]


class _Process:
    """A process that answers one question at a time."""

    def __init__(self, settings: Bots) -> None:
        self._games, self._late = settings.games, settings.late
        self._process: Process | None = None
        self._turns = FairTurns(1)

    @property
    def waiting(self) -> int:
        return self._turns.length

    async def ask(self, asked: Asked, who: str, level: int) -> Chosen | Failed:
        async with self._turns.turn(who, level):
            try:
                return await self._ask(asked)
            except (asyncio.CancelledError, Exception):
                await self._stop()  # it may still be working on this
                raise

    async def _ask(self, asked: Asked) -> Chosen | Failed:
        process = await self._running()
        assert process.stdin is not None
        try:
            process.stdin.write(msgspec.json.encode(asked) + b"\n")
            await process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            await self._stop()
            return Failed("the process died")
        patience = START
        while True:
            said = await self._hear(process, patience)
            if not isinstance(said, Thinking):
                return said
            patience = allowed(said.seconds) + self._late

    async def _hear(self, process: Process, patience: float) -> Answer:
        assert process.stdout is not None
        try:
            line = await asyncio.wait_for(process.stdout.readline(), patience)
        except TimeoutError:
            await self._stop()
            return Failed(f"no answer within {patience:.1f} s; it was stopped")
        if not line:
            await self._stop()
            return Failed("the process died")
        said: Answer = msgspec.json.decode(line, type=Answer)
        return said

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "sandtable.server.bots.worker",
                self._games,
                stdin=PIPE,
                stdout=PIPE,
                limit=LINE,
            )
            logger.info("started bot process %d", self._process.pid)
        return self._process

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def close(self) -> None:
        """Stop, and kill processes that are still thinking."""
        await self._stop()
