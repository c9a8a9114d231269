"""The exact odds of a plan are those of the table: every die that could fall is played there."""

from collections import defaultdict

import pytest
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes.odds.exact import advance, fire, odds
from sandtable.hexes.odds.notation import PlanError, parse_plan
from sandtable.hexes.odds.situation import plan_of
from sandtable.hexes.state import Army, Fort, HexState
from sandtable.hexes.strength import Points
from tests.hexes.odds.playing import GAME, Course, opening, play

OPENING = opening()
WORLD = GAME.world(OPENING)
TABLES = WORLD.tables


def in_winter(state: HexState) -> HexState:
    """The same in a hard winter, with an army of the Axis that stands in the cold."""
    armies = {**state.armies, "Army Group Center": Army("axis", "1241", Points(2, 8))}
    del armies["NW Front"]
    return replace(state, turn=3, control={**state.control, "1241": "axis"}, armies=armies)


CASES = {
    "one army against four points": (
        OPENING,
        Course(("Army Group North",), ("1140",)),
    ),
    "three armies from three hexes, into a swamp": (
        replace(
            OPENING,
            armies={**OPENING.armies, "OKW": Army("axis", "1441", Points(3, 1))},
        ),
        Course(("Army Group Center", "OKW", "Fourth Army"), ("1341",)),
    ),
    "a chain of hexes": (OPENING, Course(("Army Group South",), ("1542", "1543", "1544"))),
    "a fort that swallows losses": (
        replace(OPENING, forts={"1542": Fort("soviet", 2)}),
        Course(("Army Group South", "Rumanian Army"), ("1542", "1543")),
    ),
    "winter": (in_winter(OPENING), Course(("Army Group Center",), ("1242", "1243"))),
    "friendly hexes first": (
        OPENING,
        Course(("Army Group North",), ("1239", "1238")),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_odds_are_those_of_the_table(case: str) -> None:
    state, course = CASES[case]
    plan = plan_of(WORLD, state, course.armies[0], course.path, course.armies[1:])
    assert not isinstance(plan, Refusal), plan
    found = odds(TABLES, plan)
    ends = play(state, course)
    assert sum(ends.values()) == pytest.approx(1)
    reached: defaultdict[int, float] = defaultdict(float)
    own = enemy = 0.0
    for end, chance in ends.items():
        for number in range(end.entered):
            reached[number] += chance
        own -= chance * end.own
        enemy -= chance * end.enemy
    for army in state.armies.values():
        own, enemy = (own + army.points.total, enemy) if army.side == "axis" else (own, enemy + army.points.total)
    assert [one.entered for one in found.steps] == pytest.approx([reached[n] for n in range(len(course.path))])
    assert found.own == pytest.approx(own)
    # A fort's own points are no army's: they are left out on both sides.
    if not state.forts:
        assert found.enemy == pytest.approx(enemy)


def test_a_roll_is_read_off_the_tables() -> None:
    assert fire(TABLES, 10, 0) == pytest.approx({4: 2 / 6, 3: 2 / 6, 2: 2 / 6})
    assert fire(TABLES, 25, 1) == fire(TABLES, 10, 1)
    assert advance(TABLES, 8, 3, 0) == pytest.approx(5 / 6)
    assert advance(TABLES, 8, 3, 2) == pytest.approx(3 / 6)
    assert advance(TABLES, 0, None, 0) == pytest.approx(4 / 6)


def test_who_fires_later_helps_later() -> None:
    """An army may keep its assault for a hex behind the first."""
    plan = parse_plan("10 mech; 10 inf", "2 inf, then 6 inf holds fire")
    at_once, later = odds(TABLES, plan), odds(TABLES, replace(plan, fire_at=1))
    assert at_once.steps[1].enemy == {0: 1.0}
    assert later.steps[1].entered > at_once.steps[1].entered


def test_behind_others_it_is_easier() -> None:
    plan = parse_plan("2 mech, 10 mech", "3 inf")
    first, after = odds(TABLES, plan), odds(TABLES, replace(plan, after=True))
    assert after.steps[0].entered > first.steps[0].entered
    assert after.steps[0].captured == pytest.approx(first.steps[0].captured)


@pytest.mark.parametrize(
    ("attack", "defend", "says"),
    [
        ("", "2 inf", "Nobody attacks"),
        ("3 inf", "", "one hex"),
        ("3 inf,", "2 inf in ice", "none of clear"),
        ("30 inf", "2 inf", "more than 20"),
        ("3 inf x", "2 inf", "not understood"),
        ("garrison", "2 inf", "not understood"),
    ],
)
def test_what_is_no_plan_is_told(attack: str, defend: str, says: str) -> None:
    with pytest.raises(PlanError, match=says):
        parse_plan(attack, defend)


def test_a_plan_must_follow_the_rules() -> None:
    for path in (("1144",), ("1441",), ("1140", "1340")):
        refusal = plan_of(WORLD, OPENING, "Army Group North", path)
        assert isinstance(refusal, Refusal)
    lone = plan_of(WORLD, OPENING, "Army Group North", ("1140",), ("Moscow",))
    assert isinstance(lone, Refusal)
    assert lone.rule == "hgw.army.no-empty-army"
