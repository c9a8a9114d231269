"""``sandtable verify``: was a game played by the rules, and did the dice fall as they were sealed?"""

from pathlib import Path

import msgspec
import typer

from sandtable import games
from sandtable.cli.answers import console, fail, print_json
from sandtable.core.savefile import BadFile, Saved, parse, read_bytes
from sandtable.core.verify import Verdict, verify_file


def verify_game(file: Path, commitment: str, as_json: bool) -> None:
    """Verify a save file and tell the first thing that is wrong."""
    screen = console(stderr=True)
    if screen.is_terminal:
        with screen.status("Playing the game again ..."):
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
        screen.print(f"Good. {verdict.says}", style="green", markup=False)
        return
    where = _moment(file, verdict.fault.entry)
    screen.print(f"Wrong{where}: {verdict.says}", style="bold red", markup=False)
    screen.print(f"The {verdict.entries} decisions before it are good.", style="dim")


def _moment(file: Path, entry: int) -> str:
    """In whose turn an entry stands: `` in round 2, Germany, Conduct Combat``."""
    data = read_bytes(file)
    saved = data if isinstance(data, BadFile) else parse(data, games.find)
    if not entry or not isinstance(saved, Saved):
        return ""
    game = games.find(saved.game.id)
    if game is None:
        return ""
    state = game.start(saved.setup)
    try:
        for one in saved.entries[: entry - 1]:
            for event in one.events:
                state = game.evolve(state, event)  # type: ignore[arg-type]
        power, phase = next(iter(state.turn.phases.items()))  # type: ignore[union-attr]
        return f" in round {state.round}, {game.world.name(power)}, {game.world.game.phases[phase].name}"  # type: ignore[union-attr]
    except Exception:  # what is wrong may be wrong in any way
        return ""
