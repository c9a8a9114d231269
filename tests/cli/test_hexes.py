"""Commands and the game of hexes: what works with it works, and the others say that they do not."""

from pathlib import Path

import pytest

from tests.cli.call import answer, call


def test_bots_play_a_scenario_and_the_file_is_good(tmp_path: Path) -> None:
    file = tmp_path / "game.sandtable"
    summary = answer("sim", "hgw", "--seed", "3", "--rounds", "1", "--out", str(file))
    assert summary["scenario"] == "barbarossa"
    assert set(summary["sides"]) == {"axis", "soviet"}
    assert answer("verify", str(file))["good"]
    refused = call("replay", str(file), code=2)
    assert "games of areas only" in refused.stderr


def test_the_story_can_be_read_while_it_is_played() -> None:
    assert "Summer 1941: Axis." in call("sim", "hgw", "--rounds", "1", "--explain").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sim", "hgw", "--scenario", "waterloo"), "barbarossa"),
        (("sim", "hgw", "--seats", "hard"), "does not play hgw"),
        (("sim", "hgw", "--seats", "japan=random"), "The sides are"),
        (("arena", "hgw", "random", "random"), "games of areas only"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(words: tuple[str, ...], said: str) -> None:
    assert said in call(*words, code=2).stderr


def test_the_game_and_its_rules_are_listed() -> None:
    assert "hgw" in {game["id"] for game in answer("games")}
    assert "ten strength points" in call("rules", "hgw", "stack.ten").stdout
