"""Research: dice for new weapons, bought and rolled together before units are bought."""

from collections.abc import Iterator

from sandtable.area.actions import Research
from sandtable.area.events import Researched
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.techs import ResearchInfo, techs_of
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.dice import Dice
from sandtable.core.refusal import Refusal


def missing(world: World, state: AreaState, power: Power) -> tuple[str, ...]:
    """The developments that a power does not have yet."""
    owned = techs_of(state.techs, power)
    return tuple(tech for tech in world.tech_table if tech not in owned)


def most_dice(world: World, state: AreaState, power: Power) -> int:
    """How many dice a power may buy now."""
    info = world.game.research
    if (
        info is None
        or info.directed
        or state.turn.researched
        or state.bought.get(power)
        or not missing(world, state, power)
    ):
        return 0
    return state.treasury[power] // info.die


def check_research(
    world: World, state: AreaState, power: Power, info: ResearchInfo, action: Research
) -> Refusal | None:
    """Nothing if so many dice may be bought now, otherwise the rule against it."""
    if info.directed:
        return world.refuse("research.die-cost", "Say for which weapon each die is meant.")
    if state.turn.researched:
        return world.refuse("research.one-batch", "The research dice of this turn have been rolled.")
    if state.bought.get(power):
        return world.refuse("research.before-purchase", "Research comes before units are bought.")
    if not missing(world, state, power):
        return world.refuse("research.all-owned", f"{world.name(power)} has developed everything.")
    if action.dice < 1:
        return world.refuse("research.die-cost", "Buy at least one die.")
    cost = info.die * action.dice
    if cost > state.treasury[power]:
        return world.refuse(
            "research.die-cost", f"That costs {cost}; {world.name(power)} has {state.treasury[power]}."
        )
    return None


def do_research(run: Unfolding, power: Power, info: ResearchInfo, action: Research) -> None:
    """Roll the dice; each breakthrough brings a development that is still missing."""
    dice = run.dice.roll(action.dice)
    left = list(missing(run.world, run.state, power))
    second: list[int] = []
    gained: list[str] = []
    for _ in range(min(sum(face >= info.success for face in dice), len(left))):
        tech = _named(run.dice, info, left, second)
        left.remove(tech)
        gained.append(tech)
    run.emit(
        Researched(power=power, cost=info.die * action.dice, dice=dice, second=tuple(second), gained=tuple(gained))
    )


def _named(dice: Dice, info: ResearchInfo, left: list[str], rolled: list[int]) -> str:
    """Roll until a die names a development that is still missing."""
    while True:
        (face,) = dice.roll(1, len(info.techs))
        rolled.append(face)
        if info.numbered(face) in left:
            return info.numbered(face)


def offers(world: World, state: AreaState, power: Power) -> Iterator[Research]:
    """Every number of dice that may be bought now."""
    return (Research(dice) for dice in range(1, most_dice(world, state, power) + 1))
