"""``sandtable check``."""

from pathlib import Path

import pytest

from tests.cli.call import answer, call

GOOD = """
game: "1941"
title: Money is counted
expect: {treasury: {ussr: 7}}
"""
BAD = """
game: "1941"
title: Money is counted wrongly
expect: {treasury: {ussr: 8}}
"""


@pytest.fixture(name="good")
def good_file(tmp_path: Path) -> Path:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    return path


@pytest.fixture(name="bad")
def bad_file(tmp_path: Path) -> Path:
    path = tmp_path / "bad.yaml"
    path.write_text(BAD)
    return path


def test_passing_scenarios(good: Path) -> None:
    assert "1 scenario: all as written." in call("check", good).stdout
    assert answer("check", good)[0]["ok"] is True


def test_a_failure_shows_the_difference(good: Path, bad: Path) -> None:
    text = call("check", good, bad, code=1).stdout
    assert "FAILED  Money is counted wrongly" in text
    assert "expected: 8" in text
    assert "found:    7" in text
    assert "1 of 2 scenarios failed." in text
    results = answer("check", good, bad, code=1)
    assert [result["ok"] for result in results] == [True, False]
    assert results[1]["failures"][0]["where"]


def test_a_folder_is_searched(good: Path, bad: Path) -> None:
    assert len(answer("check", good.parent, code=1)) == 2


def test_a_file_that_cannot_be_read_fails(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("title: [")
    assert "not valid YAML" in call("check", path, code=1).stdout


def test_nothing_to_check(tmp_path: Path) -> None:
    assert "no scenario file" in call("check", tmp_path, code=2).stderr
    assert "no such file" in call("check", tmp_path / "none.yaml", code=2).stderr
    call("check", code=2)
