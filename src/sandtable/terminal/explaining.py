"""Explains a game between bots: what happens, and why each bot chose it."""

from typing import Any

from rich.console import Console
from rich.text import Text

from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.bots.bot import Reason
from sandtable.bots.playing import Step
from sandtable.core.game import AnyGame
from sandtable.terminal.narration import EventPrinter, print_turn
from sandtable.terminal.plain import PlainEventPrinter

MARGIN = " " * 6


class Explainer:
    """Prints decisions as they come in. Moves with the same reason are grouped, followed by the reason."""

    def __init__(self, screen: Console, game: AnyGame) -> None:
        self._screen = screen
        self._game = game
        self._printer = (
            EventPrinter(screen, game.world) if isinstance(game, AreaGame) else PlainEventPrinter(screen, game)
        )
        self._reason: Reason | None = None
        self._begun = False

    def hear(self, step: Step[Any, Any, Any]) -> None:
        """A decision, its events, and its reason."""
        if not self._begun:
            self._begun = True
            self._begin(step.before)
        if step.reason != self._reason:
            self.close()
            self._reason = step.reason
        state = step.before
        for event in step.events:
            after = self._game.evolve(state, event)
            if self._game.guide.moment(after) != self._game.guide.moment(state):
                self.close()  # finish a phase before the next heading
            self._printer.hear(state, (event,))
            state = after

    def _begin(self, opening: object) -> None:
        """The first turn isn't announced by an event."""
        if isinstance(self._game, AreaGame) and isinstance(opening, AreaState):
            print_turn(self._screen, self._game.world, opening.round, next(iter(opening.turn.phases)))

    def close(self) -> None:
        """Print what is pending."""
        self._printer.pause()
        if self._reason is not None:
            for line in reason_lines(self._reason):
                self._screen.print(Text(f"{MARGIN}{line}", style="dim"))
        self._reason = None


def reason_lines(reason: Reason) -> list[str]:
    """A reason in lines.

    >>> reason_lines(Reason("Take Ukraine", "wins 83%", 0.83, 6.5, ("hold Caucasus",)))
    ['why: Take Ukraine (chance 83%, worth +6.5)', 'odds: wins 83%', 'instead: hold Caucasus']
    """
    numbers = []
    if reason.chance is not None:
        numbers.append(f"chance {reason.chance:.0%}")
    if reason.value is not None:
        numbers.append(f"worth {reason.value:+.1f}")
    figures = f" ({', '.join(numbers)})" if numbers else ""
    lines = [f"why: {reason.aim}{figures}"]
    if reason.odds:
        lines.append(f"odds: {reason.odds}")
    lines += [f"instead: {other}" for other in reason.alternatives]
    return lines
