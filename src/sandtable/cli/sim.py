"""``sandtable sim``: bots play against each other."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from sandtable.area.actions import AreaAction
from sandtable.area.events import AreaEvent
from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.area.status import production
from sandtable.area.story import the_side
from sandtable.area.wording import sentence, times
from sandtable.bots.playing import Step, play_out
from sandtable.cli.answers import console, fail, find_game, print_json
from sandtable.cli.seats import bots_of, ended, make_bots
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.lab.match import rounds_played
from sandtable.terminal.board_view import standings
from sandtable.terminal.explaining import Explainer

AreaRecord = Record[AreaState, AreaAction, AreaEvent]
AreaStep = Step[AreaState, AreaAction, AreaEvent]


def simulate(
    game_id: str,
    seats: str,
    seed: int,
    rounds: int,
    think: float | None,
    out: Path | None,
    options: Mapping[str, bool],
    explain: bool,
    as_json: bool,
) -> None:
    """Play one game and show how it went."""
    game = find_game(game_id)
    bots = bots_of(game, seats)
    if out is not None and not out.resolve().parent.is_dir():
        fail(f"--out: there is no folder {out.resolve().parent}.")
    chosen = {name: True for name, on in options.items() if on}
    record = Record.begin(game, Setup(options=chosen), SeededDice.from_seed(seed))
    if isinstance(record, Refusal):
        fail(f"{record.why} ({record.rule})")
    if explain and as_json:
        fail("--explain is for readers, --json for programs: choose one.")
    explainer = Explainer(console(), game.world) if explain else None
    with _progress(0 if explain else rounds) as show_round:

        def watch(step: AreaStep) -> None:
            show_round(record.state.round)
            if explainer is not None:
                explainer.hear(step)

        players = make_bots(game, bots, seed)
        fault = play_out(record, players, lambda state: bool(rounds) and state.round > rounds, think, watch)
    if explainer is not None:
        explainer.close()
    ended(record, fault, out)
    if as_json:
        print_json(_summary(game, record, bots, seed, out))
    else:
        _show(game, record, out)


@contextmanager
def _progress(rounds: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, if that is a terminal."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield lambda _: None
        return
    columns = (TextColumn("Round {task.completed}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=rounds or None)
        yield lambda round_: bar.update(task, completed=min(round_, rounds or round_))


def _summary(
    game: AreaGame, record: AreaRecord, bots: Mapping[str, str], seed: int, out: Path | None
) -> dict[str, object]:
    state, world = record.state, game.world
    return {
        "game": game.id,
        "seed": seed,
        "seats": dict(bots),
        "winner": state.winner or None,
        "rounds": rounds_played(record),
        "decisions": len(record.entries),
        "dice": record.dice_rolled,
        "digest": game.digest(state),
        "powers": {
            power: {
                "income": production(world, state, power),
                "treasury": state.treasury[power],
                "territories": sum(holder == power for holder in state.control.values()),
            }
            for power in world.order
        },
        "file": None if out is None else str(out),
    }


def _show(game: AreaGame, record: AreaRecord, out: Path | None) -> None:
    state, screen = record.state, console()
    played = times(rounds_played(record), "round")
    if state.winner:
        screen.print(sentence(f"{the_side(game.world, state.winner)} have won after {played}"), style="bold")
    else:
        screen.print(f"Nobody has won after {played}.", style="bold")
    screen.print(standings(game.world, state))
    counted = f"{times(len(record.entries), 'decision')}, {times(record.dice_rolled, 'die', 'dice')}."
    screen.print(f"{counted}{f' Saved to {out}.' if out else ''}", style="dim")
