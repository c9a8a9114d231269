"""``sandtable stats``: a saved game in numbers."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
from rich.table import Table
from rich.text import Text

from sandtable.cli.answers import console, print_json, read_game
from sandtable.statistics import Chart, Luck, Statistics, statistics


def count_game(file: Path, as_json: bool) -> None:
    """Show a game's statistics."""
    record = read_game(file)
    found = statistics(record)
    if as_json:
        print_json({"game": record.game.id, **msgspec.to_builtins(found)})
        return
    screen = console()
    screen.print(record.game.title, style="bold")
    if len(found.rounds) < 2:
        screen.print("Nothing has happened yet.", style="dim")
        return
    box = record.game.guide.box
    seats = {chair.seat: chair.name for chair in box.chairs}
    for chart in found.charts:
        screen.print()
        screen.print(_by_round(chart, found.rounds, seats if chart.measure.by == "seat" else box.sides))
    if not found.sides:
        screen.print("\nNo dice rolled.", style="dim")
        return
    screen.print()
    screen.print(_luck("Luck by side", ((box.sides[one.who], one) for one in found.sides)))
    screen.print()
    screen.print(_luck("Luck by power", ((seats[one.who], one) for one in found.seats)))
    screen.print()
    screen.print(_extremes(found, seats))


def _by_round(chart: Chart, rounds: tuple[int, ...], names: Mapping[str, str]) -> Table:
    title = Text.assemble(chart.measure.name, "\n", (chart.measure.text, "dim"))
    table = Table(title=title, title_justify="left", box=None)
    table.add_column("round", justify="right")
    for line in chart.lines:
        table.add_column(names[line.who], justify="right")
    for at, round_ in enumerate(rounds):
        table.add_row(str(round_) if round_ else "start", *(f"{line.values[at]:g}" for line in chart.lines))
    return table


def _luck(title: str, lines: Iterable[tuple[str, Luck]]) -> Table:
    table = Table("who", "what", title=title, title_justify="left", box=None)
    for column in ("dice", "expected", "scored", "difference", "percentile"):
        table.add_column(column, justify="right")
    for name, luck in lines:
        table.add_row(name, luck.what, *_numbers(luck))
    return table


def _extremes(found: Statistics, seats: Mapping[str, str], most: int = 5) -> Table:
    """The luckiest and unluckiest battles."""
    shares = [(contest, luck) for contest in found.contests if contest.place for luck in contest.luck]
    shares.sort(key=lambda one: one[1].percentile)
    chosen = shares if len(shares) <= 2 * most else [*shares[:most], *shares[-most:]]
    table = Table("round", "place", "who", title="Worst and best luck", title_justify="left", box=None)
    for column in ("dice", "expected", "scored", "difference", "percentile"):
        table.add_column(column, justify="right")
    for contest, luck in chosen:
        table.add_row(str(contest.round), contest.place, seats[luck.who], *_numbers(luck))
    return table


def _numbers(luck: Luck) -> tuple[str, ...]:
    return (
        str(luck.dice),
        f"{luck.expected:.1f}",
        str(luck.scored),
        f"{luck.difference:+.1f}",
        f"{luck.percentile:.0f}",
    )
