"""Submerging: units that may leave a battle and stay in the space."""

from msgspec.structs import replace

from sandtable.area.actions import AreaAction, Submerge
from sandtable.area.battle.sequence import Choice
from sandtable.area.battle.values import strip_of
from sandtable.area.battle.volleys import sequence_of, step_of, takes_place
from sandtable.area.events import StepReached, Submerged
from sandtable.area.forces import EMPTY, Power, Stack, first, size, where
from sandtable.area.state import Battle
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision, Seat
from sandtable.core.refusal import Refusal

ASKS = "submerge"
"""The kind of decision: how many units submerge."""


def may_submerge(world: World, battle: Battle, step: Choice, power: Power) -> Stack:
    """A power's units that may submerge in this step."""
    if not takes_place(battle, step):
        return EMPTY
    units = strip_of(battle, step.side).units
    mine = where(units, lambda p: p.power == power and step.who.takes(world.type(p)))
    return where(mine, world.worn) if step.worn else mine


def choosers(world: World, battle: Battle, step: Choice) -> tuple[Power, ...]:
    """The powers that still have to decide who submerges."""
    return tuple(
        power for power in world.order if power not in battle.answered and may_submerge(world, battle, step, power)
    )


def pending(world: World, battle: Battle, step: Choice) -> tuple[Decision, ...]:
    """The open decisions."""
    space = battle.space
    return tuple(
        Decision(seat, ASKS, space, f"{world.name(seat)}: how many units submerge in {space}?")
        for seat in choosers(world, battle, step)
    )


def check(world: World, battle: Battle, seat: Seat, action: Submerge) -> Refusal | None:
    """None if a seat may submerge this many, otherwise the refusal."""
    steps = [s for s in sequence_of(world, battle).steps if isinstance(s, Choice)]
    step = step_of(world, battle)
    asked = choosers(world, battle, step) if isinstance(step, Choice) and not battle.victim else ()
    if seat in asked:
        assert isinstance(step, Choice)
        able = size(may_submerge(world, battle, step, seat))
        if 0 <= action.count <= able:
            return None
        return world.refuse("sub.submerge-any-number", f"At most {able} can submerge, not {action.count}.")
    for one in steps:
        mine = where(strip_of(battle, one.side).units, lambda p: p.power == seat)
        if any(one.who.takes(world.type(piece)) for piece, _ in mine) and not takes_place(battle, one):
            return world.refuse("sub.no-submerge-with-destroyer", "An enemy unit in the battle prevents that.")
    if asked and seat not in battle.answered:
        return world.refuse("sub.decision-order", f"{world.the(asked[0])} decides now.")
    return world.refuse("sub.submerge-any-number", f"{world.the(seat)} has no units that can submerge now.")


def legal(world: World, battle: Battle, step: Choice, seat: Seat) -> tuple[AreaAction, ...]:
    """Every legal answer for a seat."""
    if seat not in choosers(world, battle, step):
        return ()
    return tuple(Submerge(n) for n in range(size(may_submerge(world, battle, step, seat)) + 1))


def answer(run: Unfolding, battle: Battle, seat: Seat, action: Submerge) -> None:
    """Carry out an answer."""
    step = step_of(run.world, battle)
    assert isinstance(step, Choice)
    below = first(may_submerge(run.world, battle, step, seat), action.count)
    run.emit(Submerged(battle.space, step.side, seat, below))


def dive(run: Unfolding, battle: Battle, step: Choice, index: int) -> bool:
    """Submerge every unit that must. Nobody is asked, whatever they answered in an earlier step."""
    divers = choosers(run.world, replace(battle, answered=()), step)
    if divers:
        run.emit(StepReached(battle.space, index))
    for power in divers:
        run.emit(Submerged(battle.space, step.side, power, may_submerge(run.world, battle, step, power)))
    return False
