"""Commands that look things up: games, rules, version, help."""

import pytest

from sandtable import __version__
from tests.cli.call import answer, call

COMMANDS = ["play", "terminal", "games", "rules", "odds", "sim", "replay", "stats", "check", "verify"]


def test_version() -> None:
    assert call("--version").stdout.strip() == f"sandtable {__version__}"


def test_help_names_every_command() -> None:
    text = call("--help").stdout
    assert all(command in text for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_teaches_by_example(command: str) -> None:
    text = call(command, "--help").stdout
    assert "Examples:" in text
    assert f"sandtable {command}" in text


def test_games_for_people_and_for_programs() -> None:
    assert "The World at War" in call("games").stdout
    game = answer("games")[0]
    assert game["id"] == "1941"
    assert [power["id"] for power in game["powers"]] == ["ussr", "germany", "uk", "japan", "usa"]


def test_all_rules_as_data() -> None:
    rules = answer("rules", "1941")
    assert len(rules) > 200
    assert {"id", "section", "text", "optional"} <= rules[0].keys()
    assert any("ruling" in rule for rule in rules)


@pytest.mark.parametrize("name", ["1941.blitz.tanks-only", "blitz.tanks-only", "BLITZ.tanks-only"])
def test_one_rule_with_and_without_the_game(name: str) -> None:
    assert [rule["id"] for rule in answer("rules", "1941", name)] == ["1941.blitz.tanks-only"]
    assert "Only tanks blitz" in call("rules", "1941", name).stdout


def test_a_topic_is_all_its_rules() -> None:
    rules = answer("rules", "1941", "blitz")
    assert len(rules) > 3
    assert all(rule["id"].startswith("1941.blitz.") for rule in rules)


def test_index_lists_topics() -> None:
    text = call("rules", "1941").stdout
    assert "blitz" in text
    assert "stops-at-units" in text


def test_search_finds_all_words_or_says_no() -> None:
    found = answer("rules", "1941", "--search", "retreat sea")
    assert found
    assert call("rules", "1941", "--search", "xyzzy", code=1).stdout.startswith("No rule")
    assert answer("rules", "1941", "--search", "xyzzy", code=1) == []


def test_an_unknown_rule_gets_a_suggestion() -> None:
    assert "blitz" in call("rules", "1941", "blits", code=2).stderr


def test_an_unknown_game_gets_a_suggestion() -> None:
    for command in (["rules", "1942"], ["sim", "1942"], ["terminal", "--game", "1942"]):
        assert "Did you mean '1941'?" in call(*command, code=2).stderr


def test_an_id_and_a_search_exclude_each_other() -> None:
    call("rules", "1941", "blitz", "--search", "tank", code=2)


def test_wrong_usage() -> None:
    call("rules", code=2)
    call("sim", "1941", "--rounds", "many", code=2)
    call("fly", code=2)
