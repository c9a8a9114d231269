"""Which side is stronger, and the bid that evens it out."""

from functools import partial

import numpy as np

from sandtable.games import area
from sandtable.lab.balance import Trial, deal, even_bid, games_in, weigh
from sandtable.lab.jobs import Alone
from sandtable.lab.match import Entrant, Played

WORLD = area("1941").world
BIDS = (0, 10, 20, 30, 40)


def scores(even: float, slope: float, games: int) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    """Points of a side whose chances rise with the bid and are even at ``even``; one luck for each seed."""
    luck = np.random.default_rng(3).random(games)
    chances = [1 / (1 + np.exp(-slope * (bid - even))) for bid in BIDS]
    return np.array([[float(one < chance) for one in luck] for chance in chances])


def test_the_even_bid_is_found_within_its_interval() -> None:
    found = even_bid(BIDS, scores(17.0, 0.1, 600), 1)
    assert found is not None
    assert found.low < 17 < found.high
    assert found.high - found.low < 8


def test_fewer_games_give_a_wider_interval() -> None:
    few, many = even_bid(BIDS, scores(17.0, 0.1, 40), 1), even_bid(BIDS, scores(17.0, 0.1, 600), 1)
    assert few is not None
    assert many is not None
    assert few.high - few.low > many.high - many.low


def test_no_bid_is_enough() -> None:
    assert even_bid(BIDS, scores(200.0, 0.02, 400), 1) is None
    assert even_bid(BIDS, np.zeros((len(BIDS), 50)), 1) is None


def test_no_bid_is_needed() -> None:
    found = even_bid(BIDS, scores(-5.0, 0.1, 400), 1)
    assert found is not None
    assert found.value == 0


def test_a_bid_is_dealt_to_the_powers_of_the_side() -> None:
    assert deal(WORLD, "allies", 7) == {"ussr": 3, "uk": 2, "usa": 2}
    assert sum(deal(WORLD, "axis", 0).values()) == 0


def test_a_trial_plays_every_bid_with_the_same_seeds() -> None:
    trial = Trial("1941", Entrant("random"), games=3, most=20, rounds=1)
    heard: list[Played] = []
    verdict = weigh(trial, ("axis", "allies"), partial(deal, WORLD), Alone(), heard.append)
    assert len(heard) == games_in(trial) == 15
    assert [point.bid for point in verdict.points] == [0, 5, 10, 15, 20]
    assert all(point.tally.games == 3 for point in verdict.points)
    assert verdict.points[0].tally == verdict.sides[verdict.weaker]
    assert len({one.match.seed for one in heard}) == 3
    assert {sum(one.match.bid.values()) for one in heard} == {0, 5, 10, 15, 20}
    weaker = {power for power in WORLD.order if WORLD.side(power) == verdict.weaker}
    assert all(set(one.match.bid) <= weaker for one in heard)
