"""``sandtable arena``: plays bots against each other and counts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from sandtable.bots.asking import Fault
from sandtable.bots.level import Level
from sandtable.bots.registry import BUILT_IN, level_of
from sandtable.cli.answers import console, fail, find_game, print_json
from sandtable.cli.seats import known_bot, scenario_of
from sandtable.core.game import AnyGame
from sandtable.lab.arena import Plan, Standings, Tally, matches, play_arena
from sandtable.lab.jobs import NoRay, crew_of
from sandtable.lab.match import Entrant

ROUNDS = 15
"""The last round of a game without a fixed end."""


def last_round(game: AnyGame, scenario: str) -> int:
    """The default last round of a game."""
    return game.guide.box.length_of(scenario) or ROUNDS


def hold_arena(
    game_id: str,
    bots: Sequence[str],
    games: int,
    rounds: int,
    think: float | None,
    seed: int,
    options: Mapping[str, bool],
    jobs: int,
    ray: str,
    out: Path | None,
    scenario: str,
    as_json: bool,
) -> None:
    """Play the games and show the result. Exits with 1 if a bot failed."""
    game = find_game(game_id)
    plan = Plan(
        game=game.id,
        sides=two_sides(game, scenario_of(game, scenario)),
        entrants=entrants_of(game, bots),
        games=games,
        rounds=rounds or last_round(game, scenario),
        seed=seed,
        think=think,
        options={name: True for name, on in options.items() if on},
        scenario=scenario,
    )
    if out is not None and not out.resolve().parent.is_dir():
        fail(f"--report: there is no folder {out.resolve().parent}.")
    with progress("Games", len(matches(plan))) as advance:
        try:
            with crew_of(jobs, ray) as crew:
                standings = play_arena(plan, crew, lambda _: advance())
        except NoRay as error:
            fail(f"--ray: {error}")
    if out is not None:
        _write_report(game, standings, out)
    if as_json:
        print_json(standings)
    else:
        show(console(), game, standings, out)
    fail_loudly(standings.faults, len(standings.results))


def fail_loudly(faults: Sequence[Fault], games: int) -> None:
    """Exit with 1 if bots failed."""
    if faults:
        fail(f"{len(faults)} of {games} games ended with a fault. The first: {faults[0]}", code=1)


def two_sides(game: AnyGame, scenario: str = "") -> tuple[str, str]:
    """The sides of a game, if there are two."""
    sides = tuple(game.guide.box.parties(scenario))
    if len(sides) != 2:
        fail(f"an arena needs two sides; {game.id} has {len(sides)}.")
    return sides[0], sides[1]


def entrants_of(game: AnyGame, names: Sequence[str]) -> tuple[Entrant, ...]:
    """The participants, each bot once. Reads level files here, since other machines may not have them."""
    entrants = [entrant(game, name) for name in dict.fromkeys(names)]
    if len(entrants) < len(names) and len(entrants) > 1:
        twice = next(name for name in names if names.count(name) > 1)
        fail(f"{twice!r} is listed twice. To let a bot play against itself, name it alone.")
    return tuple(entrants)


def entrant(game: AnyGame, name: str) -> Entrant:
    """A bot by name, with the numbers of its level file if it has one."""
    known_bot(game, name)
    plain, _, file = name.partition("@")
    if not file or plain not in BUILT_IN:
        return Entrant(name)
    level = level_of(name, game)
    assert isinstance(level, Level), "it is known"
    return Entrant(plain, {number: one.value for number, one in level.numbers.items()}, name)


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr, if that is a terminal. Yields a function to call after each step."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield lambda: None
        return
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def show(screen: Console, game: AnyGame, standings: Standings, out: Path | None) -> None:
    """Show the standings."""
    names = game.guide.box.sides
    counted = ("games", "won", "drawn", "lost", "points", "95% interval", "adjudicated")
    if standings.elo:
        table = grid("bot", "Elo", "95% interval", "answers", "mean", "longest")
        for name, rating in sorted(standings.elo.items(), key=lambda one: -one[1].value):
            pace = standings.paces[name]
            times = (f"{pace.answers:,}", f"{pace.mean * 1000:.1f} ms", f"{pace.longest:.2f} s")
            table.add_row(name, f"{rating.value:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}", *times)
        screen.print(table)
        screen.print()
        table = grid(
            "pairing",
            "games",
            "won",
            "drawn",
            "lost",
            "points",
            "95% interval",
            "adjudicated",
            "rounds",
            "by pairs",
        )
        for pair in standings.pairings:
            table.add_row(
                f"{pair.first} - {pair.second}",
                *tally_cells(pair.tally),
                f"{pair.rounds:.1f}",
                f"{pair.paired.low:.1%} to {pair.paired.high:.1%}" if pair.paired else "",
            )
        screen.print(table)
        screen.print()
    table = grid("side", *counted)
    for side, tally in standings.sides.items():
        table.add_row(names[side], *tally_cells(tally))
    screen.print(table)
    if out is not None:
        screen.print(f"The report is in {out}.", style="dim", soft_wrap=True)


def tally_cells(tally: Tally) -> tuple[str, ...]:
    """A tally as a table row: games, won, drawn, lost, points, interval, adjudicated."""
    rate = tally.rate
    return (
        *map(str, (tally.games, tally.won, tally.drawn, tally.lost)),
        f"{rate.value:.1%}",
        f"{rate.low:.1%} to {rate.high:.1%}",
        str(tally.adjudicated),
    )


def grid(first: str, *heads: str) -> Table:
    """An empty table: text on the left, numbers on the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(first, overflow="fold")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def _write_report(game: AnyGame, standings: Standings, out: Path) -> None:
    from sandtable.lab.report import report  # noqa: PLC0415 - only who wants one waits for it

    page = report(standings, f"Arena: {game.title}", game.guide.box.sides)
    try:
        out.write_text(page, encoding="utf-8")
    except OSError as error:
        fail(f"--report: {out} cannot be written: {error.strerror}")
