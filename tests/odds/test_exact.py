"""The exact odds by themselves: they add up and agree with each other; bad questions are answered in words."""

from typing import Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.area.forces import Piece, stack
from sandtable.odds.answer import (
    MAX_UNITS,
    BadBattle,
    Question,
    bad_battle,
    chances_by_round,
    exact_odds,
    model_of,
)
from sandtable.odds.estimate import estimate
from sandtable.odds.policy import Policy, Retreat
from sandtable.odds.result import Odds
from tests.odds.battles import LARGER, SMALL
from tests.odds.table import WORLD, question
from tests.odds.test_against_table import LAND_UNITS, SEA_UNITS, forces

ALL = SMALL | LARGER
SIDES: tuple[Literal["attack"], Literal["defend"]] = ("attack", "defend")


def consistent(odds: Odds) -> None:
    """Everything in the odds is a sum over the same endings."""
    close = pytest.approx
    assert odds.win + odds.draw + odds.lose == close(1, abs=1e-12)
    assert sum(e.chance for e in odds.endings) == close(1, abs=1e-12)
    assert all(0 <= e.chance <= 1 + 1e-12 for e in odds.endings)
    for outcome in ("win", "draw", "lose"):
        assert getattr(odds, outcome) == close(
            sum(e.chance for e in odds.endings if e.outcome == outcome), abs=1e-12
        )
    assert odds.value_swing == close(sum(e.chance * e.swing for e in odds.endings), abs=1e-9)
    assert -1e-12 <= odds.capture <= odds.win + 1e-12
    for side in SIDES:
        for unit, expected in odds.survivors[side].items():
            found = sum(e.chance * getattr(e, side).get(unit, 0) for e in odds.endings)
            assert expected == close(found, abs=1e-9)
        by_number = odds.survivor_distribution(side)
        assert sum(by_number.values()) == close(1, abs=1e-12)
        mean = sum(n * chance for n, chance in by_number.items())
        assert mean == close(sum(odds.survivors[side].values()), abs=1e-9)
    swings = odds.swing_distribution()
    assert sum(swings.values()) == close(1, abs=1e-12)
    assert list(swings) == sorted(swings)


@pytest.mark.parametrize("asked", ALL.values(), ids=ALL.keys())
def test_odds_add_up(asked: Question) -> None:
    odds = exact_odds(WORLD, asked)
    assert odds.method == "exact"
    assert odds.win_interval is None
    consistent(odds)


@settings(max_examples=40, deadline=None)
@given(st.booleans(), st.data(), st.booleans())
def test_any_odds_add_up(at_sea: bool, data: st.DataObject, low_luck: bool) -> None:
    names = SEA_UNITS if at_sea else LAND_UNITS
    mine, theirs = data.draw(forces(names, 6)), data.draw(forces(names, 6))
    consistent(exact_odds(WORLD, question(mine, theirs, at_sea, low_luck=low_luck)))


@pytest.mark.parametrize("asked", ALL.values(), ids=ALL.keys())
def test_round_by_round_comes_to_the_same(asked: Question) -> None:
    """Following the rounds and visiting each state once are two ways to the same end."""
    odds, rounds = exact_odds(WORLD, asked), chances_by_round(WORLD, asked)
    for one in rounds:
        assert one.win + one.lose + one.draw + one.undecided == pytest.approx(1, abs=1e-12)
    if rounds:
        last = rounds[-1]
        assert (last.win, last.draw, last.lose) == pytest.approx((odds.win, odds.draw, odds.lose), abs=1e-11)
        undecided = [one.undecided for one in rounds]
        assert undecided == sorted(undecided, reverse=True)


@pytest.mark.parametrize(("unit", "at_sea"), [("tank", False), ("destroyer", True), ("battleship", True)], ids=str)
def test_sides_can_be_swapped(unit: str, at_sea: bool) -> None:
    """With units that attack and defend alike, it is one battle from either side."""
    for mine in range(1, 5):
        for theirs in range(1, 5):
            one = exact_odds(WORLD, question(f"{mine} {unit}", f"{theirs} {unit}", at_sea))
            two = exact_odds(WORLD, question(f"{theirs} {unit}", f"{mine} {unit}", at_sea))
            assert (one.win, one.draw, one.lose) == pytest.approx((two.lose, two.draw, two.win), abs=1e-12)
            assert one.value_swing == pytest.approx(-two.value_swing, abs=1e-9)
            assert one.rounds == pytest.approx(two.rounds, abs=1e-9)


def test_fighters_on_a_defending_carrier_take_off() -> None:
    """Written aboard or beside it, a defending carrier's fighters fight, as they do on the table."""
    aboard = exact_odds(WORLD, question("2 destroyer, fighter", "carrier[2 fighter]", True))
    beside = exact_odds(WORLD, question("2 destroyer, fighter", "carrier, 2 fighter", True))
    assert aboard.win == pytest.approx(beside.win, abs=1e-15)
    assert dict(aboard.survivors["defend"]) == pytest.approx(dict(beside.survivors["defend"]), abs=1e-12)


def test_transports_alone_are_lost_before_a_shot() -> None:
    odds = exact_odds(WORLD, question("2 transport", "destroyer", True))
    assert (odds.lose, odds.rounds, odds.survivors["attack"]["transport"]) == (1, 0, 0)
    odds = exact_odds(WORLD, question("transport", "transport", True))
    assert (odds.draw, odds.rounds) == (1, 0)


@pytest.mark.parametrize("asked", ALL.values(), ids=ALL.keys())
def test_the_estimate_is_never_too_low(asked: Question) -> None:
    known, model = estimate(WORLD, asked), model_of(WORLD, asked)
    assert known.attack_states >= model.shape[0]
    assert known.defend_states >= model.shape[1]
    assert known.within_reach


@settings(max_examples=40, deadline=None)
@given(st.booleans(), st.data(), st.booleans())
def test_no_estimate_is_too_low(at_sea: bool, data: st.DataObject, below: bool) -> None:
    names = SEA_UNITS if at_sea else LAND_UNITS
    mine, theirs = data.draw(forces(names, 5)), data.draw(forces(names, 5))
    order = Policy(tuple(data.draw(st.permutations(sorted(WORLD.units)))), submerge=below)
    asked = question(mine, theirs, at_sea, order, order)
    known, model = estimate(WORLD, asked), model_of(WORLD, asked)
    assert known.attack_states >= model.shape[0]
    assert known.defend_states >= model.shape[1]


def test_the_estimate_knows_its_limits() -> None:
    assert estimate(WORLD, question("200 infantry", "200 infantry")).within_reach
    assert not estimate(WORLD, question("1500 infantry", "1500 infantry")).within_reach
    fleet = "30 submarine, 30 destroyer, 30 carrier, 30 fighter, 30 battleship"
    assert not estimate(WORLD, question(fleet, fleet, True)).within_reach


# bad questions


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (question("tank", "infantry", True), "aboard a transport: transport[tank]"),
        (question("fighter", "destroyer, infantry", True), "cannot fight at sea"),
        (question("infantry", "destroyer"), "cannot fight on land; is this a battle at sea?"),
        (question("nothing", "infantry"), "the attacker needs at least one unit"),
        (question(f"{MAX_UNITS + 1} infantry", "infantry"), f"the attacker has {MAX_UNITS + 1} units"),
        (question("infantry", "1000000 tank"), "the defender has 1000000 units"),
        (question("infantry", "tank", attacker=Policy(("tank", "elephant"))), "order of losses: 'elephant'"),
        (question("infantry", "tank", defender=Policy("bravest")), "unknown order of losses 'bravest'"),
        (question("battleship(damaged 2)", "destroyer", True), "does not survive 2 hits"),
        (question("infantry(damaged)", "tank"), "does not survive 1 hits"),
        (Question(stack([(Piece("ussr", "elephant"), 1)]), ()), "unknown unit 'elephant'"),
    ],
)
def test_a_bad_question_is_answered_in_words(asked: Question, says: str) -> None:
    found = bad_battle(WORLD, asked)
    assert isinstance(found, BadBattle)
    assert says in found.why


@pytest.mark.parametrize("asked", ALL.values(), ids=ALL.keys())
def test_good_questions_pass(asked: Question) -> None:
    assert bad_battle(WORLD, asked) is None


def test_policies_can_be_written_down() -> None:
    policy = Policy(("tank", "infantry"), keep_land=True, retreat=Retreat(after_rounds=3))
    assert msgspec.json.decode(msgspec.json.encode(policy), type=Policy) == policy
