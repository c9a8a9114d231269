"""``sandtable lab puzzles``."""

from itertools import chain
from pathlib import Path

from sandtable.area.family import AreaGame
from sandtable.cli.answers import console, fail, find_game, print_json
from sandtable.cli.arena import grid, progress
from sandtable.cli.seats import known_bot
from sandtable.lab.jobs import NoRay, crew_of, run
from sandtable.lab.puzzles import choice, mine, works
from sandtable.puzzles.collection import write
from sandtable.puzzles.puzzle import Puzzle


def find_puzzles(
    game_id: str,
    out: Path | None,
    games: int,
    most: int,
    bot: str,
    rounds: int,
    seed: int,
    jobs: int,
    ray: str,
    as_json: bool,
) -> None:
    """Look through bot games, and write the best puzzles."""
    game = find_game(game_id)
    if not isinstance(game, AreaGame):
        fail(f"puzzles are combat moves of area games, and {game.id} isn't one.")
    known_bot(game, bot)
    file = Path(f"{game.id}-puzzles.json") if out is None else out
    if not file.resolve().parent.is_dir():
        fail(f"--out: there is no folder {file.resolve().parent}.")
    try:
        with progress("Games", games) as advance, crew_of(jobs, ray) as crew:
            found = run(crew, mine, works(game.id, bot, seed, games, rounds), lambda _: advance())
    except NoRay as error:
        fail(f"--ray: {error}")
    puzzles = choice(chain.from_iterable(found), most)
    try:
        write(file, puzzles)
    except OSError as error:
        fail(f"{file} can't be written: {error.strerror}.")
    if as_json:
        print_json(puzzles)
    else:
        _show(puzzles, file)


def _show(puzzles: tuple[Puzzle, ...], file: Path) -> None:
    screen = console()
    table = grid("puzzle", "question", "best", "without a key", "keys", "rating")
    for one in puzzles:
        asked = f"take {one.space}" if one.aim == "take" else "the best attacks"
        best, other = (
            (f"{value:.0%}" if one.aim == "take" else f"{value:.1f}") for value in (one.best, one.other)
        )
        table.add_row(one.id, f"{one.seat}: {asked}", best, other, "; ".join(one.keys), f"{one.rating:.0f}")
    screen.print(table)
    screen.print(f"{len(puzzles)} puzzles in {file}.", soft_wrap=True)
