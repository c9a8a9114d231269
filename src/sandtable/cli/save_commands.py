# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""Commands for saved games and scenario files."""

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.options import Json


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save file.")],
    round_: Annotated[int | None, typer.Option("--round", metavar="N", min=1, help="Only this round.")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Write Markdown.")] = False,
    as_json: Json = False,
) -> None:
    """Tell a saved game as a story, with dice and losses.

    \b
    Examples:
      sandtable replay game.sandtable
      sandtable replay game.sandtable --round 3
      sandtable replay game.sandtable | less
      sandtable replay game.sandtable --markdown > story.md
    """
    from sandtable.cli.replay import tell_game

    tell_game(file, round_, markdown, as_json)


def stats(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save file.")],
    as_json: Json = False,
) -> None:
    """Show a saved game in numbers: income, armies, losses by round, and how lucky the dice were.

    The percentile says how often out of 100 the dice would have been worse: 50 is average luck.

    \b
    Examples:
      sandtable stats game.sandtable
      sandtable stats game.sandtable --json > game.json
    """
    from sandtable.cli.stats import count_game

    count_game(file, as_json)


def check(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Scenario files, folders of them, or one game.")
    ],
    everything: Annotated[
        bool, typer.Option("--all", help="For a game: list every scenario with another outcome.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Run scenario files: do the rules work as written?

    For a game, its own scenarios are run. Then you see which scenarios of its parent game now come out
    differently: the side effects of your changes.

    Exit code 1 if a scenario fails, 2 if there is none.

    \b
    Examples:
      sandtable check dispute.yaml
      sandtable check tests/scenarios
      sandtable check my-1941
    """
    from sandtable.cli.check import check_scenarios

    check_scenarios(paths, everything, as_json)


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save file.")],
    commitment: Annotated[
        str,
        typer.Option("--commitment", metavar="HEX", help="The seal you noted before the first roll."),
    ] = "",
    as_json: Json = False,
) -> None:
    """Verify that a game was played by the rules and with honest dice.

    Exit code 1 if something is wrong; the first wrong die is named.

    \b
    Examples:
      sandtable verify game.sandtable
      sandtable verify game.sandtable --commitment 5f0c...
    """
    from sandtable.cli.verify import verify_game

    verify_game(file, commitment, as_json)
