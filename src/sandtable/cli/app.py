# ruff: noqa: PLC0415 - a command imports only what it needs, so that all of them start at once
"""The commands: their names, options and help. What they do is imported only when they are called."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="sandtable",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as 'sandtable games' lists it.")]
LowLuck = Annotated[bool, typer.Option("--low-luck", help="Hits by the sum of strengths; dice only for the rest.")]
ShortGame = Annotated[bool, typer.Option("--short-game", help="One enemy capital is enough to win.")]


def _version(wanted: bool) -> None:
    if wanted:
        from sandtable import __version__

        print(f"sandtable {__version__}")
        raise typer.Exit


@app.callback()
def sandtable(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play, judge and study World War II grand-strategy board games.

    \b
    Examples:
      sandtable play                      play 1941 at one keyboard
      sandtable play --bots germany,japan play the Allies against bots
      sandtable rules 1941 blitz          read what the book says
      sandtable COMMAND --help            learn about a command

    Exit codes: 0 fine, 1 the answer is no, 2 wrong usage or bad input.
    """


@app.command()
def play(
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Which game to play.")] = "1941",
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="WHO",
            help="Who commands which powers: 'anna=ussr,uk,usa bert=germany,japan'. Not given: one player a side.",
        ),
    ] = "",
    bots: Annotated[
        str, typer.Option("--bots", metavar="POWERS", help="Powers that play by themselves: 'japan,usa'.")
    ] = "",
    dice: Annotated[
        str, typer.Option("--dice", metavar="HOW", help="'seeded' (sealed, verifiable) or 'hand' (you roll).")
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="Dice and bots that come out the same again: for practice."),
    ] = None,
    low_luck: LowLuck = False,
    short_game: ShortGame = False,
) -> None:
    """Play at one keyboard, with friends, alone, or against bots.

    Type orders in plain words at the prompt; 'help' explains them. Orders are read from stdin when it is not a
    terminal, so a game can be scripted.

    \b
    Examples:
      sandtable play
      sandtable play --bots germany,japan --short-game
      sandtable play --players "anna=ussr,uk,usa bert=germany,japan"
      sandtable play --dice hand            roll real dice and type them in
      sandtable play --load evening.sandtable
    """
    from sandtable.cli.play import play_at_the_terminal

    play_at_the_terminal(game, load, players, bots, dice, seed, {"low-luck": low_luck, "short-game": short_game})


@app.command()
def games(as_json: Json = False) -> None:
    """List the games: id, title, powers, and what to expect.

    \b
    Examples:
      sandtable games
      sandtable games --json
    """
    from sandtable.cli.games import list_games

    list_games(as_json)


@app.command()
def rules(
    game: GameId,
    rule: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A rule's id, whole or without the game, or a topic.")
    ] = None,
    search: Annotated[str, typer.Option("--search", metavar="TEXT", help="Rules that hold all these words.")] = "",
    as_json: Json = False,
) -> None:
    """Read the rules, or search them.

    \b
    Examples:
      sandtable rules 1941                           the index
      sandtable rules 1941 blitz                     a topic
      sandtable rules 1941 blitz.stops-at-units      one rule
      sandtable rules 1941 --search "retreat sea"
    """
    from sandtable.cli.rules import read_rules

    read_rules(game, rule or "", search, as_json)


@app.command()
def sim(
    game: GameId,
    seats: Annotated[
        str,
        typer.Option(
            "--seats",
            metavar="BOTS",
            help="One bot for all, one for each seat in order of play, or 'germany=random,...'.",
        ),
    ] = "random",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed plays the same game.")] = 1,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=0, help="Stop after so many rounds; 0: until a side wins.")
    ] = 20,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the game to a save file.")
    ] = None,
    low_luck: LowLuck = False,
    short_game: ShortGame = False,
    as_json: Json = False,
) -> None:
    """Let bots play against each other.

    \b
    Examples:
      sandtable sim 1941
      sandtable sim 1941 --seed 7 --rounds 10 --out game.sandtable
      sandtable sim 1941 --seats random --json
    """
    from sandtable.cli.sim import simulate

    simulate(game, seats, seed, rounds, out, {"low-luck": low_luck, "short-game": short_game}, as_json)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save file.")],
    round_: Annotated[
        int | None, typer.Option("--round", metavar="N", min=1, help="Tell this round only.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Tell a saved game as a story, with dice and losses.

    \b
    Examples:
      sandtable replay game.sandtable
      sandtable replay game.sandtable --round 3
      sandtable replay game.sandtable | less
    """
    from sandtable.cli.replay import tell_game

    tell_game(file, round_, as_json)


@app.command()
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")],
    as_json: Json = False,
) -> None:
    """Run scenario files: do the rules work as written?

    Exit code 1 if a scenario fails, 2 if there is none.

    \b
    Examples:
      sandtable check dispute.yaml
      sandtable check tests/scenarios
    """
    from sandtable.cli.check import check_scenarios

    check_scenarios(paths, as_json)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save file.")],
    commitment: Annotated[
        str,
        typer.Option("--commitment", metavar="HEX", help="What you noted down before the first roll."),
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
