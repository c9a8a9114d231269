"""A batch answers what single questions would be answered."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.area.forces import Piece, Stack, stack
from sandtable.area.world import World
from sandtable.games import world as world_of
from sandtable.odds import batch
from sandtable.odds.answer import Question, exact_odds
from sandtable.odds.batch import Bookmaker, batch_odds, plain
from sandtable.odds.policy import ORDERS, Policy, Retreat
from sandtable.odds.result import Brief, Odds

WORLD = world_of("1941")
LAND = ("infantry", "tank", "fighter", "bomber")
SHIPS = ("destroyer", "carrier", "battleship", "fighter", "bomber")
FLEET = (*SHIPS, "submarine", "transport")


def force(power: str, units: list[str]) -> Stack:
    return stack((Piece(power, unit), 1) for unit in units)


@st.composite
def policies(draw: st.DrawFn, retreats: bool) -> Policy:
    leaving = [Retreat(), Retreat(after_rounds=2), Retreat(below_chance=0.4)] if retreats else [Retreat()]
    orders: list[str | tuple[str, ...]] = [*ORDERS, ("fighter", "infantry")]
    return Policy(
        draw(st.sampled_from(orders)),
        keep_land=draw(st.booleans()),
        submerge=draw(st.booleans()),
        retreat=draw(st.sampled_from(leaving)),
    )


@st.composite
def questions(draw: st.DrawFn, units: tuple[str, ...], most: int = 6, retreats: bool = True) -> Question:
    return Question(
        force("germany", draw(st.lists(st.sampled_from(units), min_size=1, max_size=most))),
        force("ussr", draw(st.lists(st.sampled_from(units), max_size=most))),
        units is not LAND,
        draw(policies(retreats)),
        draw(policies(False)),
        draw(st.booleans()),
    )


def same(answer: Brief, odds: Odds, within: float) -> None:
    for field in ("win", "draw", "lose", "capture", "rounds", "value_swing"):
        assert getattr(answer, field) == pytest.approx(getattr(odds, field), abs=within), field
    for side in odds.survivors:
        assert list(answer.survivors[side]) == list(odds.survivors[side])
        assert answer.survivors[side] == pytest.approx(odds.survivors[side], abs=within)
        worth = sum(WORLD.units[unit].cost * n for unit, n in odds.survivors[side].items())
        assert answer.left[side] == pytest.approx(worth, abs=100 * within)


@given(st.lists(questions(LAND), min_size=1, max_size=8))
@settings(max_examples=40, deadline=None)
def test_on_land_a_batch_is_exact(asked: list[Question]) -> None:
    for question, answer in zip(asked, Bookmaker(WORLD).odds(asked), strict=True):
        same(answer, exact_odds(WORLD, question), 1e-12)


@given(st.lists(questions(SHIPS, retreats=False), min_size=1, max_size=5))
@settings(max_examples=20, deadline=None)
def test_at_sea_without_submarines_and_transports_too(asked: list[Question]) -> None:
    """One question at a time is followed round by round here, until hardly anything is undecided."""
    for question, answer in zip(asked, Bookmaker(WORLD).odds(asked), strict=True):
        same(answer, exact_odds(WORLD, question), 1e-10)


@given(st.lists(questions(FLEET, most=3), min_size=1, max_size=3))
@settings(max_examples=10, deadline=None)
def test_every_other_battle_is_asked_for_on_its_own(asked: list[Question]) -> None:
    for question, answer in zip(asked, Bookmaker(WORLD).odds(asked), strict=True):
        same(answer, exact_odds(WORLD, question), 1e-10)


def test_sizes_that_share_their_arrays() -> None:
    asked = [
        Question(force("germany", ["infantry"] * n + ["tank"] * 3), force("ussr", ["infantry"] * m))
        for n, m in ((0, 1), (6, 9), (7, 10), (9, 12), (20, 18), (61, 5), (70, 60))
    ]
    for question, answer in zip(asked, batch_odds(WORLD, asked), strict=True):
        same(answer, exact_odds(WORLD, question), 1e-12)


def test_equal_questions_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[int] = []
    solve = batch._solve

    def counted(*args: object) -> list[Brief]:
        solved.append(len(args[0]))  # type: ignore[arg-type]
        return solve(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(batch, "_solve", counted)
    one = Question(force("germany", ["tank"]), force("ussr", ["infantry"]))
    other = msgspec.structs.replace(one, low_luck=True)
    keeper = Bookmaker(WORLD)
    answers = keeper.odds([one, other, one, one])
    assert sum(solved) == 2
    assert answers[0] is answers[2] is answers[3]
    assert keeper.odds([one])[0] is answers[0]
    assert sum(solved) == 2


def test_the_same_forces_under_other_policies() -> None:
    question = Question(force("germany", ["infantry", "tank", "fighter"]), force("ussr", ["infantry", "bomber"]))
    ways = [Policy(), Policy(keep_land=True), Policy("land-last"), Policy(("fighter",))]
    asked = [
        msgspec.structs.replace(question, attacker=a, defender=d, low_luck=luck)
        for a in ways
        for d in (Policy(), Policy("weakest"))
        for luck in (False, True)
    ]
    for one, answer in zip(asked, Bookmaker(WORLD).odds(asked), strict=True):
        same(answer, exact_odds(WORLD, one), 1e-12)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MAX_ANSWERS", 4)
    monkeypatch.setattr(batch, "MAX_CHAINS", 3)
    keeper = Bookmaker(WORLD)
    asked = [
        Question(force("germany", ["tank"] * n), force("ussr", ["infantry"] * m))
        for n in (1, 2, 3)
        for m in (1, 2, 3)
    ]
    answers = keeper.odds(asked)
    assert len(keeper._answers) == 4 and len(keeper._chains) == 3
    assert keeper.odds(asked) == answers


def test_nobody_is_asked_nothing() -> None:
    assert batch_odds(WORLD, []) == []


@pytest.mark.parametrize(
    ("attack", "defend", "is_plain"),
    [
        (("destroyer", "fighter"), ("carrier", "battleship"), True),
        (("submarine",), ("destroyer",), False),  # it may submerge, and strikes on its own
        (("destroyer",), ("transport",), False),  # which cannot fire
        (("fighter",), ("submarine", "destroyer"), False),  # planes do not reach it
    ],
)
def test_which_battles_are_plain(attack: tuple[str, ...], defend: tuple[str, ...], is_plain: bool) -> None:
    assert plain(WORLD, "sea", attack, defend) is is_plain


def test_worlds_do_not_mix() -> None:
    units = dict(WORLD.units)
    units["infantry"] = msgspec.structs.replace(units["infantry"], attack=6)
    strong: World = msgspec.structs.replace(WORLD, units=units)
    question = Question(force("germany", ["infantry"]), force("ussr", ["infantry"]))
    assert batch_odds(WORLD, [question])[0].win < batch_odds(strong, [question])[0].win == pytest.approx(2 / 3)
