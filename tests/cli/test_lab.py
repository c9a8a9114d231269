"""Commands that play many games: arena, balance, tune."""

import shlex
import sys
from pathlib import Path

import pytest

from sandtable.puzzles.collection import read
from tests.cli.call import answer, call

SHORT = ("--games", "2", "--rounds", "1", "--jobs", "1")


@pytest.fixture(name="cheat")
def cheating_program(tmp_path: Path) -> str:
    """A bot that buys more than it can pay for."""
    path = tmp_path / "cheat.py"
    path.write_text(
        "import sys\n"
        'print(\'{"say": "ready"}\', flush=True)\n'
        "for line in sys.stdin:\n"
        "    if '\"choose\"' in line:\n"
        '        print(\'{"say": "chosen", "action": {"do": "order", "units": {"battleship": 9}}}\', flush=True)\n'
    )
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def test_an_arena_is_counted_and_reported(tmp_path: Path) -> None:
    out = tmp_path / "arena.html"
    program = f"exec:{shlex.quote(sys.executable)} -m sandtable bot random"
    text = call("arena", "1941", "random", program, *SHORT, "--report", out).stdout
    assert "Elo" in text
    assert "Axis" in text
    assert "95% interval" in text
    assert "Arena: 1941" in out.read_text()


def test_an_arena_as_data() -> None:
    data = answer("arena", "1941", "random", *SHORT)
    assert data["plan"]["games"] == len(data["results"]) == 2
    assert data["faults"] == []
    first = data["results"][0]
    again = answer("sim", "1941", "--seed", first["match"]["seed"], "--rounds", "1")
    assert again["digest"] == first["result"]["digest"]


def test_a_cheat_loses_and_the_command_fails(cheat: str) -> None:
    result = call("arena", "1941", "random", cheat, *SHORT, code=1)
    assert "2 of 2 games ended with a fault" in result.stderr
    assert "illegal" in result.stderr
    assert "1941.purchase.affordable" in result.stderr
    data = call("arena", "1941", "random", cheat, *SHORT, "--json", code=1).stdout
    assert '"won": 2' in data


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["lab", "puzzles", "hgw"], "puzzles are combat moves of area games, and hgw isn't one"),
        (["lab", "puzzles", "1941", "--bot", "rondom"], "Did you mean 'random'?"),
        (["lab", "puzzles", "1941", "--out", "nowhere/x.json"], "there is no folder"),
        (["arena", "1941", "rondom", "random"], "Did you mean 'random'?"),
        (["arena", "1941", "random", "random", "hard"], "'random' is listed twice"),
        (["arena", "chess", "random"], "there is no game 'chess'"),
        (["arena", "1941", "random", "--report", "/no/such/folder/x.html"], "there is no folder"),
        (["arena", "1941", "random", "--ray", "127.0.0.1:1"], "--ray: there is no Ray at '127.0.0.1:1'"),
        (["lab", "tune", "1941", "--bot", "random"], "no numbers to tune"),
        (
            ["lab", "tune", "1941", "--numbers", "caution,courage"],
            "'courage' is not a number that can be tuned. These are:",
        ),
        (["lab", "tune", "1941", "--numbers", "orders"], "'orders' is not a number that can be tuned"),
        (["lab", "tune", "1941", "--out", "/no/such/folder/x.yaml"], "there is no folder"),
        (["lab", "tune", "1941", "--out", "none.yaml", "--resume"], "none.log.jsonl cannot be read"),
        (["lab", "learn", "hgw"], "hgw is a hex game. Only the bots of area games use what is learned."),
        (["lab", "learn", "1941", "--games", "4"], "4 games are too few to learn from. Play at least 5."),
        (["lab", "learn", "1941", "--bot", "random"], "no numbers to tune"),
        (["lab", "learn", "1941", "--out", "/no/such/folder/x.yaml"], "there is no folder"),
        (["lab", "balance", "1941", "--bot", "rondom"], "there is no bot 'rondom'"),
        (["sim", "1941", "--explain", "--json"], "choose one"),
    ],
)
def test_wrong_usage(arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in call(*arguments, code=2).stderr


def test_balance_shows_the_weaker_side_and_every_bid() -> None:
    common = ("lab", "balance", "1941", "--bot", "random", *SHORT, "--most", "8")
    text = call(*common).stdout
    assert "with 8 more" in text
    assert "evens it out" in text
    data = answer(*common)
    assert [point["bid"] for point in data["points"]] == [0, 2, 4, 6, 8]


def test_tuning_writes_a_playable_level_and_resumes(tmp_path: Path) -> None:
    out = tmp_path / "mine.yaml"
    common = ("lab", "tune", "1941", "--bot", "easy", "--out", out, *SHORT)
    call(*common, "--steps", "1")
    assert "--resume continues it" in call(*common, "--steps", "1", code=2).stderr
    text = call(*common, "--steps", "2", "--resume", "--prove", "2").stdout
    assert "Step 2" in text
    assert "Step 1" not in text
    assert "Against the old numbers" in text
    other = tmp_path / "straight.yaml"
    call("lab", "tune", "1941", "--bot", "easy", "--out", other, *SHORT, "--steps", "2")
    assert other.read_text() == out.read_text()
    assert other.with_suffix(".log.jsonl").read_text() == out.with_suffix(".log.jsonl").read_text()
    assert answer("sim", "1941", "--rounds", "1", "--seats", f"ussr=easy@{out}")["seats"]["ussr"] == f"easy@{out}"


@pytest.mark.long("a round of a game, looked through")
def test_puzzles_are_found_and_written(tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    arguments = ("lab", "puzzles", "1941", "--bot", "easy", "--seed", "3", "--games", "1", "--rounds", "1")
    text = call(*arguments, "--jobs", "1", "--out", out).stdout
    found = read(out)
    assert found
    assert f"{len(found)} puzzles in" in text
    assert found[0].id in text
