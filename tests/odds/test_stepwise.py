"""The odds of battles followed step by step: they add up, policies do what they say, missions, estimates."""

from collections import Counter

import pytest
from msgspec.structs import replace

from sandtable.area.forces import Stack
from sandtable.odds import BadBattle, odds
from sandtable.odds.answer import Question, chances_by_round, exact_odds
from sandtable.odds.batch import Bookmaker, batch_odds
from sandtable.odds.best import best
from sandtable.odds.estimate import rough_estimate
from sandtable.odds.policy import Policy, Retreat
from sandtable.odds.raid import bad_raid, raid_odds
from sandtable.odds.sampled import bad_sample, sampled_odds
from sandtable.odds.words import assumed
from tests.odds import global_battles
from tests.odds.chi_square import surprise
from tests.odds.classic_battles import Asked
from tests.odds.historical_battles import BATTLES, HEAVY, LARGER, asked
from tests.odds.table import ATTACKER, DEFENDER, HISTORICAL, Table, endings, units
from tests.odds.test_exact import consistent

WITHOUT_A_SHOT = ("transports alone", "nothing but AAA")
ALL = (
    BATTLES
    | LARGER
    | {f"step by step: {name}": one for name, one in global_battles.BATTLES.items() if name not in WITHOUT_A_SHOT}
)
WORLD = HISTORICAL.world
DOUBTFUL = asked("3 infantry, tank", "4 infantry")


@pytest.mark.parametrize("one", ALL.values(), ids=ALL.keys())
def test_odds_add_up(one: Asked) -> None:
    world = one.ground.world
    found = exact_odds(world, one.question)
    consistent(found)
    last = chances_by_round(world, one.question)[-1]
    assert (last.win, last.draw, last.lose) == pytest.approx((found.win, found.draw, found.lose), abs=1e-11)
    assert found.states <= rough_estimate(world, one.question).states * 16


@pytest.mark.parametrize("one", ALL.values(), ids=ALL.keys())
def test_sampled_battles_end_as_the_exact_odds_say(one: Asked) -> None:
    world = one.ground.world
    exact, sampled = exact_odds(world, one.question), sampled_odds(world, one.question, 5_000, seed=3)
    seen = Counter({end: round(chance * 5_000) for end, chance in endings(sampled).items()})
    assert surprise(seen, endings(exact)) < 4
    assert sampled.rounds == pytest.approx(exact.rounds, abs=0.12)
    assert (sampled.win, sampled.draw, sampled.lose) == pytest.approx(
        (exact.win, exact.draw, exact.lose), abs=0.03
    )
    consistent(sampled)


# policies


def fought(attacker: Retreat | None = None, defender: Retreat | None = None) -> Question:
    mine, theirs = Policy(retreat=attacker or Retreat()), Policy(retreat=defender or Retreat())
    return replace(DOUBTFUL.question, attacker=mine, defender=theirs)


def test_who_never_sees_a_reason_to_leave_stays() -> None:
    hopeful = exact_odds(WORLD, fought(Retreat(below_chance=0.0), Retreat(below_chance=0.0)))
    assert hopeful.win == pytest.approx(exact_odds(WORLD, DOUBTFUL.question).win, abs=1e-12)


def test_who_is_never_content_leaves_after_the_first_round() -> None:
    timid, early = fought(Retreat(below_chance=1.0)), fought(Retreat(after_rounds=1))
    assert exact_odds(WORLD, timid).lose == pytest.approx(exact_odds(WORLD, early).lose, abs=1e-12)
    timid, early = fought(defender=Retreat(below_chance=1.0)), fought(defender=Retreat(after_rounds=1))
    assert exact_odds(WORLD, timid).win == pytest.approx(exact_odds(WORLD, early).win, abs=1e-12)


def test_the_best_retreat_is_worth_more_than_any_simple_one() -> None:
    money = exact_odds(WORLD, fought(Retreat(best=True))).value_swing
    simple = [Retreat(), *(Retreat(after_rounds=n) for n in (1, 2, 3)), *(Retreat(below_units=n) for n in (2, 3))]
    for retreat in simple:
        assert exact_odds(WORLD, fought(retreat)).value_swing <= money + 1e-9
    found = best(WORLD, DOUBTFUL.question)
    assert not isinstance(found, BadBattle)
    assert found.retreat.value_swing == pytest.approx(money, abs=1e-12)


def test_a_defender_that_leaves_lives() -> None:
    stay, leave = exact_odds(WORLD, fought()), exact_odds(WORLD, fought(defender=Retreat(below_chance=0.5)))
    assert leave.win > stay.win
    assert leave.survivors["defend"]["infantry"] > stay.survivors["defend"]["infantry"]


def test_a_defender_leaves_first() -> None:
    """Both would leave after the first round; the defender is asked first, so that the attacker has won."""
    both = exact_odds(WORLD, fought(Retreat(after_rounds=1), Retreat(after_rounds=1)))
    assert both.win > 0.98
    assert not any(ending.retreated for ending in both.endings)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        (fought(defender=Retreat(best=True)), "for the attacker only"),
        (replace(DOUBTFUL.question, attack=()), "at least one unit"),
    ],
)
def test_a_bad_question_is_answered_in_words(question: Question, says: str) -> None:
    found = odds(WORLD, question)
    assert isinstance(found, BadBattle)
    assert says in found.why


def test_a_defender_that_asks_for_chances_cannot_be_sampled() -> None:
    assert bad_sample(fought(defender=Retreat(below_chance=0.3))) is not None


def test_what_was_assumed_is_told() -> None:
    question = fought(Retreat(after_rounds=2), Retreat(below_chance=0.3))
    said = assumed(WORLD, replace(question, defender=replace(question.defender, planes_back=True, aim="mass")))
    assert "the attacker retreats after 2 rounds" in said
    assert "the defender retreats when its chance to hold is under 30%" in said
    assert "the defender retreats its planes" in said
    assert "the defender aims all shots at one enemy" in said


# by hand


def test_a_submarine_that_nobody_finds_by_hand() -> None:
    """It can be hit by nobody, and sinks the transport in the end."""
    one = asked("submarine", "transport", True)
    found = exact_odds(one.ground.world, one.question)
    assert found.win == pytest.approx(1)
    assert found.rounds == pytest.approx(3)


def test_one_gun_and_one_bomber_by_hand() -> None:
    """Found with 1 in 6; then destroyed with 1 in 6 and driven off with 2 in 6."""
    found = raid_odds(WORLD, force("bomber"), force("infrastructure defense"))
    assert found.left == pytest.approx({0: 1 / 12, 1: 11 / 12})
    assert found.lost == pytest.approx(14 / 36)
    assert found.expected == pytest.approx(3.5 * 11 / 12)


# missions


def force(text: str, power: str = "attack") -> Stack:
    return units(power, text, WORLD)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("2 bomber", "fighter"),
        ("fighter, bomber", "2 fighter"),
        ("fighter, bomber", "bomber, infrastructure defense"),
    ],
)
def test_missions_are_what_they_are_at_the_table(mine: str, theirs: str) -> None:
    attack, defend = units(ATTACKER, mine, WORLD), units(DEFENDER, theirs, WORLD)
    found = raid_odds(WORLD, attack, defend)
    ends = Table(Question(attack, defend), ground=HISTORICAL, over="mission").solve().ends
    cost = {name: unit.cost for name, unit in WORLD.units.items()}
    mine_left = [(end.attack, p) for end, p in ends.items()]
    theirs_left = [(end.defend, p) for end, p in ends.items()]
    for lost, left, start in ((found.lost, mine_left, attack), (found.shot_down, theirs_left, defend)):
        before = sum(cost[piece.unit] * n for piece, n in start if piece.unit not in WORLD.prizes)
        after = sum(p * sum(cost[unit] * n for unit, n in alive) for alive, p in left)
        assert lost == pytest.approx(before - after, abs=1e-12)
    if "infrastructure" not in theirs:
        through: dict[int, float] = {}
        for end, p in ends.items():
            bombers = dict(end.attack).get("bomber", 0)
            through[bombers] = through.get(bombers, 0.0) + p
        assert found.left == pytest.approx(through)


def test_by_night_nobody_meets_them() -> None:
    two = raid_odds(WORLD, force("2 bomber"), ())
    assert (two.lost, two.expected, two.left[2]) == pytest.approx((0, 7, 1))
    heavy = WORLD.developed(HEAVY)
    assert raid_odds(heavy, units(ATTACKER, "bomber", heavy), ()).expected == pytest.approx(161 / 36)


def test_what_is_no_mission_is_told() -> None:
    for mine, theirs, why in (
        (force("fighter"), (), "at least one bomber"),
        (force("bomber, infantry"), (), "infantry can't take part"),
        (force("bomber"), force("tank"), "tanks can't take part"),
    ):
        wrong = bad_raid(WORLD, mine, theirs)
        assert wrong is not None
        assert why in wrong.why
    assert bad_raid(WORLD, force("bomber, fighter"), force("2 fighter, infrastructure defense")) is None


# estimates


@pytest.mark.parametrize(
    ("mine", "theirs", "at_sea"),
    [
        ("5 infantry, 2 tank, fighter", "6 infantry, tank, fighter", False),
        ("5 infantry, 3 tank, fighter", "6 infantry, tank", False),
        ("6 tank, 2 bomber", "8 infantry, fighter", False),
        ("10 infantry, 5 tank, 3 fighter", "12 infantry, 3 tank, 2 fighter", False),
        ("2 destroyer, 2 fighter, carrier", "2 battleship, transport", True),
    ],
)
def test_a_hurried_answer_is_near_the_truth(mine: str, theirs: str, at_sea: bool) -> None:
    question = asked(mine, theirs, at_sea).question
    hurried, true = Bookmaker(WORLD).odds([question])[0], sampled_odds(WORLD, question, 4000, seed=1)
    assert hurried.win == pytest.approx(true.win, abs=0.12)
    assert hurried.value_swing == pytest.approx(true.value_swing, abs=10)


def test_a_patient_answer_is_exact() -> None:
    question = asked("4 infantry, 2 tank", "4 infantry, tank").question
    assert batch_odds(WORLD, [question])[0].win == pytest.approx(exact_odds(WORLD, question).win, abs=1e-12)
