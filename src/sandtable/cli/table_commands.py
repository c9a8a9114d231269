# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""Commands for players: browser, terminal, games and rules."""

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.options import GameId, Json, LowLuck, ScenarioName, ShortGame, Switched


def play(
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", min=1, max=65535, help="Default: 1941, or a free port."),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="H", help="Where to listen. '0.0.0.0': on your whole network.")
    ] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Don't open the browser.")] = False,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="Where tables are kept. Default: your data folder."),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            "--database", metavar="URL", help="'postgresql://USER@HOST/NAME'. Default: SQLite in the folder."
        ),
    ] = "",
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, help="Number of server processes.")] = 1,
    channel: Annotated[
        str,
        typer.Option(
            "--channel", metavar="URL", help="How workers talk to each other: 'postgresql://...', 'redis://...'."
        ),
    ] = "",
    address: Annotated[
        str,
        typer.Option(
            "--address", metavar="URL", help="The public address behind a proxy: 'https://table.example'."
        ),
    ] = "",
) -> None:
    """Play in the browser: alone, against bots, or with friends.

    Stop the server with Ctrl-C: every game is saved. To run a server for others, see docs/operating.md.

    \b
    Examples:
      sandtable play
      sandtable play --host 0.0.0.0         friends on your network can join
      sandtable play --port 8000 --no-browser --data /srv/sandtable --address https://table.example
      sandtable play --database postgresql://sandtable@localhost/sandtable --workers 4
    """
    from sandtable.cli.play import Wishes, play_in_the_browser

    play_in_the_browser(
        Wishes(
            port=port,
            host=host,
            browser=not no_browser,
            data=data,
            database=database,
            workers=workers,
            channel=channel,
            address=address,
        )
    )


def terminal(
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Which game to play.")] = "1941",
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Resume a saved game.")] = None,
    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="WHO",
            help="Who plays which powers: 'anna=ussr,uk,usa bert=germany,japan'. Default: one player per side.",
        ),
    ] = "",
    bots: Annotated[
        str, typer.Option("--bots", metavar="POWERS", help="Powers played by bots: 'japan=hard,usa'.")
    ] = "",
    dice: Annotated[
        str, typer.Option("--dice", metavar="HOW", help="'seeded' (sealed, verifiable) or 'hand' (you roll).")
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="Reproducible dice and bots, for practice."),
    ] = None,
    low_luck: LowLuck = False,
    short_game: ShortGame = False,
    option: Switched = None,
    scenario: ScenarioName = "",
) -> None:
    """Play at one keyboard, with friends, alone, or against bots.

    Type orders in plain words at the prompt; 'help' explains them. Orders are read from stdin when it is not a
    terminal, so a game can be scripted.

    \b
    Examples:
      sandtable terminal
      sandtable terminal --bots germany=hard,japan=easy --short-game
      sandtable terminal --players "anna=ussr,uk,usa bert=germany,japan"
      sandtable terminal --dice hand            roll real dice and type them in
      sandtable terminal --load evening.sandtable
      sandtable terminal --game hgw --bots soviet=random     lists what you can do; choose by number
    """
    from sandtable.cli.terminal import play_at_the_terminal

    options = {"low-luck": low_luck, "short-game": short_game} | dict.fromkeys(option or (), True)
    play_at_the_terminal(game, load, players, bots, dice, seed, options, scenario)


def games(as_json: Json = False) -> None:
    """List the games: id, title, powers, and what to expect.

    \b
    Examples:
      sandtable games
      sandtable games --json
    """
    from sandtable.cli.games import list_games

    list_games(as_json)


def rules(
    game: GameId,
    rule: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A rule's id, whole or without the game, or a topic.")
    ] = None,
    search: Annotated[
        str, typer.Option("--search", metavar="TEXT", help="Rules that contain all these words.")
    ] = "",
    changes: Annotated[bool, typer.Option("--changes", help="For a variant: the rulebook of changes.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="With --changes: write Markdown.")] = False,
    as_json: Json = False,
) -> None:
    """Read the rules, or search them.

    \b
    Examples:
      sandtable rules 1941                           the index
      sandtable rules 1941 blitz                     a topic
      sandtable rules 1941 blitz.stops-at-units      one rule
      sandtable rules 1941 --search "retreat sea"
      sandtable rules my-1941 --changes              what a house rule changes
    """
    from sandtable.cli.rules import read_changes, read_rules

    if changes:
        read_changes(game, rule or "", search, markdown, as_json)
    else:
        read_rules(game, rule or "", search, as_json)
