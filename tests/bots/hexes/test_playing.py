"""The commander at the table: legal, reproducible, replaceable, and able to say why."""

import pytest

from sandtable.bots.bot import Bot, Reason
from sandtable.bots.brake import Brake
from sandtable.bots.hexes.style import Style
from sandtable.bots.level import FOLDER, BadLevel, read_level
from sandtable.bots.registry import NoBot, find, make
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load_hexes
from sandtable.hexes.actions import Disband, HexAction, Target
from sandtable.hexes.events import HexEvent
from sandtable.hexes.parts.home_bound import Rise
from sandtable.hexes.parts.home_forces import PlaceHomeForces
from sandtable.hexes.parts.leaders import AssignLeader
from sandtable.hexes.position import HexPosition, Standing, build
from sandtable.hexes.state import HexState

GAME = load_hexes("hgw")
Log = Record[HexState, HexAction, HexEvent]


def player(name: str, seed: int) -> Bot[HexState, HexAction]:
    bot = make(name, GAME, seed)
    assert not isinstance(bot, NoBot), bot
    return bot


def played(scenario: str, names: tuple[str, ...], seed: int, turns: int, *options: str) -> Log:
    """Some turns of a game; every answer is legal."""
    setup = Setup(scenario, dict.fromkeys(options, True), GAME.guide.box.players_in(scenario))
    record = Record.begin(GAME, setup, SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    order = GAME.worlds[scenario].order
    bots = {seat: player(names[number % len(names)], seed) for number, seat in enumerate(order)}
    while record.pending and record.state.turn <= turns:
        decision = record.pending[0]
        refused = record.act(decision.seat, bots[decision.seat].choose(record.state, decision))
        assert not isinstance(refused, Refusal), (decision, refused)
    return record


@pytest.mark.parametrize(
    ("scenario", "names"),
    [
        ("barbarossa", ("hard", "random")),
        ("barbarossa", ("random", "medium")),
        ("fall-of-germany", ("easy", "random", "hard")),
        ("fall-of-germany", ("random", "medium", "easy")),
        ("campaign-2", ("medium", "random", "hard")),
        ("campaign-3", ("hard", "medium", "random")),
        ("campaign-4", ("random", "medium", "hard")),
    ],
)
def test_every_level_answers_every_decision(scenario: str, names: tuple[str, ...]) -> None:
    record = played(scenario, names, seed=5, turns=1)
    assert record.state.turn == 2 or record.finished


def test_options_are_played() -> None:
    record = played("campaign-1", ("medium",), 7, 4, "home-forces", "italian-army", "leaders")
    assert record.state.turn == 5
    done = {type(entry.action) for entry in record.entries}
    assert {AssignLeader, PlaceHomeForces} <= done


def test_the_chinese_rise_where_they_do_not_attack() -> None:
    armies = {
        "Ninth War Area": Standing("2268", infantry=2),
        "OKW": Standing("1237", infantry=1),
        "Moscow": Standing("1144", infantry=1),
    }
    written = HexPosition(
        "campaign-4", turn="Summer 1942", side="allied", phase="combat", armies=armies, fleets={}
    )
    state = build(GAME.worlds["campaign-4"], written)
    assert isinstance(state, HexState)
    bot, dice, seen = player("medium", 1), SeededDice.from_seed(1), []
    while state.phase == "combat" and state.side == "allied":
        action = bot.choose(state, GAME.pending(state)[0])
        seen.append(action)
        for event in GAME.decide(state, GAME.pending(state)[0].seat, action, dice):
            state = GAME.evolve(state, event)
    risen = [action for action in seen if isinstance(action, Rise)]
    assert [action.army for action in risen] == ["Ninth War Area"]


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (played("barbarossa", ("medium",), seed=2, turns=1) for _ in range(2))
    assert [entry.action for entry in first.entries] == [entry.action for entry in second.entries]


def test_a_bot_made_anew_plays_on() -> None:
    record = played("barbarossa", ("easy",), seed=4, turns=0)
    mover = player("easy", 4)
    while record.state.phase != "production":
        decision = record.pending[0]
        bot = player("easy", 4) if record.state.phase == "combat" else mover
        assert not isinstance(record.act(decision.seat, bot.choose(record.state, decision)), Refusal)
    assert any(isinstance(entry.action, Target) for entry in record.entries)


def test_it_says_why_it_attacks() -> None:
    record = played("barbarossa", ("hard",), seed=1, turns=0)
    bot = player("hard", 1)
    while record.state.phase != "combat":
        decision = record.pending[0]
        record.act(decision.seat, bot.choose(record.state, decision))
    action, why = bot.choose(record.state, record.pending[0]), bot.why()
    assert isinstance(action, Target)
    assert isinstance(why, Reason)
    assert GAME.worlds["barbarossa"].title(action.target) in why.aim
    assert why.chance is not None
    assert "losses" in why.odds


def test_the_levels_know_the_same_numbers_and_look_closer() -> None:
    levels = [read_level(name, family="hexes") for name in ("easy", "medium", "hard")]
    easy, medium, hard = (Style.of(level) for level in levels if not isinstance(level, BadLevel))
    assert easy.depth < medium.depth < hard.depth
    assert easy.noise > medium.noise > hard.noise


def test_numbers_of_another_family_are_refused() -> None:
    missing = find(f"hard@{FOLDER / 'hard.yaml'}", GAME)
    assert isinstance(missing, NoBot)
    assert "'hard'" in missing.why
    assert find(f"hard@{FOLDER / 'hexes' / 'hard.yaml'}", GAME) is None


def test_on_a_slow_machine_it_still_answers_and_gives_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Brake, "pulled", property(lambda _: True))
    record = played("barbarossa", ("hard",), seed=2, turns=1)
    assert record.state.turn == 2
    assert not any(isinstance(entry.action, Disband) for entry in record.entries)


def test_with_more_time_it_weighs_more_plans() -> None:
    weighed = []
    for think in (2.0, 4.0):
        record = played("barbarossa", ("hard",), seed=1, turns=0)
        bot, plans = player("hard", 1), 0
        while record.state.phase != "combat":
            decision = record.pending[0]
            record.act(decision.seat, bot.choose(record.state, decision, think))
            why = bot.why()
            plans = max(plans, len(why.alternatives) if why is not None else 0)
        weighed.append(plans)
    assert weighed[1] > weighed[0] > 1
