# ruff: noqa: PLC0415 - Ray is loaded only when it is asked for
"""Many pieces of work at once: on processes of this machine, or on Ray. The results are the same either way."""

import logging
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")

IN_FLIGHT = 4
"""On Ray so many pieces for each core are handed out at a time, so that a long arena does not fill its memory."""
KNOCK_SECONDS = 5.0
LOCAL_MEMORY = 100_000_000
"""Bytes that a Ray started here sets aside for results, which are small."""


class NoRay(Exception):
    """Ray is not installed, or not where it was said to be. The message says what to do."""


class Crew(Protocol):
    """Those who do the work."""

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        """The results as they come in, each with the number of its task."""
        ...


def run(
    crew: Crew, work: Callable[[T], R], tasks: Sequence[T], done: Callable[[R], None] = lambda _: None
) -> list[R]:
    """The results of all tasks, in the order of the tasks; ``done`` hears of each as it comes in.

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
    """A crew for as long as it is needed.

    ``ray``: the address of a Ray cluster, ``auto`` for the one that this machine belongs to, ``local`` for one
    that is started here with ``jobs`` cores. Empty: so many processes of this machine; for one job none is
    started.
    """
    if ray:
        with _connected(ray, jobs):
            yield OnRay()
    elif jobs == 1:
        yield Alone()
    else:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            try:
                yield Processes(pool)
            finally:
                pool.shutdown(cancel_futures=True)


class Alone:
    """One after the other, right here."""

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        return ((number, work(task)) for number, task in enumerate(tasks))


class Processes:
    """On processes of this machine."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[int, R]]:
        numbers = {self._pool.submit(work, task): number for number, task in enumerate(tasks)}
        return ((numbers[future], future.result()) for future in as_completed(numbers))


class OnRay:
    """On the machines of a Ray cluster; sandtable must be installed there too."""

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
    """Ray for the time of the work; a session that was there before stays."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody's games are reported to anybody
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
                ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise NoRay(f"there is no Ray at {address!r}: {str(error).splitlines()[0]}") from None
    try:
        yield
    finally:
        if ours:
            ray.shutdown()


def _knock(address: str) -> None:
    """Whether somebody is there: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise NoRay(f"there is no Ray at {address!r}: {error}.") from None
