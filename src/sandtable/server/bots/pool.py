"""The server's side: processes that think, each table always with the same one while it plays."""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

import msgspec

from sandtable.bots.asking import allowed
from sandtable.server.bots.talk import Answer, Asked, Chosen, Failed, Thinking
from sandtable.server.settings import Bots

logger = logging.getLogger(__name__)

LINE = 64 * 1024 * 1024
"""Bytes of the longest line."""
START = 60.0
"""Seconds until a bot must be there: a new process has much to load."""


class Pool:
    """Thinking processes. Each is started with the first question, and again after it died."""

    def __init__(self, settings: Bots) -> None:
        self._desks = [_Desk(settings) for _ in range(max(settings.processes, 1))]
        self._placed: dict[str, int] = {}

    async def ask(self, asked: Asked) -> Chosen | Failed:
        """A bot's answer, or why there is none."""
        return await self._desk(asked.table).ask(asked)

    def leave(self, table: str) -> None:
        """A table needs no bots for now."""
        self._placed.pop(table, None)

    async def close(self) -> None:
        for desk in self._desks:
            await desk.close()

    def _desk(self, table: str) -> "_Desk":
        if table not in self._placed:
            busy = [0] * len(self._desks)
            for place in self._placed.values():
                busy[place] += 1
            self._placed[table] = busy.index(min(busy))
        return self._desks[self._placed[table]]


class _Desk:
    """One process, asked one question at a time."""

    def __init__(self, settings: Bots) -> None:
        self._games, self._late = settings.games, settings.late
        self._process: Process | None = None
        self._turn = asyncio.Lock()

    async def ask(self, asked: Asked) -> Chosen | Failed:
        async with self._turn:
            try:
                return await self._ask(asked)
            except (asyncio.CancelledError, Exception):
                await self._stop()  # it may still be thinking about this
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
            return Failed(f"it was silent for {patience:.1f} s and was stopped")
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
            logger.info("process %d thinks for bots", self._process.pid)
        return self._process

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def close(self) -> None:
        """The end: whoever still thinks is stopped."""
        await self._stop()
