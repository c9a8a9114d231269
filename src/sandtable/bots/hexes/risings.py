"""Risings: armies that may attack as partisans do so when nothing better was planned for them."""

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.deployment import Step
from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.parts.home_bound import HomeBound, Rise


def rise(outlook: Outlook) -> Step | None:
    """The rising that would win most; None if no army is left for one. It costs nothing."""
    world, state, side = outlook.world, outlook.state, outlook.side
    part = HomeBound.of(world)
    if part is None:
        return None
    offered = (action for action in part.offers(world, state, side) if isinstance(action, Rise))
    able = [action for action in offered if part.check(world, state, side, action) is None]
    if not able:
        return None
    best = max(able, key=lambda one: (outlook.stake[outlook.board.number[one.at]], one.army, one.at))
    chance = part.settings.need / 6
    return Step(best, Reason(f"Rise in {world.title(best.at)}", f"succeeds with {chance:.0%}", round(chance, 2)))
