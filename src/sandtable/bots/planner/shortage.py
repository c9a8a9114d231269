"""Whether a capital's garrison is too small for the enemies on their way to it."""

from sandtable.bots.planner.field import Field

FAR_OFF = 4.0
"""Turns beyond which units don't count."""
BY_SEA = 1.5
"""Extra turns counted for a route over water."""
FADING = 0.75
"""The factor by which a unit counts less for each turn farther away."""
ABROAD = 0.5
"""How much our own units more than two turns away count: they may be needed elsewhere."""
JOINT = 0.5
"""How much the other enemies count besides the strongest: they strike one after the other."""
ENOUGH = 0.6
"""Enemy strength per point of our own up to which all is well."""
SHIPLOAD = 6.0
"""Strength that a transport brings: an infantry and a tank."""


def shortage(field: Field, side: int, capital: int) -> float:
    """From 0 to 1: how understrength a side is around a capital. By sea, only units with a ship count."""
    if not field.held_by(capital, side):
        return 0.0
    terrain, roster = field.terrain, field.terrain.roster
    theirs = [0.0] * len(terrain.powers)
    shipped = [0.0] * len(terrain.powers)
    ships = [0.0] * len(terrain.powers)
    ours = 0.0
    for s, here in enumerate(field.force):
        march, voyage = terrain.marches[s][capital], terrain.travel[s][capital] + BY_SEA
        turns = min(march, voyage)
        for power, counts in here.items():
            mine = terrain.side[power] == side
            if not mine:
                ships[power] += sum(n for u, n in enumerate(counts) if roster.lifts[u])
            if turns > FAR_OFF:
                continue
            near = FADING ** max(0.0, turns - 1)
            if mine:
                near *= ABROAD if turns > 2 else 1.0
                ours += near * sum(n * (roster.defense[u] + 1) for u, n in enumerate(counts) if not roster.sea[u])
                continue
            for u, n in enumerate(counts):
                if n and not roster.sea[u]:
                    by_sea = roster.land[u] and march > FAR_OFF
                    (shipped if by_sea else theirs)[power] += near * n * (roster.attack[u] + 1)
    for power, some in enumerate(shipped):
        theirs[power] += min(some, SHIPLOAD * ships[power])
    strongest = max(theirs)
    return max(0.0, min(1.0, (strongest + JOINT * (sum(theirs) - strongest)) / (ours + 1) - ENOUGH))
