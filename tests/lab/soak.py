"""The long run of bots: games between all levels, with no illegal or late answer."""

from math import ceil

from rich.progress import Progress

from sandtable.bots.registry import BUILT_IN
from sandtable.cli.arena import two_sides
from sandtable.games import load
from sandtable.lab.arena import Plan, matches, pairs, play_arena
from sandtable.lab.jobs import crew_of
from sandtable.lab.match import Entrant

ROUNDS = 4


def run(games: int, jobs: int) -> list[str]:
    """Play at least this many games. Returns what went wrong."""
    game = load("1941")
    bots = tuple(Entrant(name) for name in BUILT_IN)
    plan = Plan(game.id, two_sides(game), bots, 0, ROUNDS)
    plan = Plan(game.id, plan.sides, bots, ceil(games / len(pairs(plan))), ROUNDS)
    with Progress() as progress, crew_of(jobs) as crew:
        bar = progress.add_task("Games of all levels", total=len(matches(plan)))
        standings = play_arena(plan, crew, lambda _: progress.advance(bar))
    return [f"seed {one.match.seed}: {one.result.fault}" for one in standings.results if one.result.fault]
