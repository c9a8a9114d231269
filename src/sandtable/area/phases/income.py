"""Collect income: compulsory and automatic."""

from collections.abc import Iterator
from random import Random

from sandtable.area.actions import AreaAction
from sandtable.area.events import IncomeCollected
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import production
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


def begin(run: Unfolding, power: Power) -> None:
    """The production level is added to the treasury."""
    run.emit(IncomeCollected(power=power, amount=production(run.world, run.state, power)))


def finished(world: World, state: AreaState, power: Power) -> bool:
    """There is nothing to decide."""
    return True


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    return ()


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    raise ValueError("nothing is decided while income is collected")


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    raise ValueError("nothing is decided while income is collected")


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None
) -> Iterator[AreaAction]:
    return iter(())
