"""The features of positions: the same for every area game, and the same seen from both sides."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.area.family import AreaGame
from sandtable.area.forces import Piece
from sandtable.area.state import AreaState
from sandtable.bots.planner.features import SEAT, Seen, features
from sandtable.bots.planner.terrain import terrain_of
from sandtable.bots.prospects import INCOME_OF, PLACED, PLAIN, UNITS_OF
from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.games import area, area_ids

GAME = area("1941")


def opening(game: AreaGame = GAME) -> AreaState:
    state = game.start(Setup())
    assert isinstance(state, AreaState)
    return state


START = opening()


def seen(state: AreaState, game: AreaGame = GAME) -> Seen:
    return features(terrain_of(game.world), state)


def with_units(state: AreaState, space: str, power: str, unit: str, count: int) -> AreaState:
    """The position with some more units in a space."""
    stack = tuple(state.stacks.get(space, ()))
    return replace(state, stacks={**state.stacks, space: (*stack, (Piece(power, unit), count))})


@pytest.mark.parametrize("game_id", area_ids())
def test_every_area_game_has_the_same_features_and_two_for_each_power(game_id: str) -> None:
    game = area(game_id)
    found = seen(opening(game), game)
    powers = terrain_of(game.world).powers
    assert set(found.amounts) == {
        *PLAIN,
        *PLACED,
        *(UNITS_OF + power for power in powers),
        *(INCOME_OF + power for power in powers),
    }
    assert found.first == next(iter(game.world.game.sides))
    assert found.lead == pytest.approx(sum(found.amounts[name] for name in PLAIN))
    assert abs(found.lead) < found.whole


@cache
def position(seed: int) -> AreaState:
    """A position after some random moves."""
    state, dice, bot = START, SeededDice.from_seed(seed), RandomBot(GAME, seed)
    for _ in range(seed % 7 * 25):
        if state.winner:
            break
        decision = GAME.pending(state)[0]
        for event in GAME.decide(state, decision.seat, bot.choose(state, decision), dice):
            state = GAME.evolve(state, event)
    return state


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 40), st.sampled_from(list(GAME.world.powers)), st.integers(1, 60))
def test_money_counts_as_money_wherever_the_game_is(seed: int, power: str, money: int) -> None:
    state = position(seed)
    before = seen(state)
    after = seen(replace(state, treasury={**state.treasury, power: state.treasury[power] + money}))
    sign = 1 if GAME.world.side(power) == before.first else -1
    assert after.lead - before.lead == pytest.approx(sign * money)
    assert after.whole - before.whole == pytest.approx(money)
    changed = {name for name, n in after.amounts.items() if n != pytest.approx(before.amounts[name])}
    assert "money" in changed
    assert changed <= {"money", "seats", "besieged", "threatened"}


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 40), st.sampled_from(list(GAME.world.powers)), st.integers(1, 9))
def test_units_count_their_price(seed: int, power: str, number: int) -> None:
    state = position(seed)
    home = next(name for name, owner in state.control.items() if owner == power)
    before, after = seen(state), seen(with_units(state, home, power, "tank", number))
    price = number * GAME.world.units["tank"].cost * (1 if GAME.world.side(power) == before.first else -1)
    assert after.amounts["land"] - before.amounts["land"] == pytest.approx(price)
    assert after.amounts[UNITS_OF + power] - before.amounts[UNITS_OF + power] == pytest.approx(price)
    assert after.lead - before.lead == pytest.approx(price)


def test_troops_near_the_enemys_capital_count_more() -> None:
    near = with_units(START, "Eastern Europe", "germany", "infantry", 4)
    far = with_units(START, "Western Europe", "germany", "infantry", 4)
    assert seen(near).amounts["march"] > seen(far).amounts["march"]
    assert seen(near).lead == seen(far).lead


def test_an_army_without_an_enemy_to_march_to_is_stranded_until_ships_come() -> None:
    idle = with_units(START, "Eastern United States", "usa", "infantry", 6)
    fetched = with_units(idle, "Sea Zone 11", "usa", "transport", 2)
    sign = -1 if GAME.world.side("usa") != seen(START).first else 1
    more = {
        name: sign * (seen(idle).amounts[name] - seen(START).amounts[name]) for name in ("overseas", "shipped")
    }
    assert more["overseas"] > 0
    assert sign * (seen(fetched).amounts["shipped"] - seen(idle).amounts["shipped"]) > 0


def test_a_lost_capital_is_counted() -> None:
    lost = replace(START, control={**START.control, "Russia": "germany"})
    assert abs(seen(lost).amounts["seats"] - seen(START).amounts["seats"]) > SEAT


def test_reading_changes_nothing_and_says_the_same_twice() -> None:
    before = GAME.digest(START)
    assert seen(START) == seen(START)
    assert GAME.digest(START) == before
