"""Random players play whole games: nothing breaks, and what must hold does."""

import msgspec
import pytest

from sandtable.games import load_hexes
from tests.hexes.playing import play

SOON = [("barbarossa", 1), ("fall-of-germany", 2), ("campaign-1", 1), ("campaign-2", 2), ("campaign-3", 1)]
"""The others of the same scenarios, with more or fewer players, are played in ``make soak``."""
LATER = [("barbarossa", 2), ("fall-of-germany", 1), ("campaign-1", 2), ("campaign-2", 1), ("campaign-3", 2)]
GAMES = [*SOON, *(pytest.param(*one, marks=pytest.mark.long("more games of chance")) for one in LATER)]


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
@pytest.mark.rule("hgw.army.limit-twelve", "hgw.army.composition", "hgw.move.type-kept", "hgw.record.open")
def test_random_games_keep_what_must_hold(scenario: str, seed: int) -> None:
    game = load_hexes("hgw")
    record = play(game, scenario, seed)
    assert record.state.winner
    assert list(record.states())[-1] == record.state, "a replay ends where the game ended"
    packed = msgspec.json.encode(record.state)
    assert game.digest(game.read_state(packed)) == game.digest(record.state)


def test_two_random_turns_of_the_whole_world_keep_what_must_hold() -> None:
    game = load_hexes("hgw")
    record = play(game, "campaign-4", 2, turns=2)
    assert record.state.turn == 3
    packed = msgspec.json.encode(record.state)
    assert game.digest(game.read_state(packed)) == game.digest(record.state)


@pytest.mark.rule("hgw.optional.free-choice")
def test_a_random_game_with_all_options_runs_to_its_end() -> None:
    game = load_hexes("hgw")
    record = play(game, "campaign-1", 3, "home-forces", "italian-army", "leaders")
    assert record.state.winner
    packed = msgspec.json.encode(record.state)
    assert game.digest(game.read_state(packed)) == game.digest(record.state)
