"""With time to spare plans are played out: a round passes, and it can be repeated."""

from math import inf

import pytest
from msgspec.structs import replace

from sandtable.area.actions import AreaAction
from sandtable.area.state import AreaState
from sandtable.bots.bot import Bot
from sandtable.bots.brake import Brake
from sandtable.bots.level import Level, read_level
from sandtable.bots.planner import thinker
from sandtable.bots.planner.assault import Plan
from sandtable.bots.planner.rehearsal import Allowance, Line, best_line, lead, played_on
from sandtable.bots.planner.style import Style
from sandtable.bots.planner.thinker import Planner
from sandtable.bots.registry import NoBot, make
from sandtable.core.decision import Decision
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.games import area

GAME = area("1941")
HARD = read_level("hard")
assert isinstance(HARD, Level)
MANNER = Style.of(HARD)


def opening() -> AreaState:
    state = GAME.start(Setup())
    assert isinstance(state, AreaState)
    return state


def planner() -> Planner:
    quick = read_level("easy")
    assert isinstance(quick, Level)
    return Planner(GAME, 1, quick)


def test_a_rehearsal_ends_when_it_is_ones_turn_again() -> None:
    end = played_on(GAME, opening(), "ussr", planner(), 5)
    assert end is not None
    assert (end.round, list(end.turn.phases)) == (2, ["ussr"])


def test_it_can_be_repeated() -> None:
    first, second = (played_on(GAME, opening(), "ussr", planner(), 5) for _ in range(2))
    assert first is not None
    assert second is not None
    assert GAME.digest(first) == GAME.digest(second)


class Counting:
    """Decides like a planner, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0
        self._planner = planner()

    def choose(self, view: AreaState, decision: Decision, think: float | None = None) -> AreaAction:
        self.asked += 1
        return self._planner.choose(view, decision, think)


@pytest.mark.parametrize("decisions", [0, 1, 30])
def test_it_ends_in_the_middle_when_its_decisions_are_used_up(decisions: int) -> None:
    actor, allowance = Counting(), Allowance(decisions, Brake(inf))
    assert played_on(GAME, opening(), "ussr", actor, 5, 1, allowance) is None
    assert actor.asked == decisions
    assert played_on(GAME, opening(), "ussr", actor, 5, 1, allowance) is None
    assert actor.asked == decisions


def test_it_ends_in_the_middle_when_the_brake_is_pulled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Brake, "pulled", True)
    actor = Counting()
    assert played_on(GAME, opening(), "ussr", actor, 5, 1, Allowance(1000, Brake(1.0))) is None
    assert actor.asked == 0


def lines(*scores: float) -> list[Line]:
    return [Line(Plan({}, score), score) for score in scores]


def test_the_line_that_leads_to_most_is_chosen_and_the_best_are_played_on() -> None:
    tried = lines(5.0, 4.0, 3.0, 2.0, 1.0)
    worth = {5.0: 0.0, 4.0: 20.0, 3.0: 30.0, 2.0: 10.0, 1.0: 0.0}
    played: list[tuple[float, int]] = []

    def play(line: Line, take: int, rounds: int) -> float | None:
        played.append((line.score, rounds))
        return worth[line.score] + (40.0 if rounds > 1 and line.score == 4.0 else 0.0)

    assert best_line(tried, play) is tried[1]
    assert [score for score, rounds in played if rounds == 1] == [5.0, 4.0, 3.0, 2.0, 1.0]
    assert sorted(score for score, rounds in played if rounds > 1) == [3.0, 4.0, 5.0]


def test_lines_that_come_to_the_same_are_played_on_once() -> None:
    tried, rounds_played = lines(3.0, 3.0, 3.0), list[int]()

    def play(line: Line, take: int, rounds: int) -> float | None:
        rounds_played.append(rounds)
        return 7.0

    assert best_line(tried, play) is tried[0]
    assert rounds_played == [1, 1, 1]


@pytest.mark.parametrize(("plays", "best"), [(0, 0), (1, 0), (2, 1), (4, 1)])
def test_when_it_must_not_go_on_the_best_so_far_is_chosen(plays: int, best: int) -> None:
    tried, left = lines(3.0, 3.0, 3.0), iter([0.0, 9.0, 5.0, 5.0][:plays])
    assert best_line(tried, lambda *_: next(left, None)) is tried[best]


def test_expert_plays_no_more_decisions_than_it_may_and_only_once_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "DECISIONS", 10)
    actors: list[thinker.Planner] = []
    inside = 0
    real = thinker.Planner.choose

    def choose(self: Planner, view: AreaState, decision: Decision, think: float | None = None) -> AreaAction:
        nonlocal inside
        inside += self is not bot
        actors.append(self)
        return real(self, view, decision, think)

    level = read_level("expert")
    assert isinstance(level, Level)
    bot = Planner(GAME, 1, level)
    monkeypatch.setattr(thinker.Planner, "choose", choose)
    state, dice = opening(), SeededDice.from_seed(1)
    while "ussr" in state.turn.phases:
        (decision,) = GAME.pending(state)
        for event in GAME.decide(state, "ussr", bot.choose(state, decision), dice):
            state = GAME.evolve(state, event)
    assert bot in actors
    assert 0 < inside <= 10 * level["plans"] / thinker.USUAL


def test_what_one_side_leads_the_other_trails() -> None:
    state = opening()
    assert lead(GAME.world, state, "axis", MANNER) == -lead(GAME.world, state, "allies", MANNER)


def test_a_lost_capital_costs_more_than_its_income() -> None:
    state = opening()
    lost = replace(state, control={**state.control, "Russia": "germany"})
    value = GAME.world.board.territories["Russia"].value
    less = lead(GAME.world, state, "allies", MANNER) - lead(GAME.world, lost, "allies", MANNER)
    assert less > 2 * MANNER.horizon * value


def test_a_bot_with_more_time_says_so_and_answers_the_same_way_twice() -> None:
    state = opening()
    (decision,) = GAME.pending(state)
    answers = []
    for _ in range(2):
        bot = make("hard+4s", GAME, 1)
        assert not isinstance(bot, NoBot)
        assert (bot.name, bot.think) == ("hard+4s", 4.0)
        answers.append(bot.choose(state, decision))
        assert bot.why() is not None
    assert answers[0] == answers[1]


def test_no_bot_plays_without_time() -> None:
    bot: Bot[AreaState, object] | NoBot = make("hard+0s", GAME, 1)
    assert isinstance(bot, NoBot)
    assert "without any time" in bot.why
