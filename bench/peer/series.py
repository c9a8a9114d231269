"""Many games, one after the other: every seed from every side; what is there already isn't played again."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import typer

from bench.peer.engine import Engine, PeerFailed
from bench.peer.games import Bout, Whose
from bench.peer.words import Words
from sandtable.area.family import AreaGame


def span(seeds: str) -> range:
    """The seeds from and to, as they are written on the command line.

    >>> list(span("3-5")), list(span("7"))
    ([3, 4, 5], [7])
    """
    first, _, last = seeds.partition("-")
    return range(int(first), int(last or first) + 1)


def play_series(
    game: AreaGame,
    bot: str,
    sides: list[Whose],
    seeds: range,
    peer: Engine | None,
    words: Words,
    out: Path,
    rounds: int,
) -> None:
    """Play the games that ``out`` does not have yet, and say how each ends."""
    out.mkdir(parents=True, exist_ok=True)
    for seed, side in _missing(game, sides, seeds, out):
        name = f"{game.id}-{seed}-{side}"
        try:
            end = Bout(game, bot, side, seed, peer, words, out, rounds).play()
        except PeerFailed as error:
            typer.echo(f"{name}: spoilt, not counted: {error}", err=True)
            continue
        (out / f"{name}.json").write_bytes(msgspec.json.encode(end))
        typer.echo(f"{name}: {end.winner or 'draw'} ({end.how}), round {end.round} {end.fault}")


def _missing(game: AreaGame, sides: list[Whose], seeds: range, out: Path) -> Iterator[tuple[int, Whose]]:
    for seed in seeds:
        for side in sides:
            if not (out / f"{game.id}-{seed}-{side}.json").exists():
                yield seed, side
