"""Commands with a hex game: everything that uses the guide, and its own odds."""

from pathlib import Path

import pytest

from tests.cli.call import answer, call

FALL = ("--scenario", "fall-of-germany")


def test_it_is_one_of_the_games() -> None:
    found = {one["id"]: one for one in answer("games")}
    assert [power["id"] for power in found["hgw"]["powers"]] == ["axis", "soviet", "allied"]


def test_a_bot_game_can_be_replayed_verified_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    text = call("sim", "hgw", "--seed", "4", "--rounds", "2", "--out", path).stdout
    assert "No winner after 2 rounds." in text
    assert "Allies" not in text, "they have no part in Barbarossa"
    assert "All" in call("verify", path).stdout
    told = call("replay", path).stdout
    assert "Summer 1941: the Axis to play." in told
    assert "Round 1, Soviet Union, Production" in told
    assert "Strength points" in call("stats", path).stdout


def test_odds_count_the_garrison_among_the_losses() -> None:
    text = call("odds", "hgw", "3 inf", "garrison").stdout
    assert "Enemy losses to fire: 0 (50%), 1 (50%); 0.50 on average." in text
    assert "Enemy losses to fire: 0 (100%); 0.00 on average." in call("odds", "hgw", "3 inf", "empty").stdout


def test_a_scenario_has_its_own_seats() -> None:
    found = answer("sim", "hgw", *FALL, "--rounds", "1", "--seats", "axis=random")
    assert set(found["powers"]) == {"axis", "soviet", "allied"}
    assert "2 seats (axis, soviet)" in call("sim", "hgw", "--seats", "random,random,random", code=2).stderr
    assert "isn't in this scenario" in call("sim", "hgw", "--seats", "allied=random", code=2).stderr
    wrong = call("sim", "hgw", "--scenario", "barbarosa", code=2).stderr
    assert "Did you mean 'barbarossa'?" in wrong


@pytest.mark.parametrize(
    ("scenario", "sides"), [("barbarossa", {"axis", "soviet"}), (FALL[1], {"axis", "partners"})]
)
def test_an_arena_has_two_sides(scenario: str, sides: set[str]) -> None:
    found = answer(
        "arena", "hgw", "random", "--games", "1", "--rounds", "1", "--jobs", "1", "--scenario", scenario
    )
    assert set(found["sides"]) == sides
    assert found["faults"] == []


def test_balance_without_bids() -> None:
    common = ("lab", "balance", "hgw", "--bot", "random", "--games", "2", "--rounds", "1", "--jobs", "1", *FALL)
    found = answer(*common)
    assert set(found["sides"]) == {"axis", "partners"}
    assert [point["bid"] for point in found["points"]] == [0]
    assert found["points"][0]["tally"]["games"] == 2
    text = call(*common).stdout
    assert "This game has no money to bid" in text
    assert "Soviet Union and Allies" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("map", "build", "hgw"),
            "hgw is a hex board. It is drawn from its atlas.yaml",
        ),
        (("map", "render", "hgw", "--opening"), "--opening and --position are for boards of territories"),
    ],
)
def test_options_for_area_games_are_refused(arguments: tuple[str, ...], says: str) -> None:
    assert says in " ".join(call(*arguments, code=2).stderr.split())


def test_odds_of_an_attack() -> None:
    attack = ("odds", "hgw", "5 inf 5 mech", "3 inf, then garrison")
    found = answer(*attack)
    assert found["odds"]["entered"] == [0.888889, 0.444444]
    text = call(*attack, "--losses", "mech").stdout
    assert "An army of 5 infantry and 5 mechanized attacks. Exact." in text
    assert answer(*attack, "--fire-at", "2")["odds"]["mean_enemy"] < found["odds"]["mean_enemy"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("5 tanks", "2 inf"), "'tanks' is not one of infantry, mechanized, amphibious"),
        (("5 inf", "2 inf", "--best"), "--best is for battles in territories"),
        (("5 inf", "2 inf", "--fire-at", "3"), "--fire-at: the hexes are 1 to 1."),
        (("5 inf", "2 inf", "--losses", "tank"), "--losses: 'tank' is not one of"),
    ],
)
def test_invalid_odds_are_refused(arguments: tuple[str, ...], says: str) -> None:
    assert says in " ".join(call("odds", "hgw", *arguments, code=2).stderr.split())


def test_its_rules_can_be_read() -> None:
    assert "hgw.supply." in call("rules", "hgw", "supply").stdout


def test_the_story_can_be_read_while_it_is_played() -> None:
    assert "Summer 1941: the Axis to play." in call("sim", "hgw", "--rounds", "1", "--explain").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seats", "japan=random"), "Powers: axis, soviet, allied"),
        (("--seats", "nobody"), "there is no bot 'nobody'"),
    ],
)
def test_unsuitable_bots_are_refused(words: tuple[str, ...], said: str) -> None:
    assert said in call("sim", "hgw", *words, code=2).stderr
