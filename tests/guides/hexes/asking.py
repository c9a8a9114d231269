"""Asking the guide of a hex game."""

from typing import TypeVar

from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.games import load_hexes
from sandtable.guides.hexes import questions as ask
from sandtable.hexes.actions import Done, HexAction
from sandtable.hexes.state import HexState

GAME = load_hexes("hgw")
T = TypeVar("T")


def start(scenario: str = "barbarossa") -> HexState:
    state = GAME.start(Setup(scenario))
    assert not isinstance(state, Refusal)
    return state


def on(state: HexState, *actions: HexAction) -> HexState:
    """The state after actions of whoever is asked, without any dice."""
    for action in actions:
        seat = GAME.pending(state)[0].seat
        assert GAME.check(state, seat, action) is None, GAME.check(state, seat, action)
        for event in GAME.decide(state, seat, action, NoDice()):
            state = GAME.evolve(state, event)
    return state


class NoDice:
    """No die is rolled here."""

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        raise AssertionError("a die was rolled")


def until(state: HexState, phase: str) -> HexState:
    """The side on turn is done until a phase comes."""
    while state.phase != phase:
        state = on(state, Done())
    return state


def answer(state: HexState, seat: str | None, question: ask.QuestionAsked, kind: type[T]) -> T:
    found = GAME.guide.answer(state, seat, question)
    assert isinstance(found, kind), found
    return found


def refused(state: HexState, seat: str | None, question: ask.QuestionAsked) -> str:
    found = GAME.guide.answer(state, seat, question)
    assert isinstance(found, Refusal), found
    return found.rule
