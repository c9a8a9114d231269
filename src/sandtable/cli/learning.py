"""``sandtable lab learn``."""

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from sandtable.bots.prospects import FILE, Prospects, write
from sandtable.cli.answers import console, fail, find_game
from sandtable.cli.arena import grid, progress
from sandtable.cli.lab import tunable
from sandtable.cli.seats import known_bot
from sandtable.games import family_of
from sandtable.lab.jobs import NoRay, crew_of, run
from sandtable.lab.learning.fitting import FOLDS, fit
from sandtable.lab.learning.games import Lesson, play, tasks


def learn(game_id: str, bot: str, out: Path, games: int, rounds: int, seed: int, jobs: int, ray: str) -> None:
    """Play games, fit the weights, and write them."""
    game = find_game(game_id)
    if family_of(game.id) != "area":
        fail(f"{game.id} is a hex game. Only the bots of area games use what is learned.")
    if games < FOLDS:
        fail(f"--games: {games} games are too few to learn from. Play at least {FOLDS}.")
    level = tunable(game, known_bot(game, bot))
    if not out.resolve().parent.is_dir():
        fail(f"--out: there is no folder {out.resolve().parent}.")
    todo = tasks(game.id, bot.partition("@")[0], level, games, rounds, seed)
    try:
        with progress("Games", games) as advance, crew_of(jobs, ray) as crew:
            lessons = run(crew, play, todo, lambda _: advance())
    except NoRay as error:
        fail(f"--ray: {error}")
    found = fit(
        lessons, f"sandtable lab learn {game.id} --bot {bot} --games {games} --rounds {rounds} --seed {seed}"
    )
    try:
        write(out, found)
    except OSError as error:
        fail(f"{error.filename} cannot be written: {error.strerror}.")
    _show(found, lessons, tuple(game.guide.box.sides))


def _show(found: Prospects, lessons: Sequence[Lesson], sides: tuple[str, ...]) -> None:
    screen = console()
    screen.print(_table(found))
    won = ", ".join(f"{side} {sum(one.winner == side for one in lessons)}" for side in sides)
    fit = found.fit
    screen.print(
        f"{fit.positions} positions of {fit.games} games (won by the book: {won}). In games it didn't learn from "
        f"it is off by {100 * fit.learned:.2f} points of all strength; the present lead is off by "
        f"{100 * fit.naive:.2f}. Bots use it if it is called {FILE} in the game's folder.",
        soft_wrap=True,
    )


def _table(found: Prospects) -> Table:
    table = grid("feature", "worth besides its price")
    for name, weight in sorted(found.weights.items(), key=lambda one: -abs(one[1])):
        table.add_row(name, f"{weight:+.3f}")
    return table
