"""Invasions: which coast is worth a landing, and how fleets respond."""

from collections.abc import Iterator

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.deployment import Step
from sandtable.bots.hexes.outlook import Outlook, chance, mean_losses
from sandtable.hexes.actions import Intercept, Invade, Sail, Strike
from sandtable.hexes.combat.advancing import landing_strength
from sandtable.hexes.invasion.declaring import legal_invasions
from sandtable.hexes.invasion.landing import striking, to_land
from sandtable.hexes.invasion.sailing import interceptors
from sandtable.hexes.state import Combat, HexState, Landing, Name
from sandtable.hexes.status import attack_of
from sandtable.hexes.strength import Points, cheapest

LIKELY = 0.45
"""The least chance with which a landing is tried."""
PORT = 6.0
"""What a port is worth to an invader."""


def invade(outlook: Outlook, combat: Combat) -> Step | None:
    """The best landing by an army that has not been assigned yet; None if none is worth it."""
    state, side = outlook.state, outlook.side
    marines = [
        name for name, army in state.armies_of(side) if army.points.amphibious and attack_of(combat, name) is None
    ]
    rated: list[tuple[float, float, Invade]] = []
    if marines:
        for action in legal_invasions(outlook.world, state, combat, side, marines, None):
            if not outlook.foe[outlook.board.number[action.target]]:
                continue  # a neutral that is better left alone
            likely, value = _rating(outlook, combat, action)
            if likely >= LIKELY:
                rated.append((value, likely, action))
    if not rated:
        return None
    value, likely, action = max(rated, key=lambda one: (one[0], one[2].fleet, one[2].army, one[2].target))
    if value <= outlook.style.threshold:
        return None
    title = outlook.world.title(action.target)
    odds = f"gets ashore with about {likely:.0%}"
    return Step(action, Reason(f"Land at {title}", odds, round(likely, 2), round(value, 1)))


def _rating(outlook: Outlook, combat: Combat, action: Invade) -> tuple[float, float]:
    """A landing's approximate chance of success, and what it is worth."""
    world, state, tables = outlook.world, outlook.state, outlook.world.tables
    here = outlook.board.number[action.target]
    army = state.armies[action.army]
    friends = [attack for attack in combat.attacks if attack.route and attack.target == action.target]
    points = [army.points, *(state.armies[attack.army].points for attack in friends)]

    suffered = mean_losses(tables, tables.coastal_air) + mean_losses(tables, outlook.held[here]) / len(points)
    fleet = state.fleets.get(action.fleet)
    fired = mean_losses(tables, fleet.points) if fleet is not None else 0.0
    fired += sum(mean_losses(tables, one.amphibious) for one in points)
    left = _shrunk(army.points, round(suffered))
    against = max(0, round(outlook.guard(here) - fired))
    likely = chance(tables, landing_strength(left), against, world.effect(action.target).advance)
    for attack in friends:
        other = landing_strength(state.armies[attack.army].points)
        likely = 1 - (1 - likely) * (1 - chance(tables, other, against, 0))
    worth = outlook.stake[here] + (PORT if world.board.port_of(action.target) != "none" else 0.0)
    return likely, likely * worth - suffered * tables.cost["infantry"]


def _shrunk(points: Points, lost: int) -> Points:
    """Points after losses, half of them amphibious."""
    ships = min(points.amphibious, (lost + 1) // 2)
    rest = points - Points(amphibious=ships)
    return rest - cheapest(rest, min(lost - ships, rest.total))


def sail(combat: Combat) -> Iterator[Step]:
    """The landings, one after the other."""
    return (Step(Sail(target), Reason("Carry out the landing")) for target in to_land(combat))


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
