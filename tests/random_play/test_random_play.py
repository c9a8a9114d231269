"""Two hundred watched games, and what must hold of a whole game."""

import pytest

from sandtable.core import savefile
from sandtable.core.record import Record
from sandtable.core.verify import verify
from sandtable.games import find, load
from tests.random_play.playing import play

BOT_GAMES = range(100)
FREE_GAMES = range(100, 200)


@pytest.mark.parametrize("seed", BOT_GAMES)
def test_bots_play_without_breaking_anything(seed: int) -> None:
    play(load("1941"), seed, rounds=3)


@pytest.mark.parametrize("seed", FREE_GAMES)
def test_random_legal_actions_break_nothing(seed: int) -> None:
    play(load("1941"), seed, rounds=1, by_bot=False)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_log_replays_to_an_equal_state(seed: int) -> None:
    game = load("1941")
    record = play(game, seed, rounds=4)
    saved = savefile.encode(record, reveal=True)
    assert isinstance(saved, bytes)
    again = savefile.decode(saved, find)
    assert isinstance(again, Record)
    assert again.state == record.state
    assert game.digest(again.state) == game.digest(record.state)
    assert verify(again).good


def test_nothing_is_hidden_on_this_table() -> None:
    record = play(load("1941"), 5, rounds=1)
    for seat in (*load("1941").seats, None):
        assert record.view(seat) == record.state
