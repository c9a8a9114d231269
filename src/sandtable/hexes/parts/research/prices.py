"""Levels and prices: what everything costs a side now."""

from sandtable.hexes.parts.research.memory import KNOWLEDGE
from sandtable.hexes.parts.research.settings import Settings
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.strength import Amount
from sandtable.hexes.world import World


def level(terms: Settings, state: HexState, side: Side, item: str) -> int:
    """A side's level in an item, or in the item it is tied to."""
    item = terms.items[item].tied or item
    found = KNOWLEDGE.of(state).risen.get(side, {}).get(item, terms.start.get(side, {}).get(item, 0))
    gains = (g.levels.get(item, 0) for g in terms.gains if g.side == side and g.country in state.joined)
    return max((found, *gains))


def price(terms: Settings, state: HexState, side: Side, item: str) -> Amount | None:
    """What an item costs a side. None: it can't be built at its level."""
    facts = terms.items[item]
    listed = facts.cost[min(level(terms, state, side, item), len(facts.cost) - 1)]
    lowered = KNOWLEDGE.of(state).lowered.get(side, {}).get(item)
    return listed if listed is None or lowered is None else min(listed, lowered)


def price_at(terms: Settings, world: World, state: HexState, side: Side, item: str, place: Place) -> Amount | None:
    """What an item costs a side in a place: some areas build it at a level of their own."""
    own = price(terms, state, side, item)
    for fixed in terms.fixed:
        if fixed.item == item and place and place in world.places_in(fixed.areas):
            given = terms.items[item].cost[fixed.level]
            return given if own is None or given is None else min(own, given)
    return own


def last_level(terms: Settings, item: str) -> int:
    """The highest level in the table for an item."""
    return len(terms.items[item].cost) - 1


def lower(terms: Settings, state: HexState, side: Side, item: str) -> Amount | None:
    """The price after a minor success. None: unchanged."""
    now = price(terms, state, side, item)
    following = level(terms, state, side, item) + 1
    then = terms.items[item].cost[following] if following <= last_level(terms, item) else None
    if now is None or then is None or now - then < 1:
        return None
    return now - 1 if now - then > 1 else now - 0.5


def cheaper_elsewhere(terms: Settings, state: HexState, side: Side, item: str, others: tuple[Side, ...]) -> bool:
    """Whether another side pays less; a side can't learn from others what it can't build yet."""
    own = price(terms, state, side, item)
    if own is None:
        return False
    prices = (price(terms, state, other, item) for other in others)
    return any(one is not None and one < own for one in prices)


def ahead(terms: Settings, state: HexState, side: Side, item: str, others: tuple[Side, ...]) -> bool:
    """Whether a side pays less than every other side."""
    own = price(terms, state, side, item)
    if own is None:
        return False
    prices = [price(terms, state, other, item) for other in others]
    return all(one is None or own < one for one in prices)
