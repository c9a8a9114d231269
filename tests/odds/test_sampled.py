"""The sampler reads the same list of volleys: its battles end as the exact odds say."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.area.world import World
from sandtable.odds.answer import Question, exact_odds
from sandtable.odds.policy import Policy, Retreat
from sandtable.odds.sampled import bad_sample, sampled_odds, wilson
from tests.odds import classic_battles
from tests.odds.battles import LARGER, SMALL
from tests.odds.chi_square import surprise
from tests.odds.table import WORLD, endings, question
from tests.odds.test_exact import consistent

ALL = SMALL | LARGER


def astonishment(asked: Question, battles: int, seed: int, world: World = WORLD) -> float:
    """How surprising the ends of sampled battles are by the exact odds."""
    sampled = endings(sampled_odds(world, asked, battles, seed))
    seen = Counter({end: round(chance * battles) for end, chance in sampled.items()})
    return surprise(seen, endings(exact_odds(world, asked)))


@pytest.mark.parametrize("asked", ALL.values(), ids=ALL.keys())
def test_sampled_battles_end_as_the_exact_odds_say(asked: Question) -> None:
    assert astonishment(asked, 20_000, seed=2) < 4
    exact, sampled = exact_odds(WORLD, asked), sampled_odds(WORLD, asked, 20_000, seed=2)
    assert sampled.rounds == pytest.approx(exact.rounds, abs=0.06)
    assert sampled.capture == pytest.approx(exact.capture, abs=0.02)


CLASSIC = classic_battles.BATTLES | classic_battles.LARGER


@pytest.mark.parametrize("asked", CLASSIC.values(), ids=CLASSIC.keys())
def test_sampled_battles_of_classic_end_as_the_exact_odds_say(asked: classic_battles.Asked) -> None:
    world = asked.ground.world
    assert astonishment(asked.question, 20_000, 2, world) < 4
    exact, sampled = exact_odds(world, asked.question), sampled_odds(world, asked.question, 20_000, seed=2)
    assert sampled.rounds == pytest.approx(exact.rounds, abs=0.06)
    assert (sampled.win, sampled.draw, sampled.lose) == pytest.approx(
        (exact.win, exact.draw, exact.lose), abs=0.02
    )
    consistent(sampled)


@pytest.mark.parametrize("asked", ALL.values(), ids=ALL.keys())
def test_sampled_odds_add_up(asked: Question) -> None:
    odds = sampled_odds(WORLD, asked, battles=400, seed=3)
    consistent(odds)
    assert (odds.method, odds.states) == ("sampled", 400)
    assert odds.win_interval is not None
    assert odds.win_interval.low - 1e-12 <= odds.win <= odds.win_interval.high + 1e-12


def test_a_seed_gives_the_same_battles_again() -> None:
    asked = LARGER["a fleet action"]
    one, two, other = (sampled_odds(WORLD, asked, 500, seed).endings for seed in (7, 7, 8))
    assert one == two
    assert one != other


def test_the_interval_holds_the_chance_19_times_out_of_20() -> None:
    asked = SMALL["infantry and a tank"]
    win = exact_odds(WORLD, asked).win
    intervals = [sampled_odds(WORLD, asked, 200, seed).win_interval for seed in range(200)]
    held = sum(one is not None and one.low <= win <= one.high for one in intervals)
    assert 180 <= held <= 199


@settings(max_examples=100)
@given(st.integers(1, 10**6), st.data())
def test_intervals_stay_between_0_and_1(trials: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, trials))
    found = wilson(hits, trials)
    assert 0 <= found.low <= hits / trials + 1e-12
    assert hits / trials - 1e-12 <= found.high <= 1


def test_what_exact_cannot_reach() -> None:
    """Hundreds of ships on each side: far too many joint states, but no trouble to roll."""
    fleet = "40 submarine, 30 destroyer, 10 carrier, 20 fighter, 20 battleship, 30 transport"
    odds = sampled_odds(WORLD, question(fleet, fleet, True), battles=2000)
    consistent(odds)
    assert odds.ms < 60_000


def test_a_retreat_by_chance_can_be_sampled_where_the_states_can_be_counted() -> None:
    asked = question("4 infantry, 2 tank", "4 infantry, tank", attacker=Policy(retreat=Retreat(below_chance=0.35)))
    assert astonishment(asked, 10_000, seed=4) < 4
    refused = bad_sample(asked)
    assert refused is not None and "too large" in refused.why
    assert bad_sample(question("infantry", "infantry")) is None
