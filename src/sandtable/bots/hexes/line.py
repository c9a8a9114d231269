"""The line: points go where they most hinder the enemy's next offensive."""

from collections.abc import Mapping

from sandtable.bots.hexes.danger import Danger, Fear
from sandtable.bots.hexes.outlook import Outlook

WORST = 6
"""For how many of the worst expected losses the routes there are examined."""
PACK = 4
"""How many portions are also tried at once: one alone may change nothing where several do."""
CLOSE = 0.25
"""A place that would lose the game is filled first if the enemy is at least this likely to reach it."""
LUMPS = 12
"""In how many portions the points are placed."""


def hold(
    outlook: Outlook,
    danger: Danger,
    region: set[int],
    points: int,
    occupied: Mapping[int, int],
    counters: int,
) -> tuple[dict[int, int], Fear]:
    """How many points go to each place, and the remaining dangers.

    ``occupied``: units that are there anyway; ``counters``: armies left.
    """
    limit = outlook.world.tables.stack
    held = list(outlook.held)
    for here in region:
        held[here] = occupied.get(here, 0) + outlook.state.fort_at(outlook.board.places[here])
    placed: dict[int, int] = {}
    left = points
    fear = danger.fear(held)
    for here in outlook.vital if outlook.style.guard else ():
        more = min(left, limit - held[here])
        if here in region and more > 0 and fear.reach.get(here, 0.0) >= CLOSE:
            placed[here] = more
            held[here] += more
            left -= more
            fear = danger.fear(held)
    lump = max(1, left // LUMPS)
    while left > 0:
        worst = sorted(fear.reach, key=lambda here: (-fear.reach[here] * danger.loss[here], here))[:WORST]
        spots = {spot for here in worst for spot in danger.way(fear, here)} & region
        if len(placed) >= counters:
            spots = set(placed)
        room = [here for here in sorted(spots) if held[here] < limit]
        if not room:
            free = set(placed) if len(placed) >= counters else region
            ready = _readiest(outlook, danger, [here for here in sorted(free) if held[here] < limit], held)
            if ready is None:
                break
            room = [ready]
        best: tuple[float, int, int, Fear] | None = None
        for here, much in ((here, much) for here in room for much in (lump, PACK * lump)):
            if outlook.brake.pulled:  # the rest goes where there is room
                best = 0.0, here, min(left, limit - held[here]), fear
                break
            more = min(much, left, limit - held[here])
            held[here] += more
            feared = danger.fear(held)
            held[here] -= more
            eased = (feared.cost - fear.cost) / more
            if best is None or eased < best[0]:
                best = eased, here, more, feared
        assert best is not None, "there was room"
        _, here, more, fear = best
        held[here] += more
        placed[here] = placed.get(here, 0) + more
        left -= more
    return placed, fear


def _readiest(outlook: Outlook, danger: Danger, spots: list[int], held: list[int]) -> int | None:
    """Where points are most useful that no danger calls for: near an enemy, and where much would be lost."""
    near = outlook.remote
    return max(
        spots,
        key=lambda here: (max(danger.loss[here], 0.0) / ((1 + near[here]) * (1 + held[here])), -near[here], -here),
        default=None,
    )
