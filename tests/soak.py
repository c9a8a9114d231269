"""Long test runs in named parts. For the options of a part: ``python -m tests.soak PART --help``.

    python -m tests.soak                                          all parts, as ``make soak`` runs them
    python -m tests.soak kills --count 1000 --database postgresql
    python -m tests.soak games --game 1941 --minutes 30           resumes where the last run ended

``--minutes`` limits any part that counts; the number reached is printed.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from tests.lab.soak import run as soak_bots
from tests.mutation.run import break_rules
from tests.odds.soak import run as soak_odds
from tests.random_play.soak import GAMES, NOTES
from tests.random_play.soak import run as soak_games
from tests.server.fuzzer import run as fuzz
from tests.server.tables import soak as killing
from tests.server.weeks.soak import run as soak_clocks

DATABASES: tuple[killing.Kind, ...] = ("sqlite", "postgresql")
CHANNELS: tuple[killing.Channel, ...] = ("postgresql", "redis")

Options = argparse.Namespace
Part = Callable[[Options], list[str]]
"""Runs a part. Returns what went wrong."""


def games(options: Options) -> list[str]:
    """Random games: --count of each game."""
    return soak_games(options.game or GAMES, options.count, options.jobs, options.minutes, options.notes)


def bots(options: Options) -> list[str]:
    """Bot games at all levels."""
    return soak_bots(options.count, options.jobs)


def rules(options: Options) -> list[str]:
    """Mutation tests: break rules one by one and see that their tests fail."""
    return ["rules were broken and no test failed"] if break_rules() else []


def odds(options: Options) -> list[str]:
    """Compare computed odds with battles played out."""
    return soak_odds()


def requests(options: Options) -> list[str]:
    """Random requests. None may cause a server error."""
    found = []
    for kind in options.database or DATABASES:
        found += fuzz(options.count, kind, options.seed, killing.until(options.minutes))
    return found


def kills(options: Options) -> list[str]:
    """Kill the server under load. Nothing may be lost or duplicated."""
    found = []
    for kind in options.database or DATABASES:
        found += killing.servers(options.count, kind, options.seed, options.minutes)
    return found


def postgres(options: Options) -> list[str]:
    """Kill PostgreSQL while the server keeps running."""
    return killing.databases(options.count, options.seed, options.minutes)


def workers(options: Options) -> list[str]:
    """Kill single workers out of several on PostgreSQL, with each channel."""
    found = []
    for channel in options.channel or CHANNELS:
        for number in options.workers or (2, 4):
            found += killing.workers(options.count, number, channel, options.seed, options.minutes)
    return found


def clocks(options: Options) -> list[str]:
    """Make the system clock jump. Nobody may gain or lose time, or be signed out."""
    found = []
    for kind in options.database or DATABASES:
        found += soak_clocks(options.count, kind, options.seed, killing.until(options.minutes))
    return found


PARTS: dict[Part, int | None] = {
    games: 10_000,
    bots: 1_000,
    rules: None,
    odds: None,
    requests: 1_000_000,
    kills: 1_000,
    postgres: 50,
    workers: 50,
    clocks: 200,
}
"""Every part, and its default count."""


def read_options(arguments: list[str] | None) -> Options:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    named = parser.add_subparsers(title="parts", dest="name", metavar="PART")
    for part, count in PARTS.items():
        own = named.add_parser(part.__name__, help=part.__doc__, description=part.__doc__)
        own.set_defaults(part=part)
        if count is not None:
            own.add_argument("--count", type=int, default=count, help=f"default: {count:,}")
            own.add_argument("--minutes", type=float, help="stop after this many minutes")
            own.add_argument("--seed", type=int, default=1)
        if part in (games, bots):
            own.add_argument("--jobs", type=int, default=2, help="processes")
        if part is games:
            own.add_argument("--game", action="append", choices=GAMES, help="only this one; repeatable")
            own.add_argument("--notes", type=Path, default=NOTES, help="file with the games already played")
        if part in (requests, kills, clocks):
            own.add_argument("--database", action="append", choices=DATABASES, help="only this one")
        if part is workers:
            own.add_argument("--workers", action="append", type=int, help="how many; default: 2 and 4")
            own.add_argument("--channel", action="append", choices=CHANNELS, help="only this one")
    return parser.parse_args(arguments)


def main() -> int:
    chosen = read_options(None)
    every = [read_options([part.__name__]) for part in PARTS] if chosen.name is None else [chosen]
    faults = 0
    for options in every:
        found = options.part(options)
        faults += len(found)
        print("\n".join([*found[:20], f"{options.name}: {len(found)} faults"]), flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
