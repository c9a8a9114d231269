"""The long run of clock jumps."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.progress import Progress

from sandtable.server.settings import Bots, Settings, Weeks
from tests.server.postgres import new_database, running_postgres
from tests.server.site import TALKATIVE, UNHURRIED
from tests.server.tables.auction import AUCTION
from tests.server.weeks.jumping import jumps


def run(count: int, kind: str, seed: int, enough: Callable[[], bool]) -> list[str]:
    """Set the system clock this many times. Returns the failures."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        url = f"sqlite:///{folder / 'clocks.db'}"
        if kind == "postgresql":
            url = new_database(stack.enter_context(running_postgres()), "clocks")
        settings = Settings(
            data=folder,
            database=url,
            limits=UNHURRIED,
            bots=Bots(games="tests.server.tables.auction:find"),
            tables=TALKATIVE,
            weeks=Weeks(tick=0.05),
        )
        progress = stack.enter_context(Progress())
        bar = progress.add_task(f"Setting the clock, {kind}", total=count)
        told = partial(progress.advance, bar)
        found = jumps(settings, {AUCTION.id: AUCTION}, count, seed, enough, told)
        print(f"clock jumps on {kind}: {progress.tasks[0].completed:.0f}, {len(found)} faults", flush=True)
    return [f"{kind}: {fault}" for fault in found]
