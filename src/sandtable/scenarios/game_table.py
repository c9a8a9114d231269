"""The table of a scenario, for all families: game, state, dice, and the events so far."""

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from sandtable.core.dice import DiceExhausted, ScriptedDice
from sandtable.core.game import Game
from sandtable.core.nearest import nearest
from sandtable.core.refusal import Refusal
from sandtable.core.rulebook import Rulebook

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class StepError(Exception):
    """Why a step can't be played or an expectation can't be checked; the message is for the author."""


class Script:
    """Scripted dice that record the rolls since the last step."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._dice = ScriptedDice(faces)
        self.rolled: list[int] = []

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        try:
            faces = self._dice.roll(count, sides)
        except DiceExhausted:
            left = ", ".join(map(str, self.left)) or "none"
            before = f" after {', '.join(map(str, self.rolled))}" if self.rolled else ""
            raise StepError(
                f"too few dice: the game rolls {count} here{before}, and the dice that are left are: {left}"
            ) from None
        except ValueError as error:
            raise StepError(str(error)) from None
        self.rolled.extend(faces)
        return faces

    @property
    def left(self) -> tuple[int, ...]:
        """The dice not rolled yet."""
        return self._dice.left


class GameTable(Generic[S, A, E]):
    """A game in progress, played by the runner."""

    def __init__(self, game: Game[S, A, E], state: S, dice: Sequence[int]) -> None:
        self.game = game
        self.state = state
        self.script = Script(dice)
        self.dice = self.script
        self.events: list[E] = []
        """All events so far."""
        self.marked = 0
        """How many events there were when the current step began."""

    @property
    def of_this_step(self) -> Sequence[E]:
        return self.events[self.marked :]

    def begin_step(self, dice: Sequence[int] | None) -> None:
        """Begin a new step, which may have its own dice."""
        self.marked = len(self.events)
        self.dice = self.script if dice is None else Script(dice)
        self.script.rolled = []

    def check(self, seat: str, action: A) -> Refusal | None:
        """Check an action without playing it."""
        return self.game.check(self.state, seat, action)

    def play(self, seat: str, action: A) -> Refusal | None:
        """Play an action: check, decide, evolve."""
        refusal = self.check(seat, action)
        if refusal is None:
            self.hear(self.game.decide(self.state, seat, action, self.dice))
        return refusal

    def hear(self, events: Iterable[E]) -> None:
        """Apply events."""
        for event in events:
            self.state = self.game.evolve(self.state, event)
            self.events.append(event)

    def asked(self) -> tuple[str, ...]:
        """The seats with a pending decision, each once."""
        return tuple(dict.fromkeys(decision.seat for decision in self.game.pending(self.state)))

    def rule(self, name: str) -> str:
        """The full id of a rule. ``name`` may omit the game's prefix."""
        return full_rule(self.game.rulebook, name)


def full_rule(book: Rulebook, name: str) -> str:
    """The full id of a rule. ``name`` may omit the game's prefix."""
    for rule_id in (name, f"{book.prefix}.{name}"):
        if rule_id in book:
            return rule_id
    known = [rule.id.removeprefix(f"{book.prefix}.") for rule in book]
    hint = nearest(name.removeprefix(f"{book.prefix}."), known)
    raise StepError(f"the rulebook has no rule {name!r}{hint}")
