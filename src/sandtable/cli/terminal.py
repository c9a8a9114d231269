"""``sandtable terminal``: sets up players and dice, then plays."""

from collections.abc import Mapping
from pathlib import Path
from secrets import randbelow
from typing import Any

from sandtable.cli.answers import console, fail, find_game, read_game
from sandtable.cli.seats import bot_failed, make_bots, players_of, scenario_of, some_bots
from sandtable.core.datafile.errors import suggestion
from sandtable.core.game import AnyGame, Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import area, family_of
from sandtable.terminal.choosing import ChoiceTable
from sandtable.terminal.commands import leave, obey
from sandtable.terminal.saves import latest
from sandtable.terminal.table import Table

DICE = ("seeded", "hand")


def play_at_the_terminal(
    game_id: str,
    load: Path | None,
    players: str,
    bots: str,
    dice: str,
    seed: int | None,
    options: Mapping[str, bool],
    scenario: str = "",
) -> None:
    """Set up a game and play."""
    if dice and dice not in DICE:
        fail(f"--dice: {dice!r} is neither 'seeded' nor 'hand'.{suggestion(dice, DICE)}")
    record = read_game(load) if load is not None else None
    any_game = record.game if record is not None else find_game(game_id)
    if family_of(any_game.id) != "area":
        _by_choices(any_game, record, players, bots, dice, seed, options, scenario)
        return
    game = area(any_game.id)
    chosen = some_bots(game, bots)
    if set(chosen) == set(game.seats):
        fail(f"--bots: somebody must play. To watch bots: sandtable sim {game.id}.")
    luck = randbelow(1 << 30) if seed is None else seed
    screen = console()
    table = Table(screen, make_bots(game, chosen, luck))
    on = {name: True for name, is_on in options.items() if is_on}
    if record is None:
        setup = Setup(options=on, players=players_of(game, players, chosen))
        begun = Record.begin(game, setup, table.dice(dice or "seeded", seed))
        if isinstance(begun, Refusal):
            fail(f"{begun.why} ({begun.rule})")
        record = begun
        left = latest()
    else:
        if players or on:
            fail("--players and options are set before a game starts; a loaded game has its own.")
        if not record.pending:
            fail(f"{load}: the game is over. To read it: sandtable replay {load}")
        source = record.provenance.source
        if not record.can_roll or (dice and dice != source) or seed is not None:
            record = record.fork(table.dice(dice or ("hand" if source == "hand" else "seeded"), seed))
        assert load is not None
        table.own_files.add(load.resolve())
        left = None
    table.sit_down(record)
    table.greet()
    if left is not None:
        screen.print(f"There's an unfinished game: sandtable terminal --load {left}", style="dim", soft_wrap=True)
    fault = table.play(obey, leave)
    if fault is not None:
        bot_failed(fault)


def _by_choices(
    game: AnyGame,
    record: Record[Any, Any, Any] | None,
    players: str,
    bots: str,
    dice: str,
    seed: int | None,
    options: Mapping[str, bool],
    scenario: str,
) -> None:
    """A game of another family: lists all legal actions."""
    name = record.setup.scenario if record is not None else scenario_of(game, scenario)
    seats = game.guide.box.seats_in(name)
    chosen = {seat: bot for seat, bot in some_bots(game, bots).items() if seat in seats}
    if set(chosen) == set(seats):
        fail(f"--bots: somebody must play. To watch bots: sandtable sim {game.id}.")
    table = ChoiceTable(console(), make_bots(game, chosen, randbelow(1 << 30) if seed is None else seed))
    if record is None:
        on = {name: True for name, is_on in options.items() if is_on}
        setup = Setup(scenario, on, players_of(game, players, chosen, name))
        begun = Record.begin(game, setup, table.dice(dice or "seeded", seed))
        if isinstance(begun, Refusal):
            fail(f"{begun.why} ({begun.rule})")
        record = begun
    elif not record.can_roll:
        record = record.fork(table.dice(dice or "seeded", seed))
    fault = table.play(record)
    if fault is not None:
        bot_failed(fault)
