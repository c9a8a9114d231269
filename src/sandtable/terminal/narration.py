"""Prints what happens at the table: turns and phases as headings, the rest as sentences."""

from collections.abc import Iterable
from textwrap import wrap

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from sandtable.area.events import AreaEvent, PhaseBegan, TurnBegan
from sandtable.area.evolve import evolve
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.story import Chapter, Narrator
from sandtable.area.world import World
from sandtable.terminal.style import colour, power_text

INDENT = "  "


def print_turn(screen: Console, world: World, round_: int, power: Power) -> None:
    """The heading of a turn."""
    title = Text.assemble(f"Round {round_} ", power_text(world, power))
    screen.print()
    screen.print(Rule(title, style=colour(world, power), align="left"))


def print_lines(screen: Console, lines: Iterable[str]) -> None:
    """Sentences, one per line; long ones continue with a hanging indent."""
    for line in lines:
        text = line.lstrip(" ")
        margin = " " * (len(line) - len(text) + 2)
        wrapped = wrap(text, screen.width, initial_indent=margin, subsequent_indent=margin + "    ")
        screen.print(Text("\n".join(wrapped)))


def print_phase(screen: Console, world: World, phase: str) -> None:
    """The heading of a phase."""
    screen.print(Text(world.game.phases[phase].name, style="dim italic"))


def print_chapters(screen: Console, world: World, chapters: Iterable[Chapter]) -> None:
    """A story, with a heading for each turn and each phase."""
    turn: tuple[int, Power] | None = None
    for chapter in chapters:
        if turn != (chapter.round, chapter.power):
            turn = (chapter.round, chapter.power)
            print_turn(screen, world, *turn)
        print_phase(screen, world, chapter.phase)
        print_lines(screen, chapter.lines)


class EventPrinter:
    """Prints events as they come in; :meth:`pause` flushes them."""

    def __init__(self, screen: Console, world: World) -> None:
        self._screen = screen
        self._world = world
        self._narrator = Narrator(world)
        self._phase = ""
        """The phase whose heading is not printed yet."""

    def hear(self, state: AreaState, events: Iterable[AreaEvent]) -> None:
        """Take an action's events; ``state`` is the table before it."""
        for event in events:
            if isinstance(event, TurnBegan | PhaseBegan):
                self.pause()
                self._phase = event.phase
                if isinstance(event, TurnBegan):
                    print_turn(self._screen, self._world, event.round, event.power)
            else:
                self._narrator.hear(state, event)
            state = evolve(self._world.as_of(state), state, event)

    def pause(self) -> None:
        """Print what is pending."""
        lines = self._narrator.lines(INDENT)
        self._narrator = Narrator(self._world)
        if lines and self._phase:
            print_phase(self._screen, self._world, self._phase)
            self._phase = ""
        print_lines(self._screen, lines)

    def announced(self) -> None:
        """The phase was announced elsewhere and needs no heading."""
        self._phase = ""
