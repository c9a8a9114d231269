"""Sieges of the place that ends the game, by all nations of a side; and counters that stay free for new points."""

import pytest

from sandtable.bots.registry import NoBot, make
from sandtable.core.dice import SeededDice
from sandtable.games import load_hexes
from sandtable.hexes.actions import Disband, Done, HexAction, Target
from sandtable.hexes.position import HexPosition, Standing, Walls, build
from sandtable.hexes.state import HexState
from sandtable.hexes.status import free_counters

GAME = load_hexes("hgw")
WORLD = GAME.worlds["campaign-1"]
RING = ("1236", "1238", "1336", "1337")
WEST = "1334 1335 1432 1433 1434 1435 1436 1437 1438 1533 1534 1536"


def position(armies: dict[str, Standing], control: dict[str, str | int]) -> HexState:
    said = HexPosition(
        scenario="campaign-1",
        side="allied",
        turn="Spring 1944",
        joined={"United States": "allied"},
        surrendered={"Belgium": "allied", "Netherlands": "allied"},
        control=control,
        armies=armies,
        forts={"1237": Walls(10)},
    )
    state = build(WORLD, said)
    assert isinstance(state, HexState), state
    return state


def played(state: HexState, phase: str, level: str = "hard") -> tuple[HexState, list[HexAction]]:
    """The state after a phase of the Allies, and their orders."""
    bot = make(level, GAME, 1)
    assert not isinstance(bot, NoBot)
    given: list[HexAction] = []
    dice = SeededDice.from_seed(1)
    while state.phase == phase and (decision := GAME.pending(state)[0]).kind in (phase, "announce"):
        action = bot.choose(GAME.view(state, decision.seat), decision)
        given.append(action)
        for event in GAME.decide(state, decision.seat, action, dice):
            state = GAME.evolve(state, event)
        if decision.kind == "announce" and isinstance(action, Done):
            break
    return state, given


BESIEGERS = {
    "Britain": Standing("1335", infantry=8, mechanized=2),
    "Eighth Army": Standing("1434", infantry=10),
    "U.S. First Army": Standing("1435", mechanized=10),
    "U.S. Third Army": Standing("1436", infantry=10),
    "Fifth Army": Standing("1336", infantry=2),
    "Army Group North": Standing("1139", infantry=2),
    "Moscow": Standing("1144", infantry=2),
}
HELD: dict[str, str | int] = {"allied": f"{WEST} {' '.join(RING)}"}


def test_a_side_that_holds_the_ring_besieges_with_all_its_nations() -> None:
    state, orders = played(position(BESIEGERS, HELD), "movement")
    assert all(state.points_at(place).ground >= 9 for place in RING)
    assert any(state.points_at(place).mechanized >= 9 for place in RING), "who storms it is mechanized"
    assert not any(isinstance(order, Disband) for order in orders)
    _, attacks = played(state, "combat")
    besieging = {state.armies[one.army].at for one in attacks if isinstance(one, Target) and one.target == "1237"}
    assert besieging == set(RING)


def test_nobody_is_besieged_with_too_few_or_without_the_whole_ring() -> None:
    few = {name: one for name, one in BESIEGERS.items() if name != "U.S. Third Army"}
    state, _ = played(position(few, HELD), "movement")
    assert not all(state.points_at(place).ground >= 9 for place in RING)
    broken: dict[str, str | int] = {"allied": f"{WEST} 1236 1238 1336", "axis": "1337"}
    state, _ = played(position(BESIEGERS, broken), "movement")
    assert not all(state.points_at(place).ground >= 9 for place in RING if place != "1337")


NAMES = WORLD.counters("allied")


@pytest.mark.parametrize(("level", "free"), [("hard", 2), ("easy", 0)])
def test_small_armies_behind_the_lines_give_their_counters_back(level: str, free: int) -> None:
    scattered = ("1131", "1132", "1232", "1233", "1332", "1333", "1031", "1032", "1130", "1331", "1231", "1230")
    small = {name: Standing(at, infantry=1, nation="") for name, at in zip(NAMES, scattered, strict=True)}
    others = {"Army Group North": Standing("1139", infantry=2), "Moscow": Standing("1144", infantry=2)}
    state = position(small | others, {"allied": " ".join(scattered)})
    assert not free_counters(WORLD, state, "allied")
    state, _ = played(state, "movement", level)
    assert len(free_counters(WORLD, state, "allied")) >= free
