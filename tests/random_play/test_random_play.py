"""Watched games, and what must hold of a whole game. Thousands more are played by ``make soak``."""

import pytest

from sandtable.core import savefile
from sandtable.core.record import Record
from sandtable.core.verify import verify
from sandtable.games import area, find
from tests.random_play.playing import play

GAMES = ("1941", "classic", "revised-historical")
SEEDS = {"1941": 40, "classic": 20, "revised-historical": 10}
ROUNDS = {"1941": 3, "classic": 3, "revised-historical": 1}
"""How many games of each kind: the family's rules are watched most in the game that is played most."""


@pytest.mark.parametrize(("game", "seed"), [(game, seed) for game in GAMES for seed in range(SEEDS[game])])
def test_bots_play_without_breaking_anything(game: str, seed: int) -> None:
    play(area(game), seed, rounds=ROUNDS[game])


@pytest.mark.parametrize(("game", "seed"), [(game, 100 + seed) for game in GAMES for seed in range(SEEDS[game])])
def test_random_legal_actions_break_nothing(game: str, seed: int) -> None:
    play(area(game), seed, rounds=1, by_bot=False)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_log_replays_to_an_equal_state(game_id: str, seed: int) -> None:
    game = area(game_id)
    record = play(game, seed, rounds=ROUNDS[game_id] + 1)
    saved = savefile.encode(record, reveal=True)
    assert isinstance(saved, bytes)
    again = savefile.decode(saved, find)
    assert isinstance(again, Record)
    assert again.state == record.state
    assert game.digest(again.state) == game.digest(record.state)
    assert verify(again).good


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_hidden_on_this_table(game: str) -> None:
    record = play(area(game), 5, rounds=1)
    for seat in (*area(game).seats, None):
        assert record.view(seat) == record.state
