"""Research programs: dice that are bought with the purchase and rolled later in the turn."""

from collections.abc import Iterator

from sandtable.area.actions import Program
from sandtable.area.forces import Power
from sandtable.area.research import missing
from sandtable.area.state import AreaState
from sandtable.area.status import hostile_land
from sandtable.area.techs import BoxesInfo, ResearchInfo
from sandtable.area.world import World
from sandtable.core.refusal import Refusal

__all__ = ["boxes_on", "check_program", "missing", "offers"]


def boxes_on(world: World, state: AreaState) -> BoxesInfo | None:
    """How research is made in steps, if it is."""
    boxes = world.game.research.boxes if world.game.research else None
    return boxes if boxes is not None and state.options.get(boxes.option) else None


def capital_lost_at_start(world: World, state: AreaState, power: Power) -> bool:
    """Whether an enemy held the capital of a power when the turn began."""
    return hostile_land(world, state.turn.control, power, world.powers[power].capital)


def check_program(
    world: World, state: AreaState, power: Power, info: ResearchInfo, action: Program
) -> Refusal | None:
    """Nothing if these dice may be bought, otherwise the rule against it."""
    count = sum(action.dice.values())
    if count and capital_lost_at_start(world, state, power):
        return world.refuse("research.capital-lost", "Without its capital a power develops nothing this turn.")
    unnamed = boxes_on(world, state) is not None
    for tech, dice in action.dice.items():
        if dice < 0:
            return world.refuse("research.die-cost", "Nobody buys less than no die.")
        if unnamed and tech:
            return world.refuse(
                "research.phase", "Dice are bought for no weapon in particular; they are given out later."
            )
        if not unnamed and tech not in world.tech_table:
            return world.refuse("research.die-cost", "Say for which weapon each die is meant.")
        if not unnamed and tech not in missing(world, state, power):
            return world.refuse("research.all-owned", f"{world.name(power)} has developed that already.")
    money = state.treasury[power] + info.die * sum(state.dice.get(power, {}).values())
    if info.die * count > money:
        return world.refuse(
            "research.die-cost", f"That costs {info.die * count}; {world.name(power)} has {money}."
        )
    return None


def offers(world: World, state: AreaState, power: Power) -> Iterator[Program]:
    """One more die for each development."""
    info = world.game.research
    if info is None or not info.directed or state.treasury[power] < info.die:
        return
    if capital_lost_at_start(world, state, power):
        return
    now = dict(state.dice.get(power, {}))
    techs = ("",) if boxes_on(world, state) is not None else missing(world, state, power)
    for tech in techs:
        yield Program({**now, tech: now.get(tech, 0) + 1})
