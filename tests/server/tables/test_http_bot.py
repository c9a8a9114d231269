"""The client in ``docs/bots.md`` plays a game as documented."""

import re
import subprocess
import sys
from pathlib import Path

from tests.patience import SECONDS
from tests.server.site import Site
from tests.server.tables.people import Player

PAGE = Path(__file__).parents[3] / "docs" / "bots.md"


def client() -> str:
    """The program in the docs."""
    section = PAGE.read_text().partition("## A bot at a table of a server")[2]
    found = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert found
    return found[1]


def test_the_documented_client_plays_a_game(site: Site, tmp_path: Path) -> None:
    owner = site.member("Anna")
    token = owner.post("/tokens", json={"label": "bot"}).json()["secret"]
    table = Player(site, "Anna", owner).new(seats={"red": "me", "blue": "bot:random", "gold": "bot:random"})
    program = tmp_path / "http_bot.py"
    program.write_text(client())
    command = [sys.executable, str(program), site.url, token, table.id, "red"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The game is over:")
    assert {entry["by"] for entry in table.log() if entry["seat"] == "red"} == {"Anna"}
