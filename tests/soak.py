"""Long runs: watched games, games of bots, the mutation run, and a server that is killed again and again.

``python -m tests.soak [--games N] [--bot-games N] [--kills N] [--jobs J]``
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from rich.progress import Progress

from sandtable.games import area, area_ids, hex_ids, load_hexes
from tests.hexes.playing import play as play_hexes
from tests.lab.soak import run as soak_bots
from tests.mutation.run import break_rules
from tests.odds.soak import run as soak_odds
from tests.random_play.playing import play
from tests.server.tables.soak import run as soak_tables

GAMES = (*area_ids(), *hex_ids())


def one_game(seed: int) -> str:
    """Play one watched game, of each game and each scenario of hexes in turn; what went wrong, or nothing."""
    game_id, number = GAMES[seed % len(GAMES)], seed // len(GAMES)
    try:
        if game_id in area_ids():
            play(area(game_id), seed, rounds=8, by_bot=number % 4 != 0)
        else:
            game = load_hexes(game_id)
            scenarios = game.guide.box.scenarios
            play_hexes(game, scenarios[number % len(scenarios)], number // len(scenarios))
    except Exception as error:
        return f"{game_id}, seed {seed}: {type(error).__name__}: {error}"
    return ""


def random_games(games: int, jobs: int) -> list[str]:
    """Watched games on several processes."""
    failures: list[str] = []
    with ProcessPoolExecutor(jobs) as pool, Progress() as progress:
        bar = progress.add_task("Random games", total=games)
        for done in as_completed([pool.submit(one_game, seed) for seed in range(games)]):
            if done.result():
                failures.append(done.result())
                progress.console.print(done.result())
            progress.advance(bar)
    return failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--bot-games", type=int, default=1_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    failures = random_games(options.games, options.jobs)
    print(f"{options.games - len(failures)} games passed, {len(failures)} failed")
    faults = soak_bots(options.bot_games, options.jobs)
    print("\n".join([*faults, f"games of all levels: {len(faults)} ended by a fault"]))
    blind = break_rules()
    differing = soak_odds()
    print("\n".join([*differing, f"odds against the table: {len(differing)} differences"]))
    lost = soak_tables(options.kills)
    print("\n".join([*lost, f"killed servers: {len(lost)} faults"]))
    return 1 if failures or faults or blind or differing or lost else 0


if __name__ == "__main__":
    sys.exit(main())
