"""Commands with ``classic``: weapons, guns and options, up to a verified file."""

from pathlib import Path

import pytest

from tests.cli.call import answer, call

LANDING = ("4 inf, 2 bomber, bb", "5 inf, ftr, aa gun")


def test_a_landing_under_guns_is_a_battle_on_land() -> None:
    text = call("odds", "classic", *LANDING).stdout
    assert text.startswith("classic, on land")
    assert "1 antiaircraft gun" in text


def test_weapons_change_the_odds() -> None:
    plain, heavy, jets = (
        answer("odds", "classic", *LANDING, *weapons)["win"]
        for weapons in ((), ("--attacker-weapons", "Heavy Bombers"), ("--defender-weapons", "jet-power"))
    )
    assert jets < plain < heavy


def test_submarines_withdraw() -> None:
    text = call("odds", "classic", "2 sub, bb", "2 trn, bb", "--withdraw").stdout
    assert "the attacker's submarines withdraw" in " ".join(text.split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("classic", "inf", "inf", "--attacker-weapons", "heavy bomber"), "Did you mean 'heavy-bombers'?"),
        (("1941", "inf", "inf", "--attacker-weapons", "rockets"), "1941 has no weapons to develop."),
        (("classic", "inf", "complex"), "can't fight for the defender"),
    ],
)
def test_typos_get_suggestions(arguments: tuple[str, ...], says: str) -> None:
    assert says in call("odds", *arguments, code=2).output


def test_a_game_is_played_replayed_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    call("sim", "classic", "--seed", "3", "--rounds", "2", "--option", "axis-developments", "--out", path)
    assert "on research and rolls" in call("replay", path).stdout
    assert "Good." in call("verify", path).stdout


def test_an_unknown_option_lists_the_known_ones() -> None:
    said = call("sim", "classic", "--rounds", "1", "--option", "short-game", code=2).output
    assert "There is no option 'short-game'; there are restricted-soviet-attack" in said


def test_a_turn_at_the_terminal(tmp_path: Path) -> None:
    lines = ["research 1", "buy 3 infantry", "done", "look Spain", "rule raid.damage", "quit", "n"]
    text = call("terminal", "--game", "classic", "--seed", "1", typed="\n".join(lines)).stdout
    assert "The Soviet Union spends 5 IPCs on research" in text
    assert "buys 3 infantry for 9 IPCs" in text
    assert "neutral: violating it costs 3" in text
