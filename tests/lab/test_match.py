"""One game between bots: playing, judging and adjudication."""

from collections.abc import Mapping

import msgspec
import pytest

from sandtable.area.forces import Piece, add
from sandtable.area.state import AreaState
from sandtable.bots.asking import Fault
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.games import area
from sandtable.guides.area.strength import INCOME_ROUNDS, strengths
from sandtable.lab.match import Entrant, Match, begin, judge, play_match
from sandtable.lab.match import opening as game_opening
from sandtable.lab.strength import Course, adjudged, shares
from tests.cli.call import answer

GAME = area("1941")
WORLD = GAME.world


def match(seed: int = 1, rounds: int = 1, bid: Mapping[str, int] | None = None) -> Match:
    sides = {"axis": Entrant("random"), "allies": Entrant("random")}
    return Match("1941", sides, seed, rounds, bid=bid or {})


def opening() -> AreaState:
    state = GAME.start(Setup())
    assert not isinstance(state, Refusal)
    return state


def test_a_match_is_the_game_that_sim_plays_with_that_seed() -> None:
    played = play_match(match(seed=9))
    again = answer("sim", "1941", "--seed", "9", "--rounds", "1")
    assert played.result.digest == again["digest"]
    assert played.result.rounds == again["rounds"] == 1
    assert played.result.decisions == again["decisions"] == sum(one.answers for one in played.clocks.values())


def test_a_bid_is_paid_before_the_first_purchase() -> None:
    record = begin(GAME, match(bid={"germany": 5}))
    assert record.state.treasury["germany"] == opening().treasury["germany"] + 5
    assert record.state.treasury["japan"] == opening().treasury["japan"]


def test_a_bid_is_not_in_the_yardstick() -> None:
    whole = sum(strengths(WORLD, opening()).values())
    record = begin(GAME, match(bid={"uk": round(0.3 * whole)}))
    result = judge(GAME, record, game_opening(GAME, match(bid={"uk": 1})), None)
    assert (result.winner, result.how) == ("allies", "adjudicated"), "who keeps the money that was bid is ahead"


def test_a_bot_that_fails_loses() -> None:
    record = begin(GAME, match())
    result = judge(GAME, record, opening(), Fault("illegal", "random", "japan", "no"))
    assert (result.winner, result.how) == ("allies", "fault")


def test_an_unknown_bot_is_the_callers_error() -> None:
    sides = {"axis": Entrant("nobody"), "allies": Entrant("random")}
    with pytest.raises(ValueError, match="there is no bot 'nobody'"):
        play_match(Match("1941", sides, 1, 1))


# -- strength


def test_strength_is_units_money_and_three_rounds_of_income() -> None:
    state = opening()
    before = strengths(WORLD, state)["axis"]
    more = msgspec.structs.replace(
        state,
        stacks=dict(state.stacks) | {"Germany": add(state.at("Germany"), Piece("germany", "tank"), 2)},
        treasury=dict(state.treasury) | {"japan": state.treasury["japan"] + 7},
        bought={"germany": {"infantry": 3}},
    )
    assert strengths(WORLD, more)["axis"] == before + 2 * 6 + 7 + 3 * 3
    assert strengths(WORLD, more)["allies"] == strengths(WORLD, state)["allies"]


def test_cargo_counts_and_land_counts_for_its_holder() -> None:
    state = opening()
    loaded = Piece("germany", "transport", cargo=(Piece("germany", "infantry"),))
    empty = msgspec.structs.replace(state, stacks={**state.stacks, "Sea Zone 5": ()})
    at_sea = msgspec.structs.replace(state, stacks={**state.stacks, "Sea Zone 5": ((loaded, 1),)})
    here = strengths(WORLD, empty)["axis"]
    assert strengths(WORLD, at_sea)["axis"] == here + 7 + 3
    taken = msgspec.structs.replace(state, control=dict(state.control) | {"Karelia": "germany"})
    gain = INCOME_ROUNDS * WORLD.board.territories["Karelia"].value
    assert gain
    assert strengths(WORLD, taken)["axis"] == strengths(WORLD, state)["axis"] + gain


def test_a_power_without_its_capital_has_no_income() -> None:
    state = opening()
    lost = msgspec.structs.replace(state, control=dict(state.control) | {"Japan": "usa"})
    income = sum(
        land.value for name, land in WORLD.board.territories.items() if state.control.get(name) == "japan"
    )
    assert strengths(WORLD, lost)["axis"] == strengths(WORLD, state)["axis"] - INCOME_ROUNDS * income


def test_nobody_is_ahead_at_the_start() -> None:
    state = opening()
    assert sum(shares(GAME.guide, state).values()) == pytest.approx(1)
    assert adjudged(GAME.guide, state, state) == ""


def test_a_clear_gain_wins_by_adjudication() -> None:
    state = opening()
    whole = strengths(WORLD, state)["axis"] + strengths(WORLD, state)["allies"]

    def richer(power: str, amount: float) -> AreaState:
        return msgspec.structs.replace(state, treasury=dict(state.treasury) | {power: int(amount)})

    assert adjudged(GAME.guide, state, richer("germany", whole)) == "axis"
    assert adjudged(GAME.guide, state, richer("uk", whole)) == "allies"
    assert adjudged(GAME.guide, state, richer("germany", whole // 50)) == ""


# -- decided games


def after(rounds: int, power: str = "", share: float = 0.0) -> AreaState:
    """The opening after ``rounds`` rounds, with money that makes up ``share`` of all strength for a power."""
    state = opening()
    whole = strengths(WORLD, state)["axis"] + strengths(WORLD, state)["allies"]
    money = dict(state.treasury)
    if power:
        money[power] += round(share * whole)
    return msgspec.structs.replace(state, round=1 + rounds, treasury=money)


@pytest.mark.parametrize("power", ["germany", "usa"])
def test_a_large_lead_for_two_rounds_decides_a_game(power: str) -> None:
    course = Course(GAME.guide, opening())
    assert not course.follow(after(1, power, 0.6))
    assert not course.follow(after(1, power, 0.6))  # still the same round
    assert course.follow(after(2, power, 0.6))


def test_a_temporary_lead_decides_nothing() -> None:
    course = Course(GAME.guide, opening())
    assert not course.follow(after(1, "germany", 0.6))
    assert not course.follow(after(2))
    assert not course.follow(after(3, "germany", 0.6))
    assert not course.follow(after(4, "usa", 0.6))
    assert not course.follow(after(5, "germany", 0.05))


def test_a_scenario_with_an_end_date_is_played_to_it() -> None:
    sides = {"axis": Entrant("random"), "soviet": Entrant("random")}
    result = play_match(Match("hgw", sides, 3, 8)).result
    assert (result.how, result.rounds) == ("victory", 8), "strength does not end it early"


def test_before_its_date_a_scenario_is_judged_by_its_own_conditions() -> None:
    sides = {"axis": Entrant("random"), "partners": Entrant("random")}
    result = play_match(Match("hgw", sides, 3, 1, scenario="campaign-1")).result
    assert (result.winner, result.how) == ("axis", "adjudicated"), "the Axis holds Berlin"
