"""Spearheads: where an army that has broken through goes on, and what the way is worth."""

import msgspec

from sandtable.bots.hexes.outlook import Outlook, chance
from sandtable.hexes.combat.fire import counted
from sandtable.hexes.strength import Points

WEIGHED = 8
"""How many of the best ways are asked what they cut off."""
LIKELY = 0.12
"""Ways less likely than this are not followed."""


class Chain(msgspec.Struct, frozen=True):
    """A way, hex after hex, the chance to get so far, and what it is worth on average."""

    path: tuple[int, ...]
    chances: tuple[float, ...]
    value: float

    @property
    def reach(self) -> float:
        return self.chances[-1] if self.chances else 1.0


class Spearhead(msgspec.Struct, frozen=True):
    """An army on its way: what it has, where it stands, how far it has come in this turn."""

    points: Points
    at: int
    advanced: int = 0
    fresh: bool = False
    """It has not made its assault yet."""


def drives(outlook: Outlook, army: Spearhead, begin: tuple[Chain, ...], depth: int) -> list[Chain]:
    """The best ways of a spearhead, best first, beginning with some; to stop is one of them."""
    manner = outlook.manner
    edge = list(begin)
    found = list(begin)
    for _ in range(depth):
        edge = [longer for chain in edge for longer in _extended(outlook, army, chain)]
        edge.sort(key=lambda one: (-one.value - one.reach, one.path))
        del edge[int(manner.width) :]
        found += edge
    found.sort(key=lambda one: (-one.value, one.path))
    if not manner.pocket:
        return found
    weighed = [_with_pockets(outlook, chain) for chain in found[:WEIGHED]]
    weighed += [_with_pockets(outlook, chain) for chain in _deepest(found[WEIGHED:])]
    return sorted(weighed, key=lambda one: (-one.value, one.path))


def _deepest(chains: list[Chain]) -> list[Chain]:
    """Some of the longest ways: they are those that close a ring."""
    return sorted(chains, key=lambda one: (-len(one.path) * one.reach, one.path))[:WEIGHED]


def _extended(outlook: Outlook, army: Spearhead, chain: Chain) -> list[Chain]:
    """The ways that lead one hex farther."""
    here = chain.path[-1] if chain.path else army.at
    done = army.advanced + len(chain.path)
    strength = counted(army.points.mechanized, outlook.effects[here].leaving)
    winter = outlook.cold(outlook.side, here, outlook.state.turn)
    manner, tables = outlook.manner, outlook.world.tables
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
        risk = manner.exposure * tables.cost["mechanized"] * army.points.mechanized
        fire = chain.reach * mean_fire(outlook, outlook.held[near])
        value = chain.value + reach * (outlook.stake[near] - risk) - fire
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
    """What the fire of a place costs on average, if it takes infantry."""
    tables = outlook.world.tables
    fire = min(strength, tables.most)
    return tables.cost["infantry"] * sum(tables.losses(fire, die) for die in range(1, 7)) / 6


def _with_pockets(outlook: Outlook, chain: Chain) -> Chain:
    """The way with what it cuts off, step by step."""
    before = outlook.cut_off(frozenset())
    worth = 0.0
    for length, reach in enumerate(chain.chances, 1):
        now = outlook.cut_off(frozenset(chain.path[:length]))
        worth += reach * (now - before)
        before = now
    return msgspec.structs.replace(chain, value=chain.value + outlook.manner.pocket * worth)
