"""Setting up: as the scenario proposes, or in a line of one's own where the enemy could do less against it."""

from msgspec.structs import replace

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.danger import Danger
from sandtable.bots.hexes.deployment import Step, manned
from sandtable.bots.hexes.line import hold
from sandtable.bots.hexes.marching import Post
from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.actions import Deploy, DeployAll, Done
from sandtable.hexes.movement import reach
from sandtable.hexes.state import Army, Fleet, HexState, Side
from sandtable.hexes.status import free_counters
from sandtable.hexes.strength import NONE

PROPOSED = Reason("Set up as the scenario proposes")


def muster(outlook: Outlook) -> list[Step]:
    """The orders of a set-up."""
    own = _line(outlook) if _worth_a_thought(outlook) else None
    if own is None:
        ready = not outlook.state.reserve.get(outlook.side, NONE).total
        return [Step(Done() if ready else DeployAll(), PROPOSED), Step(Done(), PROPOSED)]
    posts, reason = own
    counters = free_counters(outlook.world, outlook.state, outlook.side)
    orders = [Deploy(name, post.at, post.points) for name, post in zip(counters, posts, strict=False)]
    return [*(Step(order, reason) for order in orders), Step(Done(), reason)]


def _worth_a_thought(outlook: Outlook) -> bool:
    """Whoever moves first goes where he likes anyway; marines and fleets stay as the scenario has them."""
    world, side = outlook.world, outlook.side
    reserve = outlook.state.reserve.get(side, NONE)
    whole = reserve == world.setup(side).forces
    return bool(outlook.manner.muster) and side != world.order[0] and whole and not reserve.amphibious


def _line(outlook: Outlook) -> tuple[list[Post], Reason] | None:
    """A line of our own, if less is feared behind it than in the proposal."""
    world, side = outlook.world, outlook.side
    proposed = world.setup(side).default
    if world.setup(side).default_fleets or not proposed:
        return None
    supposed = _others_as_proposed(outlook)
    seen = Outlook(outlook.ground, supposed, side, outlook.manner, outlook.brake)
    start = next(iter(proposed.values())).at
    number = outlook.board.number
    places = {number[place] for place in reach(world, supposed, side, start)}
    if not all(number[army.at] in places for army in proposed.values()):
        return None
    danger = Danger(seen)
    counters = len(free_counters(world, outlook.state, side))
    pool = outlook.state.reserve[side]
    held, fear = hold(seen, danger, places, pool.total, {}, counters)
    before = list(seen.held)
    for army in proposed.values():
        before[number[army.at]] += army.points.total
    instead = danger.fear(before).cost
    posts = manned(outlook.board.places, held, pool)
    if fear.cost >= instead or sum(post.points.total for post in posts) < pool.total:
        return None
    alternatives = (f"as the scenario proposes: {-instead:.1f}",)
    return posts, Reason(
        "Stand where the enemy could break through", value=round(-fear.cost, 1), alternatives=alternatives
    )


def _others_as_proposed(outlook: Outlook) -> HexState:
    """The position with those who have yet to set up where the scenario proposes."""
    world, state = outlook.world, outlook.state
    late: list[Side] = [
        side for side in world.order if side != outlook.side and state.reserve.get(side, NONE).total
    ]
    armies, fleets = dict(state.armies), dict(state.fleets)
    for side in late:
        setup = world.setup(side)
        armies |= {name: Army(side, one.at, one.points) for name, one in setup.default.items()}
        fleets |= {name: Fleet(side, one.at, one.points) for name, one in setup.default_fleets.items()}
    return replace(state, armies=armies, fleets=fleets)
