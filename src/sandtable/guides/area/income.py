"""What a power will collect, itemized."""

from sandtable.area.economy import revenue
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.parts.damage import BombDamage
from sandtable.area.parts.objectives import Objectives
from sandtable.area.state import AreaState
from sandtable.area.status import capital_lost
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import IncomeAnswer, Share


def income(game: AreaGame, state: AreaState, power: Power) -> IncomeAnswer | Refusal:
    """One line per territory with a value, the richest first."""
    world = game.world.as_of(state)
    if power not in world.powers:
        return world.refuse("players.all-powers-assigned", f"There is no power {power!r}.")
    lands = world.board.territories
    held = [space for space, holder in state.control.items() if holder == power and lands[space].value]
    held.sort(key=lambda space: (-lands[space].value, space))
    shares = [Share(space, lands[space].value) for space in held]
    damage = BombDamage.of(world)
    costs = {space: damage.cost(world, state, space) for space in held} if damage is not None else {}
    shares += [Share(f"{space} was bombed", -cost) for space, cost in costs.items() if cost]
    objectives = Objectives.of(world)
    aims = objectives.standings(world, state, power) if objectives is not None else ()
    shares += [Share(one.name, one.due) for one in aims if one.due]
    paid = sum(share.amount for share in shares)
    total = revenue(world, state, power).amount
    if total != paid and world.parts.revenue_divisor:
        shares.append(Share("half after losing the capital", total - paid))
    phase = world.game.phases.get("income")
    if phase is not None and phase.needs_capital and capital_lost(world, state, power):
        shares.append(Share(f"{world.powers[power].capital} is in enemy hands: no income", -total))
        total = 0
    return IncomeAnswer(power, tuple(shares), total, state.treasury[power])
