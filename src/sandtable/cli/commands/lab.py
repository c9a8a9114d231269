# ruff: noqa: PLC0415 - a command imports only what it needs, so that all of them start at once
"""``sandtable lab``: commands that study games."""

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.commands.options import (
    GameId,
    Jobs,
    Json,
    LowLuck,
    Ray,
    Rounds,
    ScenarioName,
    Seed,
    ShortGame,
    Think,
    cores,
)

lab_app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, help="Study games: tune bots, weigh sides.")
OneBot = Annotated[str, typer.Option("--bot", metavar="BOT", help="The bot that plays both sides.")]


@lab_app.command("tune")
def lab_tune(
    game: GameId,
    bot: Annotated[str, typer.Option("--bot", metavar="BOT", help="The bot whose numbers are tuned.")] = "hard",
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The level file to write; its log is put beside it.")
    ] = Path("tuned.yaml"),
    games_: Annotated[
        int, typer.Option("--games", metavar="N", min=2, help="Games a step, half of them from each side.")
    ] = 20,
    steps: Annotated[int, typer.Option("--steps", metavar="N", min=1, help="The last step.")] = 50,
    prove: Annotated[
        int, typer.Option("--prove", metavar="N", min=0, help="At the end, games against the old numbers.")
    ] = 0,
    numbers: Annotated[
        str, typer.Option("--numbers", metavar="NAMES", help="Turn only these: 'caution,counter'; else all.")
    ] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the log.")] = False,
    rounds: Rounds = 8,
    think: Think = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
) -> None:
    """Tune the numbers of a bot by self-play.

    In each step all numbers are moved a little, up or down by lot, and play against the same moves the other way;
    the numbers follow those that have more in the end. After each step the level file is written anew. Play it as
    'hard@FILE'.

    \b
    Examples:
      sandtable lab tune 1941 --games 40 --steps 100
      sandtable lab tune 1941 --bot medium --out medium-tuned.yaml --prove 100
      sandtable lab tune 1941 --numbers caution,counter,riposte --steps 30
      sandtable lab tune 1941 --games 40 --steps 200 --resume
    """
    from sandtable.cli.lab import tune_bot

    tune_bot(game, bot, out, games_, steps, prove, numbers, resume, rounds, think, seed, cores(jobs), ray)


@lab_app.command("balance")
def lab_balance(
    game: GameId,
    bot: OneBot = "hard",
    games_: Annotated[int, typer.Option("--games", metavar="N", min=2, help="Games with each bid.")] = 40,
    most: Annotated[int, typer.Option("--most", metavar="IPCS", min=4, help="The largest bid to try.")] = 24,
    rounds: Rounds = 15,
    think: Think = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
    low_luck: LowLuck = False,
    short_game: ShortGame = False,
    scenario: ScenarioName = "",
    as_json: Json = False,
) -> None:
    """Which side is better off, and what bid would even it out?

    A bot plays both sides; then the weaker side is given money before the game, more and more of it, dealt evenly
    to its powers. The same dice are used with every bid. In a game of hexes nobody has money: it is only told who
    wins more.

    \b
    Examples:
      sandtable lab balance 1941 --games 100
      sandtable lab balance 1941 --bot medium --most 40 --json
      sandtable lab balance hgw --scenario fall-of-germany
    """
    from sandtable.cli.lab import weigh_sides

    options = {"low-luck": low_luck, "short-game": short_game}
    weigh_sides(game, bot, games_, most, rounds, think, seed, options, scenario, cores(jobs), ray, as_json)
