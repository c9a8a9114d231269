"""The long run of watched games: every game, seed after seed; it can be broken off and taken up again.

What has been played is noted in a file, so that thousands of games can be spread over many nights.
"""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from itertools import islice
from pathlib import Path

import msgspec
from rich.progress import Progress

from sandtable.games import area, area_ids, hex_ids, load_hexes
from tests.hexes.playing import play as play_hexes
from tests.random_play.playing import play

GAMES = (*area_ids(), *hex_ids())
ROUNDS = 8
NOTES = Path("build/soak/games.json")


class Played(msgspec.Struct):
    """How far a game has come."""

    seeds: int = 0
    """Every seed below this one has been played."""
    faults: dict[int, str] = {}
    """What went wrong, by seed."""


def one_game(game_id: str, seed: int) -> str:
    """Play one watched game; what went wrong, or nothing."""
    try:
        if game_id in area_ids():
            play(area(game_id), seed, rounds=ROUNDS, by_bot=seed % 4 != 0)
        else:
            game = load_hexes(game_id)
            scenarios = game.guide.box.scenarios
            play_hexes(game, scenarios[seed % len(scenarios)], seed // len(scenarios))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def read_notes(file: Path) -> dict[str, Played]:
    """How far each game has come."""
    with suppress(FileNotFoundError):
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Played])
    return {}


def write_notes(file: Path, notes: dict[str, Played]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    whole = file.with_suffix(".new")
    whole.write_bytes(msgspec.json.format(msgspec.json.encode(notes)))
    whole.replace(file)


def _left(games: Sequence[str], notes: dict[str, Played], count: int) -> Iterator[tuple[str, int]]:
    """What is still to be played, game by game in turn, so that all of them come equally far."""
    for seed in range(count):
        yield from ((game, seed) for game in games if seed >= notes[game].seeds)


def run(
    games: Sequence[str], count: int, jobs: int, minutes: float | None = None, file: Path = NOTES
) -> list[str]:
    """Play seeds below ``count`` of each game, those that are not noted yet, for so long at most; the faults."""
    end = time.monotonic() + minutes * 60 if minutes is not None else None
    notes = read_notes(file)
    for game in games:
        notes.setdefault(game, Played())
    left = _left(games, dict(notes), count)
    done: dict[str, set[int]] = {game: set() for game in games}
    with ProcessPoolExecutor(jobs) as pool, Progress() as progress:
        bars = {game: progress.add_task(game, total=count, completed=notes[game].seeds) for game in games}
        running: dict[Future[str], tuple[str, int]] = {}
        while True:
            if end is None or time.monotonic() < end:
                for game, seed in islice(left, 2 * jobs - len(running)):
                    running[pool.submit(one_game, game, seed)] = (game, seed)
            if not running:
                break
            for one in wait(running, return_when=FIRST_COMPLETED).done:
                game, seed = running.pop(one)
                played = notes[game]
                if one.result():
                    played.faults[seed] = one.result()
                    progress.console.print(f"{game}, seed {seed}: {one.result()}")
                done[game].add(seed)
                while played.seeds in done[game]:
                    done[game].remove(played.seeds)
                    played.seeds += 1
                progress.advance(bars[game])
            write_notes(file, notes)
    for game in games:
        played = notes[game]
        print(f"{game}: {played.seeds} of {count} games played, {len(played.faults)} failed")
    return [f"{game}, seed {seed}: {why}" for game in games for seed, why in notes[game].faults.items()]
