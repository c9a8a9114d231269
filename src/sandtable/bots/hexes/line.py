"""The line: points go where they hinder the enemy's next offensive most."""

from collections.abc import Mapping

from sandtable.bots.hexes.danger import Danger
from sandtable.bots.hexes.outlook import Outlook

WORST = 6
"""Of how many feared losses the ways are looked at."""
LUMPS = 14
"""In how many portions the points are placed."""


def hold(
    outlook: Outlook, region: set[int], points: int, occupied: Mapping[int, int], counters: int
) -> dict[int, int]:
    """So many points to each place; ``occupied``: who stands there anyway, ``counters``: armies that are left."""
    danger = Danger(outlook)
    limit = outlook.world.tables.stack
    held = list(outlook.held)
    for here in region:
        held[here] = occupied.get(here, 0) + outlook.state.fort_at(outlook.board.places[here])
    placed: dict[int, int] = {}
    left, lump = points, max(1, points // LUMPS)
    while left > 0:
        fear = danger.fear(held)
        worst = sorted(fear.reach, key=lambda here: (-fear.reach[here] * danger.loss[here], here))[:WORST]
        spots = {spot for here in worst for spot in danger.way(fear, here)} & region
        if len(placed) >= counters:
            spots = set(placed)
        open_ = [here for here in sorted(spots) if held[here] < limit] or [
            here for here in sorted(placed) if held[here] < limit
        ]
        if not open_:
            break
        best, least = open_[0], None
        for here in open_:
            more = min(lump, left, limit - held[here])
            held[here] += more
            cost = danger.fear(held).cost
            held[here] -= more
            if least is None or cost < least:
                best, least = here, cost
        more = min(lump, left, limit - held[best])
        held[best] += more
        placed[best] = placed.get(best, 0) + more
        left -= more
    return placed
