"""Playing a position of the hex family to the end of something, with every die: equal positions become one."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import TypeVar

from sandtable.core.decision import Decision
from sandtable.core.dice import DiceExhausted, ScriptedDice
from sandtable.hexes.actions import HexAction
from sandtable.hexes.events import HexEvent
from sandtable.hexes.family import HexGame
from sandtable.hexes.state import HexState

Result = TypeVar("Result", bound=Hashable)
Choose = Callable[[HexState, Decision], HexAction | None]
"""What is done, whatever the dice say; None: that is all."""
Tally = Callable[[HexState, HexEvent], int]
Ends = dict[tuple[str, int], tuple[HexState, int, Fraction]]


def every_end(
    game: HexGame, state: HexState, choose: Choose, tally: Tally, over: Callable[[HexEvent], bool]
) -> list[tuple[HexState, int, Fraction]]:
    """All positions when something is over, what was counted on the way, and their chances."""
    open_: Ends = {("", 0): (state, 0, Fraction(1))}
    ends: Ends = {}
    while open_:
        after: Ends = {}
        for now, counted, chance in open_.values():
            decision = game.pending(now)[0]
            action = choose(now, decision)
            if action is None:
                _put(ends, game, now, counted, chance)
                continue
            refusal = game.check(now, decision.seat, action)
            assert refusal is None, (action, refusal)
            for then, more, done, part in _acted(game, now, decision, action, tally, over):
                _put(ends if done else after, game, then, counted + more, chance * part)
        open_ = after
    return list(ends.values())


def _put(bag: Ends, game: HexGame, state: HexState, counted: int, chance: Fraction) -> None:
    key = (game.digest(state), counted)
    old = bag[key][2] if key in bag else Fraction(0)
    bag[key] = (state, counted, old + chance)


def _acted(
    game: HexGame,
    state: HexState,
    decision: Decision,
    action: HexAction,
    tally: Tally,
    over: Callable[[HexEvent], bool],
) -> Iterator[tuple[HexState, int, bool, Fraction]]:
    """One action with every die that it may take."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        dice = waiting.pop()
        try:
            events = list(game.decide(state, decision.seat, action, ScriptedDice(dice)))
        except DiceExhausted:
            waiting += [(*dice, die) for die in range(1, 7)]
            continue
        after, counted, done = state, 0, False
        for event in events:
            done = over(event)
            if done:
                break
            counted += tally(after, event)
            after = game.evolve(after, event)
        yield after, counted, done, Fraction(1, 6 ** len(dice))


def spread(
    ends: list[tuple[HexState, int, Fraction]], of: Callable[[HexState, int], Result]
) -> Mapping[Result, Fraction]:
    """The chance of each result."""
    found: dict[Result, Fraction] = {}
    for state, counted, chance in ends:
        result = of(state, counted)
        found[result] = found.get(result, Fraction(0)) + chance
    return found
