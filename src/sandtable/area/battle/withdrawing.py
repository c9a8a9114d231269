"""Withdrawing: units that may leave a battle on their own for an adjacent space."""

from sandtable.area.actions import AreaAction, Withdraw
from sandtable.area.battle import retreats
from sandtable.area.battle.sequence import Withdrawal
from sandtable.area.battle.values import strip_of
from sandtable.area.battle.volleys import step_of
from sandtable.area.events import Withdrew
from sandtable.area.forces import Power, Stack, first, size, where
from sandtable.area.state import AreaState, Battle
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import force
from sandtable.area.world import World
from sandtable.core.decision import Decision, Seat
from sandtable.core.refusal import Refusal

ASKS = "withdraw"
"""The kind of decision: how many units withdraw."""


def may_withdraw(world: World, battle: Battle, step: Withdrawal, power: Power) -> Stack:
    """A power's units that may withdraw in this step, if there is a place for them to go."""
    units = strip_of(battle, step.side).units
    return where(units, lambda p: p.power == power and step.who.takes(world.type(p)))


def withdrawers(world: World, state: AreaState, battle: Battle, step: Withdrawal) -> tuple[Power, ...]:
    """The powers that still have to decide who withdraws."""
    return tuple(
        power
        for power in world.order
        if power not in battle.answered
        and may_withdraw(world, battle, step, power)
        and retreats.withdrawals(world, state, battle, step.side, power)
    )


def pending(world: World, state: AreaState, battle: Battle, step: Withdrawal) -> tuple[Decision, ...]:
    """The open decisions."""
    return tuple(
        Decision(seat, ASKS, battle.space, _prompt(world, battle, step, seat))
        for seat in withdrawers(world, state, battle, step)
    )


def _prompt(world: World, battle: Battle, step: Withdrawal, seat: Seat) -> str:
    able = may_withdraw(world, battle, step, seat)
    who = force(world, able, seat)
    asked = f"does {who} withdraw" if size(able) == 1 else f"how many of {who} withdraw"
    return f"{world.name(seat)}: {asked} from {battle.space}?"


def check(world: World, state: AreaState, battle: Battle, seat: Seat, action: Withdraw) -> Refusal | None:
    """None if a seat may withdraw this many, otherwise the refusal."""
    step = step_of(world, battle)
    asked = withdrawers(world, state, battle, step) if isinstance(step, Withdrawal) else ()
    if seat not in asked or not isinstance(step, Withdrawal):
        if asked and seat not in battle.answered:
            return world.refuse("submarine.withdraw-order", f"{world.the(asked[0])} decides now.")
        return world.refuse("submarine.withdraw-when", f"{world.the(seat)} has no units that can withdraw now.")
    able = size(may_withdraw(world, battle, step, seat))
    if not 0 <= action.count <= able:
        return world.refuse("submarine.individual-choice", f"At most {able} can withdraw, not {action.count}.")
    if not action.count:
        return None
    return retreats.not_withdrawing(world, state, battle, step.side, seat, action.to)


def legal(world: World, state: AreaState, battle: Battle, step: Withdrawal, seat: Seat) -> tuple[AreaAction, ...]:
    """Every legal answer for a seat."""
    if seat not in withdrawers(world, state, battle, step):
        return ()
    able = size(may_withdraw(world, battle, step, seat))
    spaces = retreats.withdrawals(world, state, battle, step.side, seat)
    return (Withdraw(0), *(Withdraw(n, to) for to in spaces for n in range(1, able + 1)))


def answer(run: Unfolding, battle: Battle, seat: Seat, action: Withdraw) -> None:
    """Carry out an answer."""
    step = step_of(run.world, battle)
    assert isinstance(step, Withdrawal)
    leaving = first(may_withdraw(run.world, battle, step, seat), action.count)
    run.emit(Withdrew(battle.space, step.side, seat, action.to if leaving else "", leaving))
