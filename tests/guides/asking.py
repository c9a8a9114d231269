"""Positions in words, and questions about them."""

from collections.abc import Mapping
from typing import Any

from sandtable.area.actions import AreaAction, Pick
from sandtable.area.family import AreaGame
from sandtable.area.notation import NotationError, parse_pick
from sandtable.area.position import Position, PositionError, build
from sandtable.area.state import AreaState
from sandtable.core.dice import Dice, NoDice, ScriptedDice
from sandtable.core.refusal import Refusal
from sandtable.games import area
from sandtable.guides.area.questions import Destination, Reach, ReachAnswer, Way

GAME: AreaGame = area("1941")
Units = Mapping[str | int, str | Mapping[str, str]]
"""Forces by space and power."""


def position(turn: str, phase: str, units: Units, game: AreaGame = GAME, **more: Any) -> AreaState:
    """A board with nothing but these units."""
    state = build(game.world, Position(start_from="empty", turn=turn, phase=phase, units=units, **more))
    assert not isinstance(state, PositionError), state
    return state


def picks(text: str, game: AreaGame = GAME) -> tuple[Pick, ...]:
    found = parse_pick(game.world, text)
    assert not isinstance(found, NotationError), found
    return found


def ask_reach(
    state: AreaState, seat: str, space: str, units: str, via: tuple[str, ...] = (), game: AreaGame = GAME
) -> ReachAnswer:
    answer = game.guide.answer(state, seat, Reach(space, picks(units, game), via))
    assert isinstance(answer, ReachAnswer), answer
    return answer


def places(answer: ReachAnswer) -> set[str]:
    """Where they can go."""
    return {one.space for one in answer.destinations if one.ways}


def found(answer: ReachAnswer, space: str) -> Destination:
    return next(one for one in answer.destinations if one.space == space)


def ways(answer: ReachAnswer, space: str) -> tuple[Way, ...]:
    return found(answer, space).ways


def given(
    state: AreaState, seat: str, *orders: AreaAction, game: AreaGame = GAME, dice: Dice | None = None
) -> AreaState:
    """The state after orders, each of which must be legal when its turn comes."""
    for order in orders:
        refusal = game.check(state, seat, order)
        assert refusal is None, (order, refusal)
        for event in game.decide(state, seat, order, dice or ScriptedDice(())):
            state = game.evolve(state, event)
    return state


def refused(state: AreaState, seat: str, orders: tuple[AreaAction, ...], game: AreaGame) -> Refusal | None:
    """The first refusal when orders are given one after the other, up to one that rolls dice."""
    for order in orders:
        refusal = game.check(state, seat, order)
        if refusal is not None:
            return refusal
        try:
            events = game.decide(state, seat, order, ScriptedDice(()))
        except NoDice:
            return None
        for event in events:
            state = game.evolve(state, event)
    return None
