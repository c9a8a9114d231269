"""Commands that play, replay and verify whole games."""

import json
from pathlib import Path

import pytest

from sandtable import cli
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import write
from sandtable.games import load
from tests.cli.call import answer, call


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A short game between bots."""
    path = tmp_path_factory.mktemp("recorded") / "game.sandtable"
    call("sim", "1941", "--seed", "3", "--rounds", "2", "--out", path)
    return path.read_bytes()


@pytest.fixture(name="played")
def played_game(recorded: bytes, tmp_path: Path) -> Path:
    """A copy of the same game."""
    path = tmp_path / "game.sandtable"
    path.write_bytes(recorded)
    return path


def test_sim_shows_the_standing() -> None:
    text = call("sim", "1941", "--rounds", "1").stdout
    assert "No winner after 1 round." in text
    assert "Soviet Union" in text


def test_the_same_seed_plays_the_same_game() -> None:
    first, second, other = (answer("sim", "1941", "--rounds", "1", "--seed", seed) for seed in (7, 7, 8))
    assert first == second
    assert first["digest"] != other["digest"]
    assert first["rounds"] == 1
    assert first["winner"] is None
    assert set(first["powers"]["uk"]) == {"army", "income", "treasury", "territories"}


@pytest.mark.parametrize("seats", ["random", "random,random,random,random,random", "germany=random,Japan=random"])
def test_three_ways_to_assign_seats(seats: str) -> None:
    assert answer("sim", "1941", "--rounds", "1", "--seats", seats)["seats"]["japan"] == "random"


@pytest.mark.parametrize(
    ("seats", "says"),
    [
        ("rondom", "Did you mean 'random'?"),
        ("random,random", "2 bots for 5 seats"),
        ("germny=random", "Did you mean 'germany'?"),
        ("germany=random,random", "give a power for every bot"),
    ],
)
def test_wrong_seats(seats: str, says: str) -> None:
    assert says in call("sim", "1941", "--seats", seats, code=2).stderr


def test_sim_checks_the_output_file_first(tmp_path: Path) -> None:
    assert "no folder" in call("sim", "1941", "--out", tmp_path / "none" / "x", code=2).stderr


def test_sim_with_options() -> None:
    assert answer("sim", "1941", "--rounds", "1", "--low-luck", "--short-game")["rounds"] == 1


def test_replay_tells_the_game(played: Path) -> None:
    text = call("replay", played).stdout
    assert "Round 1 Soviet Union" in text
    assert "Round 2 United States" in text
    assert "collects" in text
    assert "IPCs" in text
    assert "Attackers roll" in text


def test_replay_of_one_round(played: Path) -> None:
    text = call("replay", played, "--round", "2").stdout
    assert "Round 1" not in text
    assert "Round 2" in text
    call("replay", played, "--round", "9", code=2)


def test_replay_in_markdown(played: Path) -> None:
    lines = call("replay", played, "--markdown").stdout.splitlines()
    assert lines[:5] == ["# 1941: The World at War", "", "## Round 1", "", "### Soviet Union, Purchase Units"]
    assert any(line.startswith("- ") for line in lines)
    call("replay", played, "--markdown", "--json", code=2)


def test_stats_for_people_and_for_programs(played: Path) -> None:
    text = call("stats", played).stdout
    for heading in ("Income", "Army value", "Losses traded", "Luck by side", "Luck by power"):
        assert heading in text
    data = answer("stats", played)
    assert data["game"] == "1941"
    assert data["rounds"][:2] == [0, 1]
    assert {luck["who"] for luck in data["sides"]} == {"allies", "axis"}


def test_stats_of_a_game_that_has_not_begun(tmp_path: Path) -> None:
    record = Record.begin(load("1941"), Setup(), SeededDice.from_seed(1))
    assert not isinstance(record, Refusal)
    write(record, tmp_path / "new.sandtable", reveal=True)
    assert "Nothing has happened yet." in call("stats", tmp_path / "new.sandtable").stdout


def test_replay_as_data(played: Path) -> None:
    data = answer("replay", played)
    assert data["game"] == "1941"
    chapter = data["chapters"][0]
    assert (chapter["round"], chapter["power"]) == (1, "ussr")
    assert all(chapter["lines"] for chapter in data["chapters"])


def test_a_good_game_verifies(played: Path) -> None:
    assert call("verify", played).stdout.startswith("Good.")
    verdict = answer("verify", played)
    assert verdict["good"] is True
    assert verdict["dice"] == "verified"


def test_verify_with_a_commitment(played: Path) -> None:
    noted = json.loads(played.read_text().splitlines()[0])["dice"]["commitment"]
    call("verify", played, "--commitment", noted)
    call("verify", played, "--commitment", "ab" * 32, code=1)


def test_a_changed_die_is_named(played: Path) -> None:
    lines = played.read_text().splitlines()
    number = next(i for i, line in enumerate(lines) if '"dice":[' in line and i)
    before, after = lines[number].split('"dice":[', 1)
    lines[number] = f'{before}"dice":[{int(after[0]) % 6 + 1}{after[1:]}'
    played.write_text("\n".join(lines) + "\n")
    text = call("verify", played, code=1).stdout
    assert "die 1" in text
    assert "the die fell on" in text
    assert "in round 1" in text
    verdict = answer("verify", played, code=1)
    assert verdict["fault"]["entry"] == number
    assert verdict["fault"]["die"] == 1


@pytest.mark.parametrize("command", ["replay", "stats", "verify"])
def test_bad_files(command: str, tmp_path: Path, played: Path) -> None:
    assert "no-such" in call(command, tmp_path / "no-such", code=2).stderr
    call(command, tmp_path, code=2)
    foreign = tmp_path / "foreign.txt"
    foreign.write_bytes(b"\xff\xfe not a game")
    assert "not a sandtable game" in call(command, foreign, code=2).stderr
    (tmp_path / "empty").write_text("")
    call(command, tmp_path / "empty", code=2)
    cut = tmp_path / "cut"
    cut.write_text("\n".join(played.read_text().splitlines()[:5]))
    assert "cut off" in call(command, cut, code=2).stderr


def test_an_internal_error_is_reported_as_such(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("the sky fell")

    monkeypatch.setattr("sandtable.cli.games.list_games", broken)
    monkeypatch.setattr("sys.argv", ["sandtable", "games"])
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(SystemExit) as left:
        cli.main()
    said = capsys.readouterr()
    assert left.value.code == 70
    assert "internal error" in said.err
    assert "Traceback" not in said.err + said.out
    assert "the sky fell" in next(tmp_path.glob("sandtable-*/fault.txt")).read_text()
