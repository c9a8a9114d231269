"""The table that a scenario is played at: the game, the state, the dice, and what happened so far."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from sandtable.area.actions import AreaAction
from sandtable.area.events import AreaEvent
from sandtable.area.notation import NotationError, find_power, find_space, nearest
from sandtable.area.state import AreaState
from sandtable.area.status import active
from sandtable.area.world import World
from sandtable.core.dice import DiceExhausted, ScriptedDice
from sandtable.core.game import Game
from sandtable.core.refusal import Refusal
from sandtable.core.rulebook import Rulebook


class AreaTableGame(Game[AreaState, AreaAction, AreaEvent], Protocol):
    """A game of the area family: what scenarios need beside the protocol of all games."""

    world: World

    def begin_phase(self, state: AreaState, phase: str) -> tuple[AreaEvent, ...]: ...


class StepError(Exception):
    """Why a step cannot be played or an expectation cannot be looked at; the message is for the author."""


class Script:
    """Scripted dice that remember what was rolled since the last step."""

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
        """The dice that nobody has rolled yet."""
        return self._dice.left


class Table:
    """A game in progress, as the runner plays it."""

    def __init__(self, game: AreaTableGame, state: AreaState, dice: Sequence[int]) -> None:
        self.game = game
        self.state = state
        self.script = Script(dice)
        self.dice = self.script
        self.events: list[AreaEvent] = []
        """Everything that happened so far."""
        self.marked = 0
        """How many events there were when the present step began."""

    @property
    def world(self) -> World:
        """The world as it is now: with every development that has been made."""
        return self.game.world.developed(self.state.techs)

    @property
    def of_this_step(self) -> Sequence[AreaEvent]:
        return self.events[self.marked :]

    def begin_step(self, dice: Sequence[int] | None) -> None:
        """From now on events and dice are those of a new step, which may bring its own dice."""
        self.marked = len(self.events)
        self.dice = self.script if dice is None else Script(dice)
        self.script.rolled = []

    def play(self, seat: str, action: AreaAction) -> Refusal | None:
        """Let a seat act: check, decide, evolve."""
        refusal = self.game.check(self.state, seat, action)
        if refusal is not None:
            return refusal
        self.hear(self.game.decide(self.state, seat, action, self.dice))
        return None

    def hear(self, events: Iterable[AreaEvent]) -> None:
        """Let events happen."""
        for event in events:
            self.state = self.game.evolve(self.state, event)
            self.events.append(event)

    def on_turn(self) -> str:
        """The power whose turn it is."""
        powers = active(self.state)
        if len(powers) != 1 and len(self.asked()) == 1:
            return self.asked()[0]
        if len(powers) != 1:
            raise StepError(f"{' and '.join(powers)} are on turn: say who acts with 'by'")
        return powers[0]

    def asked(self) -> tuple[str, ...]:
        """The seats that owe a decision, each once."""
        return tuple(dict.fromkeys(decision.seat for decision in self.game.pending(self.state)))

    # names, or an error that the author of the scenario understands

    def space(self, name: str | int) -> str:
        return self.named(find_space(self.world, name))

    def power(self, name: str) -> str:
        return self.named(find_power(self.world, name))

    def named(self, found: str | NotationError) -> str:
        if isinstance(found, NotationError):
            raise StepError(found.message)
        return found

    def rule(self, name: str) -> str:
        """The full id of a rule, which may be written without the game's prefix."""
        return full_rule(self.game.rulebook, self.world.game.prefix, name)


def full_rule(book: Rulebook, prefix: str, name: str) -> str:
    """The full id of a rule, which may be written without the game's prefix."""
    for rule_id in (name, f"{prefix}.{name}"):
        if rule_id in book:
            return rule_id
    known = [rule.id.removeprefix(f"{prefix}.") for rule in book]
    hint = nearest(name.removeprefix(f"{prefix}."), known)
    raise StepError(f"the rulebook has no rule {name!r}{hint}")


def as_names(names: str | Sequence[str | int]) -> list[str]:
    """Names out of a list or out of a text with commas.

    >>> as_names("Ukraine, Karelia"), as_names("nothing"), as_names([6, "Urals"])
    (['Ukraine', 'Karelia'], [], ['6', 'Urals'])
    """
    if isinstance(names, str):
        names = [] if names.strip().casefold() in ("", "nothing", "none") else names.split(",")
    return [str(name).strip() for name in names]
