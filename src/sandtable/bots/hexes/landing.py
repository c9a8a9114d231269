"""Invasions: which coast is worth a landing, in what strength, whether it can be held; and how fleets respond."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.deployment import Step
from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.actions import Intercept, Invade, Sail, Strike
from sandtable.hexes.combat.advancing import landing_strength
from sandtable.hexes.invasion.declaring import legal_invasions
from sandtable.hexes.invasion.landing import striking, to_land
from sandtable.hexes.invasion.sailing import interceptors
from sandtable.hexes.phases.naval import waiting
from sandtable.hexes.shipping import is_port
from sandtable.hexes.state import Attack, Combat, HexState, Landing, Name, Place
from sandtable.hexes.status import attack_of
from sandtable.odds.hexes.landing import Beachhead, beachhead, invasion_of

LIKELY = 0.45
"""The least chance with which a landing is tried."""
PORT = 6.0
"""What a port is worth to an invader: more troops can follow."""
BEHIND = 0.5
"""How much the points that can follow through a port count among those that hold it."""
FOLLOWING = 10
"""The most points that follow in one turn."""
NEAR = 2
"""How many steps away enemies can strike back at a beachhead."""
DISTANT = 0.5
"""How much mechanized enemies farther away count."""
SCREENED = 16
"""How many coasts are examined closely."""
WAVES = 3
"""The most armies that are sent to one coast."""


class Assessment(msgspec.Struct, frozen=True):
    """A landing as the side judges it."""

    odds: Beachhead
    stays: float
    """How likely the beachhead is to be held, if it is taken."""
    value: float

    @property
    def likely(self) -> float:
        return float(self.odds.captured)


def invade(outlook: Outlook, combat: Combat) -> Step | None:
    """The best landing by armies that have not been assigned yet; None if none is worth it."""
    by_target = _candidates(outlook, combat)
    best: tuple[float, Invade, Assessment] | None = None
    for target in _promising(outlook, by_target):
        orders = by_target[target]
        announced = [one for one in combat.attacks if one.route and one.target == target]
        before = assess(outlook, combat, target, announced).value if announced else 0.0
        for count in range(1, min(WAVES - len(announced), len(orders)) + 1):
            attacks = [*announced, *(_attack(order) for order in orders[:count])]
            found = assess(outlook, combat, target, attacks)
            gain = (found.value - before) / count
            if found.likely >= LIKELY and found.value > outlook.style.threshold and gain > 0:
                rated = (found.value - before, orders[0], found)
                best = rated if best is None or rated[0] > best[0] else best
    if best is None:
        return None
    gain, order, found = best
    title = outlook.world.title(order.target)
    odds = f"gets ashore with {found.likely:.0%}, can be held with about {found.stays:.0%}"
    return Step(order, Reason(f"Land at {title}", odds, round(found.likely, 2), round(gain, 1)))


def _candidates(outlook: Outlook, combat: Combat) -> dict[Place, list[Invade]]:
    """The landings that are possible, by coast; for each army with a fleet of its port, if there is one."""
    state, side = outlook.state, outlook.side
    marines = [
        name for name, army in state.armies_of(side) if army.points.amphibious and attack_of(combat, name) is None
    ]
    found: dict[Place, list[Invade]] = {}
    fleets: dict[Place, set[Name]] = {}
    for order in legal_invasions(outlook.world, state, combat, side, marines, None) if marines else ():
        if not outlook.foe[outlook.board.number[order.target]]:
            continue  # a neutral that is better left alone
        own = found.setdefault(order.target, [])
        taken = fleets.setdefault(order.target, set())
        if any(one.army == order.army for one in own) or order.fleet in taken:
            continue
        own.append(order)
        taken |= {order.fleet} - {""}
    for orders in found.values():
        orders.sort(key=lambda order: (-landing_strength(state.armies[order.army].points), order.army))
    return found


def _promising(outlook: Outlook, targets: dict[Place, list[Invade]]) -> list[Place]:
    """The coasts worth a closer look."""
    number, world = outlook.board.number, outlook.world

    def promise(place: Place) -> tuple[float, str]:
        port = PORT if is_port(world, place) else 0.0
        return outlook.guard(number[place]) * 1.5 - outlook.stake[number[place]] - port, place

    return sorted(targets, key=promise)[:SCREENED]


def _attack(order: Invade) -> Attack:
    return Attack(order.army, order.target, order.route, order.fleet)


def assess(outlook: Outlook, combat: Combat, target: Place, attacks: Sequence[Attack]) -> Assessment:
    """What a landing is worth: the coast if it can be held, and what it costs."""
    world, here = outlook.world, outlook.board.number[target]
    supports = [one for one in combat.supports if one.target == target]
    supposed = replace(outlook.state, combat=combat)
    odds = beachhead(world.tables, invasion_of(world, supposed, attacks, supports))
    likely = float(odds.captured)
    ashore = odds.mean_ashore / likely if likely else 0.0
    stays = _held(outlook, here, ashore)
    cost = (world.tables.cost["amphibious"] + world.tables.cost["infantry"]) / 2
    port = PORT if is_port(world, target) else 0.0
    gain = likely * (stays * (outlook.stake[here] + port) + (1 - stays) * outlook.ground.made[here])
    gain += outlook.style.attrition * world.tables.cost["infantry"] * odds.mean_inflicted
    wasted = odds.mean_lost + likely * (1 - stays) * ashore
    return Assessment(odds, stays, gain - cost * wasted)


def _held(outlook: Outlook, here: int, ashore: float) -> float:
    """How likely a beachhead is to be held: those ashore, and those who can follow, against the enemies around."""
    state, places = outlook.state, outlook.board.places
    seen, edge = {here}, [here]
    near = 0
    for _ in range(NEAR):
        edge = [other for one in edge for other in outlook.steps[one] if outlook.foe[other] and other not in seen]
        edge = list(dict.fromkeys(edge))
        seen |= set(edge)
        near += sum(outlook.held[other] for other in edge)
    taken = frozenset({here})
    mobile = max((outlook.mobile(foe, taken) for foe in outlook.foes), default=0)
    strike = near + DISTANT * min(outlook.world.tables.most, mobile)
    follow = 0.0
    if is_port(outlook.world, places[here]):
        waiting = sum(
            army.points.ground for _, army in state.armies_of(outlook.side) if is_port(outlook.world, army.at)
        )
        follow = BEHIND * min(FOLLOWING, max(0.0, waiting - ashore))
    beside = sum(outlook.held[other] for other in outlook.steps[here] if outlook.mine[other])
    return min(1.0, (ashore + follow + beside) / strike) if strike else 1.0


def sail(combat: Combat) -> Iterator[Step]:
    """The landings, one after the other."""
    return (Step(Sail(target), Reason("Carry out the landing")) for target in to_land(combat))


def put_to_sea(outlook: Outlook, combat: Combat) -> Step | None:
    """Once an invasion is declared in naval movement: others worth their while, then they sail."""
    more = invade(outlook, combat)
    sailing = (Step(Sail(target), Reason("The landing force puts to sea")) for target in waiting(combat))
    return more or next(sailing, None)


def intercept(outlook: Outlook, combat: Combat, landing: Landing) -> Step:
    """A fleet intercepts an invasion whose escort is not stronger."""
    state = outlook.state
    attack = next((one for one in combat.attacks if one.army in landing.armies[landing.sailing :]), None)
    escort = _fleet_points(state, attack.fleet) if attack is not None else 0
    own = [
        name
        for name in (interceptors(outlook.world, state, attack) if attack is not None else [])
        if state.fleets[name].side == outlook.side and state.fleets[name].points >= escort
    ]
    best = max(own, key=lambda name: (_fleet_points(state, name), name), default="")
    return Step(Intercept(best), Reason("Meet the invasion at sea" if best else "Too strong to meet at sea"))


def _fleet_points(state: HexState, name: Name) -> int:
    fleet = state.fleets.get(name)
    return fleet.points if fleet is not None else 0


def strike(outlook: Outlook, combat: Combat) -> Step | None:
    """Coastal air attacks the army with most marines."""
    armies = striking(outlook.world, outlook.state, combat)
    best = max(armies, key=lambda name: (outlook.state.armies[name].points.amphibious, name), default=None)
    return None if best is None else Step(Strike(best), Reason("Hit the strongest landing force"))
