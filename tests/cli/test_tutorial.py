"""The house-rules tutorial: writes its files and runs its commands, in order."""

import re
import shlex
from pathlib import Path

import pytest

from sandtable import games
from tests.cli.call import call

PAGE = Path(__file__).parents[2] / "docs" / "house-rules.md"
SERVED = {"sandtable edit", "sandtable play"}
"""These start a server: ``tests/server/test_serving.py`` runs them."""
BLOCK = re.compile(r"```(?P<kind>console|yaml)\n(?P<text>.*?)```", re.DOTALL)


def test_every_command_works(own_data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(games.VARIABLE, "")
    games.forget()
    evening = PAGE.read_text(encoding="utf-8").partition("\n# What a game is made of")[0]
    said: list[str] = []
    for block in BLOCK.finditer(evening):
        if block["kind"] == "yaml":
            name = re.match(r"# ([\w.]+)\n", block["text"])
            assert name is not None
            (own_data_folder / "games" / "my-1941" / name[1]).write_text(block["text"], encoding="utf-8")
            games.forget()
            continue
        for line in block["text"].splitlines():
            program, *arguments = shlex.split(line.removeprefix("$ "))
            assert program == "sandtable"
            more = ["--jobs", "1"] if "fairness" in arguments else []
            said.append(call(*arguments, *more).stdout)
    games.forget()
    text = "\n".join(said)
    assert "A tank costs 5 IPCs instead of 6." in text
    assert "now come out differently" in text
    assert "Already there: my-1941" in text
    run = {_verb(line) for block in BLOCK.finditer(evening) for line in block["text"].splitlines() if "$ " in line}
    assert {_verb(words) for words in re.findall(r"sandtable [a-z ]+", evening)} - run == SERVED


def _verb(words: str) -> str:
    """The command itself: ``sandtable lab fairness``."""
    found = re.search(r"sandtable (?:lab )?[a-z]+", words)
    assert found is not None
    return found[0]
