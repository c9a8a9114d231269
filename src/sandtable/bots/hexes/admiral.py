"""Fleets: what to build, which enemies to attack and intercept, and which ships to lose."""

from sandtable.bots.bot import Reason
from sandtable.bots.hexes import merchant
from sandtable.bots.hexes.deployment import Step
from sandtable.bots.hexes.outlook import Outlook
from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Move
from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.part import PartAction
from sandtable.hexes.parts.fleets import Fleets
from sandtable.hexes.parts.fleets.battle import LoseShips
from sandtable.hexes.parts.fleets.cargo import convoys, hostile_convoys
from sandtable.hexes.parts.fleets.course import LetPass, Meet
from sandtable.hexes.parts.fleets.memory import NAVY
from sandtable.hexes.parts.fleets.raiding import AttackRoute, EscortRoute
from sandtable.hexes.parts.fleets.raiding import offers as raid_offers
from sandtable.hexes.parts.fleets.sailing import ChangeBase, ReturnToPort, check_base, overdue
from sandtable.hexes.parts.fleets.ships import BuildShips, RaiseLevel, offers_building
from sandtable.hexes.parts.fleets.transport import TROOPS, LoseTroops, tasks
from sandtable.hexes.production import quoted

FLOTILLA = 6
"""Enough submarines for a side whose enemies use the sea."""
CHEAP = 4
"""A submarine that costs more waits for research."""
ARMED = 12
"""The production points a side needs to build for the war at sea."""
HUNTED = 3
"""The number of enemy submarines for which the A.S.W. level is raised by one."""


def sail(outlook: Outlook) -> Step | None:
    """The next order of naval movement: patrols return, routes are escorted, submarines attack. None: over."""
    late = overdue(outlook.state, outlook.side)
    if late:
        return Step(ReturnToPort(late[0]), Reason("The patrol is over"))
    first = merchant.allot(outlook) or _gather(outlook)
    if first is not None:
        return first
    war = Fleets.of(outlook.world)
    for order in raid_offers(outlook.world, outlook.state, war.settings, outlook.side) if war is not None else ():
        if war is not None and war.check(outlook.world, outlook.state, outlook.side, order) is None:
            if isinstance(order, EscortRoute):
                return Step(order, Reason(f"{order.route} needs an escort"))
            if isinstance(order, AttackRoute) and _dares(outlook, order):
                return Step(order, Reason(f"{order.route} can be cut"))
    return None


def _gather(outlook: Outlook) -> Step | None:
    """A fleet that can fight submarines goes to the start of a route they threaten."""
    war, world, state, side = Fleets.of(outlook.world), outlook.world, outlook.state, outlook.side
    hunters = [fleet for fleet in state.fleets.values() if fleet.submarines and world.hostile(side, fleet.side)]
    for convoy in convoys(world, state, side) if hunters and war is not None else ():
        own = [(name, fleet) for name, fleet in state.fleets.items() if fleet.side == side]
        if not convoy.cargo or any(fleet.at == convoy.frm for _, fleet in own if not fleet.submarines):
            continue
        for name, fleet in own:
            order = ChangeBase(name, convoy.frm)
            fit = not fleet.submarines and sea_strength(world, state, fleet, hunters[0]) > 0
            if fit and war is not None and check_base(world, state, war.settings, side, order) is None:
                return Step(order, Reason(f"{convoy.name} needs an escort"))
    return None


def _dares(outlook: Outlook, order: AttackRoute) -> bool:
    """Whether submarines are at least as strong as a route's escort."""
    world, state = outlook.world, outlook.state
    fleet = state.fleets[order.fleet]
    escort = state.fleets.get(NAVY.of(state).escorts.get(order.route, ""))
    return bool(fleet.submarines) and (
        escort is None or fleet.submarines >= sea_strength(world, state, escort, fleet)
    )


def arm(outlook: Outlook) -> Step | None:
    """Build submarines against enemy sea routes, and raise the A.S.W. level against submarines."""
    war, world, state, side = Fleets.of(outlook.world), outlook.world, outlook.state, outlook.side
    if war is None or state.budget < ARMED:
        return None
    own = sum(fleet.submarines for fleet in state.fleets.values() if fleet.side == side)
    feared = sum(fleet.submarines for fleet in state.fleets.values() if world.hostile(side, fleet.side))
    orders: list[PartAction] = []
    price = quoted(world, state, side, "u_boat")
    cheap = not isinstance(price, Refusal) and price is not None and price <= CHEAP
    if own < FLOTILLA and cheap and any(hostile_convoys(world, state, side)):
        orders += [one for one in offers_building(world, state, side) if isinstance(one, BuildShips)]
    if NAVY.of(state).levels.get(side, 0) < feared // HUNTED and any(convoys(world, state, side)):
        orders.append(RaiseLevel())
    for order in orders:
        built = not isinstance(order, BuildShips) or order.ship == "u_boat"
        if built and war.check(world, state, side, order) is None:
            return Step(order, Reason("The war at sea needs it"))
    return None


def meet(outlook: Outlook) -> Step | None:
    """A fleet intercepts an enemy that is not stronger, where it is most likely to find it."""
    war, world, state = Fleets.of(outlook.world), outlook.world, outlook.state
    if war is None:
        return None
    foe = state.fleets.get(NAVY.of(state).voyages[-1].fleet)
    for order in war.offers(world, state, outlook.side):
        if isinstance(order, Meet):
            own = state.fleets[order.fleet]
            if foe is None or sea_strength(world, state, own, foe) >= sea_strength(world, state, foe, own):
                return Step(order, Reason(f"{order.fleet} is strong enough"))
    return Step(LetPass(), Reason("No fleet is strong enough"))


def cover(outlook: Outlook, order: Move) -> Step | None:
    """A fleet in the port escorts troops before they sail, if an enemy has any ships."""
    war, world, state, side = Fleets.of(outlook.world), outlook.world, outlook.state, outlook.side
    if (
        war is None
        or order.ports is None
        or not any(world.hostile(side, one.side) for one in state.fleets.values())
    ):
        return None
    for name, task in tasks(world, state, side):
        escort = EscortRoute(name, task)
        if task == f"{TROOPS}{order.ports[0]}" and war.check(world, state, side, escort) is None:
            return Step(escort, Reason("Troops need an escort"))
    return None


def drown(outlook: Outlook) -> Step | None:
    """Lose infantry first: it costs least."""
    war = Fleets.of(outlook.world)
    offers = war.offers(outlook.world, outlook.state, outlook.side) if war is not None else iter(())
    first = next((order for order in offers if isinstance(order, LoseTroops)), None)
    return Step(first, Reason("It costs least")) if first is not None else None


def lose(outlook: Outlook) -> Step | None:
    """Lose escorts first: they are cheaper than capital ships."""
    war = Fleets.of(outlook.world)
    offers = war.offers(outlook.world, outlook.state, outlook.side) if war is not None else iter(())
    losses = [order for order in offers if isinstance(order, LoseShips)]
    best = min(losses, key=lambda order: order.capital, default=None)
    return Step(best, Reason("Keep the capital ships")) if best is not None else None
