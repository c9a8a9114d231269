"""Watched games, and what must hold of a whole game. Thousands more are played by ``make soak``."""

import pytest

from sandtable.core import savefile
from sandtable.core.record import Record
from sandtable.core.verify import verify
from sandtable.games import area, find
from tests.random_play.playing import play

ROUNDS = {"1941": 3, "classic": 3, "revised-historical": 1, "global-1940": 1}
SEEDS = {"1941": (4, 6, 8), "classic": (8, 10, 12, 104), "revised-historical": (4, 6, 8), "global-1940": (4,)}
"""With these every seating and every optional rule of a game is played at least once."""
WATCHED = [(game, seed) for game, seeds in SEEDS.items() for seed in seeds]


@pytest.mark.parametrize(("game", "seed"), WATCHED)
def test_bots_play_without_breaking_anything(game: str, seed: int) -> None:
    """And the log replays to an equal state, of which nothing is hidden but what an option hides."""
    record = play(area(game), seed, rounds=ROUNDS[game])
    saved = savefile.encode(record, reveal=True)
    assert isinstance(saved, bytes)
    again = savefile.decode(saved, find)
    assert isinstance(again, Record)
    assert again.state == record.state
    assert area(game).digest(again.state) == area(game).digest(record.state)
    assert verify(again).good
    for seat in (*area(game).seats, None):
        assert record.view(seat) == record.state or record.state.options.get("blind-research")


@pytest.mark.parametrize(("game", "seed"), WATCHED)
def test_random_legal_actions_break_nothing(game: str, seed: int) -> None:
    play(area(game), seed, rounds=1, by_bot=False)
