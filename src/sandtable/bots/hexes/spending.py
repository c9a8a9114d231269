"""Production: repairs that pay, points for the front, lend-lease, and walls when there is nothing better."""

from collections.abc import Iterable

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.danger import Danger
from sandtable.bots.hexes.deployment import Step
from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.actions import Build, Fortify, Lend, Repair
from sandtable.hexes.production import Spending, check_spending
from sandtable.hexes.state import Place
from sandtable.hexes.status import free_counters, strength_of
from sandtable.hexes.strength import Kind, total

SAFE = 0.2
"""A place that the enemy reaches less likely than this is worth repairs."""
FEARED = 0.05
"""A place with which the game would be lost is manned at once if the enemy reaches it so likely."""
HARVESTS = 1
"""For how many turns more than it costs a repair must pay."""
OUTNUMBERED = 0.9
"""Below this part of the enemy's strength only infantry is built."""


def spend(outlook: Outlook) -> Step | None:
    """The next thing to spend production on; nothing: all is spent, or nothing is worth it."""
    return _lend(outlook) or _man(outlook) or _fortify(outlook) or _repair(outlook) or _build(outlook)


def _allowed(outlook: Outlook, action: Spending) -> bool:
    return check_spending(outlook.world, outlook.state, outlook.side, action) is None


def _lend(outlook: Outlook) -> Step | None:
    """A partner of the same player is given what he can take."""
    terms, state = outlook.world.facts.lend_lease, outlook.state
    if terms is None or terms.giver != outlook.side:
        return None
    if not any({terms.giver, terms.receiver} <= set(sides) for sides in state.players.values()):
        return None
    for place in terms.depots:
        if _allowed(outlook, Lend(place, 1)):
            return Step(Lend(place, 1), Reason("The partner's front is nearer"))
    return None


def _man(outlook: Outlook) -> Step | None:
    """Infantry at once into a place with which the whole game would be lost, if the enemy could be there next."""
    if not outlook.vital or not outlook.manner.guard:
        return None
    fear = Danger(outlook).fear(outlook.held)
    beset = [outlook.board.places[here] for here in outlook.vital if fear.reach.get(here, 0.0) >= FEARED]
    return _built(outlook, "infantry", beset)


def _fortify(outlook: Outlook) -> Step | None:
    """Walls around a place with which the whole game would be lost, if they are ready before it is over."""
    world, state = outlook.world, outlook.state
    if not world.facts.forts or state.turn >= world.last_turn:
        return None
    for place in (outlook.board.places[here] for here in outlook.vital):
        fort = state.forts.get(place)
        built = fort.points + fort.building if fort is not None else 0
        lack = min(int(outlook.manner.walls) - built, state.budget // world.tables.fort_cost)
        if lack > 0 and _allowed(outlook, Fortify(place, lack)):
            return Step(Fortify(place, lack), Reason(f"{world.title(place)} must not fall"))
    return None


def _repair(outlook: Outlook) -> Step | None:
    """Repairs that pay for themselves before the game is over, where the enemy does not come."""
    world, state = outlook.world, outlook.state
    left = world.last_turn - state.turn
    if left < world.tables.repair_cost + HARVESTS:
        return None
    fear = Danger(outlook).fear(outlook.held)
    for place in sorted(state.devastated):
        safe = fear.reach.get(outlook.board.number[place], 0.0) < SAFE
        if safe and outlook.supply.full(place) and _allowed(outlook, Repair(place)):
            return Step(Repair(place), Reason(f"Repair {world.title(place)}: {left} turns are left"))
    return None


def _build(outlook: Outlook) -> Step | None:
    """One kind of points for all that is left, in the yard with most room nearest to the front."""
    steps = (_built(outlook, kind, _yards(outlook)) for kind in _wanted(outlook))
    return next((step for step in steps if step is not None), None)


def _built(outlook: Outlook, kind: Kind, places: Iterable[Place]) -> Step | None:
    """Points of a kind, as many as can be, in the first of some places that has room for them."""
    world, state, side = outlook.world, outlook.state, outlook.side
    cost = world.tables.cost[kind]
    for place in places:
        purse = state.purses.get(place, state.budget)
        limit = world.room(place)
        room = world.tables.stack if limit is None else limit - strength_of(state, place)
        count = min(room, purse // cost, world.tables.stack if kind == "infantry" else 1)
        takers = [name for name, army in state.armies_at(place) if army.side == side]
        takers += free_counters(world, state, side)[:1]
        for taker in takers if count > 0 else ():
            action = Build(kind, count, place, taker)
            if _allowed(outlook, action):
                return Step(action, Reason(f"Build {kind} in {world.title(place)}"))
    return None


def _wanted(outlook: Outlook) -> list[Kind]:
    """What is needed most, first."""
    state = outlook.state
    own = total(army.points for _, army in state.armies_of(outlook.side))
    foes = total(army.points for foe in outlook.foes for _, army in state.armies_of(foe))
    poor = own.total < OUTNUMBERED * foes.total
    full = own.mechanized >= outlook.manner.armour * max(1, own.total)
    return ["infantry", "mechanized"] if poor or full else ["mechanized", "infantry"]


def _yards(outlook: Outlook) -> list[Place]:
    """Where points can be placed: supplied, not beset, near to what is fought for."""
    places = [
        place for place in outlook.world.yards(outlook.side) if outlook.state.control.get(place) == outlook.side
    ]
    places += [place for place in outlook.state.purses if place not in places]

    def rating(place: Place) -> tuple[bool, int, str]:
        here = outlook.board.number[place]
        return (not outlook.supply.full(place), outlook.distance[here], place)

    return sorted(places, key=rating)
