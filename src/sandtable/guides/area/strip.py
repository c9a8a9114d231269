"""The battle strip as the books draw it: columns by the number that hits, and what is to be decided now."""

from collections.abc import Iterable

from sandtable.area.actions import Side
from sandtable.area.battle.retreats import withdrawals
from sandtable.area.battle.sequence import Choice, Withdrawal
from sandtable.area.battle.submerging import may_submerge
from sandtable.area.battle.taking import toll_now
from sandtable.area.battle.values import strip_of, value
from sandtable.area.battle.volleys import sequence_of, step_of
from sandtable.area.battle.withdrawing import may_withdraw
from sandtable.area.family import AreaGame
from sandtable.area.forces import EMPTY, Power, Stack, size, stack, where
from sandtable.area.state import AreaState, Battle
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import Column, StripAnswer

SIDES: tuple[Side, Side] = ("attack", "defend")


def strip(game: AreaGame, state: AreaState, seat: Power | None) -> StripAnswer | Refusal:
    """The battle in progress; everybody sees the same, but for what only a seat may do."""
    world, battle = game.world.developed(state.techs), state.battle
    if battle is None:
        return world.refuse("combat.where", "No battle is being fought.")
    damaged, destroyed, choosable, hits = EMPTY, EMPTY, EMPTY, 0
    if battle.victim:
        toll = toll_now(world, battle)
        damaged, destroyed = toll.default()
        choosable = stack((target.piece, target.pieces) for target in toll.targets)
        hits = toll.total
    return StripAnswer(
        battle.space,
        tuple(column for side in SIDES for column in _columns(world, battle, side)),
        tuple(step.name for step in sequence_of(world, battle).steps),
        battle.step,
        hits,
        "attack" if battle.victim == "attack" else "defend" if battle.victim else "",
        damaged,
        destroyed,
        choosable,
        battle.retreats,
        submersible(world, battle, seat),
        *withdrawing(world, state, battle, seat),
    )


def submersible(world: World, battle: Battle, seat: Power | None) -> int:
    """How many units the seat may let submerge now."""
    step = step_of(world, battle)
    if seat is None or not isinstance(step, Choice) or battle.victim or seat in battle.answered:
        return 0
    return size(may_submerge(world, battle, step, seat))


def withdrawing(world: World, state: AreaState, battle: Battle, seat: Power | None) -> tuple[int, tuple[str, ...]]:
    """How many units of the seat may withdraw now, and where to."""
    step = step_of(world, battle)
    if seat is None or not isinstance(step, Withdrawal) or battle.victim or seat in battle.answered:
        return 0, ()
    places = withdrawals(world, state, battle, step.side, seat)
    return (size(may_withdraw(world, battle, step, seat)), places) if places else (0, ())


def _columns(world: World, battle: Battle, side: Side) -> Iterable[Column]:
    """The units of a side by what they have to roll, the best last."""
    edge = strip_of(battle, side)
    found = {value(world.type(piece), side) for piece, _ in (*edge.units, *edge.casualties)}
    return [
        Column(side, need, _with(world, edge.units, side, need), _with(world, edge.casualties, side, need))
        for need in sorted(found)
    ]


def _with(world: World, units: Stack, side: Side, need: int) -> Stack:
    return where(units, lambda piece: value(world.type(piece), side) == need)
