"""Money besides purchases: aid for partners, ship repairs, and scorched factories."""

from sandtable.area.actions import Done
from sandtable.area.factories import has_factory
from sandtable.area.forces import Power
from sandtable.area.parts.lend_lease import Aid, LendLease
from sandtable.area.parts.repairs import Repair, Repairs
from sandtable.area.parts.scorched_earth import Scorch, ScorchedEarth, chosen_by
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.bots.bot import Reason
from sandtable.bots.planner.shortage import shortage
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import FAR, Force

PRICE = 3.5
"""The average cost of a repair."""
TOUGHNESS = 0.3
"""The value of a ship being able to take another hit, as a share of its cost."""
LOST = 0.7
"""The chance of losing a territory above which its factory is destroyed."""
NEAR = 1.0
"""How much nearer to the war, in turns, a partner must be for money to do more good there."""
KEEP = 6
"""Money that a power keeps for itself."""


def front(stance: Stance, power: int) -> float:
    """Turns over land from a power's capital to the nearest enemy land."""
    terrain, field = stance.terrain, stance.field
    home = terrain.capital[power]
    return min(
        (turns for s, turns in enumerate(terrain.marches[home]) if field.held_by(s, stance.foe)),
        default=FAR,
    )


def aid(stance: Stance, world: World, state: AreaState, seat: Power) -> tuple[Aid | Done, Reason]:
    """Money goes to a partner whose capital is in need, otherwise to the one nearest to its war."""
    terrain, lending = stance.terrain, LendLease.of(world)
    keep = Done(), Reason("save the IPCs")
    if lending is None:
        return keep
    amount = min(lending.left_to_send(state, seat), state.treasury[seat] - KEEP)
    if amount < 1 or shortage(stance.field, stance.side, terrain.capital[stance.power]) > 0:
        return keep

    def need(power: Power) -> tuple[float, float]:
        number = terrain.power[power]
        return shortage(stance.field, stance.side, terrain.capital[number]), -front(stance, number)

    able = [p for p in lending.receivers(seat) if state.control.get(world.powers[p].capital) == p]
    best = max(able, key=need, default=None)
    if best is None:
        return keep
    short, nearness = need(best)
    if not short and -nearness > front(stance, stance.power) - NEAR:
        return keep
    return Aid(best, amount), Reason(f"{world.name(best)} is closer to the front")


def repair(world: World, state: AreaState, seat: Power) -> tuple[Repair, Reason] | None:
    """A ship to repair now: the most expensive, if it is worth the cost."""
    repairs = Repairs.of(world)
    if repairs is None:
        return None
    orders = [one for one in repairs.offers(world, state, seat, seat) if isinstance(one, Repair)]
    found = [(world.unit(seat, one.unit).cost, one) for one in orders]
    if not found:
        return None
    cost, best = max(found, key=lambda pair: (pair[0], pair[1].zone))
    if TOUGHNESS * cost < PRICE:
        return None
    return best, Reason(f"repair the {best.unit} in {best.zone}", value=TOUGHNESS * cost - PRICE)


def _gathered(stance: Stance, space: int) -> Force:
    """All units that could hold a territory: those in it, and the power's own troops a step away."""
    found, roster = list(stance.field.of_side(space, stance.side)), stance.terrain.roster
    for near in stance.terrain.roads[space]:
        for u, n in enumerate(stance.field.force[near].get(stance.power, ())):
            if not roster.sea[u]:
                found[u] += n
    return tuple(found)


def scorch(stance: Stance, world: World, state: AreaState, seat: Power) -> tuple[Scorch, Reason] | None:
    """The factories that would serve the enemy next turn: those that will be captured and not recaptured."""
    if ScorchedEarth.of(world) is None:
        return None
    lost = []
    for s, holder in enumerate(stance.field.control):
        name = stance.terrain.names[s]
        if holder != stance.power or s in stance.terrain.seat_of or not has_factory(world, state, name):
            continue
        here = stance.field.of_side(s, stance.side)
        if stance.loss_chance(s, _gathered(stance, s)) < LOST:
            continue
        blow = stance.threats[0].force(s)
        left = stance.duels.fight(blow, here).survivors
        if stance.riposte(s, left, 1.0, stance.terrain.roster.nobody) <= 0:
            lost.append(name)
    chosen = chosen_by(state, seat)
    if not lost or set(lost) <= set(chosen):
        return None
    order = Scorch(tuple(sorted({*chosen, *lost})))
    return order, Reason(f"leave the enemy no factory in {' and '.join(lost)}")
