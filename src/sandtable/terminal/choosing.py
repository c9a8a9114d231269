"""A table for games of any family: lists the legal actions, to be chosen by number.

If the list is too long, words filter it. Actions that aren't listed can be typed as JSON.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.text import Text

from sandtable.bots.asking import Fault, ask
from sandtable.bots.bot import Bot
from sandtable.core.decision import Decision, Seat
from sandtable.core.dice import Dice, HandDice, NoDice, SeededDice
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import write
from sandtable.core.wording import times
from sandtable.terminal.keyboard import Keyboard
from sandtable.terminal.plain import PlainEventPrinter, measured
from sandtable.terminal.saves import named, new_autosave

SHOWN = 15
"""How many choices are listed at a time."""
MOST = 20_000
"""How many are searched."""
HELP = (
    "Type a number to choose. 'more' shows the next choices; words ('to 1237', 'mechanized') show the choices "
    "with these words; 'end' ends the phase; 'undo' undoes the last decision; 'table' shows numbers; 'save FILE' "
    'saves; \'quit\' leaves. You can also type an action as JSON: {"do": "move", "army": "OKW", "to": "1237"}'
)


class Choice(NamedTuple):
    """A legal action."""

    action: Any
    text: str


class ChoiceTable:
    """People, and possibly bots, at one keyboard."""

    def __init__(self, screen: Console, bots: Mapping[Seat, Bot[Any, Any]]) -> None:
        self._screen = screen
        self._bots = bots
        self._keyboard = Keyboard(screen)

    def dice(self, how: str, seed: int | None) -> Dice:
        """New dice: sealed, from a seed, or rolled by hand."""
        if how == "hand":
            return HandDice(self._ask_for_dice)
        return SeededDice.fresh() if seed is None else SeededDice.from_seed(seed)

    def _ask_for_dice(self, count: int, sides: int, wrong: str) -> str:
        if wrong:
            self._screen.print(wrong, style="yellow")
        line = self._keyboard.ask(Text(f"Roll {times(count, 'die', 'dice')}:", style="bold"))
        if line is None or line.strip().casefold() in ("cancel", "undo", "quit"):
            raise NoDice("no dice were rolled")
        return line

    def play(self, record: Record[Any, Any, Any]) -> Fault | None:
        """Play until a side wins, the players leave, or a bot fails."""
        game, printer = record.game, PlainEventPrinter(self._screen, record.game)
        autosave = new_autosave(game.id)
        self._screen.print(f"{game.title}. Type 'help' for help.", style="dim")
        while record.pending:
            decision = next((one for one in record.pending if one.seat in self._bots), record.pending[0])
            before = record.state
            if decision.seat in self._bots:
                answer = ask(self._bots[decision.seat], game, before, decision)
                if isinstance(answer, Fault):
                    return answer
                action = answer.action
            else:
                chosen = self._choose(record, decision)
                if chosen is None:
                    self._leave(record, autosave)
                    return None
                action = chosen.action
            self._act(record, decision.seat, action, printer)
        winner = game.winner(record.state)
        self._screen.print(f"The game is over. Victory: {game.guide.box.sides[winner] if winner else 'nobody'}.")
        self._screen.print(measured(game, record.state))
        return None

    def _act(self, record: Record[Any, Any, Any], seat: Seat, action: Any, printer: PlainEventPrinter) -> None:
        before = record.state
        try:
            events = record.act(seat, action)
        except NoDice:
            self._screen.print("Nothing was done.", style="dim")
            return
        if isinstance(events, Refusal):
            self._refuse(events)
        else:
            printer.hear(before, events)

    def _refuse(self, refusal: Refusal) -> None:
        self._screen.print(Text(f"{refusal.why} ({refusal.rule})", style="yellow"))

    def _choose(self, record: Record[Any, Any, Any], decision: Decision) -> Choice | None:
        """A person's choice. None if they leave."""
        game, state = record.game, record.state
        found = self._choices(record, decision.seat, "")
        shown = self._show(record, decision, found)
        while True:
            line = self._keyboard.ask(Text(f"{decision.seat}>", style="bold"))
            word, _, rest = (line or "quit").strip().partition(" ")
            match word.casefold():
                case "quit":
                    return None
                case "" | "help" | "?":
                    self._screen.print(HELP, style="dim", soft_wrap=True)
                case "more":
                    shown = self._list(found)
                case "undo":
                    problem = record.undo(decision.seat)
                    if problem is None:
                        return self._choose(record, record.pending[0])
                    self._screen.print(problem.why, style="yellow")
                case "table":
                    self._screen.print(measured(game, state))
                case "save" if rest:
                    self._save(record, named(rest))
                case "end" if game.ending is not None:
                    return Choice(game.ending, "")
                case number if number.isdigit() and not rest:
                    if 1 <= int(number) <= len(shown):
                        return shown[int(number) - 1]
                    self._screen.print(f"Choose a number from 1 to {len(shown)}.", style="yellow")
                case text if text.startswith("{"):
                    action = self._typed(record, (line or "").strip())
                    if action is not None:
                        return Choice(action, "")
                case _:
                    found = self._choices(record, decision.seat, line or "")
                    shown = self._list(found)

    def _choices(self, record: Record[Any, Any, Any], seat: Seat, words: str) -> Iterator[Choice]:
        """All legal actions that contain these words."""
        game, state = record.game, record.state
        wanted = words.casefold().split()
        for action in islice(game.legal(state, seat), MOST):
            text = game.guide.word(state, seat, action)
            if all(word in text.casefold() for word in wanted):
                yield Choice(action, text)

    def _show(self, record: Record[Any, Any, Any], decision: Decision, found: Iterator[Choice]) -> list[Choice]:
        self._screen.print()
        self._screen.print(Text(record.game.guide.headline(record.state), style="bold"))
        self._screen.print(Text(decision.prompt))
        return self._list(found)

    def _list(self, found: Iterator[Choice]) -> list[Choice]:
        """List the next choices, numbered."""
        shown = list(islice(found, SHOWN))
        for number, choice in enumerate(shown, start=1):
            self._screen.print(Text(f"{number:3} {choice.text}"), soft_wrap=True)
        if not shown:
            self._screen.print("There are no more choices like that.", style="yellow")
        elif len(shown) == SHOWN:
            self._screen.print("    'more', or words it must contain", style="dim")
        return shown

    def _typed(self, record: Record[Any, Any, Any], line: str) -> Any:
        """An action typed as JSON. None if it isn't valid."""
        try:
            return msgspec.json.decode(line.encode(), type=record.game.action_type)
        except msgspec.DecodeError as error:
            self._screen.print(f"That isn't an action: {error}.", style="yellow")
            return None

    def _save(self, record: Record[Any, Any, Any], path: Path) -> bool:
        problem = write(record, path, reveal=True)
        self._screen.print(problem.why if problem else f"Saved to {path}.", soft_wrap=True)
        return problem is None

    def _leave(self, record: Record[Any, Any, Any], autosave: Path) -> None:
        if record.entries and self._keyboard.confirm("Save the game?", True):
            autosave.parent.mkdir(parents=True, exist_ok=True)
            if self._save(record, autosave):
                self._screen.print(f"Resume with: sandtable terminal --load {autosave}", soft_wrap=True)
        self._screen.print("Good-bye.")
