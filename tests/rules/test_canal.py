"""Retreats through canals and straits.

On the board of 1941 no attacker can have come through a passage that is barred to it, so the positions are made by
hand: the turn's memory of who held the banks, or of the way that ships came, is changed after the moves.
"""

import pytest
from msgspec.structs import replace

from sandtable.area.actions import AreaAction, Done, Move, Pick, Retreat
from sandtable.area.family import AreaGame
from sandtable.area.position import Position, build
from sandtable.area.state import AreaState
from sandtable.core.dice import ScriptedDice
from sandtable.games import area

DESTROYER = (Pick("destroyer"),)


@pytest.fixture(scope="module")
def game() -> AreaGame:
    return area("1941")


def after(game: AreaGame, state: AreaState, seat: str, action: AreaAction, *dice: int) -> AreaState:
    """The state after an action, which must be legal."""
    assert game.check(state, seat, action) is None
    for event in game.decide(state, seat, action, ScriptedDice(dice)):
        state = game.evolve(state, event)
    return state


def position(game: AreaGame, turn: str, units: dict[str | int, str | dict[str, str]]) -> AreaState:
    state = build(game.world, Position(start_from="empty", turn=turn, phase="combat-move", units=units))
    assert isinstance(state, AreaState)
    return state


@pytest.mark.rule("1941.canal.all-sea-units-and-retreats")
@pytest.mark.parametrize(
    ("holder", "open_zones"), [("usa", ("Sea Zone 41", "Sea Zone 12")), ("japan", ("Sea Zone 41",))]
)
def test_no_retreat_through_a_canal_in_enemy_hands(
    game: AreaGame, holder: str, open_zones: tuple[str, ...]
) -> None:
    state = position(game, "usa", {41: {"usa": "destroyer"}, 12: {"usa": "destroyer"}, 19: {"japan": "destroyer"}})
    state = after(game, state, "usa", Move(DESTROYER, ("Sea Zone 41", "Sea Zone 19")))
    state = after(game, state, "usa", Move(DESTROYER, ("Sea Zone 12", "Sea Zone 19")))
    state = replace(state, turn=replace(state.turn, control={**state.turn.control, "Central America": holder}))
    state = after(game, state, "usa", Done(), 6, 6, 6)
    assert state.battle is not None
    assert state.battle.retreats == open_zones
    refusal = game.check(state, "usa", Retreat("Sea Zone 12"))
    if holder == "usa":
        assert refusal is None
    else:
        assert refusal is not None
        assert refusal.rule == "1941.canal.all-sea-units-and-retreats"


@pytest.mark.rule("1941.board.straits-closed")
def test_no_retreat_into_the_black_sea(game: AreaGame) -> None:
    state = position(game, "uk", {16: {"uk": "destroyer"}, 17: {"germany": "destroyer"}})
    state = after(game, state, "uk", Move(DESTROYER, ("Sea Zone 16", "Sea Zone 17")))
    routes = (("Sea Zone 16", "Sea Zone 17"), ("Sea Zone 18", "Sea Zone 17"))
    state = replace(state, turn=replace(state.turn, routes={"Sea Zone 17": routes}))
    state = after(game, state, "uk", Done(), 6, 6)
    assert state.battle is not None
    assert state.battle.retreats == ("Sea Zone 16",)
    refusal = game.check(state, "uk", Retreat("Sea Zone 18"))
    assert refusal is not None
    assert refusal.rule == "1941.board.straits-closed"
