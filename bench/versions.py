"""``python -m bench.versions``: this checkout's bots against another checkout's.

For versions that can't meet in the arena, because one can't read what the other writes. Positions are transferred,
each power's turn is played in the engine of its own checkout, and this one judges as the arena does.

    git worktree add ../before COMMIT
    python -m bench.versions 1941 ../before --seeds 1-100
"""

from pathlib import Path
from typing import Annotated

import typer

from bench.peer.checkout import Checkout
from bench.peer.report import outcomes, tables
from bench.peer.series import play_series, span
from bench.peer.words import Words
from sandtable.games import area


def main(
    game: Annotated[str, typer.Argument(help="A game with territories and one power a turn.")],
    other: Annotated[Path, typer.Argument(help="The folder of the other checkout.")],
    seeds: Annotated[str, typer.Option(help="From and to, such as 1-6; each is played from both sides.")] = "1-1",
    bot: Annotated[str, typer.Option(help="Our bot.")] = "hard",
    their_bot: Annotated[str, typer.Option(help="The other checkout's bot; empty: the same.")] = "",
    rounds: Annotated[int, typer.Option(help="The last round.")] = 15,
    out: Annotated[Path, typer.Option(help="Where games are kept; those there aren't played again.")] = Path(
        "build/versions"
    ),
) -> None:
    """Play pairs of games between two versions and count them. Interrupted, it carries on where it stopped."""
    board = area(game)
    out.mkdir(parents=True, exist_ok=True)
    try:
        peer = Checkout(other, game, their_bot or bot, out / "other.err")
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    with peer:
        play_series(board, bot, ["axis", "allies"], span(seeds), peer, Words(board), out, rounds)
    typer.echo("\n".join(tables(outcomes(out, game))))


if __name__ == "__main__":
    typer.run(main)
