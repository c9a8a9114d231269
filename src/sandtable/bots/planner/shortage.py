"""Whether a capital's garrison is too small for what the enemy has on the way to it."""

from sandtable.bots.planner.field import Field

FAR_OFF = 4.0
"""Turns beyond which nobody counts."""
BY_SEA = 1.5
"""Turns that a way over the water counts longer than it is."""
FADING = 0.75
"""What somebody counts for each turn farther away."""
ABROAD = 0.5
"""How much of our own counts that is more than two turns away: it may be wanted elsewhere."""
JOINT = 0.5
"""How much the other enemies count beside the strongest: they strike one after the other."""
ENOUGH = 0.6
"""Enemy strength for each point of our own up to which all is well."""
SHIPLOAD = 6.0
"""Strength that a transport brings: an infantry and a tank."""


def shortage(field: Field, side: int, capital: int) -> float:
    """From 0 to 1: how much too few of a side stand around a capital. By sea comes only who finds a ship."""
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
