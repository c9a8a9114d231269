"""Bots in other processes: the example of the manual, every way to fail, and our own bots as programs."""

import json
import re
import shlex
import sys
from pathlib import Path

import msgspec
import pytest

from sandtable.area.actions import AreaAction
from sandtable.area.state import AreaState
from sandtable.bots.asking import Answer, Fault, ask
from sandtable.bots.process import ProcessBot
from sandtable.bots.random import RandomBot
from sandtable.bots.serving import serve
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.games import area
from tests.cli.call import answer, call

GAME = area("1941")
MANUAL = Path(__file__).parents[2] / "docs" / "bots.md"


def opening() -> AreaState:
    state = GAME.start(Setup())
    assert not isinstance(state, Refusal)
    return state


def command(tmp_path: Path, body: str) -> str:
    """A program that says it is ready and then does what ``body`` says with ``said``."""
    path = tmp_path / "bot.py"
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    path.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    if said['say'] == 'hello':\n"
        '        print(\'{"say": "ready", "legal": 3}\', flush=True)\n'
        f"    else:\n{lines}"
    )
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def asked(tmp_path: Path, body: str) -> Answer[AreaAction] | Fault:
    state = opening()
    bot = ProcessBot(GAME, 1, command(tmp_path, body))
    return ask(bot, GAME, state, GAME.pending(state)[0], think=0.05)


@pytest.fixture(name="example")
def example_of_the_manual(tmp_path: Path) -> str:
    (source,) = re.findall(r"```python\n(#!/usr/bin/env python3\n.*?)```", MANUAL.read_text(), re.DOTALL)
    path = tmp_path / "mybot.py"
    path.write_text(source)
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def test_the_example_of_the_manual_plays(example: str) -> None:
    game = answer("sim", "1941", "--rounds", "1", "--seats", example)
    assert game["rounds"] == 1
    assert game["decisions"] > 20
    assert game == answer("sim", "1941", "--rounds", "1", "--seats", example)


def test_the_reason_of_the_example_is_told(example: str) -> None:
    text = call("sim", "1941", "--rounds", "1", "--seats", f"ussr={example}", "--explain").stdout
    assert "why: go for " in text
    assert "why: carry on" in text


def test_a_program_is_shown_as_many_legal_actions_as_it_asks_for(tmp_path: Path) -> None:
    told = "str(len(said['legal'])) + said['decision']['kind']"
    fault = asked(tmp_path, f"print(json.dumps({{'say': 'failed', 'why': {told}}}), flush=True)")
    assert isinstance(fault, Fault)
    assert fault.why == "3purchase"


@pytest.mark.parametrize(
    ("body", "kind", "says"),
    [
        ("sys.exit(3)", "failed", "ended with exit code 3"),
        ("raise ZeroDivisionError('the sky fell')", "failed", "exit code 1: ZeroDivisionError: the sky fell"),
        ("pass", "failed", "silent for 2.1 s"),
        ("print('hello there', flush=True)", "failed", "cannot be read"),
        ('print(\'{"say": "ready"}\', flush=True)', "failed", "said 'ready' where an answer was due"),
        (
            'print(\'{"say": "chosen", "action": {"do": "dance"}}\', flush=True)',
            "failed",
            "not an action of this game",
        ),
        ("__import__('os').close(1)", "failed", "closed its output and was stopped"),
        (
            'print(\'{"say": "chosen", "action": {"do": "order", "units": {"battleship": 9}}}\', flush=True)',
            "illegal",
            "1941.purchase.affordable",
        ),
    ],
)
def test_ways_to_fail(tmp_path: Path, body: str, kind: str, says: str) -> None:
    fault = asked(tmp_path, body)
    assert isinstance(fault, Fault)
    assert (fault.kind, says in fault.why) == (kind, True), fault


def test_a_program_that_failed_stays_failed(tmp_path: Path) -> None:
    state, bot = opening(), ProcessBot(GAME, 1, command(tmp_path, "sys.exit(3)"))
    for _ in range(2):
        fault = ask(bot, GAME, state, GAME.pending(state)[0], think=0.05)
        assert isinstance(fault, Fault)
        assert "exit code 3" in fault.why


def test_a_program_says_how_long_it_thinks(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    said = json.loads(line)\n"
        "    answer = {'say': 'failed', 'why': str(said.get('think'))} if 'think' in said else "
        "{'say': 'ready', 'think': 7.5}\n"
        "    print(json.dumps(answer), flush=True)\n"
    )
    state, bot = opening(), ProcessBot(GAME, 1, f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}")
    for think, says in ((None, "7.5"), (0.5, "0.5")):
        fault = ask(bot, GAME, state, GAME.pending(state)[0], think)
        assert isinstance(fault, Fault)
        assert fault.why == says


def test_a_failing_program_ends_a_game_with_a_message(tmp_path: Path) -> None:
    seats = f"uk=exec:{command(tmp_path, 'sys.exit(3)')}"
    said = call("sim", "1941", "--seats", seats, code=1).stderr
    assert "(uk): failed: the program ended with exit code 3" in said


def test_a_failing_program_at_the_terminal_keeps_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    bots = f"ussr=exec:{command(tmp_path, 'sys.exit(3)')}"
    result = call("terminal", "--bots", bots, code=1)
    assert "(ussr): failed: the program ended with exit code 3" in result.stderr
    assert "The game so far is saved in" in result.stdout


def test_a_program_ends_with_its_bot(tmp_path: Path) -> None:
    """A program whose bot is gone is not left behind."""
    note = tmp_path / "note"
    body = f"open({str(note)!r}, 'w').write(str(__import__('os').getpid()))\nprint('{{}}', flush=True)"
    state, bot = opening(), ProcessBot(GAME, 1, command(tmp_path, body))
    assert isinstance(ask(bot, GAME, state, GAME.pending(state)[0], think=0.05), Fault)
    process = Path(f"/proc/{note.read_text()}")
    assert process.exists()
    del bot
    assert not process.exists()


# our own bots, asked by others


def conversation(*said: dict[str, object]) -> list[dict[str, object]]:
    lines = [json.dumps(one).encode() for one in said]
    return [json.loads(line) for line in serve("random", GAME, lines)]


def test_a_bot_serves_over_lines_as_it_plays_at_home() -> None:
    ours = answer("sim", "1941", "--rounds", "1", "--seats", "random", "--seed", "5")
    program = f"exec:{shlex.quote(sys.executable)} -m sandtable bot random --game 1941"
    theirs = answer("sim", "1941", "--rounds", "1", "--seats", program, "--seed", "5")
    assert theirs["digest"] == ours["digest"]


def test_the_conversation() -> None:
    state = opening()
    decision = GAME.pending(state)[0]
    hello = {"say": "hello", "protocol": 1, "game": "1941", "seed": 4}
    question = {"say": "choose", "decision": msgspec.to_builtins(decision), "think": 1.0}
    ready, chosen, failed = conversation(
        hello, question | {"view": msgspec.to_builtins(state)}, question | {"view": {"round": "first"}}
    )
    assert ready == {"say": "ready", "name": "random", "legal": 0, "think": 1.0}
    action = RandomBot(GAME, 4).choose(state, decision)
    assert chosen == {"say": "chosen", "action": msgspec.to_builtins(action)}
    assert "the view cannot be read" in str(failed["why"])


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"say": "hello", "protocol": 9, "game": "1941", "seed": 1}, "protocol 1, not 9"),
        ({"say": "hello", "protocol": 1, "game": "chess", "seed": 1}, "to play 1941, not chess"),
        ({"say": "choose", "view": {}, "decision": {"seat": "uk", "kind": "x"}, "think": 1.0}, "say hello first"),
        ({"say": "what"}, "cannot be read"),
    ],
)
def test_what_a_served_bot_cannot_answer(said: dict[str, object], why: str) -> None:
    (reply,) = conversation(said)
    assert reply["say"] == "failed"
    assert why in str(reply["why"])


def test_the_bots_are_listed() -> None:
    assert [one["name"] for one in answer("bot")][:5] == ["random", "easy", "medium", "hard", "expert"]
    assert "random legal moves" in call("bot").stdout


def test_an_unknown_bot_is_not_served() -> None:
    assert "Did you mean 'random'?" in call("bot", "rondom", code=2).stderr
