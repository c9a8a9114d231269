"""Collect income: mandatory and automatic."""

from collections.abc import Iterable, Iterator
from random import Random

from sandtable.area.actions import AreaAction, Done
from sandtable.area.economy import revenue
from sandtable.area.events import IncomeCollected
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


def begin(run: Unfolding, power: Power) -> None:
    """Add the income of the territories to the treasury."""
    paid = revenue(run.world, run.state, power)
    run.emit(IncomeCollected(power=power, amount=paid.amount, destroyed=paid.destroyed))


def finished(world: World, state: AreaState, power: Power) -> bool:
    """There is nothing to decide."""
    return True


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    return ()


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    return None if isinstance(action, Done) else world.refuse("turn.phases", "It's time to collect income.")


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    """There is nothing to do."""


def resume(run: Unfolding, power: Power) -> None:
    """Nothing happens automatically."""


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None, more: Iterable[AreaAction]
) -> Iterator[AreaAction]:
    offers = [*more, Done()]
    if shuffle:
        shuffle.shuffle(offers)
    yield from offers
