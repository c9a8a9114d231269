"""Fleets: what to build, which enemies to attack and intercept, and which ships to lose."""

from sandtable.bots.bot import Reason
from sandtable.bots.hexes import merchant
from sandtable.bots.hexes.deployment import Step
from sandtable.bots.hexes.outlook import Outlook
from sandtable.bots.hexes.wolfpacks import hunters, withstands
from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Move
from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.part import PartAction
from sandtable.hexes.parts.fleets import Fleets, base_raids, search
from sandtable.hexes.parts.fleets.airfields import coastal_air
from sandtable.hexes.parts.fleets.bases import moored
from sandtable.hexes.parts.fleets.battle import LoseShips
from sandtable.hexes.parts.fleets.cargo import convoys, hostile_convoys
from sandtable.hexes.parts.fleets.carriers import AIRCRAFT, flak
from sandtable.hexes.parts.fleets.course import LetPass, Meet
from sandtable.hexes.parts.fleets.lookouts import companions
from sandtable.hexes.parts.fleets.meeting import chasers
from sandtable.hexes.parts.fleets.memory import NAVY, Voyage
from sandtable.hexes.parts.fleets.raiders import SeekHaven
from sandtable.hexes.parts.fleets.raiding import AttackRoute, EscortRoute
from sandtable.hexes.parts.fleets.raiding import offers as raid_offers
from sandtable.hexes.parts.fleets.sailing import ChangeBase, ReturnToPort, check_base, overdue
from sandtable.hexes.parts.fleets.ships import BuildShips, RaiseLevel, offers_building
from sandtable.hexes.parts.fleets.strikes import StrikeFleet, bases, choices, victims
from sandtable.hexes.parts.fleets.transport import TROOPS, LoseTroops, tasks
from sandtable.hexes.production import quoted
from sandtable.hexes.shipping import sea_friends
from sandtable.hexes.state import Fleet

FLOTILLA = 6
"""Enough submarines for a side whose enemies use the sea."""
CHEAP = 5
"""A submarine or escort that costs more waits for research,"""
DEAR = 6
"""and with points that nothing else needs, one that costs more than this."""
PACK = 10
"""The most submarines that are built with such points."""
ESCORTS = 3
"""The fewest capital ships for a side with routes."""
ARMED = 9
"""The production points a side needs to build for the war at sea."""
SCREEN = 2
"""A fleet has one escort for this many enemy submarines: they are lost before capital ships."""


def sail(outlook: Outlook) -> Step | None:
    """The next order of naval movement: patrols return, routes are escorted, submarines attack. None: over."""
    late = overdue(outlook.state, outlook.side)
    if late:
        return Step(ReturnToPort(late[0]), Reason("The patrol is over"))
    first = merchant.allot(outlook) or _gather(outlook)
    if first is not None:
        return first
    war = Fleets.of(outlook.world)
    seeking = _seek(outlook)
    if seeking is not None:
        return seeking
    blow = _raid(outlook)
    if blow is not None:
        return blow
    for order in raid_offers(outlook.world, outlook.state, war.settings, outlook.side) if war is not None else ():
        if war is not None and war.check(outlook.world, outlook.state, outlook.side, order) is None:
            if isinstance(order, EscortRoute) and withstands(outlook, order.fleet):
                return Step(order, Reason(f"{order.route} needs an escort"))
            if isinstance(order, AttackRoute) and _dares(outlook, order):
                return Step(order, Reason(f"{order.route} can be cut"))
    return None


def _seek(outlook: Outlook) -> Step | None:
    """Search for a route that submarines could attack: that costs nothing."""
    war, world, state, side = Fleets.of(outlook.world), outlook.world, outlook.state, outlook.side
    ready = [name for name, fleet in state.fleets.items() if fleet.side == side and fleet.submarines]
    if war is None or not ready:
        return None
    for order in search.offers_routes(world, state, war.settings, side):
        if order.route not in NAVY.of(state).sought and war.check(world, state, side, order) is None:
            return Step(order, Reason(f"{order.route} must be spotted first"))
    return None


def _raid(outlook: Outlook) -> Step | None:
    """Carriers attack a base that has fewer aircraft and guns than they have aircraft."""
    war, world, state, side = Fleets.of(outlook.world), outlook.world, outlook.state, outlook.side
    if war is None:
        return None
    for order in base_raids.offers(world, state, war.settings, side):
        if not isinstance(order, base_raids.AttackBase):
            continue
        guns = sum(flak(state.fleets[name]) for name in moored(world, state, side, order.at))
        against = guns + coastal_air(world, state, state.control.get(order.at, ""), order.at)
        strong = AIRCRAFT * state.fleets[order.fleet].carriers > against
        if strong and war.check(world, state, side, order) is None:
            return Step(order, Reason("The carriers are stronger than the base"))
    return None


def _gather(outlook: Outlook) -> Step | None:
    """A fleet that can fight submarines goes to the start of a route they threaten."""
    war, world, state, side = Fleets.of(outlook.world), outlook.world, outlook.state, outlook.side
    for convoy in convoys(world, state, side) if hunters(outlook) and war is not None else ():
        own = [(name, fleet) for name, fleet in state.fleets.items() if fleet.side == side]
        if not convoy.cargo or any(fleet.at == convoy.frm for _, fleet in own if not fleet.submarines):
            continue
        for name, fleet in own:
            order = ChangeBase(name, convoy.frm)
            fit = not fleet.submarines and withstands(outlook, name)
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
    """Build submarines against enemy sea routes, and escorts against submarines."""
    return _laid_down(outlook, FLOTILLA, CHEAP) if outlook.state.budget >= ARMED else None


def expand(outlook: Outlook) -> Step | None:
    """More submarines, a higher level and capital ships, with points that nothing else needs."""
    return _laid_down(outlook, PACK, DEAR) or _capital(outlook)


def _laid_down(outlook: Outlook, enough: int, dear: int) -> Step | None:
    """Submarines up to some number; the A.S.W. level and escorts that match the enemy's submarines."""
    war, world, state, side = Fleets.of(outlook.world), outlook.world, outlook.state, outlook.side
    if war is None:
        return None
    fleets = [fleet for fleet in state.fleets.values() if fleet.side == side]
    orders: list[PartAction] = []
    if (
        sum(fleet.submarines for fleet in fleets) < enough
        and _affords(outlook, "u_boat", dear)
        and any(hostile_convoys(world, state, side))
    ):
        orders += _ships(outlook, "u_boat")
    hunted = hunters(outlook) if any(fleet.points for fleet in fleets) and any(convoys(world, state, side)) else 0
    if hunted and _affords(outlook, "asw", dear):
        orders += [RaiseLevel()] if NAVY.of(state).levels.get(side, 0) < hunted else []
        orders += (one for one in _ships(outlook, "asw") if _escorted(outlook, one.fleet) < hunted // SCREEN)
    for order in orders:
        if war.check(world, state, side, order) is None:
            return Step(order, Reason("The war at sea needs it"))
    return None


def _ships(outlook: Outlook, kind: str) -> list[BuildShips]:
    """One ship of a kind for every fleet that can have it."""
    offers = offers_building(outlook.world, outlook.state, outlook.side)
    return [one for one in offers if isinstance(one, BuildShips) and one.ship == kind]


def _escorted(outlook: Outlook, name: str) -> int:
    """The escorts of a fleet with capital ships; one without has no need of any."""
    fleet = outlook.state.fleets.get(name)
    return fleet.asw if fleet is not None and fleet.points else hunters(outlook)


def _affords(outlook: Outlook, item: str, dear: int) -> bool:
    """Whether an item can be built, and at a price that is not too high."""
    price = quoted(outlook.world, outlook.state, outlook.side, item)
    return price is not None and not isinstance(price, Refusal) and price <= dear


def _capital(outlook: Outlook) -> Step | None:
    """A capital ship for the largest fleet in a yard, until the enemy's surface fleets are matched and routes have
    an escort that the A.S.W. level counts for."""
    war, world, state, side = Fleets.of(outlook.world), outlook.world, outlook.state, outlook.side
    if war is None or not any(convoys(world, state, side)):
        return None
    own = sum(fleet.points for fleet in state.fleets.values() if fleet.side == side)
    theirs = sum(fleet.points for fleet in state.fleets.values() if world.hostile(side, fleet.side))
    if own > max(theirs, ESCORTS):
        return None
    yards = [one for one in offers_building(world, state, side) if isinstance(one, BuildShips)]
    yards.sort(key=lambda one: one.fleet in state.fleets, reverse=True)
    for order in yards:
        if order.ship == "capital_ship" and war.check(world, state, side, order) is None:
            return Step(order, Reason("Convoys need an escort"))
    return None


def meet(outlook: Outlook) -> Step | None:
    """A fleet intercepts an enemy that is not stronger, where it is most likely to find it."""
    war = Fleets.of(outlook.world)
    if war is None:
        return None
    voyage = NAVY.of(outlook.state).voyages[-1]
    for order in war.offers(outlook.world, outlook.state, outlook.side):
        if isinstance(order, Meet) and _strong_enough(outlook, order.fleet, order.foe, voyage):
            return Step(order, Reason(f"{order.fleet} is strong enough"))
    return Step(LetPass(), Reason("No fleet is strong enough"))


def look_out(outlook: Outlook) -> Step | None:
    """Search for an enemy at sea, if anything can be done about it."""
    war, world, state, side = Fleets.of(outlook.world), outlook.world, outlook.state, outlook.side
    if war is None:
        return None
    voyage = NAVY.of(state).voyages[-1]
    able = (name for name, _ in chasers(world, state, war.settings, side, voyage))
    if voyage.force is not None or any(_strong_enough(outlook, name, "", voyage) for name in able):
        return Step(search.Search(), Reason("A search costs nothing"))
    return Step(LetPass(), Reason("No fleet is strong enough"))


def _strong_enough(outlook: Outlook, name: str, chosen: str, voyage: Voyage) -> bool:
    """Whether a fleet is at least as strong as what it would fight."""
    state = outlook.state
    own = state.fleets[name]
    guards = companions(state, voyage) if voyage.force is not None else []
    foe = state.fleets.get(chosen or (guards[0] if guards else voyage.fleet))
    return foe is None or _might(outlook, own, foe) >= _might(outlook, foe, own)


def _might(outlook: Outlook, own: Fleet, foe: Fleet) -> int:
    """The strength of a fleet's guns and aircraft against another."""
    air = AIRCRAFT * own.carriers if not foe.submarines else 0
    return sea_strength(outlook.world, outlook.state, own, foe) + air


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
        if (
            task == f"{TROOPS}{order.ports[0]}"
            and withstands(outlook, name)
            and war.check(world, state, side, escort) is None
        ):
            return Step(escort, Reason("Troops need an escort"))
    return None


def shelter(outlook: Outlook) -> Step | None:
    """A raider goes to the nearest friendly port."""
    war, world, state = Fleets.of(outlook.world), outlook.world, outlook.state
    offers = war.offers(world, state, outlook.side) if war is not None else iter(())
    ports = [order for order in offers if isinstance(order, SeekHaven)]
    if not ports:
        return None
    chart = world.chart(state.fleets[ports[0].fleet].at, sea_friends(world, state, outlook.side))
    nearest = min(ports, key=lambda order: (chart.distance.get(order.to, float("inf")), order.to))
    return Step(nearest, Reason("The nearest friendly port"))


def strike(outlook: Outlook) -> Step | None:
    """Strike with the most aircraft, unless the ships would shoot down most of them."""
    war, world, state, side = Fleets.of(outlook.world), outlook.world, outlook.state, outlook.side
    if war is None:
        return None
    voyage = NAVY.of(state).voyages[-1]
    ready = dict(bases(world, state, war.settings, side, voyage))
    guns = sum(flak(state.fleets[name]) for name in victims(state, voyage))
    at = max(ready, key=lambda place: (ready[place], place), default="")
    order = StrikeFleet(at)
    if at and 2 * ready[at] > guns and war.check(world, state, side, order) is None:
        return Step(order, Reason("The aircraft are strong enough"))
    return Step(LetPass(), Reason("The ships would shoot them down"))


def choose_ship(outlook: Outlook) -> Step | None:
    """Sink an enemy's best ship; lose the cheapest of one's own."""
    world, state, side = outlook.world, outlook.state, outlook.side
    damage = NAVY.of(state).damage
    found = choices(world, state, damage) if damage is not None else []
    if not found:
        return None
    own = any(state.fleets[name].side == side for name in damage.fleets) if damage is not None else False
    value = {"carrier": 4, "capital_ship": 3, "u_boat": 2, "asw": 1}
    order = sorted(found, key=lambda one: (value.get(one.ship, 0), one.fleet))[0 if own else -1]
    return Step(order, Reason("The cheapest ship" if own else "The best ship"))


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
