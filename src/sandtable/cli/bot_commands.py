# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""Commands for bots: one game, many games, or a bot for another program."""

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.options import (
    GameId,
    Jobs,
    Json,
    LastRound,
    LowLuck,
    Ray,
    ScenarioName,
    Seed,
    ShortGame,
    Switched,
    Think,
    cores,
)


def sim(
    game: GameId,
    seats: Annotated[
        str,
        typer.Option(
            "--seats",
            metavar="BOTS",
            help="One bot for all, one for each seat in order of play, or 'germany=hard,...'.",
        ),
    ] = "random",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed plays the same game.")] = 1,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=0, help="Stop after N rounds. 0: play until a side wins.")
    ] = 20,
    think: Think = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Explain every move: the aim, the odds, the alternative.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the game to a save file.")
    ] = None,
    low_luck: LowLuck = False,
    short_game: ShortGame = False,
    option: Switched = None,
    scenario: ScenarioName = "",
    as_json: Json = False,
) -> None:
    """Let bots play against each other.

    A bot is random, easy, medium, hard or expert; 'hard@FILE' plays with your own numbers; 'exec:COMMAND' is
    your own program.

    \b
    Examples:
      sandtable sim 1941
      sandtable sim 1941 --seats hard --rounds 3 --explain
      sandtable sim 1941 --seats germany=hard,japan=hard --seed 7 --out game.sandtable
      sandtable sim 1941 --seats "exec:python3 mybot.py" --json
      sandtable sim hgw --scenario fall-of-germany
    """
    from sandtable.cli.sim import simulate

    options = {"low-luck": low_luck, "short-game": short_game} | dict.fromkeys(option or (), True)
    simulate(game, seats, seed, rounds, think, out, options, explain, scenario, as_json)


def bot(
    name: Annotated[
        str | None, typer.Argument(metavar="[BOT]", help="A bot's name. Without one: list them.")
    ] = None,
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="The game it plays.")] = "1941",
    as_json: Json = False,
) -> None:
    """List the bots, or run one for another program.

    With a name it reads questions from stdin and writes answers to stdout, a line of JSON each, until stdin ends.
    See docs/bots.md for the protocol.

    \b
    Examples:
      sandtable bot                               which bots are there?
      sandtable bot hard --game 1941
      sandtable sim 1941 --seats "germany=exec:sandtable bot hard"
    """
    from sandtable.cli.bot import list_bots, serve_bot

    if name is None:
        list_bots(as_json)
    else:
        serve_bot(name, game)


def arena(
    game: GameId,
    bots: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="Two or more bots. A single bot plays itself.")
    ],
    games_: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Games per pairing, half of them from each side.")
    ] = 20,
    rounds: LastRound = 0,
    think: Think = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write a report with charts, as an .html file.")
    ] = None,
    low_luck: LowLuck = False,
    short_game: ShortGame = False,
    scenario: ScenarioName = "",
    as_json: Json = False,
) -> None:
    """Play bots against each other many times, and rate them.

    Every two bots play from both sides with the same dice. A bot that answers illegally, too late or not at all
    loses that game. A game that nobody has won after the last round is awarded to the side that is clearly ahead
    in units, money and income, and is counted as adjudicated. Exit code 1 if a bot failed.

    \b
    Examples:
      sandtable arena 1941 easy medium hard --games 100 --report arena.html
      sandtable arena 1941 hard hard@tuned.yaml --games 200 --jobs 2
      sandtable arena 1941 hard --games 100       hard against itself: which side is better off?
      sandtable arena 1941 medium "exec:python3 mybot.py" --think 2
      sandtable arena 1941 easy hard --ray auto
    """
    from sandtable.cli.arena import hold_arena

    options = {"low-luck": low_luck, "short-game": short_game}
    hold_arena(game, bots, games_, rounds, think, seed, options, cores(jobs), ray, report, scenario, as_json)
