"""Game ``revised-historical`` played by chance: whatever is offered is legal, and every phase comes to its end."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from sandtable import games
from sandtable.area.actions import AreaAction, Done
from sandtable.area.state import AreaState
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal

GAME = games.area("revised-historical")


class Chance:
    """Dice from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.rolled: list[int] = []

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        faces = tuple(self._random.randint(1, sides) for _ in range(count))
        self.rolled += faces
        return faces


def started(**options: bool) -> AreaState:
    state = GAME.start(Setup("", options, {}))
    assert not isinstance(state, Refusal)
    return state


def played(seed: int, rounds: int, **options: bool) -> tuple[AreaState, Counter[str]]:
    """A game in which everybody does a few things by chance and then passes."""
    random, dice, state = Random(seed), Chance(seed), started(**options)
    happened: Counter[str] = Counter()
    moment, busy = None, 0
    while GAME.pending(state) and state.round <= rounds:
        decision = random.choice(GAME.pending(state))
        now = (state.round, tuple(state.turn.phases.items()))
        moment, busy = now, busy + 1 if now == moment else 0
        if busy > 10 and GAME.check(state, decision.seat, Done()) is None:
            action: AreaAction = Done()
        else:
            offered = list(islice(GAME.legal(state, decision.seat, random), 10))
            assert offered, f"nothing to choose: {decision}"
            action = random.choice(offered)
        assert GAME.check(state, decision.seat, action) is None, action
        before = len(dice.rolled)
        events = GAME.decide(state, decision.seat, action, dice)
        assert dice.rolled[before:] == [die for event in events for die in GAME.dice_of(event)]
        for event in events:
            state = GAME.evolve(state, event)
            happened[type(event).__name__] += 1
    return state, happened


@pytest.mark.parametrize(("seed", "boxes"), [(1, False), (2, True), (3, False)])
def test_chance_plays_rounds(seed: int, boxes: bool) -> None:
    state, happened = played(seed, 2, **{"progress-boxes": boxes})
    assert state.round == 3 or state.winner
    assert {"Supported", "Reinforced", "StrikesOver", "CombatsOver", "IncomeCollected"} <= set(happened)


@pytest.mark.rule("rh.term.control-markers-public")
def test_everything_is_open() -> None:
    state, _ = played(4, 1)
    assert all(GAME.view(state, seat) == state for seat in (*GAME.seats, None))


def test_air_units_never_hang_at_sea_when_a_turn_begins() -> None:
    state, _ = played(5, 2)
    others = [p for p in GAME.seats if p not in state.turn.phases]
    loose = [
        piece
        for space, pieces in state.stacks.items()
        if GAME.world.board.is_sea(space)
        for piece, _ in pieces
        if piece.power in others and GAME.world.type(piece).kind == "air"
    ]
    assert not loose
