# ruff: noqa: PLC0415 - Ray is imported only if it is used
"""Runs many tasks in parallel: on local processes or on Ray. The results are the same either way."""

import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Protocol, TypeVar

from sandtable.games import VARIABLE

T = TypeVar("T")
R = TypeVar("R")

IN_FLIGHT = 4
"""Tasks per core given to Ray at a time, so that a long arena doesn't fill its memory."""
KNOCK_SECONDS = 5.0
LOCAL_MEMORY = 100_000_000
"""Bytes that a local Ray reserves for results, which are small."""


class NoRay(Exception):
    """Ray isn't installed, or not at this address. The message says what to do."""


class Crew(Protocol):
    """Runs tasks."""

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        """The results as they come in, each with its task's number."""
        ...


def run(
    crew: Crew, work: Callable[[T], R], tasks: Sequence[T], done: Callable[[R], None] = lambda _: None
) -> list[R]:
    """The results of all tasks, in order. Calls ``done`` after each.

    >>> run(Alone(), abs, [-2, 3])
    [2, 3]
    """
    results: dict[int, R] = {}
    for number, result in crew.each(work, tasks):
        results[number] = result
        done(result)
    return [results[number] for number in range(len(tasks))]


@contextmanager
def crew_of(jobs: int, ray: str = "") -> Iterator[Crew]:
    """A crew for the duration of a block.

    ``ray``: the address of a Ray cluster, ``auto`` for the one this machine belongs to, ``local`` to start one
    with ``jobs`` cores. Empty: ``jobs`` local processes, or none for a single job.
    """
    if ray:
        with _connected(ray, jobs):
            yield OnRay()
    elif jobs == 1:
        yield Alone()
    else:
        others = active_children()
        with ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupts) as pool:
            try:
                yield Processes(pool)
            except BaseException:
                for child in active_children():
                    if child not in others:  # a game can take a minute, and nobody wants it any more
                        child.terminate()
                raise
            finally:
                pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C reaches all processes of a terminal. The one that started the others stops them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Alone:
    """Runs tasks one by one in this process."""

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        return ((number, work(task)) for number, task in enumerate(tasks))


class Processes:
    """Runs tasks on local processes."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        numbers = {self._pool.submit(work, task): number for number, task in enumerate(tasks)}
        return ((numbers[future], future.result()) for future in as_completed(numbers))


class OnRay:
    """Runs tasks on a Ray cluster, where sandtable must be installed too."""

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        import ray

        remote = ray.remote(work)
        waiting = list(enumerate(tasks))[::-1]
        most = max(1, int(ray.cluster_resources().get("CPU", 1))) * IN_FLIGHT
        running: dict[object, int] = {}
        while waiting or running:
            while waiting and len(running) < most:
                number, task = waiting.pop()
                running[remote.remote(task)] = number
            (ready,), _ = ray.wait(list(running), num_returns=1)
            yield running.pop(ready), ray.get(ready)


@contextmanager
def _connected(address: str, jobs: int) -> Iterator[None]:
    """Ray for the duration of a block. An existing session is kept."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
    try:
        import ray
    except ModuleNotFoundError:
        raise NoRay("Ray is not installed: pip install 'sandtable[lab]'.") from None
    ours = not ray.is_initialized()
    if ours:
        _knock(address)
        try:
            if address == "local":
                ray.init(
                    num_cpus=jobs,
                    object_store_memory=LOCAL_MEMORY,
                    include_dashboard=False,
                    logging_level=logging.ERROR,
                    log_to_driver=False,
                )
            else:
                # Workers search for games in the same folders as this process.
                named = {"env_vars": {VARIABLE: os.environ[VARIABLE]}} if os.environ.get(VARIABLE) else None
                ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, runtime_env=named)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise NoRay(f"there is no Ray at {address!r}: {str(error).splitlines()[0]}") from None
    try:
        yield
    finally:
        if ours:
            ray.shutdown()


def _knock(address: str) -> None:
    """Check that the address answers. Ray itself would retry for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise NoRay(f"there is no Ray at {address!r}: {error}.") from None
