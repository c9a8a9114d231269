"""The planner at the table: legal, reproducible, replaceable, and able to say why."""

from random import Random

import pytest

from sandtable.area.actions import AreaAction, Done, Move, Order, Voyage
from sandtable.area.events import AreaEvent
from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.bots.bot import Bot, Reason
from sandtable.bots.planner import Planner
from sandtable.bots.planner.fallback import sensible
from sandtable.bots.registry import NoBot, make
from sandtable.core.decision import Decision
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import area, area_ids

Log = Record[AreaState, AreaAction, AreaEvent]
Player = Bot[AreaState, AreaAction]


def begin(game: AreaGame, seed: int) -> Log:
    record = Record.begin(game, Setup(), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    return record


def player(name: str, game: AreaGame, seed: int) -> Player:
    bot = make(name, game, seed)
    assert not isinstance(bot, NoBot), bot
    return bot


def played(game: AreaGame, bots: dict[str, Player], seed: int, rounds: int) -> Log:
    """A game of a few rounds; every answer is legal, however long it takes on a busy machine."""
    record = begin(game, seed)
    while record.pending and record.state.round <= rounds:
        decision = record.pending[0]
        action = bots[decision.seat].choose(game.view(record.state, decision.seat), decision)
        refused = record.act(decision.seat, action)
        assert not isinstance(refused, Refusal), (decision, action, refused)
    return record


@pytest.mark.parametrize("game_id", area_ids())
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("rounds", [1, pytest.param(2, marks=pytest.mark.long("one more round"))])
def test_every_level_answers_every_decision_of_every_game(game_id: str, level: str, rounds: int) -> None:
    game = area(game_id)
    record = played(game, {seat: player(level, game, 1) for seat in game.seats}, seed=5, rounds=rounds)
    assert record.state.round == rounds + 1 or record.finished


def test_a_team_plays_on_in_whatever_order_its_powers_are_asked() -> None:
    """Nobody waits for another: whoever owes a decision answers it, here always the last of those who do."""
    game = area("revised-historical")
    bots = {seat: player("medium", game, 1) for seat in game.seats}
    record = Record.begin(game, Setup(options={"progress-boxes": True}), SeededDice.from_seed(6))
    assert not isinstance(record, Refusal)
    kinds = set()
    while record.pending and record.state.round <= 1:
        decision = record.pending[-1]
        kinds.add(decision.kind)
        refused = record.act(decision.seat, bots[decision.seat].choose(record.view(decision.seat), decision))
        assert not isinstance(refused, Refusal), (decision, refused)
    assert {"aid", "passive", "pull-back", "develop"} <= kinds


def test_the_same_seed_plays_the_same_game() -> None:
    game = area("1941")
    logs = [played(game, {s: player("medium", game, 7) for s in game.seats}, seed=2, rounds=2) for _ in range(2)]
    first, second = ([entry.action for entry in log.entries] for log in logs)
    assert first == second


class Forgetful:
    """A planner that is recreated for every decision."""

    name = "forgetful"
    think = 1.0

    def __init__(self, game: AreaGame) -> None:
        self._game = game

    def choose(self, view: AreaState, decision: Decision, think: float | None = None) -> AreaAction:
        return player("medium", self._game, 3).choose(view, decision, think)

    def why(self) -> Reason | None:
        return None


def test_a_bot_made_anew_in_mid_turn_plays_on() -> None:
    game = area("1941")
    record, bot = begin(game, 3), Forgetful(game)
    while "uk" not in record.state.turn.phases:
        decision = record.pending[0]
        refused = record.act(decision.seat, bot.choose(record.state, decision))
        assert not isinstance(refused, Refusal), refused
    turns = [entry for entry in record.entries if isinstance(entry.action, Done)]
    assert len(turns) >= 2 * len(("ussr", "germany"))
    assert any(isinstance(entry.action, Move | Voyage) for entry in record.entries)


def test_it_says_why() -> None:
    game = area("1941")
    record, bot = begin(game, 4), player("hard", game, 4)
    reasons: list[Reason | None] = []
    while record.state.round == 1:
        decision = record.pending[0]
        record.act(decision.seat, bot.choose(record.state, decision))
        reasons.append(bot.why())
    assert all(reason is not None and reason.aim for reason in reasons)
    attacks = [reason for reason in reasons if reason is not None and reason.aim.startswith("take ")]
    assert attacks
    assert all(r.odds and r.chance is not None and r.value is not None for r in attacks)
    assert any(r.alternatives for r in attacks)


def test_more_time_means_more_work() -> None:
    game = area("1941")
    record = begin(game, 1)
    decision = record.pending[0]
    work = []
    for think in (0.5, 4.0):
        bot = make("hard", game, 1)
        assert isinstance(bot, Planner)
        bot.choose(record.state, decision, think)
        work.append(bot.work)
    assert work[1] > work[0]


def test_an_unknown_decision_gets_a_sensible_answer() -> None:
    game = area("1941")
    record = begin(game, 1)
    action, reason = sensible(game, record.state, "ussr", Random(1))
    assert game.check(record.state, "ussr", action) is None
    assert reason.value is not None
    strange = Decision("ussr", "parley")
    answer = player("hard", game, 1).choose(record.state, strange)
    assert game.check(record.state, "ussr", answer) is None


def test_it_spends_its_money_and_no_more() -> None:
    game = area("1941")
    record = begin(game, 1)
    order = player("hard", game, 1).choose(record.state, record.pending[0])
    assert isinstance(order, Order)
    cost = sum(game.world.units[unit].cost * n for unit, n in order.units.items())
    assert 0 < cost <= record.state.treasury["ussr"]
