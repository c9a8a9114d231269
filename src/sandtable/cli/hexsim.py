"""``sandtable sim`` for games of hexes: bots play against each other."""

from collections.abc import Mapping
from pathlib import Path

from rich.table import Table

from sandtable import games
from sandtable.bots.playing import Step, play_out
from sandtable.cli.answers import console, fail, print_json
from sandtable.cli.seats import ended, make_bots, seated
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import HexAction
from sandtable.hexes.events import HexEvent
from sandtable.hexes.family import HexGame
from sandtable.hexes.state import HexState

HexRecord = Record[HexState, HexAction, HexEvent]


def simulate_hexes(
    game_id: str,
    scenario: str,
    seats: str,
    seed: int,
    rounds: int,
    think: float | None,
    out: Path | None,
    explain: bool,
    as_json: bool,
) -> None:
    """Play one game and show how it went."""
    game = games.load_hexes(game_id)
    bots = seated(game, seats, lambda name: _seat(game, name))
    if out is not None and not out.resolve().parent.is_dir():
        fail(f"--out: there is no folder {out.resolve().parent}.")
    if explain and as_json:
        fail("--explain is for readers, --json for programs: choose one.")
    record = Record.begin(game, Setup(scenario=scenario), SeededDice.from_seed(seed))
    if isinstance(record, Refusal):
        fail(f"{record.why} ({record.rule})")
    screen = console()

    def watch(step: Step[HexState, HexAction, HexEvent]) -> None:
        state = step.before
        for event in step.events if explain else ():
            for line in game.guide.tell(state, event):
                screen.print(line)
            state = game.evolve(state, event)

    players = make_bots(game, bots, seed)
    fault = play_out(record, players, lambda state: bool(rounds) and state.turn > rounds, think, watch)
    ended(record, fault, out)
    if as_json:
        print_json(_summary(game, record, bots, seed, out))
        return
    world = game.world(record.state)
    winner = record.state.winner
    end = f"Won by: {winner}" if winner else "Nobody has won"
    screen.print(f"{world.facts.title}, {world.date(record.state.turn)}. {end}.", style="bold")
    screen.print(_standings(game, record.state))
    screen.print(f"{len(record.entries)} decisions, {record.dice_rolled} dice.", style="dim")


def _seat(game: HexGame, name: str) -> str:
    if name not in game.seats:
        fail(f"--seats: there is no side {name!r}. The sides are: {', '.join(game.seats)}.")
    return name


def _standings(game: HexGame, state: HexState) -> Table:
    measured = game.guide.measure(state)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("side", style="bold")
    for name in ("armies", "strength", "production"):
        table.add_column(name, justify="right")
    world = game.world(state)
    for side in world.order:
        armies = sum(1 for _ in state.armies_of(side))
        table.add_row(
            world.name(side), str(armies), f"{measured['points'][side]:g}", f"{measured['production'][side]:g}"
        )
    return table


def _summary(
    game: HexGame, record: HexRecord, bots: Mapping[str, str], seed: int, out: Path | None
) -> dict[str, object]:
    state = record.state
    measured = game.guide.measure(state)
    return {
        "game": game.id,
        "scenario": state.scenario,
        "seed": seed,
        "seats": {seat: bots[seat] for seat in game.world(state).order},
        "winner": state.winner or None,
        "rounds": state.turn,
        "decisions": len(record.entries),
        "dice": record.dice_rolled,
        "digest": game.digest(state),
        "sides": {
            side: {
                "armies": sum(1 for _ in state.armies_of(side)),
                "strength": measured["points"][side],
                "production": measured["production"][side],
            }
            for side in game.world(state).order
        },
        "file": None if out is None else str(out),
    }
