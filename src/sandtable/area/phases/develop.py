"""Develop weapons: the research dice of the turn are rolled."""

from collections.abc import Iterator, Mapping
from random import Random

from sandtable.area.actions import AreaAction, Done, Program
from sandtable.area.forces import Power
from sandtable.area.program import boxes_on, missing
from sandtable.area.state import AreaState
from sandtable.area.team_events import ResearchOver, ResearchRolled
from sandtable.area.techs import BoxesInfo, ResearchInfo
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal


def begin(run: Unfolding, power: Power) -> None:
    """Dice that were bought for a development are rolled at once."""
    info = _research(run.world)
    if boxes_on(run.world, run.state) is None:
        _roll(run, power, info, run.state.dice.get(power, {}))


def _research(world: World) -> ResearchInfo:
    if world.game.research is None:
        raise ValueError("this game has no research")
    return world.game.research


def dice_to_give(world: World, state: AreaState, power: Power) -> int:
    """How many dice a power has yet to give to developments."""
    boxes = boxes_on(world, state)
    if boxes is None or power in state.turn.developed or not missing(world, state, power):
        return 0
    return boxes.free + sum(state.dice.get(power, {}).values())


def finished(world: World, state: AreaState, power: Power) -> bool:
    """All dice have been rolled."""
    return not dice_to_give(world, state, power)


def pending(world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    if finished(world, state, power):
        return ()
    count = dice_to_give(world, state, power)
    prompt = f"Give {count} research die to a weapon." if count == 1 else f"Give {count} research dice to weapons."
    return (Decision(power, "develop", prompt=prompt),)


def check(world: World, state: AreaState, power: Power, seat: Power, action: AreaAction) -> Refusal | None:
    if isinstance(action, Done):
        return None
    if not isinstance(action, Program):
        return world.refuse("turn.phases", "Now weapons are developed.")
    for tech, count in action.dice.items():
        if tech not in world.tech_table or count < 0:
            return world.refuse("research.phase", f"There is no weapon {tech!r} to develop.")
        if tech not in missing(world, state, power):
            return world.refuse("research.all-owned", f"{world.name(power)} has developed that already.")
    most = dice_to_give(world, state, power)
    if sum(action.dice.values()) > most:
        return world.refuse("research.phase", f"{world.name(power)} has {most} dice to roll.")
    return None


def do(run: Unfolding, power: Power, seat: Power, action: AreaAction) -> None:
    _roll(run, power, _research(run.world), action.dice if isinstance(action, Program) else {})


def _roll(run: Unfolding, power: Power, info: ResearchInfo, dice: Mapping[str, int]) -> None:
    boxes = boxes_on(run.world, run.state)
    for tech in info.techs:
        if dice.get(tech):
            _roll_for(run, power, info, boxes, tech, dice[tech])
    if boxes is not None or run.state.dice.get(power):
        run.emit(ResearchOver(power=power))


def _roll_for(
    run: Unfolding, power: Power, info: ResearchInfo, boxes: BoxesInfo | None, tech: str, count: int
) -> None:
    dice = run.dice.roll(count)
    if boxes is None:
        run.emit(ResearchRolled(power=power, tech=tech, dice=dice, gained=any(d >= info.success for d in dice)))
        return
    before = run.state.boxes.get(power, {}).get(tech, 0)
    filled = min(sum(d <= boxes.success for d in dice), boxes.needed - before)
    gained = before + filled >= boxes.needed
    run.emit(ResearchRolled(power=power, tech=tech, dice=dice, gained=gained, boxes=filled))


def legal(
    world: World, state: AreaState, power: Power, seat: Power, shuffle: Random | None
) -> Iterator[AreaAction]:
    """All dice for one weapon, or none."""
    count = dice_to_give(world, state, power)
    offers: list[AreaAction] = [Program({tech: count}) for tech in missing(world, state, power)]
    if shuffle:
        shuffle.shuffle(offers)
    yield from offers
    yield Done()
