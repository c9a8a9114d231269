"""Positions in which a good player does not err: one turn of the strongest level, with fixed dice."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from sandtable.bots.registry import NoBot, make
from sandtable.core.datafile import read_yaml
from sandtable.core.dice import SeededDice
from sandtable.games import load_hexes
from sandtable.hexes.actions import HexAction, Target
from sandtable.hexes.position import HexPosition, PositionError, build
from sandtable.hexes.state import HexState
from sandtable.hexes.supplying import supply_of

GAME = load_hexes("hgw")


class Demand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a good player does; only what is mentioned is looked at."""

    wins: str = ""
    attacks: tuple[str, ...] = ()
    spares: tuple[str, ...] = ()
    captures: int = 0
    """So many hexes more at least are held at the end of the turn."""
    starves: str = ""
    """The army has no supply at the end of the turn."""
    feeds: str = ""
    """The army has full supply at the end of the turn."""
    keeps: Mapping[str, int] = {}
    """So many points at least stand there when the points have moved."""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and what is demanded."""

    title: str
    position: HexPosition
    must: Demand


CASES = read_yaml(Path(__file__).parent / "blunders.yaml", tuple[Case, ...])


def turn(state: HexState, seed: int) -> tuple[HexState, HexState, list[HexAction]]:
    """The state after the Movement Phase and after the turn, and all orders of the side on turn."""
    side, moved = state.side, state
    orders: list[HexAction] = []
    bots = {seat: make("hard", GAME, seed) for seat in GAME.worlds[state.scenario].order}
    dice = SeededDice.from_seed(seed)
    while state.side == side and GAME.pending(state):
        decision = GAME.pending(state)[0]
        bot = bots[decision.seat]
        assert not isinstance(bot, NoBot)
        action = bot.choose(state, decision)
        assert GAME.check(state, decision.seat, action) is None, action
        if decision.seat == side:
            orders.append(action)
        for event in GAME.decide(state, decision.seat, action, dice):
            state = GAME.evolve(state, event)
        if state.phase == "combat" and moved.phase == "movement":
            moved = state
    return moved, state, orders


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_good_player_does_not_err(case: Case) -> None:
    world = GAME.worlds[case.position.scenario or "barbarossa"]
    state = build(world, case.position)
    assert not isinstance(state, PositionError), state
    moved, after, orders = turn(state, seed=3)
    must, named = case.must, {order.target for order in orders if isinstance(order, Target)}
    held = [sum(holder == state.side for holder in one.control.values()) for one in (state, after)]
    assert after.winner == must.wins or not must.wins
    assert set(must.attacks) <= named
    assert not set(must.spares) & named
    assert held[1] - held[0] >= must.captures or not must.captures
    for name, level in ((must.starves, "none"), (must.feeds, "full")):
        if name:
            army = after.armies[name]
            assert supply_of(world, after, army.side).of(army.at) == level
    for place, points in must.keeps.items():
        assert moved.points_at(place).total >= points
