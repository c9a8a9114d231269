"""Executes a typed line: an order, a look at the board, or a command about the session."""

import re
from collections.abc import Callable, Mapping
from typing import NoReturn

from rich.console import RenderableType
from rich.text import Text

from sandtable import games
from sandtable.area.actions import Concede
from sandtable.area.events import PhaseBegan, TurnBegan
from sandtable.area.story import Narrator, story
from sandtable.core.decision import Decision
from sandtable.core.dice import NoDice
from sandtable.core.record import CannotUndo
from sandtable.core.savefile import BadFile, read
from sandtable.terminal import aims_view, board_view, names
from sandtable.terminal.help import help_page
from sandtable.terminal.names import Misread
from sandtable.terminal.narration import print_chapters
from sandtable.terminal.orders import ORDERS, knows, read_order
from sandtable.terminal.part_orders import phrases
from sandtable.terminal.questions import strip, unit_table
from sandtable.terminal.reach_view import reach_table
from sandtable.terminal.reading import Asked
from sandtable.terminal.rules import find_rules, print_index, print_rule, unknown_rule
from sandtable.terminal.saves import folder, named
from sandtable.terminal.table import Left, Table

MOST_RULES = 8
"""Rules shown in full at a time; if there are more, only their names are listed."""


def obey(table: Table, decision: Decision, line: str) -> None:
    """Execute a line, or say what is wrong with it."""
    line = line.split("#", 1)[0].strip()
    verb, _, rest = line.partition(" ")
    verb, rest = verb.casefold(), rest.strip()
    if not verb:
        table.show_again()
        return
    try:
        if verb in COMMANDS and not (verb in ORDERS and _is_order(verb, rest)):
            COMMANDS[verb](table, decision, rest)
        elif knows(table.game, verb):
            _order(table, decision, verb, rest)
        else:
            known = [*COMMANDS, *ORDERS, *phrases(table.game)]
            raise Misread(f"Unknown command '{verb}'.{names.near(verb, known)} 'help' lists the commands.")
    except Misread as problem:
        table.screen.print(Text(str(problem), style="yellow"))


def _is_order(verb: str, rest: str) -> bool:
    """``board`` shows the board; ``board infantry from ...`` is an order."""
    return re.search(r"\bfrom\b", rest, re.IGNORECASE) is not None


def _order(table: Table, decision: Decision, verb: str, rest: str) -> None:
    asked = Asked(table.game, table.record.state, decision)
    for action in read_order(asked, verb, rest):
        try:
            refusal = table.act(decision.seat, action)
        except NoDice:
            table.screen.print("Nothing was rolled, and nothing has changed.", style="yellow")
            return
        table.printer.pause()
        if refusal is not None:
            table.refuse(refusal)
            return


# -- looking


def _status(table: Table, decision: Decision, rest: str) -> None:
    state = table.record.state
    phases = [table.world.game.phases[phase].name for phase in state.turn.phases.values() if phase]
    when = f"Round {state.round}" if state.round else "Opening"
    table.screen.print(f"{when}, {', '.join(dict.fromkeys(phases))}", style="bold")
    table.screen.print(board_view.standings(table.world, state))
    table.show_again()


def _board(table: Table, decision: Decision, rest: str) -> None:
    world, state = table.world, table.record.state
    shown: RenderableType = board_view.whole_board(world, state)
    if rest:
        shown = board_view.lands_of(world, state, names.power(world, rest))
    table.screen.print(shown)


def _map(table: Table, decision: Decision, rest: str) -> None:
    power = names.power(table.world, rest) if rest else decision.seat
    table.screen.print(board_view.map_of(table.world, table.record.state, power))


def _seas(table: Table, decision: Decision, rest: str) -> None:
    table.screen.print(board_view.seas(table.world, table.record.state))


def _look(table: Table, decision: Decision, rest: str) -> None:
    space = names.space(table.world, re.sub(r"^(?:at|in)\s+", "", rest))
    table.screen.print(board_view.look(table.world, table.record.state, space))


def _reach(table: Table, decision: Decision, rest: str) -> None:
    words = re.fullmatch(r"(?P<unit>.+?)\s+(?:in|from|at)\s+(?P<space>.+)", rest, re.IGNORECASE)
    if words is None:
        raise Misread("That should read like: reach tank in Ukraine")
    unit, space = names.unit(table.world, words["unit"]), names.space(table.world, words["space"])
    table.screen.print(reach_table(table.game, table.record.state, decision.seat, unit, space))


def _units(table: Table, decision: Decision, rest: str) -> None:
    table.screen.print(unit_table(table.world))


def _battle(table: Table, decision: Decision, rest: str) -> None:
    battle = table.record.state.battle
    table.screen.print(strip(table.world, battle) if battle else "No battle is being fought.")


def _aims(table: Table, decision: Decision, rest: str) -> None:
    power = names.power(table.world, rest) if rest else decision.seat
    table.screen.print(aims_view.aims(table.game, table.record.state, power))


def _story(table: Table, decision: Decision, rest: str) -> None:
    state = table.record.state
    chapters = [chapter for chapter in story(table.record, "  ") if chapter.lines]
    if rest.isdecimal():
        chapters = [chapter for chapter in chapters if chapter.round == int(rest[:6])]
    elif rest.casefold() != "all":
        on_turn = next(iter(state.turn.phases))
        now = [chapter for chapter in chapters if (chapter.round, chapter.power) == (state.round, on_turn)]
        last = chapters[-1:] and [
            c for c in chapters if (c.round, c.power) == (chapters[-1].round, chapters[-1].power)
        ]
        chapters = now or last
    if not chapters:
        table.screen.print("Nothing has happened yet.", style="dim")
    print_chapters(table.screen, table.world, chapters)


# -- rules


def _rule(table: Table, decision: Decision, rest: str) -> None:
    book, prefix = table.game.rulebook, table.world.game.prefix
    if not rest:
        print_index(table.screen, table.game.title, prefix, book)
        return
    found = find_rules(book, prefix, rest) or book.search(rest)
    if not found:
        raise Misread(f"{unknown_rule(book, prefix, rest)}".capitalize())
    if len(found) > MOST_RULES:
        print_index(table.screen, table.game.title, prefix, found)
        return
    for rule in found:
        print_rule(table.screen, rule)


def _why(table: Table, decision: Decision, rest: str) -> None:
    table.explain()


def _help(table: Table, decision: Decision, rest: str) -> None:
    table.screen.print(help_page(table.game, table.record.state, decision, rest.casefold()))


# -- session


def _undo(table: Table, decision: Decision, rest: str) -> None:
    entries = table.record.entries
    if not entries:
        raise Misread("There's nothing to undo yet.")
    number = max((n for n, one in enumerate(entries, 1) if one.seat not in table.bots), default=0)
    if not number or (number < len(entries) and not table.record.first_undoable(entries[number - 1].seat)):
        whose = table.world.name(entries[-1].seat)
        raise Misread(f"The last decision is {whose}'s, a bot: you can't undo it.")
    last, before = entries[number - 1], table.record.at(number - 1)
    problem = table.record.undo(last.seat)
    if isinstance(problem, CannotUndo):
        raise Misread(problem.why)
    narrator = Narrator(table.world)
    for event in last.events:
        if not isinstance(event, TurnBegan | PhaseBegan):
            narrator.hear(before, event)
        before = table.game.evolve(before, event)
    table.screen.print(
        Text(f"Taken back: {' '.join(narrator.lines()) or 'the end of the phase.'}", style="yellow")
    )


def _save(table: Table, decision: Decision, rest: str) -> None:
    if not rest:
        raise Misread("Save where? 'save evening' writes evening.sandtable.")
    path = named(rest)
    new = path.resolve() not in table.own_files and path.exists()
    if new and not table.keyboard.confirm(f"{path} already exists. Overwrite it?", False):
        table.screen.print("Not saved.", style="dim")
        return
    problem = table.write(path)
    if problem is not None:
        raise Misread(problem.why)
    table.saved_entries = len(table.record.entries)
    table.screen.print(f"Saved. Resume with: {table.how_to_resume(path)}", soft_wrap=True)


def _load(table: Table, decision: Decision, rest: str) -> None:
    if not rest:
        raise Misread(f"Load what? Unfinished games are in {folder()}.")
    path = named(rest)
    record = read(path, games.find)
    if isinstance(record, BadFile):
        raise Misread(record.why if str(path) in record.why else f"{path}: {record}")
    if not record.pending:
        raise Misread(f"That game is over. 'sandtable replay {path}' shows it.")
    if _unsaved(table) and table.keep() is None:
        table.screen.print(f"The current game is saved in {table.autosave}.", style="dim", soft_wrap=True)
    if not record.can_roll:
        how = "hand" if record.provenance.source == "hand" else "seeded"
        record = record.fork(table.dice(how))
    table.own_files.add(path.resolve())
    table.sit_down(record)
    table.screen.print(f"Loaded {path}: {len(record.entries)} decisions.", style="dim", soft_wrap=True)


def _unsaved(table: Table) -> bool:
    return len(table.record.entries) != table.saved_entries


def _concede(table: Table, decision: Decision, rest: str) -> None:
    name = table.world.name(decision.seat)
    if not table.keyboard.confirm(f"{name}: concede the game?", False):
        return
    refusal = table.act(decision.seat, Concede())
    table.printer.pause()
    if refusal is not None:
        table.refuse(refusal)


def _quit(table: Table, decision: Decision, rest: str) -> None:
    leave(table)


def leave(table: Table) -> NoReturn:
    """Leave the table, and offer to save the game."""
    table.printer.pause()
    if _unsaved(table) and table.record.entries:
        if table.keyboard.confirm("Save the game?", True):
            problem = table.keep()
            if problem is None:
                table.screen.print(f"Saved. Resume with: {table.how_to_resume(table.autosave)}", soft_wrap=True)
            else:
                table.screen.print(Text(problem.why, style="red"))
        else:
            table.autosave.unlink(missing_ok=True)
    table.screen.print("Good-bye.")
    raise Left


COMMANDS: Mapping[str, Callable[[Table, Decision, str], None]] = {
    "status": _status,
    "board": _board,
    "map": _map,
    "seas": _seas,
    "look": _look,
    "reach": _reach,
    "units": _units,
    "prices": _units,
    "battle": _battle,
    "aims": _aims,
    "politics": _aims,
    "story": _story,
    "rule": _rule,
    "rules": _rule,
    "why": _why,
    "help": _help,
    "?": _help,
    "undo": _undo,
    "save": _save,
    "load": _load,
    "concede": _concede,
    "quit": _quit,
    "exit": _quit,
    "q": _quit,
}
"""Commands that aren't orders."""
