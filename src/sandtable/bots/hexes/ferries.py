"""Sea transport: armies without an enemy are shipped to the front, and marines are made ready to sail."""

from collections.abc import Iterator

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.deployment import Region, Step, regions
from sandtable.bots.hexes.outlook import Outlook
from sandtable.bots.hexes.wolfpacks import guarded
from sandtable.hexes.actions import Convert, Move
from sandtable.hexes.movement import check_move
from sandtable.hexes.sealanes import routes
from sandtable.hexes.shipping import friendly_places, is_port, rights
from sandtable.hexes.state import Army, Name, Place
from sandtable.hexes.status import free_counters, strength_of
from sandtable.hexes.strength import Kind, Points, cheapest

ABOARD: tuple[Kind, ...] = ("amphibious", "infantry", "mechanized")
"""Who sails first."""
HAVENS = 4
"""How many ports are tried at each end."""
ANY = 99
"""Room without a limit."""
PORTIONS = (10, 6, 4, 3, 2, 1)
"""How many points of an army are tried if it can't sail as a whole."""
CONVOY = 3
"""Fewer points don't sail through waters with more submarines than escorts can fight: few would arrive."""


def ferry(outlook: Outlook) -> Step | None:
    """The next order that ships points to the front, or makes marines ready; None if there is none."""
    every = regions(outlook)
    fronts = [region for region in every if region.front and _ports(outlook, region)]
    fronts.sort(key=lambda region: outlook.distance[outlook.board.number[_ports(outlook, region)[0]]])
    for region in every:
        for name, army in sorted(region.armies.items()):
            step = _marines(outlook, region, name, army) if army.points.amphibious else None
            if step is not None:
                return step
    if any(right.ship for right in rights(outlook.world, outlook.state, outlook.side).seas.values()):
        for region in every:
            if not region.front:
                step = next(_voyages(outlook, region, fronts), None)
                if step is not None:
                    return step
        return next(_crossings(outlook, every), None)
    return None


def _crossings(outlook: Outlook, every: list[Region]) -> Iterator[Step]:
    """Marines, and all others that no front has room for, go to ports within reach of enemy coasts."""
    idle = [(region, name) for region in every for name, army in sorted(region.armies.items()) if not region.front]
    if not idle or not outlook.foes:
        return
    springs = springboards(outlook)
    reason = Reason("Bring them within reach of an enemy coast")
    fresh = free_counters(outlook.world, outlook.state, outlook.side)[:1]
    ways: dict[tuple[Place, Place], bool] = {}
    least = 1 if guarded(outlook) else CONVOY
    for region, name in idle:
        points = region.armies[name].points
        here = {outlook.board.places[one] for one in region.places}
        if here & springs.keys():
            continue
        for haven in sorted(springs, key=lambda port: (-springs[port], port)):
            space = _space(outlook, haven)
            hosts = [other for other, one in outlook.state.armies_at(haven) if one.side == outlook.side]
            for start in _ports(outlook, region)[:HAVENS]:
                if (start, haven) not in ways:
                    ways[start, haven] = _passable(outlook, name, start, haven)
                if not ways[start, haven]:
                    continue
                orders = [Move(name, haven, ports=(start, haven))] if points.ground <= space else []
                parts = [cheapest(points, count, ABOARD) for count in PORTIONS if least <= count < points.ground]
                orders += [
                    Move(name, haven, part, into, (start, haven))
                    for part in parts
                    for into in (*hosts, *fresh)
                    if 0 < part.ground <= space
                ]
                for order in orders:
                    if check_move(outlook.world, outlook.state, outlook.side, order) is None:
                        yield Step(order, reason)


def _passable(outlook: Outlook, name: Name, start: Place, haven: Place) -> bool:
    """Whether a single point of an army could sail between two ports."""
    point = cheapest(outlook.state.armies[name].points, 1, ABOARD)
    takers = [other for other, one in outlook.state.armies_at(haven) if one.side == outlook.side]
    takers += free_counters(outlook.world, outlook.state, outlook.side)[:1]
    orders = [Move(name, haven, point, into, (start, haven)) for into in takers]
    orders.append(Move(name, haven, ports=(start, haven)))
    return any(check_move(outlook.world, outlook.state, outlook.side, order) is None for order in orders)


def gather(outlook: Outlook) -> Step | None:
    """Small armies behind the lines become one if counters are short: nothing can be built or split without."""
    world, state, side = outlook.world, outlook.state, outlook.side
    if len(free_counters(world, state, side)) >= outlook.style.spare:
        return None
    for region in regions(outlook):
        small = sorted(region.armies, key=lambda name: (region.armies[name].points.total, name))
        for name in small if not region.front else ():
            army = region.armies[name]
            for other in (one for one in small if one != name and _alike(army, region.armies[one])):
                order = Move(name, region.armies[other].at, army.points, other)
                room = _space(outlook, region.armies[other].at) if region.armies[other].at != army.at else ANY
                if army.points.ground <= room and check_move(world, state, side, order) is None:
                    return Step(order, Reason("Free a counter"))
    return None


def _alike(one: Army, other: Army) -> bool:
    """Whether two armies can be one: of the same nation, and both with marines or both without."""
    return one.nation == other.nation and bool(one.points.amphibious) == bool(other.points.amphibious)


def springboards(outlook: Outlook) -> dict[Place, float]:
    """Own ports within range of enemy coasts, and what the best of those coasts is worth."""
    world, state, number = outlook.world, outlook.state, outlook.board.number
    friendly, seas = friendly_places(state, outlook.side), set(world.waters.group.values())
    found: dict[Place, float] = {}
    for place, holder in state.control.items():
        if holder != outlook.side or not is_port(world, place):
            continue
        coasts = routes(world.waters, place, friendly, seas, world.tables.invasion_range)
        near = (number[coast] for coast in coasts if coast in number)
        worth = [outlook.stake[one] for one in near if one < outlook.board.land and outlook.foe[one]]
        if worth:
            found[place] = max(worth)
    return found


def _marines(outlook: Outlook, region: Region, name: Name, army: Army) -> Step | None:
    """Marines on the mainland become infantry; the others go to a port, at least half of them amphibious."""
    points = army.points
    if region.front:
        return Step(Convert(name, points.amphibious), Reason("Marines fight on as infantry"))
    if points.total > 2 * points.amphibious:
        spare = cheapest(Points(points.infantry, points.mechanized), points.total - 2 * points.amphibious)
        takers = [other for other, one in region.armies.items() if one.at == army.at and not one.points.amphibious]
        takers += free_counters(outlook.world, outlook.state, outlook.side, army.nation)[:1]
        if takers:
            return Step(Move(name, army.at, spare, takers[0]), Reason("Make the marines light enough to land"))
    if not is_port(outlook.world, army.at):
        havens = [port for port in _ports(outlook, region) if _space(outlook, port) >= points.ground]
        if havens:
            return Step(Move(name, havens[0]), Reason("Bring the marines to a port"))
    return None


def _space(outlook: Outlook, place: Place) -> int:
    """How many more points can be in a place."""
    limit = outlook.world.room(place)
    return ANY if limit is None else limit - strength_of(outlook.state, place)


def _ports(outlook: Outlook, region: Region) -> list[Place]:
    """A region's ports, those nearest to its aims first."""
    near = sorted(region.places, key=lambda here: (outlook.distance[here], here))
    return [outlook.board.places[here] for here in near if is_port(outlook.world, outlook.board.places[here])]


def _voyages(outlook: Outlook, region: Region, fronts: list[Region]) -> Iterator[Step]:
    """Whole armies, or as many points as can sail, to a port of a region with a front."""
    world, state, side = outlook.world, outlook.state, outlook.side
    fresh = free_counters(world, state, side)[:1]
    reason = Reason("Ship what has no enemy to the front")
    least = 1 if guarded(outlook) else CONVOY
    for front in fronts:
        room = len(front.places) * world.tables.stack - sum(outlook.held[here] for here in front.places)
        for name, army in sorted(region.armies.items()):
            if army.points.amphibious:
                continue
            for haven in _ports(outlook, front)[:HAVENS]:
                hosts = [other for other, one in front.armies.items() if one.at == haven]
                for start in _ports(outlook, region)[:HAVENS]:
                    much = army.points.total
                    orders = [Move(name, haven, ports=(start, haven))] if least <= much <= room else []
                    for count in (count for count in PORTIONS if least <= count <= min(room, much - 1)):
                        part = cheapest(army.points, count, ("mechanized", "infantry"))
                        orders += [Move(name, haven, part, into, (start, haven)) for into in (*hosts, *fresh)]
                    for order in orders:
                        if check_move(world, state, side, order) is None:
                            yield Step(order, reason)
