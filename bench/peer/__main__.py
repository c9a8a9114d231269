"""``python -m bench.peer``: build the bridge, compare the boards, play games, count them."""

from pathlib import Path
from typing import Annotated, cast, get_args

import typer

from bench.peer.boards import differences
from bench.peer.games import Whose
from bench.peer.installation import MAPS, build, game_of, missing
from bench.peer.report import outcomes, tables
from bench.peer.series import play_series, span
from bench.peer.triplea import TripleA
from bench.peer.words import TripleAWords
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.games import area

app = typer.Typer(add_completion=False, help="Games between our bots and TripleA's Hard AI.")
Game = Annotated[str, typer.Argument(help=f"One of {', '.join(MAPS)}.")]
Folder = Annotated[
    Path, typer.Option("--out", help="Where games are kept; those that are there aren't played again.")
]
GAMES = Path("build/peer/games")


def _need(game: str = "") -> None:
    """Say what is missing, and stop."""
    lacking = missing(game)
    for one in lacking:
        typer.echo(f"Missing: {one}", err=True)
    if lacking:
        raise typer.Exit(1)


@app.command("build")
def build_(clones: Annotated[list[Path], typer.Argument(help="Clones of the map repositories.")]) -> None:
    """Compile the bridge and take the maps from their clones."""
    _need()
    for clone in clones:
        try:
            game_of(clone)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
    build(clones)
    typer.echo(f"Built. Next: python -m bench.peer check {game_of(clones[0])}")


@app.command()
def check(game: Game) -> None:
    """Compare the boards and openings of both: do this first."""
    _need(game)
    ours = area(game)
    opening = ours.start(Setup())
    assert not isinstance(opening, Refusal)
    with TripleA(game, 1) as triplea:
        found = list(differences(TripleAWords(ours), triplea, opening))
    typer.echo("\n".join(found) or "Same board, same opening.")


@app.command()
def play(
    game: Game,
    ours: Annotated[str, typer.Option(help="Our sides, in turn: axis, allies, both, none.")] = "axis,allies",
    seeds: Annotated[str, typer.Option(help="From and to, such as 1-6.")] = "1-1",
    bot: Annotated[str, typer.Option(help="Our bot.")] = "hard",
    rounds: Annotated[int, typer.Option(help="The last round.")] = 15,
    out: Folder = GAMES,
) -> None:
    """Play games and count them. A run that was broken off goes on with the game that was not finished."""
    sides = ours.split(",")
    if not set(sides) <= set(get_args(Whose)):
        raise typer.BadParameter(f"--ours takes {', '.join(get_args(Whose))}")
    _need("" if sides == ["both"] else game)
    board, numbers = area(game), span(seeds)
    triplea = TripleA(game, numbers.start) if sides != ["both"] else None
    play_series(board, bot, cast(list[Whose], sides), numbers, triplea, TripleAWords(board), out, rounds)
    if triplea is not None:
        triplea.close()
    typer.echo("\n".join(tables(outcomes(out, game))))


@app.command()
def report(game: Annotated[str, typer.Argument(help="Only this game.")] = "", out: Folder = GAMES) -> None:
    """Count the games in a folder."""
    typer.echo("\n".join(tables(outcomes(out, game))))


if __name__ == "__main__":
    app()
