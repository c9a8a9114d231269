# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""``sandtable lab``: commands to study games."""

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.game_folders import CountsGames, GameFolders, look_in
from sandtable.cli.options import (
    GameId,
    Jobs,
    Json,
    LastRound,
    LowLuck,
    Ray,
    Rounds,
    ScenarioName,
    Seed,
    ShortGame,
    Think,
    cores,
)

lab_app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, help="Study games: tune bots, measure balance.")
OneBot = Annotated[str, typer.Option("--bot", metavar="BOT", help="The bot that plays both sides.")]


@lab_app.command("tune", cls=CountsGames)
def lab_tune(
    game: GameId,
    bot: Annotated[str, typer.Option("--bot", metavar="BOT", help="The bot whose numbers are tuned.")] = "hard",
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The level file to write; its log goes next to it.")
    ] = Path("tuned.yaml"),
    games_: Annotated[
        int, typer.Option("--games", metavar="N", min=2, help="Games per step, half of them from each side.")
    ] = 20,
    steps: Annotated[int, typer.Option("--steps", metavar="N", min=1, help="The last step.")] = 50,
    prove: Annotated[
        int, typer.Option("--prove", metavar="N", min=0, help="At the end, games against the old numbers.")
    ] = 0,
    numbers: Annotated[
        str, typer.Option("--numbers", metavar="NAMES", help="Tune only these: 'caution,counter'. Default: all.")
    ] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Resume from the log.")] = False,
    rounds: Rounds = 8,
    think: Think = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
) -> None:
    """Tune the numbers of a bot by self-play.

    Each step nudges all numbers at random, and plays them against the opposite nudge. The numbers then move
    towards the winner. The level file is rewritten after each step. Play it as 'hard@FILE'.

    \b
    Examples:
      sandtable lab tune 1941 --games 40 --steps 100
      sandtable lab tune 1941 --bot medium --out medium-tuned.yaml --prove 100
      sandtable lab tune 1941 --numbers caution,counter,riposte --steps 30
      sandtable lab tune 1941 --games 40 --steps 200 --resume
    """
    from sandtable.cli.lab import tune_bot

    tune_bot(game, bot, out, games_, steps, prove, numbers, resume, rounds, think, seed, cores(jobs), ray)


@lab_app.command("balance", cls=CountsGames)
def lab_balance(
    game: GameId,
    bot: OneBot = "hard",
    games_: Annotated[int, typer.Option("--games", metavar="N", min=2, help="Games with each bid.")] = 40,
    most: Annotated[int, typer.Option("--most", metavar="IPCS", min=4, help="The largest bid to try.")] = 24,
    rounds: LastRound = 0,
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

    A bot plays both sides. Then the weaker side gets more and more money before the game, split evenly between
    its powers. Every bid uses the same dice. Hex games have no money, so they only show who wins more.

    \b
    Examples:
      sandtable lab balance 1941 --games 100
      sandtable lab balance 1941 --bot medium --most 40 --json
      sandtable lab balance hgw --scenario fall-of-germany
    """
    from sandtable.cli.lab import weigh_sides

    options = {"low-luck": low_luck, "short-game": short_game}
    weigh_sides(game, bot, games_, most, rounds, think, seed, options, scenario, cores(jobs), ray, as_json)


@lab_app.command("learn", cls=CountsGames)
def lab_learn(
    game: GameId,
    bot: OneBot = "hard",
    games_: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games to learn from.")] = 200,
    rounds: Rounds = 10,
    seed: Seed = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write.")] = Path(
        "prospects.yaml"
    ),
) -> None:
    """Learn what positions are worth, from games that a bot plays against itself.

    The bot's habits and the bid vary from game to game. The result is a weight for each feature of a position: how
    much more or less than its price it turned out to be worth. Bots that play their plans out judge the outcome by
    these weights. The same seed gives the same weights. For area games.

    \b
    Examples:
      sandtable lab learn 1941 --games 400
      sandtable lab learn my-1941 --bot medium --games 100 --out my-1941/prospects.yaml
    """
    from sandtable.cli.learning import learn

    learn(game, bot, out, games_, rounds, seed, cores(jobs), ray)


@lab_app.command("puzzles", cls=CountsGames)
def lab_puzzles(
    game: GameId,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Default: GAME-puzzles.json, here.")
    ] = None,
    games_: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games to look through.")] = 10,
    most: Annotated[int, typer.Option("--most", metavar="N", min=1, help="Keep at most this many.")] = 30,
    bot: OneBot = "medium",
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=1, help="The last round to look through.")
    ] = 5,
    seed: Seed = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Find puzzles: turns in bot games in which one combat move is clearly better than all others.

    Bots play the games. In each combat move the planner looks for the best plan by the exact odds, and for the
    best one that leaves out an attack. If the first is better by a clear margin, it is played out with fresh dice.
    Then the bots try to solve it, which gives the puzzle its first rating. The same seed finds the same puzzles.
    For area games.

    \b
    Examples:
      sandtable lab puzzles 1941 --games 4
      sandtable lab puzzles classic --games 20 --most 50 --seed 100 --out classic.json
    """
    from sandtable.cli.puzzles import find_puzzles

    find_puzzles(game, out, games_, most, bot, rounds, seed, cores(jobs), ray, as_json)


@lab_app.command("fairness")
def lab_fairness(
    game: GameId,
    bot: OneBot = "medium",
    pairs: Annotated[
        int, typer.Option("--pairs", metavar="N", min=1, help="The most games of each kind, on the same seeds.")
    ] = 200,
    minutes: Annotated[
        float, typer.Option("--minutes", metavar="M", min=0, help="Stop after this long. 0: no limit.")
    ] = 20,
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds", metavar="N", min=0, help="The last round of a game. 0: 8, or the scenario's last date."
        ),
    ] = 0,
    seed: Seed = 1,
    scenario: ScenarioName = "",
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Default: GAME-fairness.html, here.")
    ] = None,
    jobs: Jobs = 0,
    ray: Ray = "",
    game_folders: GameFolders = None,
    as_json: Json = False,
) -> None:
    """What do your house rules do? Compare the variant with its parent, with the same dice.

    Who wins, how long it takes, what is bought, where the fighting is, which change did it, and which bid evens
    it out. It stops as soon as the answer is clear. Ctrl-C reports what is known; the same command resumes. Every
    game is kept in a file beside the report.

    \b
    Examples:
      sandtable lab fairness my-1941
      sandtable lab fairness my-1941 --bot hard --minutes 120 --jobs 4
      sandtable lab fairness my-1941 --report ~/my-1941.html
    """
    from sandtable.cli.fairness import weigh_variant

    look_in(game_folders or [])
    weigh_variant(game, bot, pairs, minutes, rounds, seed, scenario, report, cores(jobs), ray, as_json)
