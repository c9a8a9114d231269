"""Rehearsals: with time to spare, plans are played out on the board itself before one is chosen.

A fast planner plays a round for everybody, with as little luck as the game allows, and the sides' results are
compared. This shows what no estimate of an attack can: what is bought, where it goes, and how partners and enemies
respond. What is compared are plans for a whole turn: the attacks, and the manner in which it buys and moves.
It is done in stages: all are played out for a little while; those that come out best again, and longer.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol, overload

from msgspec.structs import replace

from sandtable.area.actions import AreaAction
from sandtable.area.battle.casualties import worth
from sandtable.area.battle.fight import LOW_LUCK
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import production
from sandtable.area.world import World
from sandtable.bots.brake import Brake
from sandtable.bots.level import Level
from sandtable.bots.planner.assault import Plan
from sandtable.bots.planner.style import Style
from sandtable.core.decision import Decision
from sandtable.core.dice import SeededDice

LONGEST = 3000
"""The most decisions in a rehearsal; a round has a few hundred."""
QUICK = {"orders": 2.0, "plans": 1.0, "passes": 2.0, "exact": 0.0}
"""The numbers everybody plays by in a rehearsal."""
DECISIONS = 350
"""How many decisions may be played out for each amount of a level's usual time: a round has a few hundred."""


class Stage(NamedTuple):
    """How far plans are played out, and how many are left after that."""

    rounds: int
    keep: int
    """The first plan is always among them, so that others must beat it."""


STAGES = (Stage(1, 3), Stage(2, 1))
PRIOR = 0.5
"""How much a plan's estimated value counts compared with what it led to."""
MANNERS: Sequence[Mapping[str, float]] = (
    {"offense": 1.8},
    {"offense": 0.2},
    {"passage": 0.0, "shipping": 1.6, "afloat": 0.7},
    {"caution": 2.0, "guard": 1.4, "nautical": 1.3},
)
"""Other manners of buying and moving in a turn: the factors for some of a level's numbers."""
MOODS: Sequence[Mapping[str, float]] = ({"counter": 2.5, "caution": 2.0}, {"counter": 0.2, "caution": 0.5})
"""Other manners of choosing attacks."""


class Line(NamedTuple):
    """A plan for a whole turn."""

    plan: Plan
    score: float
    """The estimated value of its attacks."""
    manner: Mapping[str, float] = MappingProxyType({})
    """The numbers by which the rest of the turn is played, as far as they are not the level's."""


def turned(level: Level, factors: Mapping[str, float]) -> dict[str, float]:
    """A level's numbers, multiplied."""
    return {name: level[name] * factor for name, factor in factors.items()}


def best_line(lines: Sequence[Line], play: Callable[[Line, int, int], float | None]) -> Line:
    """The line that leads to most.

    ``play`` plays one for some rounds with the dice of a stage; it returns None if it must not go on. Lines that
    come to the same count once.
    """
    going, best = list(range(len(lines))), 0
    totals = dict.fromkeys(going, 0.0)
    for take, stage in enumerate(STAGES):
        found: dict[float, int] = {}
        for number in going:
            value = play(lines[number], take, stage.rounds)
            if value is None:
                return lines[found[max(found)] if found and not take else best]
            totals[number] += value + PRIOR * (lines[number].score - lines[0].score)
            found.setdefault(totals[number], number)
        ranked = [found[value] for value in sorted(found, reverse=True)]
        best = ranked[0]
        going = [0, *(number for number in ranked if number)][: stage.keep]
        if len(going) < 2:
            break
    return lines[best]


class Allowance:
    """How much may still be played out: some decisions, unless the brake is pulled before."""

    __slots__ = ("_brake", "_left")

    def __init__(self, decisions: int, brake: Brake) -> None:
        self._left = decisions
        self._brake = brake

    def spend(self) -> bool:
        """Take one decision off; False if there is none left, or no time."""
        self._left -= 1
        return self._left >= 0 and not self._brake.pulled


class Actor(Protocol):
    """Decides for every seat."""

    def choose(self, view: AreaState, decision: Decision, think: float | None = None) -> AreaAction: ...


@overload
def played_on(
    game: AreaGame, state: AreaState, seat: Power, actor: Actor, seed: int, rounds: int = 1, allowance: None = None
) -> AreaState: ...
@overload
def played_on(
    game: AreaGame,
    state: AreaState,
    seat: Power,
    actor: Actor,
    seed: int,
    rounds: int = 1,
    allowance: Allowance | None = None,
) -> AreaState | None: ...
def played_on(
    game: AreaGame,
    state: AreaState,
    seat: Power,
    actor: Actor,
    seed: int,
    rounds: int = 1,
    allowance: Allowance | None = None,
) -> AreaState | None:
    """The position at the start of ``seat``'s turn some rounds later, or when the game is over.

    None if the allowance is used up before.
    """
    calm = LOW_LUCK in game.world.game.options
    start = replace(state, options={**state.options, LOW_LUCK: True}) if calm else state
    state, dice = start, SeededDice.from_seed(seed)
    for _ in range(LONGEST):
        if state.winner or (state.round >= start.round + rounds and seat in state.turn.phases):
            break
        if allowance is not None and not allowance.spend():
            return None
        decision = game.pending(state)[0]
        action = actor.choose(state, decision)
        for event in game.decide(state, decision.seat, action, dice):
            state = game.evolve(state, event)
    return state


def lead(
    world: World,
    state: AreaState,
    side: str,
    style: Style,
    learned: Callable[[AreaState, str], float] | None = None,
) -> float:
    """A side's advantage in money: what was learned about the game or, without that, what both sides have."""
    if state.winner:
        return style.victory * (10 if state.winner == side else -10)
    return learned(state, side) if learned is not None else owned(world, state, side, style)


def owned(world: World, state: AreaState, side: str, style: Style) -> float:
    """How much more a side has: units, money, income for some turns, and enemy capitals."""
    total = 0.0
    for power, info in world.powers.items():
        own = state.treasury[power] + style.horizon * production(world, state, power)
        if info.capital:
            own += style.capital * (world.side(state.control[info.capital]) == info.side)
        total += own if info.side == side else -own
    for pieces in state.stacks.values():
        for piece, count in pieces:
            value = count * worth(world, piece)
            total += value if world.side(piece.power) == side else -value
    return total
