"""A part that nobody knows works everywhere: one Python file, ``lottery.py``, and one line in a game file."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.area import parts
from sandtable.area.actions import Action, Done
from sandtable.area.event import Event
from sandtable.area.family import AreaGame
from sandtable.area.part import Parts
from sandtable.area.state import AreaState
from sandtable.area.story import story
from sandtable.bots.random import RandomBot
from sandtable.bots.serving import serve
from sandtable.bots.wire import PROTOCOL, Choose, Chosen, Hello
from sandtable.core.dice import ScriptedDice, SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import CannotWrite, decode, encode
from sandtable.core.verify import verify
from sandtable.guides import area_guide
from sandtable.scenarios.reading import parse
from sandtable.scenarios.runner import run
from sandtable.server.settings import Bots, Settings
from sandtable.statistics import statistics
from sandtable.terminal.orders import read_order
from sandtable.terminal.reading import Asked
from tests.area.parts.lottery import PRIZES, Draw, Drawn, Lottery
from tests.server.site import UNHURRIED, running_site
from tests.server.tables.people import Player

BOTS = Bots(games="tests.area.parts.lottery:find")
LINE = "parts: {lottery: {price: 3}}\n"
"""All that the game file says of it."""

SCENARIO = """
game: lucky-1941
title: A ticket is paid now, and its prize comes with the income
rules: [purchase.affordable]
position: {turn: ussr, phase: purchase, treasury: {ussr: 7}}
steps:
  - {draw: 3, refused: purchase.affordable}
  - {draw: 2, dice: [5, 2], expect: {treasury: {ussr: 1}, events: [{is: drawn, dice: [5, 2]}]}}
  - {draw: 1, refused: purchase.affordable}
"""


@pytest.fixture
def lucky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AreaGame]:
    """1941 with a lottery."""
    folder = tmp_path / "lucky-1941"
    folder.mkdir()
    (folder / "game.yaml").write_text(f'like: "1941"\ntitle: Lucky 1941\n{LINE}', encoding="utf-8")
    monkeypatch.setenv(games.VARIABLE, str(tmp_path))
    parts.register(Lottery)
    games.forget()
    yield games.area("lucky-1941")
    parts.forget(Lottery)
    games.forget()


def begun(game: AreaGame, seed: int = 5) -> Record[AreaState, Action, Event]:
    record = Record.begin(game, Setup(), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    return record


def test_the_rules_know_it(lucky: AreaGame) -> None:
    state = lucky.start(Setup())
    assert not isinstance(state, Refusal)
    power, money = lucky.seats[0], state.treasury[lucky.seats[0]]
    assert Draw() in list(lucky.legal(state, power))
    refusal = lucky.check(state, power, Draw(99))
    assert refusal is not None
    assert refusal.rule == "1941.purchase.affordable"
    assert lucky.check(state, lucky.seats[1], Draw()) is not None
    (event,) = lucky.decide(state, power, Draw(2), ScriptedDice([4, 6]))
    assert event == Drawn(power=power, cost=6, dice=(4, 6))
    assert lucky.dice_of(event) == (4, 6)
    after = lucky.evolve(state, event)
    assert after.treasury[power] == money - 6
    assert PRIZES.of(after).won == {power: 10}
    assert lucky.read_state(msgspec.json.encode(after)) == after


def test_what_a_ticket_wins_comes_with_the_income(lucky: AreaGame) -> None:
    def income(*actions: Action) -> int:
        record = begun(lucky)
        power = lucky.seats[0]
        for action in actions:
            assert not isinstance(record.act(power, action), Refusal)
        while lucky.seats[0] in record.state.turn.phases:
            assert not isinstance(record.act(power, Done()), Refusal)
        return record.state.treasury[power]

    record = begun(lucky)
    assert not isinstance(record.act(lucky.seats[0], Draw()), Refusal)
    (prize,) = lucky.dice_of(record.entries[-1].events[0])
    assert income(Draw()) == income() - 3 + prize


def test_a_random_game_is_saved_replayed_verified_told_and_counted(lucky: AreaGame) -> None:
    record = begun(lucky, seed=11)
    bot = RandomBot(lucky, 3)
    while record.pending and record.state.round < 3:
        decision = record.pending[0]
        assert not isinstance(record.act(decision.seat, bot.choose(record.state, decision)), Refusal)
    drawn = [event for entry in record.entries for event in entry.events if isinstance(event, Drawn)]
    assert drawn, "random bots buy tickets"
    data = encode(record, reveal=True)
    assert not isinstance(data, CannotWrite)
    again = decode(data, games.find)
    assert isinstance(again, Record)
    assert again.state == record.state
    assert verify(again).good
    told = [line for chapter in story(record) for line in chapter.lines]
    assert any(" draws " in line for line in told)
    scored = {luck.who: luck.scored for luck in statistics(record).seats if luck.what == "damage"}
    for power in {event.power for event in drawn}:
        assert scored[power] == sum(sum(event.dice) for event in drawn if event.power == power)


def test_a_scenario_file_and_the_terminal_say_it(lucky: AreaGame) -> None:
    (scenario,) = parse(SCENARIO)
    result = run(scenario)
    assert result.ok, result.report()
    record = begun(lucky)
    asked = Asked(lucky, record.state, record.pending[0])
    assert read_order(asked, "draw", "2") == [Draw(2)]


def test_a_game_without_it_says_so(lucky: AreaGame) -> None:
    (scenario,) = parse(SCENARIO.replace("lucky-1941", "1941"))
    result = run(scenario)
    assert not result.ok
    assert "draw" in result.report()


def test_a_bot_in_another_process_is_asked_about_it(lucky: AreaGame) -> None:
    record = begun(lucky)
    assert not isinstance(record.act(lucky.seats[0], Draw()), Refusal)
    view = msgspec.Raw(msgspec.json.encode(record.state))
    lines = [Hello(PROTOCOL, lucky.id, 1), Choose(view=view, decision=record.pending[0], think=1.0)]
    _, answer = serve("random", lucky, [msgspec.json.encode(line) for line in lines])
    assert msgspec.json.decode(answer, type=Chosen).action


def test_a_table_and_its_form_offer_it(lucky: AreaGame, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, database=f"sqlite:///{tmp_path}/tables.db", limits=UNHURRIED, bots=BOTS)
    with running_site(settings, {lucky.id: lucky}) as site:
        anna = Player(site, "Anna")
        table = anna.new(lucky.id, seats=dict.fromkeys(lucky.seats, "me"))
        kit = anna.client.get(f"/games/{lucky.id}/kit").json()
        assert [one["do"] for one in kit["actions"] if "purchase" in one["phases"]] == ["draw"]
        assert kit["dice"]["drawn"] == [{"at": "dice", "sides": 6}]
        asked = table.ask({"ask": "choices", "only": ["draw"]}, lucky.seats[0])
        assert [choice["action"] for choice in asked["choices"]] == [{"do": "draw"}]
        assert "draw" in str(asked["schema"])
        table.act(lucky.seats[0], {"do": "draw", "tickets": 2})
        assert sum(table.view()["parts"]["lottery"]["won"].values()) >= 2


def test_the_order_of_parts_means_nothing() -> None:
    """A game with its parts in another order plays the same game."""
    game = games.area("revised-historical")
    base = begun(game, seed=2)
    bot = RandomBot(game, 7)
    for _ in range(150):
        decision = base.pending[0]
        assert not isinstance(base.act(decision.seat, bot.choose(base.state, decision)), Refusal)
    for seed in range(3):
        order = list(game.world.parts.all)
        Random(seed).shuffle(order)
        other = AreaGame(game.folder, area_guide)
        other.world = replace(other.world, parts=Parts(order))
        again = Record.begin(other, Setup(), SeededDice.from_seed(2))
        assert not isinstance(again, Refusal)
        for entry in base.entries:
            assert not isinstance(again.act(entry.seat, entry.action), Refusal)
        assert again.state == base.state
