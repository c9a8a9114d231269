"""Options and arguments that several commands share."""

import os
from typing import Annotated

import typer

Think = Annotated[
    float | None,
    typer.Option("--think", metavar="SECONDS", min=0.01, max=3600, help="Thinking time. Default: the bot's own."),
]
Rounds = Annotated[int, typer.Option("--rounds", metavar="N", min=1, help="The last round of a game.")]
LastRound = Annotated[
    int,
    typer.Option(
        "--rounds",
        metavar="N",
        min=0,
        help="The last round of a game. 0: 15, or the scenario's last date.",
        show_default=False,
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The same seed plays the same games.")]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=0, help="Games at a time. 0: one per core.")]
Ray = Annotated[
    str,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Play on a Ray cluster: 'host:6379', 'auto' (the one on this machine), 'local' (start one).",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as 'sandtable games' lists it.")]
LowLuck = Annotated[bool, typer.Option("--low-luck", help="Hits by the sum of strengths; dice only for the rest.")]
ShortGame = Annotated[bool, typer.Option("--short-game", help="One enemy capital is enough to win.")]
ScenarioName = Annotated[
    str, typer.Option("--scenario", metavar="NAME", help="The starting position. Default: the first.")
]
Switched = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME", help="An optional rule to play with. Repeatable."),
]


def cores(jobs: int) -> int:
    """How many games to play at a time."""
    return jobs or os.cpu_count() or 1
