"""What a power will collect, as a sum that explains itself."""

from sandtable.area.economy import revenue
from sandtable.area.factories import has_factory
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import capital_lost
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import IncomeAnswer, Share


def income(game: AreaGame, state: AreaState, power: Power) -> IncomeAnswer | Refusal:
    """One line for each territory that is worth something, the richest first."""
    world = game.world.developed(state.techs)
    if power not in world.powers:
        return world.refuse("players.all-powers-assigned", f"There is no power {power!r}.")
    lands = world.board.territories
    held = [space for space, holder in state.control.items() if holder == power and lands[space].value]
    held.sort(key=lambda space: (-lands[space].value, space))
    shares = [Share(space, lands[space].value) for space in held]
    shares += [Share(f"{space} was bombed", -cost) for space in held if (cost := _bombed(world, state, space))]
    paid = sum(share.amount for share in shares)
    total = revenue(world, state, power).amount
    if power in state.halved:
        shares.append(Share("half after the loss of the capital", total - paid))
    phase = world.game.phases.get("income")
    if phase is not None and phase.needs_capital and capital_lost(world, state, power):
        shares.append(Share(f"{world.powers[power].capital} is in enemy hands: nothing is collected", -total))
        total = 0
    return IncomeAnswer(power, tuple(shares), total, state.treasury[power])


def _bombed(world: World, state: AreaState, space: str) -> int:
    """What bombs and rockets take from the income of a territory: all of it only where a factory stands."""
    damage, value = state.damage.get(space), world.board.territories[space].value
    if damage is None:
        return 0
    return min(value if has_factory(world, state, space) else value // 2, damage.income)
