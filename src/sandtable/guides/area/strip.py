"""The battle strip, as in the rulebooks: columns by hit number, and what must be decided now."""

from collections.abc import Iterable

from sandtable.area.actions import Side
from sandtable.area.battle import aiming, breaking_off, partial_retreat, searching
from sandtable.area.battle.casualty_choice import toll_now
from sandtable.area.battle.retreats import withdrawals
from sandtable.area.battle.sequence import Aiming, Choice, DrivenBack, PullingBack, Search, Withdrawal
from sandtable.area.battle.submerging import may_submerge
from sandtable.area.battle.values import strip_of, value
from sandtable.area.battle.volleys import sequence_of, step_of
from sandtable.area.battle.withdrawing import may_withdraw
from sandtable.area.family import AreaGame
from sandtable.area.forces import EMPTY, Piece, Power, Stack, size, stack, where
from sandtable.area.state import AreaState, Battle
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import Column, Sighting, StripAnswer, WayOut

SIDES: tuple[Side, Side] = ("attack", "defend")


def strip(game: AreaGame, state: AreaState, seat: Power | None) -> StripAnswer | Refusal:
    """The battle in progress. Everyone sees the same, except for a seat's own choices."""
    world, battle = game.world.as_of(state), state.battle
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
        sighting(world, state, battle, seat),
        *ways_out(world, state, battle, seat),
        remaining=breaking_off.remaining(world, battle) if battle.retreats else "fight",
    )


def submersible(world: World, battle: Battle, seat: Power | None) -> int:
    """How many of the seat's units may submerge now."""
    step = step_of(world, battle)
    if seat is None or not isinstance(step, Choice) or battle.victim or seat in battle.answered:
        return 0
    return size(may_submerge(world, battle, step, seat))


def withdrawing(world: World, state: AreaState, battle: Battle, seat: Power | None) -> tuple[int, tuple[str, ...]]:
    """How many of the seat's units may withdraw now, and where to."""
    step = step_of(world, battle)
    if seat is None or not isinstance(step, Withdrawal) or battle.victim or seat in battle.answered:
        return 0, ()
    places = withdrawals(world, state, battle, step.side, seat)
    return (size(may_withdraw(world, battle, step, seat)), places) if places else (0, ())


def sighting(world: World, state: AreaState, battle: Battle, seat: Power | None) -> Sighting | None:
    """The shots that the seat has to aim now."""
    step = step_of(world, battle)
    if battle.victim:
        return None
    if isinstance(step, Aiming) and seat == strip_of(battle, step.side).leader:
        return Sighting(*aiming.sights_of(world, battle, step))
    if isinstance(step, Search) and seat == state.control.get(battle.space):
        return Sighting(*searching.sights_of(world, battle, step))
    return None


def ways_out(world: World, state: AreaState, battle: Battle, seat: Power | None) -> tuple[tuple[WayOut, ...], int]:
    """The units that the seat may pull back now, and how many of them must leave."""
    step = step_of(world, battle)
    if seat is None or not isinstance(step, DrivenBack | PullingBack) or battle.victim:
        return (), 0
    if seat not in partial_retreat.askers(world, state, battle, step):
        return (), 0
    must = partial_retreat.due(world, state, battle, step, seat) if isinstance(step, DrivenBack) else 0
    mine = partial_retreat.own(battle, step.side, seat)
    able = where(mine, lambda p: _is_air(world, p) or bool(partial_retreat.options(world, state, battle, step, p)))
    planes = 0 < must < size(able)  # if not all must leave, it is the planes without a carrier
    ways = []
    for piece, count in mine:
        found = partial_retreat.options(world, state, battle, step, piece)
        if found and (_is_air(world, piece) or not planes):
            places = tuple(to for to in found if to != battle.space)
            ways.append(WayOut(piece, count, places, battle.space in found))
    return tuple(ways), must


def _is_air(world: World, piece: Piece) -> bool:
    return world.type(piece).kind == "air"


def _columns(world: World, battle: Battle, side: Side) -> Iterable[Column]:
    """The units of a side by hit number, the best last."""
    edge = strip_of(battle, side)
    found = {value(world.type(piece), side) for piece, _ in (*edge.units, *edge.casualties)}
    return [
        Column(side, need, _with(world, edge.units, side, need), _with(world, edge.casualties, side, need))
        for need in sorted(found)
    ]


def _with(world: World, units: Stack, side: Side, need: int) -> Stack:
    return where(units, lambda piece: value(world.type(piece), side) == need)
