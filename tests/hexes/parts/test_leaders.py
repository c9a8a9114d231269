"""The pools of leaders: who is in them, when, and that every marker is as likely as any other."""

from collections import Counter
from itertools import product

import pytest
from msgspec.structs import replace

from sandtable.core.dice import ScriptedDice
from sandtable.games import load_hexes
from sandtable.hexes.parts.leaders import STAFF, Arm, Leaders, Staff, _drawn
from sandtable.hexes.position import HexPosition, build
from sandtable.hexes.state import Entry, HexState
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

GAME = load_hexes("hgw")


def opened(turn: str = "Winter 1939") -> tuple[Leaders, World, HexState]:
    position = HexPosition(scenario="campaign-1", turn=turn, options={"leaders": True})
    state = build(GAME.worlds["campaign-1"], position)
    assert isinstance(state, HexState)
    world = GAME.world(state)
    leaders = Leaders.of(world)
    assert leaders is not None
    return leaders, world, state


@pytest.mark.parametrize(
    ("side", "arm", "names"),
    [
        ("soviet", "land", {"Zhukov"}),
        ("soviet", "naval", set()),
        ("axis", "land", {"Rommel", "Manstein"}),
        ("axis", "naval", set()),
        ("allied", "land", {"Montgomery", "Mountbatten"}),
        ("allied", "naval", set()),
    ],
)
@pytest.mark.rule("hgw.leader.roster", "hgw.leader.pools", "hgw.leader.entry")
def test_leaders_of_countries_that_are_not_in_play_are_no_leaders(side: str, arm: Arm, names: set[str]) -> None:
    leaders, world, state = opened()
    assert {one.name for one in leaders.in_pool(world, state, side, arm)} == names
    unknown, markers = leaders.unknown(world, state, side)
    assert markers == 10
    assert len(unknown) <= 2


@pytest.mark.rule("hgw.leader.entry")
def test_american_leaders_replace_markers_without_one() -> None:
    leaders, world, state = opened()
    joined = replace(state, joined={"United States": Entry("allied", 8)}, turn=9)
    names, markers = leaders.unknown(world, joined, "allied")
    assert (len(names), markers) == (4, 10)
    assert {one.name for one in leaders.in_pool(world, joined, "allied", "naval")} == {"Halsey", "Mitscher"}
    assert len(leaders.unknown(world, joined, "allied", turn=7)[0]) == 2, "it was drawn before they came"


@pytest.mark.rule("hgw.leader.pools")
def test_leaders_in_play_are_not_drawn_again() -> None:
    leaders, world, state = opened()
    led = STAFF.put(state, Staff(led={"OKW": "Rommel"}))
    assert leaders.unknown(world, led, "axis") == (["Manstein"], 9)
    assert leaders.unknown(world, led, "soviet") == (["Zhukov"], 10)


@pytest.mark.parametrize("count", range(6, 11))
@pytest.mark.rule("hgw.leader.pools")
def test_every_marker_is_as_likely_as_any_other(count: int) -> None:
    _, world, state = opened()
    drawn: Counter[int] = Counter()
    for dice in product(range(1, 7), repeat=2):
        number, rolled = _drawn(Unfolding(world, state, ScriptedDice((*dice, 1, 1))), count)
        drawn[number] += len(rolled) == 2
    assert len(set(drawn.values())) == 1
    assert sorted(drawn) == list(range(count))
