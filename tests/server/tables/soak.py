"""The long crash tests: kill a server, single workers, or the database again and again."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from rich.progress import Progress

from tests.server.postgres import Postgres, new_database, postgres_server, running_postgres
from tests.server.redis import running_redis
from tests.server.tables.crash import Below, Host, OneWorker, Report, crash, in_words, settings_for

Kind = Literal["sqlite", "postgresql"]
Channel = Literal["postgresql", "redis"]


def until(minutes: float | None) -> Callable[[], bool]:
    """Whether the time is up."""
    end = None if minutes is None else time.monotonic() + minutes * 60
    return lambda: end is not None and time.monotonic() > end


def servers(count: int, kind: Kind, seed: int = 2, minutes: float | None = None) -> list[str]:
    """Kill the whole server. Returns what was lost or duplicated."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        url = f"sqlite:///{folder}/crash.db"
        if kind == "postgresql":
            url = new_database(stack.enter_context(running_postgres()), "crash")
        report_progress = stack.enter_context(_counted(f"Killing a server on {kind}", count))
        report = crash(
            Host(settings_for(folder, url)),
            url,
            count,
            seed,
            report_progress=report_progress,
            enough=until(minutes),
        )
    return _in_words(f"servers on {kind}", report)


def databases(count: int, seed: int = 4, minutes: float | None = None) -> list[str]:
    """Kill PostgreSQL while the server keeps running."""
    with TemporaryDirectory() as folder, postgres_server(Postgres.KILLED) as postgres:
        url = new_database(postgres.url, "crash")
        host = Host(settings_for(Path(folder), url))
        with _counted("Killing PostgreSQL", count) as report_progress:
            report = crash(host, url, count, seed, Below(postgres), report_progress, until(minutes))
    return _in_words("PostgreSQL itself", report)


def workers(count: int, number: int, channel: Channel, seed: int = 5, minutes: float | None = None) -> list[str]:
    """Kill single workers out of several, which communicate over this channel."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        url = new_database(stack.enter_context(running_postgres()), "crash")
        heard = url if channel == "postgresql" else stack.enter_context(running_redis(folder))
        host = Host(settings_for(folder, url, heard), number)
        victim = OneWorker(host, random.Random(seed))
        report_progress = stack.enter_context(_counted(f"Killing one of {number} workers over {channel}", count))
        report = crash(host, url, count, seed, victim, report_progress, until(minutes))
    return _in_words(f"one of {number} workers over {channel}", report)


@contextmanager
def _counted(what: str, count: int) -> Iterator[Callable[[], None]]:
    with Progress() as progress:
        yield partial(progress.advance, progress.add_task(what, total=count))


def _in_words(what: str, report: Report) -> list[str]:
    print(f"killed: {what}: {in_words(report)}", flush=True)
    return [f"{what}: {fault}" for fault in report.faults]
