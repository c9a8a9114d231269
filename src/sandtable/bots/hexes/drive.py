"""Spearheads: where an army that has broken through continues, and what the route is worth."""

from itertools import pairwise

import msgspec

from sandtable.bots.hexes.outlook import Outlook, chance, mean_losses, price
from sandtable.hexes.combat.fire import counted
from sandtable.hexes.strength import Points

WEIGHED = 8
"""How many of the best routes are checked for what they cut off."""
LINKS = 6
"""How many hexes of its supply route the enemy is expected to strike at."""
LIKELY = 0.12
"""Routes less likely than this are not followed."""


class Chain(msgspec.Struct, frozen=True):
    """A route, hex by hex, the chance of getting that far, and its expected value."""

    path: tuple[int, ...]
    chances: tuple[float, ...]
    value: float

    @property
    def reach(self) -> float:
        return self.chances[-1] if self.chances else 1.0


class Spearhead(msgspec.Struct, frozen=True):
    """An army on the move: its points, its position, and how far it has come this turn."""

    points: Points
    at: int
    advanced: int = 0
    fresh: bool = False
    """Whether it still has its assault."""


def drives(outlook: Outlook, army: Spearhead, begin: tuple[Chain, ...], depth: int) -> list[Chain]:
    """A spearhead's best routes, best first, given how they start; stopping is one of them."""
    style = outlook.style
    edge = list(begin)
    found = list(begin)
    for _ in range(depth):
        if outlook.brake.pulled:
            break
        edge = [longer for chain in edge for longer in _extended(outlook, army, chain)]
        edge.sort(key=lambda one: (-one.value - one.reach, one.path))
        del edge[int(style.width) :]
        found += edge
    found.sort(key=lambda one: (-one.value, one.path))
    if not style.pocket:
        return found
    chosen = {chain.path: chain for chain in (*begin, *found[:WEIGHED], *_deepest(found))}
    chosen |= {chain.path: chain for chain in found if chain.path == found[0].path[: len(chain.path)]}
    risks: dict[tuple[int, ...], float] = {}
    weighed = [
        chain if outlook.brake.pulled else _with_pockets(outlook, army, chain, risks) for chain in chosen.values()
    ]
    return sorted(weighed, key=lambda one: (-one.value, one.path))


def _deepest(chains: list[Chain]) -> list[Chain]:
    """Some of the longest routes, which are the ones that can close a ring."""
    return sorted(chains, key=lambda one: (-len(one.path) * one.reach, one.path))[:WEIGHED]


def _extended(outlook: Outlook, army: Spearhead, chain: Chain) -> list[Chain]:
    """The routes that lead one hex farther."""
    here = chain.path[-1] if chain.path else army.at
    done = army.advanced + len(chain.path)
    strength = counted(army.points.mechanized, outlook.effects[here].leaving)
    winter = outlook.cold(outlook.side, here, outlook.state.turn)
    tables = outlook.world.tables
    found: list[Chain] = []
    for near in outlook.steps[here]:
        if not outlook.foe[near] or near in chain.path:
            continue
        against = outlook.guard(near)
        into = outlook.effects[near]
        modifier = done + into.advance + winter + (0 if against else into.empty)
        odds = chance(tables, strength, against, modifier)
        if odds < 1 and army.fresh and not any(outlook.held[step] for step in chain.path):
            odds = _after_fire(outlook, army, near, strength, modifier, winter)
        reach = odds * chain.reach
        if reach < LIKELY:
            continue
        fire = chain.reach * mean_fire(outlook, outlook.held[near])
        value = chain.value + reach * outlook.stake[near] - fire
        found.append(Chain((*chain.path, near), (*chain.chances, reach), value))
    return found


def _after_fire(
    outlook: Outlook, army: Spearhead, target: int, strength: int, modifier: int, winter: int
) -> float:
    """The chance of an advance after the spearhead's own assault."""
    tables = outlook.world.tables
    fire = army.points.infantry + counted(army.points.mechanized, outlook.effects[target].assault)
    held = outlook.guard(target)
    hits = [tables.losses(min(fire, tables.most), die + winter) for die in range(1, 7)]
    return sum(chance(tables, strength, max(0, held - hit), modifier) for hit in hits) / len(hits)


def mean_fire(outlook: Outlook, strength: int) -> float:
    """The average cost of a place's fire, if it takes infantry."""
    tables = outlook.world.tables
    return tables.cost["infantry"] * mean_losses(tables, strength)


def _with_pockets(outlook: Outlook, army: Spearhead, chain: Chain, risks: dict[tuple[int, ...], float]) -> Chain:
    """The route with what it cuts off and relieves, step by step, and the risk of being cut off at its end.

    ``risks``: those of the routes examined so far.
    """
    cut, saved = outlook.cut_off(frozenset()), outlook.starving(frozenset())
    worth = 0.0
    for length, reach in enumerate(chain.chances, 1):
        captured = frozenset(chain.path[:length])
        now, still = outlook.cut_off(captured), outlook.starving(captured)
        worth += reach * (outlook.style.pocket * (now - cut) + saved - still)
        cut, saved = now, still
    stops = [*(one - next_ for one, next_ in pairwise(chain.chances)), chain.reach]
    risk = 0.0
    for length, stop in enumerate(stops, 1 if chain.path else 0):
        path = chain.path[:length]
        if stop and path not in risks:
            risks[path] = severed(outlook, army, path)
        risk += stop * risks[path] if stop else 0.0
    risk *= outlook.style.exposure * price(outlook.world, army.points)
    return msgspec.structs.replace(chain, value=chain.value + worth - risk)


def severed(outlook: Outlook, army: Spearhead, path: tuple[int, ...]) -> float:
    """The chance that the enemy's next attack leaves a spearhead without supply at the end of its route."""
    captured = frozenset(path)
    end = path[-1] if path else army.at
    place = outlook.board.places[end]
    if not outlook.supply_after(outlook.side, captured).full(place):
        return 1.0
    way = [outlook.board.number[step] for step in outlook.supply_after(outlook.side, captured).route(place)][1:]
    worst = 0.0
    for foe in outlook.foes:
        mobile = min(outlook.mobile(foe, captured), outlook.world.tables.most)
        supply = outlook.supply_after(foe, captured)
        for here in way[:LINKS]:
            held = 1 if here in captured else outlook.guard(here)
            likely = chance(outlook.world.tables, mobile, held, outlook.effects[here].advance)
            if likely <= worst or not any(supply.full(outlook.board.places[near]) for near in outlook.steps[here]):
                continue
            if not outlook.supply_after(outlook.side, captured, frozenset((here,))).full(place):
                worst = likely
    return worst
