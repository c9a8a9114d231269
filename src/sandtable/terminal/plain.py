"""Prints a game of any family: headings from its moments, sentences from its guide, numbers from its measures."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from sandtable.core.game import AnyGame
from sandtable.core.guide import Moment
from sandtable.core.record import Record
from sandtable.terminal.narration import INDENT, print_lines


class Passage(NamedTuple):
    """What happened in one phase of a turn."""

    moment: Moment
    lines: tuple[str, ...]


def passages(record: Record[Any, Any, Any]) -> Iterator[Passage]:
    """A whole game, phase by phase; without lines where nothing happened."""
    game, state = record.game, record.at(0)
    moment, lines = game.guide.moment(state), list[str]()
    for entry in record.entries:
        for event in entry.events:
            lines += game.guide.tell(state, event)
            state = game.evolve(state, event)
            now = game.guide.moment(state)
            if now != moment:
                yield Passage(moment, tuple(lines))
                moment, lines = now, []
    yield Passage(moment, tuple(lines))


def heading(game: AnyGame, moment: Moment) -> str:
    """Round, turn and phase, as far as known: ``Round 2, Germany, Movement``."""
    names = {chair.seat: chair.name for chair in game.guide.box.chairs}
    return ", ".join(part for part in (f"Round {moment.round}", names.get(moment.seat, ""), moment.phase) if part)


class PlainEventPrinter:
    """Prints events as they come in."""

    def __init__(self, screen: Console, game: AnyGame) -> None:
        self._screen = screen
        self._game = game
        self._told: Moment | None = None

    def hear(self, state: object, events: Iterable[object]) -> None:
        """Take an action's events; ``state`` is the table before it."""
        for event in events:
            lines = self._game.guide.tell(state, event)
            moment = self._game.guide.moment(state)
            if lines and moment != self._told:
                self._told = moment
                print_heading(self._screen, self._game, moment)
            print_lines(self._screen, [f"{INDENT}{line}" for line in lines])
            state = self._game.evolve(state, event)

    def pause(self) -> None:
        """Does nothing: nothing is pending."""


def print_heading(screen: Console, game: AnyGame, moment: Moment) -> None:
    """The heading of a phase, in the colour of the power whose turn it is."""
    colours = {chair.seat: chair.colour for chair in game.guide.box.chairs}
    screen.print()
    screen.print(Rule(Text(heading(game, moment)), style=colours.get(moment.seat) or "default", align="left"))


def measured(game: AnyGame, state: object) -> Table:
    """The current measures of the guide: a row for each seat, then for each side."""
    box, found = game.guide.box, game.guide.measure(state)
    standing = [one for one in game.guide.measures if one.how == "stand" and one.id in found]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    for one in standing:
        table.add_column(one.name, justify="right")
    rows = [("seat", chair.seat, Text(chair.name, f"bold {chair.colour}")) for chair in box.chairs]
    rows += [("side", side, Text(name)) for side, name in box.sides.items()]
    taking_part = {who for values in found.values() for who in values}
    for by, who, name in rows:
        cells = [f"{found[one.id].get(who, 0):g}" if one.by == by else "" for one in standing]
        if any(cells) and who in taking_part:
            table.add_row(name, *cells)
    return table
