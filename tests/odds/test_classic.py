"""The odds of ``classic`` by themselves: they add up, forwards and backwards, and make sense."""

import numpy as np
import pytest

from sandtable.odds import BadBattle, odds
from sandtable.odds.answer import Reading, chances_by_round, exact_odds, model_of
from sandtable.odds.best import best, win_chances
from sandtable.odds.estimate import estimate
from sandtable.odds.values import at_start, fought_out
from tests.odds.classic_battles import BATTLES, HEAVY, JETS, LARGER, SUPER, Asked, asked
from tests.odds.test_exact import consistent

ALL = BATTLES | LARGER


@pytest.mark.parametrize("one", ALL.values(), ids=ALL.keys())
def test_odds_add_up(one: Asked) -> None:
    world = one.ground.world
    found = exact_odds(world, one.question)
    consistent(found)
    rounds = chances_by_round(world, one.question)
    last = rounds[-1]
    assert (last.win, last.draw, last.lose) == pytest.approx((found.win, found.draw, found.lose), abs=1e-11)


@pytest.mark.parametrize("one", ALL.values(), ids=ALL.keys())
def test_the_estimate_is_never_too_low(one: Asked) -> None:
    world = one.ground.world
    known, model = estimate(world, one.question), model_of(world, one.question)
    assert known.attack_states >= model.shape[0]
    assert known.defend_states >= model.shape[1]


@pytest.mark.parametrize("name", [name for name, one in BATTLES.items() if one.question.attacker.retreat.never])
def test_values_are_what_the_flow_finds(name: str) -> None:
    """Expectations worked out from the end, and chances followed from the beginning."""
    one = BATTLES[name]
    model, found = model_of(one.ground.world, one.question), exact_odds(one.ground.world, one.question)
    reading = Reading(model)
    won = reading.won.astype(np.float64)
    assert at_start(model, won, win_chances(model)) == pytest.approx(found.win, abs=1e-10)
    stakes = reading.stakes()
    assert at_start(model, stakes.ended, fought_out(model, stakes.ended)) == pytest.approx(
        found.value_swing, abs=1e-9
    )


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (
            asked("3 infantry, 2 fighter", "3 infantry, antiaircraft gun"),
            asked("3 infantry, 2 fighter", "3 infantry"),
        ),
        (asked("3 infantry", "3 infantry"), asked("3 infantry, battleship", "3 infantry")),
        (asked("infantry, bomber", "3 infantry"), asked("infantry, bomber", "3 infantry", techs=HEAVY)),
        (asked("4 infantry", "2 fighter", techs=JETS), asked("4 infantry", "2 fighter")),
        (asked("2 submarine", "battleship", True), asked("2 submarine", "battleship", True, techs=SUPER)),
    ],
    ids=["gun", "support", "heavy bombers", "jets", "super submarines"],
)
def test_what_each_thing_is_worth(worse: Asked, better: Asked) -> None:
    first, second = (exact_odds(one.ground.world, one.question) for one in (worse, better))
    assert first.win < second.win
    assert first.value_swing < second.value_swing


def test_a_gun_alone_by_hand() -> None:
    """One fighter over a gun and an infantry: shot down with 1 in 6, else the fight of 3 against 2."""
    alone = asked("fighter", "infantry")
    free = exact_odds(alone.ground.world, alone.question)
    under = asked("fighter", "infantry, antiaircraft gun")
    found = exact_odds(under.ground.world, under.question)
    assert found.win == pytest.approx(free.win * 5 / 6, abs=1e-12)
    assert found.lose == pytest.approx(1 / 6 + free.lose * 5 / 6, abs=1e-12)


def test_a_submarine_against_a_carrier_by_hand() -> None:
    """It can hit the carrier only, with 1 in 3 each round, and the fighter and the carrier answer."""
    one = asked("submarine", "battleship", True)
    found = exact_odds(one.ground.world, one.question)
    # sunk by the first shot, or the submarine is hit with 2 in 3: 1/3 against 2/3 * 2/3 each round
    assert found.win == pytest.approx((1 / 3) / (1 - (2 / 3) * (1 / 3)), abs=1e-12)


def test_best_play_knows_the_sequence() -> None:
    one = asked("3 infantry, fighter", "2 infantry, antiaircraft gun")
    found = best(one.ground.world, one.question)
    assert not isinstance(found, BadBattle)
    assert found.attacker.to_win.odds.win >= found.own.win - 1e-12


@pytest.mark.parametrize(
    ("one", "says"),
    [
        (asked("battleship", "infantry"), "at least one unit"),
        (asked("antiaircraft gun, infantry", "infantry"), "can't fight for the attacker"),
        (asked("infantry", "industrial complex"), "can't fight for the defender"),
        (asked("infantry, submarine", "infantry"), "cannot fight on land"),
    ],
)
def test_a_bad_question_is_answered_in_words(one: Asked, says: str) -> None:
    found = odds(one.ground.world, one.question)
    assert isinstance(found, BadBattle)
    assert says in found.why
