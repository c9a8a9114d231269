"""The server's side of the workers: queueing, caching, and cancelling what nobody waits for."""

import asyncio
import logging
import os
import signal
import socket
import sys
from asyncio import StreamReader, StreamWriter
from collections import Counter, OrderedDict
from contextlib import suppress
from hashlib import sha256
from http import HTTPStatus

import msgspec

from sandtable.server.fairness import FairTurns
from sandtable.server.problems import problem
from sandtable.server.settings import Questions
from sandtable.server.wire import Problem
from sandtable.server.workers.jobs import HEAD, Asked, Found, Job, Needs, Said, Stopped, Upload, frame, needs_of
from sandtable.server.workers.worker import too_large

logger = logging.getLogger(__name__)

BUSY = "The server is busy. Try again in a moment."


class _Running:
    """A running job, and how many requests wait for it."""

    def __init__(self, task: "asyncio.Task[bytes | Problem]") -> None:
        self.task = task
        self.waiting = 0


class Workers:
    """Worker processes, started when first needed."""

    def __init__(self, settings: Questions, games: str) -> None:
        self._settings = settings
        self._forkserver = _ForkServer(games, settings.memory)
        self._turns = FairTurns(settings.processes)
        self._idle: list[_Worker] = []
        self._known: OrderedDict[bytes, bytes] = OrderedDict()
        self._size = 0
        self._running_jobs: dict[bytes, _Running] = {}
        self._asked: Counter[str] = Counter()
        """Unfinished jobs by person."""
        self._needs: set[Needs] = set()
        """What new workers should have ready."""
        self.cost = 0.0
        """Total CPU seconds of all jobs."""
        self.done = 0
        self.busy = 0
        """How many workers are busy."""
        self.longest = 0.0
        """CPU seconds of the most expensive job."""

    @property
    def waiting(self) -> int:
        """How many jobs are queued."""
        return self._turns.length

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of idle processes."""
        return tuple(one.pid for one in self._idle if not one.gone)

    async def ask(self, who: str, job: Job) -> bytes | Problem:
        """The result of a job. Cancelled once nobody waits for it."""
        key = sha256(msgspec.msgpack.encode(job)).digest()
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            return known
        running = self._running_jobs.get(key)
        if running is None:
            if self._asked[who] >= self._settings.waiting:
                return problem(HTTPStatus.TOO_MANY_REQUESTS, "Ask one question at a time.")
            self._asked[who] += 1
            running = self._running_jobs[key] = _Running(asyncio.create_task(self._run(who, key, job)))
            running.task.add_done_callback(lambda _: self._finished(who, key))
        running.waiting += 1
        try:
            return await asyncio.shield(running.task)
        finally:
            running.waiting -= 1
            if not running.waiting:  # nobody needs the result any more
                self._running_jobs.pop(key, None)
                running.task.cancel()

    async def _run(self, who: str, key: bytes, job: Job) -> bytes | Problem:
        async with self._turns.turn(who, int(isinstance(job, Upload))):
            done = await self._do(job)
        if isinstance(done, bytes) and not isinstance(job, Upload):
            self._remember(key, done)
        return done

    def _finished(self, who: str, key: bytes) -> None:
        self._running_jobs.pop(key, None)
        self._asked[who] -= 1
        if not self._asked[who]:
            del self._asked[who]

    def _remember(self, key: bytes, data: bytes) -> None:
        self._known[key] = data
        self._size += len(data)
        while self._size > self._settings.kept:
            self._size -= len(self._known.popitem(last=False)[1])

    async def _do(self, job: Job) -> bytes | Problem:
        seconds = self._settings.reading if isinstance(job, Upload) else self._settings.seconds
        if not isinstance(job, Upload) and not job.files:
            self._needs.add(needs_of(job))
        worker = self._idle.pop() if self._idle else None
        while worker is not None and worker.gone:
            worker = self._idle.pop() if self._idle else None
        if worker is None:
            worker = await self._forkserver.new(list(self._needs))
        self.busy += 1
        try:
            async with asyncio.timeout(self._settings.patience + 10 * seconds):
                said = await worker.do(Asked(job, seconds))
        except TimeoutError:  # the machine is busy
            worker.kill()
            return problem(HTTPStatus.TOO_MANY_REQUESTS, BUSY, "too-busy")
        except BaseException:
            worker.kill()
            raise
        finally:
            self.busy -= 1
        if said is None:  # killed from outside, usually by the kernel's CPU limit
            worker.kill()
            self._count(seconds)
            return too_large(job)
        if isinstance(job, Upload):
            worker.kill()  # it uses a lot of memory, and a new one is ready at once
        else:
            self._idle.append(worker)
            self._count(said.seconds)
        match said:
            case Found():
                return said.data
            case Stopped():
                return said.problem
            case _:
                logger.error("a worker failed: %s", said.why)
                return problem(
                    HTTPStatus.INTERNAL_SERVER_ERROR,
                    "Something went wrong on the server. Try again.",
                    "fault",
                )

    def _count(self, seconds: float) -> None:
        self.done += 1
        self.cost += seconds
        self.longest = max(self.longest, seconds)

    async def close(self) -> None:
        """Stop all jobs and workers."""
        for running in list(self._running_jobs.values()):
            running.task.cancel()
        await asyncio.gather(*(one.task for one in self._running_jobs.values()), return_exceptions=True)
        for worker in self._idle:
            worker.kill()
        await self._forkserver.close()


class _Worker:
    """A worker process, as seen by the server."""

    def __init__(self, pid: int, reader: StreamReader, writer: StreamWriter) -> None:
        self.pid, self._reader, self._writer = pid, reader, writer
        self._gone = False

    @property
    def gone(self) -> bool:
        """Whether it has exited."""
        return self._gone or self._reader.at_eof()

    async def do(self, asked: Asked) -> Said | None:
        """Run a job. None if the worker died."""
        try:
            self._writer.write(frame(asked))
            await self._writer.drain()
            length = HEAD.unpack(await self._reader.readexactly(HEAD.size))[0]
            said: Said = msgspec.msgpack.decode(await self._reader.readexactly(length), type=Said)
        except (asyncio.IncompleteReadError, ConnectionError):
            self._gone = True
            return None
        return said

    def kill(self) -> None:
        if not self.gone:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        self._gone = True
        self._writer.close()


class _ForkServer:
    """The process that forks workers, as seen by the server."""

    def __init__(self, games: str, memory: int) -> None:
        self._games, self._memory = games, memory
        self._process: asyncio.subprocess.Process | None = None
        self._control: socket.socket | None = None
        self._one = asyncio.Lock()

    async def new(self, needs: list[Needs]) -> _Worker:
        """A new worker with all this ready."""
        async with self._one:
            try:
                return await self._fork(needs)
            except OSError:  # it has died, or was killed
                await self.close()
                return await self._fork(needs)

    async def _fork(self, needs: list[Needs]) -> _Worker:
        control = await self._running()
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(control, [msgspec.json.encode(needs)], [theirs.fileno()])
        head = await asyncio.get_running_loop().sock_recv(control, HEAD.size)
        if len(head) != HEAD.size:
            ours.close()
            raise ConnectionResetError("the forkserver process has died")
        reader, writer = await asyncio.open_unix_connection(sock=ours)
        return _Worker(HEAD.unpack(head)[0], reader, writer)

    async def _running(self) -> socket.socket:
        if self._control is None or self._process is None or self._process.returncode is not None:
            await self.close()
            ours, theirs = socket.socketpair()
            ours.setblocking(False)
            with theirs:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "sandtable.server.workers.forkserver",
                    self._games,
                    str(theirs.fileno()),
                    str(self._memory),
                    pass_fds=[theirs.fileno()],
                    start_new_session=True,  # Ctrl-C is for the server
                    env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
                )
            self._control = ours
        return self._control

    async def close(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
