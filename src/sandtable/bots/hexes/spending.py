"""Production: repairs that pay, points for the front, lend-lease, and forts when there is nothing better."""

from collections.abc import Callable, Iterable

from sandtable.bots.bot import Reason
from sandtable.bots.hexes import admiral, airmen, merchant
from sandtable.bots.hexes.danger import Danger
from sandtable.bots.hexes.deployment import Step
from sandtable.bots.hexes.laboratory import reserve
from sandtable.bots.hexes.outlook import Outlook
from sandtable.bots.hexes.wolfpacks import guarded
from sandtable.hexes.actions import Build, Fortify, Repair
from sandtable.hexes.movement import reach
from sandtable.hexes.parts.lend_lease import Lend, LendLease
from sandtable.hexes.parts.pledged_army import PledgedArmy
from sandtable.hexes.parts.production_order import ProductionOrder
from sandtable.hexes.production import Spending, check_spending, price, purse_of
from sandtable.hexes.state import Place
from sandtable.hexes.status import free_counters, strength_of
from sandtable.hexes.strength import Kind, total

SAFE = 0.2
"""The chance of the enemy reaching a place below which it is worth repairing."""
FEARED = 0.05
"""A place that would lose the game is manned at once if the enemy is at least this likely to reach it."""
HARVESTS = 1
"""For how many turns more than it costs a repair must pay."""
MARINES = 8
"""Enough amphibious points for a side that must come by sea,"""
WAVE = 16
"""and for one that has an army to follow them."""
FOLLOWED = 25
"""The points of such an army."""
OUTNUMBERED = 0.9
"""The share of the enemy's strength below which only infantry is built."""


def spend(outlook: Outlook) -> Step | None:
    """The next thing to spend production on; None if all is spent, or nothing is worth it."""
    steps = STEPS if ProductionOrder.of(outlook.world) is not None else FREELY
    return next(filter(None, (step(outlook) for step in steps)), None)


def _pledge(outlook: Outlook) -> Step | None:
    """Points that the side owes a country come first."""
    pledged = PledgedArmy.of(outlook.world)
    if pledged is None or pledged.settings.side != outlook.side:
        return None
    build = pledged.redress(outlook.world, outlook.state)
    return None if build is None else Step(build, Reason(f"{pledged.settings.country} needs its army"))


def _allowed(outlook: Outlook, action: Spending) -> bool:
    return check_spending(outlook.world, outlook.state, outlook.side, action) is None


def _lend(outlook: Outlook) -> Step | None:
    """Give a partner of the same player what it can take, as long as it fights and most of it arrives."""
    lending, state = LendLease.of(outlook.world), outlook.state
    if lending is None or lending.settings.giver != outlook.side:
        return None
    terms = lending.settings
    if not any({terms.giver, terms.receiver} <= set(sides) for sides in state.players.values()):
        return None
    fights = any(outlook.world.hostile(terms.receiver, foe) for foe in outlook.foes)
    if not fights or not guarded(outlook):
        return None
    for place in terms.depots:
        if lending.check(outlook.world, state, outlook.side, Lend(place, 1)) is None:
            return Step(Lend(place, 1), Reason("The partner is closer to the front"))
    return None


def _man(outlook: Outlook) -> Step | None:
    """Infantry at once for a place whose loss would lose the game, if the enemy could get there next."""
    if not outlook.vital or not outlook.style.guard:
        return None
    fear = Danger(outlook).fear(outlook.held)
    beset = [outlook.board.places[here] for here in outlook.vital if fear.reach.get(here, 0.0) >= FEARED]
    return _built(outlook, "infantry", beset)


def _fortify(outlook: Outlook) -> Step | None:
    """Forts for a place whose loss would lose the game, if they are ready before the game is over."""
    world, state = outlook.world, outlook.state
    if not world.facts.forts or state.turn >= world.last_turn:
        return None
    for place in (outlook.board.places[here] for here in outlook.vital):
        fort = state.forts.get(place)
        built = fort.points + fort.building if fort is not None else 0
        lack = min(int(outlook.style.walls) - built, int(state.budget // world.tables.fort_cost))
        if lack > 0 and _allowed(outlook, Fortify(place, lack)):
            return Step(Fortify(place, lack), Reason(f"{world.title(place)} must not fall"))
    return None


def _repair(outlook: Outlook) -> Step | None:
    """Repairs that pay for themselves before the game is over, where the enemy is unlikely to come."""
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
    """One kind of points for everything left, in the yard with most room nearest to the front."""
    steps = (_built(outlook, kind, _yards(outlook)) for kind in _wanted(outlook))
    return next((step for step in steps if step is not None), None)


def _built(outlook: Outlook, kind: Kind, places: Iterable[Place]) -> Step | None:
    """As many points of a kind as possible, in the first place that has room for them."""
    world, state, side = outlook.world, outlook.state, outlook.side
    kept = reserve(outlook)
    for place in places:
        cost = price(world, state, side, kind, place)
        purse = state.purses.get(_purse(outlook, place), state.budget)
        limit = world.room(place)
        room = world.tables.stack if limit is None else limit - strength_of(state, place)
        count = min(room, int((purse - kept) // cost), world.tables.stack if kind == "infantry" else 1)
        takers = [name for name, army in state.armies_at(place) if army.side == side]
        takers += free_counters(world, state, side, world.nation_at(side, place))[:1]
        for taker in takers if count > 0 else ():
            action = Build(kind, count, place, taker)
            if _allowed(outlook, action):
                return Step(action, Reason(f"Build {kind} in {world.title(place)}"))
    return None


def _purse(outlook: Outlook, place: Place) -> str:
    """What pays for points in a place; empty: the common budget."""
    return purse_of(outlook.world, outlook.state, outlook.side, place)


def _ours(outlook: Outlook, place: Place) -> bool:
    return outlook.state.control.get(place) == outlook.side


def _wanted(outlook: Outlook) -> list[Kind]:
    """What is needed, most important first."""
    state = outlook.state
    own = total(army.points for _, army in state.armies_of(outlook.side))
    foes = total(army.points for foe in outlook.foes for _, army in state.armies_of(foe))
    friends = total(
        army.points for one in outlook.world.partners(outlook.side) for _, army in state.armies_of(one)
    )
    poor = own.total + friends.total < OUTNUMBERED * foes.total
    full = own.mechanized >= outlook.style.armour * max(1, own.total)
    kinds: list[Kind] = ["infantry", "mechanized"] if poor or full else ["mechanized", "infantry"]
    marines = WAVE if own.ground >= FOLLOWED else MARINES
    if "amphibious" in outlook.world.facts.kinds and own.amphibious < marines and _overseas(outlook):
        kinds.insert(0, "amphibious")
    return kinds


def _overseas(outlook: Outlook) -> bool:
    """Whether there are enemies, and none of them can be reached over land from where points are built."""
    if not outlook.foes:
        return False
    yards = [place for place in outlook.world.yards(outlook.side) if _ours(outlook, place)]
    seen: set[Place] = set()
    for yard in yards:
        if yard not in seen:
            seen |= reach(outlook.world, outlook.state, outlook.side, yard)
    number = outlook.board.number
    fronts = (near for place in seen for near in outlook.steps[number[place]] if outlook.foe[near])
    return bool(yards) and not any(outlook.board.places[near] not in outlook.prey for near in fronts)


def _yards(outlook: Outlook) -> list[Place]:
    """Where points can be placed: supplied, not beset, near the fighting."""
    places = [
        place for place in outlook.world.yards(outlook.side) if outlook.state.control.get(place) == outlook.side
    ]
    apart = outlook.world.productive - set(places) if outlook.state.purses else frozenset()
    places += sorted(place for place in apart if _purse(outlook, place) and _ours(outlook, place))

    def rating(place: Place) -> tuple[bool, int, str]:
        here = outlook.board.number[place]
        return (not outlook.supply.full(place), outlook.distance[here], place)

    return sorted(places, key=rating)


def _soon(outlook: Outlook) -> Step | None:
    """Bombers that pay before troops would."""
    return airmen.bombers(outlook, airmen.SOON)


def _late(outlook: Outlook) -> Step | None:
    """Bombers for what is left."""
    return airmen.bombers(outlook, airmen.LATE)


FREELY: tuple[Callable[[Outlook], Step | None], ...] = (
    _pledge,
    _lend,
    _man,
    _fortify,
    _repair,
    merchant.build,
    admiral.arm,
    airmen.shield,
    _soon,
    airmen.squadron,
    _build,
    _late,
    admiral.expand,
)
"""What is paid for, most important first."""
STEPS: tuple[Callable[[Outlook], Step | None], ...] = (
    _pledge,
    _repair,
    _fortify,
    _lend,
    _man,
    merchant.build,
    admiral.arm,
    airmen.shield,
    _soon,
    airmen.squadron,
    _build,
    _late,
    admiral.expand,
)
"""The same where production has fixed steps."""
