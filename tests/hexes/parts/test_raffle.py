"""A part that nobody knows works everywhere: one Python file, ``raffle.py``, and one line in a scenario file."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.bots.random import RandomBot
from sandtable.core.dice import ScriptedDice, SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import CannotWrite, decode, encode
from sandtable.core.verify import verify
from sandtable.guides import hex_guide
from sandtable.hexes import parts
from sandtable.hexes.actions import HexAction
from sandtable.hexes.events import HexEvent
from sandtable.hexes.family import HexGame
from sandtable.hexes.part import Parts
from sandtable.hexes.position import HexPosition, build
from sandtable.hexes.state import HexState
from sandtable.scenarios.reading import parse
from sandtable.scenarios.runner import run
from tests.hexes.parts.raffle import PRIZES, Gamble, Gambled, Raffle

LINES = "like: barbarossa\ntitle: Lucky\nsummary: With a raffle.\nparts: {raffle: {price: 3, at: '1237'}}\n"
"""All that the scenario says of it."""

SCENARIO = """
game: lucky-hgw
title: A ticket is paid now, and its prize comes with the next budget
rules: [production.basic-costs]
position: {scenario: lucky, phase: production, budget: 7}
steps:
  - {do: gamble, tickets: 3, refused: production.basic-costs}
  - {do: gamble, tickets: 2, dice: [5, 2], expect: {budget: 1, events: [{event: gambled, dice: [5, 2]}]}}
  - {do: done}
  - {do: gamble, refused: seq.fixed-order}
"""


@pytest.fixture
def lucky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HexGame]:
    """Barbarossa with a raffle."""
    folder = tmp_path / "lucky-hgw"
    (folder / "scenarios").mkdir(parents=True)
    text = "like: hgw\ntitle: Lucky\nscenarios: [lucky, fall-of-germany]\n"
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    (folder / "scenarios" / "lucky.yaml").write_text(LINES, encoding="utf-8")
    monkeypatch.setenv(games.VARIABLE, str(tmp_path))
    parts.register(Raffle)
    games.forget()
    yield games.load_hexes("lucky-hgw")
    parts.forget(Raffle)
    games.forget()


def begun(game: HexGame, scenario: str, seed: int = 5) -> "Record[HexState, HexAction, HexEvent]":
    record = Record.begin(game, Setup(scenario=scenario), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    return record


def spending(game: HexGame, scenario: str) -> HexState:
    state = build(game.worlds[scenario], HexPosition(scenario=scenario, phase="production"))
    assert isinstance(state, HexState)
    return state


def test_the_rules_know_it(lucky: HexGame) -> None:
    state = spending(lucky, "lucky")
    assert Gamble() in list(lucky.legal(state, "axis"))
    assert lucky.check(state, "soviet", Gamble()) is not None
    (event,) = lucky.decide(state, "axis", Gamble(2), ScriptedDice([4, 6]))
    assert event == Gambled(side="axis", cost=6, dice=(4, 6))
    assert lucky.dice_of(event) == (4, 6)
    after = lucky.evolve(state, event)
    assert PRIZES.of(after).won == {"axis": 10}
    assert lucky.read_state(msgspec.json.encode(after)) == after
    assert lucky.guide.tell(state, event) == ("Axis gambles and draws 4 6.",)
    assert lucky.guide.word(state, "axis", Gamble(2)) == "Gamble 2"
    kinds = msgspec.json.encode(msgspec.json.schema(lucky.action_type))
    assert b'"gamble"' in kinds


def test_another_scenario_of_the_game_does_not(lucky: HexGame) -> None:
    state = spending(lucky, "fall-of-germany")
    refusal = lucky.check(state, "axis", Gamble())
    assert refusal is not None
    assert Gamble() not in list(lucky.legal(state, "axis"))


def test_a_scenario_file_says_it(lucky: HexGame) -> None:
    (scenario,) = parse(SCENARIO)
    result = run(scenario)
    assert result.ok, result.report()


def test_a_random_game_is_saved_verified_and_told(lucky: HexGame) -> None:
    record = begun(lucky, "lucky", seed=11)
    bot = RandomBot(lucky, 3)
    while record.pending and record.state.turn < 4:
        decision = record.pending[0]
        assert not isinstance(record.act(decision.seat, bot.choose(record.state, decision)), Refusal)
    assert any(isinstance(event, Gambled) for entry in record.entries for event in entry.events)
    data = encode(record, reveal=True)
    assert not isinstance(data, CannotWrite)
    again = decode(data, games.find)
    assert isinstance(again, Record)
    assert again.state == record.state
    assert verify(again).good


@pytest.mark.parametrize("scenario", ["campaign-1", "campaign-2"])
def test_the_order_of_parts_means_nothing(scenario: str) -> None:
    """A campaign with its parts in another order is the same game."""
    game = games.load_hexes("hgw")
    base = begun(game, scenario, seed=2)
    bot = RandomBot(game, 7)
    for _ in range(250):
        decision = base.pending[0]
        assert not isinstance(base.act(decision.seat, bot.choose(base.state, decision)), Refusal)
    for seed in range(2):
        world = game.worlds[scenario]
        order = list(world.parts.all)
        Random(seed).shuffle(order)
        other = HexGame(game.folder, hex_guide)
        other.worlds = {**other.worlds, scenario: replace(world, parts=Parts(order))}
        again = begun(other, scenario, seed=2)
        for entry in base.entries:
            assert not isinstance(again.act(entry.seat, entry.action), Refusal)
        assert again.state == base.state
