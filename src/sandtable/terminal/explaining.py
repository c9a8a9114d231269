"""Explaining a game between bots: what happens, and below it why the bot chose so."""

from typing import Any

from rich.console import Console
from rich.text import Text

from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.bots.bot import Reason
from sandtable.bots.playing import Step
from sandtable.core.game import AnyGame
from sandtable.terminal.plain import PlainTeller
from sandtable.terminal.telling import Teller, print_turn

MARGIN = " " * 6


class Explainer:
    """Tells decisions as they come in; moves that serve one reason are told together, and then the reason."""

    def __init__(self, screen: Console, game: AnyGame) -> None:
        self._screen = screen
        self._game = game
        self._teller = Teller(screen, game.world) if isinstance(game, AreaGame) else PlainTeller(screen, game)
        self._reason: Reason | None = None
        self._begun = False

    def hear(self, step: Step[Any, Any, Any]) -> None:
        """One decision, what followed, and why."""
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
                self.close()  # what belongs to a phase is told and explained before the next heading
            self._teller.hear(state, (event,))
            state = after

    def _begin(self, opening: object) -> None:
        """The first turn has no event that tells of it."""
        if isinstance(self._game, AreaGame) and isinstance(opening, AreaState):
            print_turn(self._screen, self._game.world, opening.round, next(iter(opening.turn.phases)))

    def close(self) -> None:
        """Say what has been heard and not yet been told."""
        self._teller.pause()
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
