"""Collect income: compulsory and automatic; after it some powers may send money to partners."""

from collections.abc import Iterator
from random import Random

from sandtable.area.actions import Aid, AreaAction, Done
from sandtable.area.conduct import AidInfo
from sandtable.area.economy import revenue
from sandtable.area.events import IncomeCollected
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.team_events import AidSent
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


def begin(run: Unfolding, power: Power) -> None:
    """What the territories pay is added to the treasury."""
    paid = revenue(run.world, run.state, power)
    run.emit(IncomeCollected(power=power, amount=paid.amount, destroyed=paid.destroyed))


def left_to_send(world: World, state: AreaState, power: Power) -> int:
    """How much a power may still send to its partners this turn."""
    info = world.game.aid.get(power)
    if info is None:
        return 0
    return min(info.most - state.turn.sent.get(power, 0), state.treasury[power])


def receivers(world: World, power: Power) -> tuple[Power, ...]:
    """The partners that a power may send money to."""
    info = world.game.aid.get(power)
    return info.to if info else ()


def finished(world: World, state: AreaState, power: Power) -> bool:
    """Only who may send money has something to decide."""
    return not left_to_send(world, state, power)


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    if finished(world, state, power):
        return ()
    prompt = f"Send up to {left_to_send(world, state, power)} IPCs to your partners."
    return (Decision(power, "aid", prompt=prompt),)


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    if isinstance(action, Done):
        return None
    if not isinstance(action, Aid):
        return world.refuse("turn.phases", "Now income is collected.")
    return _check_aid(world, state, power, world.game.aid[power], action)


def _check_aid(world: World, state: AreaState, power: Power, info: AidInfo, action: Aid) -> Refusal | None:
    if action.to not in info.to:
        return world.refuse("aid.receiver", f"{world.name(power)} sends no money to {world.name(action.to)}.")
    if action.amount < 1 or action.amount > info.most - state.turn.sent.get(power, 0):
        return world.refuse("aid.amount", f"{world.name(power)} sends at most {info.most} in a turn.")
    if action.amount > state.treasury[power]:
        return world.refuse("aid.treasury", f"{world.name(power)} has only {state.treasury[power]}.")
    return None


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    if isinstance(action, Aid):
        run.emit(AidSent(power=power, to=action.to, amount=action.amount))


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None
) -> Iterator[AreaAction]:
    """Every amount to every partner, or no more."""
    offers: list[AreaAction] = [
        Aid(to, amount)
        for to in receivers(world, power)
        for amount in range(1, left_to_send(world, state, power) + 1)
    ]
    offers.append(Done())
    if shuffle:
        shuffle.shuffle(offers)
    yield from offers
