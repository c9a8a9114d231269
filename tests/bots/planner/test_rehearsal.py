"""With time to spare plans are played out: a round passes, and it can be repeated."""

from msgspec.structs import replace

from sandtable.area.state import AreaState
from sandtable.bots.bot import Bot
from sandtable.bots.level import Level, read_level
from sandtable.bots.planner.rehearsal import lead, played_on
from sandtable.bots.planner.style import Style
from sandtable.bots.planner.thinker import Planner
from sandtable.bots.registry import NoBot, make
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
    assert (end.round, list(end.turn.phases)) == (2, ["ussr"])


def test_it_can_be_repeated() -> None:
    first, second = (played_on(GAME, opening(), "ussr", planner(), 5) for _ in range(2))
    assert GAME.digest(first) == GAME.digest(second)


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
