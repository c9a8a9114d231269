"""The table: people and bots play a game to the end at one keyboard."""

from collections.abc import Callable, Mapping
from pathlib import Path
from shlex import quote
from typing import NoReturn

from rich.console import Console
from rich.text import Text

from sandtable.area.actions import AreaAction
from sandtable.area.events import AreaEvent
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.story import the_side
from sandtable.area.wording import sentence
from sandtable.area.world import World
from sandtable.bots.asking import Fault, ask
from sandtable.bots.bot import Bot
from sandtable.bots.registry import DEFAULT
from sandtable.core.decision import Decision
from sandtable.core.dice import Dice, NoDice, SeededDice
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import CannotWrite, write
from sandtable.terminal.board_view import growths, inset, standings
from sandtable.terminal.hand_dice import RealDice, whose_roll
from sandtable.terminal.keyboard import Keyboard
from sandtable.terminal.narration import EventPrinter, print_turn
from sandtable.terminal.questions import question
from sandtable.terminal.rules import print_rule
from sandtable.terminal.saves import finished, new_autosave
from sandtable.terminal.style import colour

AreaRecord = Record[AreaState, AreaAction, AreaEvent]


class Left(Exception):
    """The players leave the table."""


class Table:
    """A game in play, its players, and what the screen has shown."""

    def __init__(self, screen: Console, bots: Mapping[Power, Bot[AreaState, AreaAction]]) -> None:
        self.screen = screen
        self.keyboard = Keyboard(screen)
        self.bots = bots
        self.last_refusal: Refusal | None = None
        self.own_files: set[Path] = set()
        """Files that this session wrote or read: overwritten without asking."""
        self.saved_entries = 0
        """How many decisions were in the player's last save."""
        self._dice: RealDice | None = None
        self._acting: tuple[AreaState, Power, AreaAction] | None = None
        self._asked: tuple[Decision, int] | None = None
        self._turn: tuple[int, Power] | None = None

    # -- starting

    def sit_down(self, record: AreaRecord) -> None:
        """Start with a game, or switch to another one."""
        game = record.game
        assert isinstance(game, AreaGame)
        self.record = record
        self.game: AreaGame = game
        self.world: World = game.world
        self.autosave = new_autosave(game.id)
        self.printer = EventPrinter(self.screen, game.world)
        self.saved_entries = len(record.entries)
        self.last_refusal = None
        self._asked = self._turn = None

    def dice(self, how: str, seed: int | None = None) -> Dice:
        """New dice: sealed, from a seed, or rolled by hand."""
        if how == "hand":
            self._dice = RealDice(self._ask_for_dice)
            return self._dice
        return SeededDice.fresh() if seed is None else SeededDice.from_seed(seed)

    def _ask_for_dice(self, count: int, sides: int, wrong: str) -> str:
        if wrong:
            self.screen.print(wrong, style="yellow")
        about = ""
        if self._acting is not None and self._dice is not None:
            about = whose_roll(self.game, *self._acting, self._dice.fallen)
        dice = "1 die" if count == 1 else f"{count} dice"
        line = self.keyboard.ask(Text(f"{about + '. ' if about else ''}Roll {dice}:", style="bold"))
        if line is None or line.strip().casefold() in ("cancel", "undo", "quit"):
            raise NoDice("no dice were rolled")
        return line

    # -- playing

    def play(
        self, obey: Callable[["Table", Decision, str], None], leave: Callable[["Table"], NoReturn]
    ) -> Fault | None:
        """Play until a side wins, the players leave (Ctrl-C), or a bot fails.

        ``obey`` executes a typed line; ``leave`` ends the session by raising :class:`Left`.
        """
        try:
            while self.record.pending:
                decision = self._due()
                if decision.seat in self.bots:
                    fault = self._let_bot(decision)
                    if fault is not None:
                        self._tell_kept()
                        return fault
                    continue
                self.printer.pause()
                self._present(decision)
                line = self.keyboard.ask(self._prompt(decision))
                if line is None:
                    leave(self)
                obey(self, decision, line or "")
            self.printer.pause()
            self._close()
        except KeyboardInterrupt:
            self.screen.print()
            try:
                leave(self)
            except (KeyboardInterrupt, Left):
                return None
        except Left:
            return None
        except Exception:
            self._tell_kept()
            raise
        return None

    def _tell_kept(self) -> None:
        """Tell players after an internal error that their game is saved."""
        if self.keep() is None:
            self.screen.print(f"The game so far is saved in {self.autosave}.", soft_wrap=True)

    def _due(self) -> Decision:
        """The next decision; bots go first."""
        pending = self.record.pending
        return next((one for one in pending if one.seat in self.bots), pending[0])

    def _let_bot(self, decision: Decision) -> Fault | None:
        answer = ask(self.bots[decision.seat], self.game, self.record.state, decision)
        if isinstance(answer, Fault):
            return answer
        refusal = self.act(decision.seat, answer.action)
        assert refusal is None, "ask has checked it"
        return None

    def act(self, seat: Power, action: AreaAction) -> Refusal | None:
        """Take an action and narrate it. Returns the rule against it, if there is one."""
        before = self.record.state
        self._acting = (before, seat, action)
        if self._dice is not None:
            self._dice.fallen.clear()
        outcome = self.record.act(seat, action)
        if isinstance(outcome, Refusal):
            return outcome
        self.printer.hear(before, outcome)
        if before.turn.phases.keys() != self.record.state.turn.phases.keys():
            self.keep()
        return None

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal with the rule it cites."""
        self.last_refusal = refusal
        self.screen.print(Text.assemble(("Refused: ", "bold red"), refusal.why))
        if refusal.rule in self.game.rulebook:
            rule = self.game.rulebook[refusal.rule]
            self.screen.print(inset(Text.assemble((rule.id, "cyan"), "  ", (rule.text, "dim"))))

    def explain(self) -> None:
        """Show the rule of the last refusal in full."""
        if self.last_refusal is None:
            self.screen.print("No order has been refused yet.", style="dim")
        elif self.last_refusal.rule in self.game.rulebook:
            print_rule(self.screen, self.game.rulebook[self.last_refusal.rule])

    # -- output

    def greet(self) -> None:
        """Print the title and how to start."""
        self.screen.print(Text(self.game.title, style="bold"))
        provenance = self.record.provenance
        if provenance.source == "seeded":
            self.screen.print(f"The dice are sealed: {provenance.commitment}", style="dim", soft_wrap=True)
        options = [
            info.name for name, info in self.world.game.options.items() if self.record.state.options.get(name)
        ]
        if options:
            self.screen.print(f"Played with: {', '.join(options)}", style="dim")
        self.screen.print("Type orders in plain words; 'help' explains them, 'quit' leaves.", style="dim")

    def show_again(self) -> None:
        """Show the current question again in full."""
        self._asked = None

    def _present(self, decision: Decision) -> None:
        """Show a question once, and the standings once a turn."""
        state = self.record.state
        turn = (state.round, next(iter(state.turn.phases)))
        if self._turn is None:
            print_turn(self.screen, self.world, *turn)
        if self._turn != turn:
            self._turn = turn
            self.screen.print(standings(self.world, state))
        key = (decision, self._battle_round())
        if self._asked != key:
            self._asked = key
            self.printer.announced()
            self.screen.print()
            self.screen.print(question(self.game, state, decision))

    def _battle_round(self) -> int:
        """Distinguishes two questions of one battle."""
        battle = self.record.state.battle
        return 0 if battle is None else 1000 * battle.round + 10 * battle.step + battle.column

    def _prompt(self, decision: Decision) -> Text:
        phases = self.record.state.turn.phases
        what = self.world.game.phases[phases[decision.seat]].name if decision.seat in phases else "Defence"
        name = self.world.name(decision.seat)
        return Text.assemble((name, f"bold {colour(self.world, decision.seat)}"), f", {what}>")

    def _close(self) -> None:
        winner = self.record.state.winner
        self.screen.print()
        self.screen.print(sentence(f"{the_side(self.world, winner)} have won the war"), style="bold")
        self.screen.print(standings(self.world, self.record.state))
        if self.world.parts.winners:
            self.screen.print(growths(self.world, self.record.state))
        kept, over = self.autosave, finished(self.autosave)
        self.autosave = over
        if self.keep() is None:
            kept.unlink(missing_ok=True)
            self.screen.print(f"The game is in {over}", soft_wrap=True)
            self.screen.print(
                "'sandtable replay' shows it again, 'sandtable verify' proves its dice.", style="dim"
            )

    # -- saving

    def keep(self) -> CannotWrite | None:
        """Write the autosave. A failure is returned, and never ends the game."""
        try:
            self.autosave.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return CannotWrite(f"{self.autosave.parent} can't be created: {error.strerror}")
        return self.write(self.autosave)

    def write(self, path: Path) -> CannotWrite | None:
        """Write the game to the player's file."""
        problem = write(self.record, path, reveal=True)
        if problem is None:
            self.own_files.add(path.resolve())
        return problem

    def how_to_resume(self, path: Path) -> str:
        """The command line that resumes this game."""
        names = (seat if bot.name == DEFAULT else f"{seat}={bot.name}" for seat, bot in self.bots.items())
        bots = f" --bots {quote(','.join(names))}" if self.bots else ""
        return f"sandtable terminal --load {path}{bots}"
