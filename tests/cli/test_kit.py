"""Commands for authors: from a new folder to the rulebook of changes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable import games
from tests.cli.call import answer, call


@pytest.fixture(autouse=True)
def nobody_elses_games(own_data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(games.VARIABLE, "")
    games.forget()
    yield
    games.forget()


@pytest.fixture
def mine(own_data_folder: Path) -> Path:
    call("new", "my-1941", "--like", "1941")
    return own_data_folder / "games" / "my-1941"


def change(folder: Path, file: str, text: str) -> None:
    (folder / file).write_text(text, encoding="utf-8")
    games.forget()


def test_a_new_game_is_listed_and_checked_at_once(mine: Path) -> None:
    assert "my-1941" in call("games").stdout
    text = call("check", "my-1941").stdout
    assert "1 scenario: all as written." in text
    assert "scenarios of 1941 come out as before." in text


def test_invalid_new_games_are_refused(mine: Path) -> None:
    assert "already a game" in call("new", "my-1941", code=2).stderr
    assert "there is no game 'monopoly'" in call("new", "mine", "--like", "monopoly", code=2).stderr


def test_a_folder_elsewhere_is_named_by_its_path(tmp_path: Path) -> None:
    call("new", "desert", "--in", tmp_path, "--title", "Desert war")
    assert "1 scenario" in call("check", tmp_path / "desert").stdout
    assert "Desert war" in call("rules", tmp_path / "desert", "--changes").stdout


def test_side_effects_are_listed(mine: Path) -> None:
    change(mine, "units.yaml", "tank: {cost: 5}\n")
    text = call("check", "my-1941").stdout
    assert "now come out differently." in text
    found = answer("check", "my-1941")
    assert [one["ok"] for one in found["own"]] == [True]
    assert found["parents"]["changed"]


def test_a_failing_scenario_of_its_own_fails_the_check(mine: Path) -> None:
    change(mine, "game.yaml", 'like: "1941"\ntitle: Mine\npowers: {ussr: {treasury: 9}}\n')
    assert "1 of 1 scenario failed." in call("check", "my-1941", code=1).stdout


def test_the_rulebook_of_changes(mine: Path) -> None:
    change(mine, "units.yaml", "tank: {cost: 5}\n")
    text = call("rules", "my-1941", "--changes").stdout
    assert "A tank costs 5 IPCs instead of 6." in text
    assert "1941.house.first" in text
    assert "- A tank costs 5 IPCs instead of 6." in call("rules", "my-1941", "--changes", "--markdown").stdout
    found = answer("rules", "my-1941", "--changes")
    assert found["changes"] == {"units": ["A tank costs 5 IPCs instead of 6."]}
    assert [(rule["id"], rule["change"]) for rule in found["rules"]] == [("1941.house.first", "new")]


def test_only_a_variant_has_changes() -> None:
    assert "is not a variant" in call("rules", "1941", "--changes", code=2).stderr


def test_a_broken_folder_says_where(mine: Path) -> None:
    change(mine, "units.yaml", "tank: {cots: 5}\n")
    assert "units.yaml, line 1: tank.cots" in call("check", "my-1941", code=2).stderr


def test_a_game_is_packed_and_added(mine: Path, tmp_path: Path) -> None:
    assert "author:" in call("pack", "my-1941", code=2).stderr
    head = 'like: "1941"\ntitle: Mine\nversion: "1.0"\nauthor: Anna\nlicence: CC0\n'
    change(mine, "game.yaml", head)
    change(mine, "units.yaml", "tank: {cost: 5}\n")
    file = tmp_path / "mine.game.zip"
    assert "version 1.0" in call("pack", "my-1941", "--out", file).stdout
    assert "Already there: my-1941" in call("add", file).stdout
    mine.rename(tmp_path / "elsewhere")
    games.forget()
    text = call("add", file).stdout
    assert "Added: my-1941 (Mine), version 1.0" in text
    assert "A tank costs 5 IPCs instead of 6." in text
    assert "1 scenario: all as written." in call("check", "my-1941").stdout


def test_invalid_packages_are_refused(tmp_path: Path) -> None:
    assert "can't be read" in call("add", tmp_path / "nothing.zip", code=2).stderr
    (tmp_path / "odd.zip").write_text("odd")
    assert "not a game that 'sandtable pack' has written" in call("add", tmp_path / "odd.zip", code=2).stderr


def test_a_fairness_report_is_written(mine: Path, tmp_path: Path) -> None:
    change(mine, "units.yaml", "tank: {cost: 4}\n")
    report = tmp_path / "report.html"
    few = ("--bot", "random", "--rounds", 1, "--pairs", 1, "--jobs", 1, "--report", report)
    text = call("lab", "fairness", "my-1941", *few).stdout
    assert "Can't tell yet" in text
    assert "A tank costs 4 IPCs instead of 6." in report.read_text(encoding="utf-8")
    assert (tmp_path / "report.json").is_file()
    found = answer("lab", "fairness", "my-1941", *few)
    assert found["pairs"] == 1


def test_fairness_needs_a_variant() -> None:
    assert "is not a variant" in call("lab", "fairness", "1941", code=2).stderr
