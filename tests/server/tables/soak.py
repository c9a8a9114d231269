"""The long crash test: a server is killed again and again, on both databases."""

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.progress import Progress

from tests.server.postgres import new_database, running_postgres
from tests.server.tables.crash import crash, in_words


def run(kills: int) -> list[str]:
    """What was lost or doubled; nothing, if all is well."""
    faults: list[str] = []
    with TemporaryDirectory() as folder, running_postgres() as postgres, Progress() as progress:
        databases = {
            "SQLite": f"sqlite:///{folder}/crash.db",
            "PostgreSQL": new_database(postgres, "crash"),
        }
        for seed, (name, url) in enumerate(databases.items(), 2):
            bar = progress.add_task(f"Killing a server on {name}", total=kills)
            report = crash(url, Path(folder), kills, seed, told=partial(progress.advance, bar))
            progress.console.print(f"{name}: {in_words(report)}")
            faults += [f"{name}: {fault}" for fault in report.faults]
    return faults
