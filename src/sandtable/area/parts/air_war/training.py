"""Pilot training: levels, costs, and the loss of a level."""

from sandtable.area.forces import Power
from sandtable.area.parts.air_war.actions import Train
from sandtable.area.parts.air_war.events import Trained
from sandtable.area.parts.air_war.memory import PILOTS, SKY
from sandtable.area.parts.air_war.settings import Training
from sandtable.area.state import AreaState
from sandtable.area.status import hostile_land
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def level(training: Training, state: AreaState, power: Power) -> int:
    """The training level of a power's pilots: its modifier in air combat."""
    return PILOTS.of(state).levels.get(power, 0) if trains(training, state, power) else 0


def trains(training: Training, state: AreaState, power: Power) -> bool:
    """Whether a power trains pilots in this game."""
    return power not in training.never and not state.options.get(training.without, False)


def check(training: Training, world: World, state: AreaState, power: Power, action: Train) -> Refusal | None:
    """Whether a power may train its pilots like this."""
    if power in training.never:
        return world.refuse("air-war.no-training", f"{world.the(power)} can't train pilots.")
    if not trains(training, state, power):
        return world.refuse("air-war.module", "Pilot training isn't used in this game.")
    if power in SKY.of(state).trained or state.bought.get(power):
        return world.refuse("air-war.train-first", "You can train pilots only once, before anything else.")
    if action.levels not in (0, 1):
        return world.refuse("air-war.one-level", "Pilots can rise at most one level per turn.")
    now = level(training, state, power)
    if now + action.levels > training.highest:
        return world.refuse("air-war.limits", f"There is no level above {training.highest:+d}.")
    cost = price(training, world, state, power, action.levels)
    return world.refuse("purchase.affordable", f"That costs {cost}.") if cost > state.treasury[power] else None


def price(training: Training, world: World, state: AreaState, power: Power, levels: int) -> int:
    """The cost of keeping the level and rising."""
    rise = training.costs(level(training, state, power)).rise
    return keeping(training, world, state, power) + rise * levels


def keeping(training: Training, world: World, state: AreaState, power: Power) -> int:
    """The cost of keeping a power's pilots at their level."""
    keep = training.costs(level(training, state, power)).keep
    return world.parts.adjusted(world, state, power, "pilots-keep", keep)


def train(training: Training, run: Unfolding, power: Power, levels: int) -> None:
    """Pay for training."""
    now = level(training, run.state, power)
    cost = price(training, run.world, run.state, power, levels)
    run.emit(Trained(power=power, level=now + levels, cost=cost))


def lapse(training: Training, run: Unfolding, power: Power) -> None:
    """Pilots that weren't trained lose a level."""
    if not trains(training, run.state, power) or power in SKY.of(run.state).trained:
        return
    info, capital = run.world.game.phases["purchase"], run.world.powers[power].capital
    if info.needs_capital and capital and hostile_land(run.world, run.state.control, power, capital):
        return
    now = level(training, run.state, power)
    free = not keeping(training, run.world, run.state, power)
    run.emit(Trained(power=power, level=now if free else max(training.lowest, now - 1), cost=0))
