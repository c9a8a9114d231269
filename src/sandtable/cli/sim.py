"""``sandtable sim``: plays bots against each other."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.area.story import the_side
from sandtable.area.wording import sentence, times
from sandtable.bots.playing import Step, play_out
from sandtable.cli.answers import console, fail, find_game, print_json
from sandtable.cli.seats import bot_failed, bots_of, make_bots, scenario_of
from sandtable.core.dice import SeededDice
from sandtable.core.game import AnyGame, Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import write
from sandtable.lab.match import AnyRecord, rounds_played
from sandtable.terminal.board_view import standings
from sandtable.terminal.explaining import Explainer
from sandtable.terminal.plain import measured


def simulate(
    game_id: str,
    seats: str,
    seed: int,
    rounds: int,
    think: float | None,
    out: Path | None,
    options: Mapping[str, bool],
    explain: bool,
    scenario: str,
    as_json: bool,
) -> None:
    """Play one game and show the result."""
    game = find_game(game_id)
    bots = bots_of(game, seats, scenario_of(game, scenario))
    if out is not None and not out.resolve().parent.is_dir():
        fail(f"--out: there is no folder {out.resolve().parent}.")
    chosen = {name: True for name, on in options.items() if on}
    record = Record.begin(
        game, Setup(scenario, chosen, game.guide.box.players_in(scenario)), SeededDice.from_seed(seed)
    )
    if isinstance(record, Refusal):
        fail(f"{record.why} ({record.rule})")
    if explain and as_json:
        fail("--explain is for reading, --json for programs: choose one.")
    explainer = Explainer(console(), game) if explain else None
    with _progress(0 if explain else rounds) as show_round:

        def round_of(state: object) -> int:
            return game.guide.moment(state).round

        def watch(step: Step[Any, Any, Any]) -> None:
            show_round(round_of(record.state))
            if explainer is not None:
                explainer.hear(step)

        players = make_bots(game, bots, seed)
        fault = play_out(record, players, lambda state: bool(rounds) and round_of(state) > rounds, think, watch)
    if explainer is not None:
        explainer.close()
    if fault is not None:
        bot_failed(fault)
    if out is not None:
        problem = write(record, out, reveal=True)
        if problem is not None:
            fail(problem.why)
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
    game: AnyGame, record: AnyRecord, bots: Mapping[str, str], seed: int, out: Path | None
) -> dict[str, object]:
    state = record.state
    return {
        "game": game.id,
        "seed": seed,
        "seats": dict(bots),
        "winner": game.winner(state),
        "rounds": rounds_played(record),
        "decisions": len(record.entries),
        "dice": record.dice_rolled,
        "digest": game.digest(state),
        "powers": {seat: _numbers(game, state, seat) for seat in bots},
        "file": None if out is None else str(out),
    }


def _numbers(game: AnyGame, state: object, seat: str) -> dict[str, float]:
    """A seat's numbers: everything its guide measures, and money if there is any."""
    found = game.guide.measure(state)
    money = {"treasury": state.treasury[seat]} if isinstance(state, AreaState) else {}
    standing = [one.id for one in game.guide.measures if one.by == "seat" and one.how == "stand"]
    return money | {name: found[name].get(seat, 0) for name in standing if name in found}


def _show(game: AnyGame, record: AnyRecord, out: Path | None) -> None:
    state, screen = record.state, console()
    played = times(rounds_played(record), "round")
    if winner := game.winner(state):
        if isinstance(game, AreaGame):
            screen.print(sentence(f"{the_side(game.world, winner)} have won after {played}"), style="bold")
        else:
            screen.print(f"Victory after {played}: {game.guide.box.sides[winner]}.", style="bold")
    else:
        screen.print(f"No winner after {played}.", style="bold")
    screen.print(standings(game.world, state) if isinstance(game, AreaGame) else measured(game, state))
    counted = f"{times(len(record.entries), 'decision')}, {times(record.dice_rolled, 'die', 'dice')}."
    screen.print(f"{counted}{f' Saved to {out}.' if out else ''}", style="dim")
