"""``sandtable verify``: checks that a game followed the rules and its dice match the seal."""

from pathlib import Path

import msgspec
import typer

from sandtable import games
from sandtable.cli.answers import console, fail, print_json
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import BadFile, Saved, parse, read_bytes
from sandtable.core.verify import Fault, Verdict, verify_file
from sandtable.terminal.plain import heading


def verify_game(file: Path, commitment: str, as_json: bool) -> None:
    """Verify a save file and show the first fault."""
    screen = console(stderr=True)
    if screen.is_terminal:
        with screen.status("Replaying the game ..."):
            verdict = verify_file(file, games.find, commitment)
    else:
        verdict = verify_file(file, games.find, commitment)
    if isinstance(verdict, BadFile):
        fail(verdict.why if str(file) in verdict.why else f"{file}: {verdict}")
    if as_json:
        print_json({"good": verdict.good, **msgspec.to_builtins(verdict)})
    else:
        _show(file, verdict)
    if not verdict.good:
        raise typer.Exit(1)


def _show(file: Path, verdict: Verdict) -> None:
    screen = console()
    if verdict.fault is None:
        screen.print(f"Good. {verdict.says}", style="green")
        return
    where = _moment(file, verdict.fault)
    screen.print(f"Wrong{where}: {verdict.says}", style="bold red", soft_wrap=True)
    screen.print(f"The {verdict.entries} decisions before it are fine.", style="dim")


def _moment(file: Path, fault: Fault) -> str:
    """Whose turn a fault is in: `` in round 2, Germany, Conduct Combat``."""
    data = read_bytes(file)
    saved = data if isinstance(data, BadFile) else parse(data, games.find)
    if not fault.entry or not isinstance(saved, Saved):
        return ""
    game = saved.game
    state = game.start(saved.setup)
    if isinstance(state, Refusal):
        return ""
    try:
        for number, one in enumerate(saved.entries[: fault.entry], 1):
            for event in one.events if number < fault.entry else one.events[: max(fault.event - 1, 0)]:
                state = game.evolve(state, event)
        return f" in {heading(game, game.guide.moment(state)).replace('Round', 'round', 1)}"
    except Exception:  # a bad file can fail in any way
        return ""
