"""What the enemy could reach with his next offensive, and how much each point in his way would hinder him."""

from collections.abc import Sequence

import msgspec

from sandtable.bots.hexes.outlook import Outlook, aims_of
from sandtable.hexes.combat.fire import counted
from sandtable.hexes.movement import reach
from sandtable.hexes.state import Side
from sandtable.hexes.strength import total

AHEAD = 5
"""How many hexes deep an enemy offensive is feared."""
SCALE = 8.0
"""A die that an advance may roll with certainty to spare still counts more than one that just does."""
SLOPE = 0.3
"""How much of a die each point of resistance is worth beyond what the table says."""
STUBBORN = 0.3
"""Which part of those in a place is still there after the heaviest fire that is feared."""
FLOOR = 0.02
FAINT = 0.01
DIE = range(1, 7)


class Threat(msgspec.Struct, frozen=True):
    """What one enemy side can throw into an offensive."""

    side: Side
    turn: int
    mechanized: int
    groups: int
    """From how many hexes he can fire in strength."""


class Fear(msgspec.Struct, frozen=True):
    """How likely each place is to be reached, from where, and what that costs on average."""

    reach: dict[int, float]
    before: dict[int, int]
    cost: float


class Danger:
    """The enemy's possibilities against one side."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._threats = self._gathered()
        self._starts = [
            (here, [near for near in outlook.steps[here] if near in self._threats])
            for here in range(outlook.board.land)
            if outlook.mine[here] and any(near in self._threats for near in outlook.steps[here])
        ]
        self._cold: dict[tuple[Side, int], int] = {}
        self.loss = self._losses()

    def _gathered(self) -> dict[int, Threat]:
        """What the enemy can bring to each of his places beside ours: all that is joined to it."""
        outlook = self._outlook
        world, state, number = outlook.world, outlook.state, outlook.board.number
        found: dict[int, Threat] = {}
        for foe in outlook.foes:
            later = world.order.index(foe) < world.order.index(outlook.side)
            armies = [army for _, army in state.armies_of(foe)]
            for place, holder in state.control.items():
                here = number[place]
                if holder != foe or here in found or not any(outlook.mine[near] for near in outlook.steps[here]):
                    continue
                joined = reach(world, state, foe, place)
                points = total(army.points for army in armies if army.at in joined)
                most = world.tables.most
                threat = Threat(foe, state.turn + later, min(points.mechanized, most), 1 + points.infantry // most)
                found |= {number[other]: threat for other in joined}
        return found

    def _losses(self) -> list[float]:
        """What it costs to lose each place: the enemy's aims count, and the way to them."""
        outlook = self._outlook
        manner, state = outlook.manner, outlook.state
        wanted = [aims_of(outlook.world, state, foe).wanted for foe in outlook.foes]
        far = outlook.distances_to(
            place for places in wanted for place in places if state.control.get(place) == outlook.side
        )
        pulls = [manner.pull / (1 + away) for away in far]
        plain = [
            stake - manner.pull / (1 + away) for stake, away in zip(outlook.stake, outlook.distance, strict=True)
        ]
        losses = [one + more for one, more in zip(plain, pulls, strict=True)]
        if manner.caution:
            before = outlook.starving(frozenset())
            for here, _ in self._starts:
                losses[here] += manner.caution * (outlook.starving(frozenset(), here) - before)
        return losses

    def _winter(self, threat: Threat, here: int) -> int:
        key = (threat.side, here)
        if key not in self._cold:
            self._cold[key] = self._outlook.cold(threat.side, here, threat.turn)
        return self._cold[key]

    def fear(self, held: Sequence[int]) -> Fear:
        """What the enemy could reach if our points stood so."""
        outlook = self._outlook
        likely_at: dict[int, float] = {}
        before: dict[int, int] = {}
        whose: dict[int, Threat] = {}
        for here, fronts in self._starts:
            for near in fronts:
                threat = self._threats[near]
                likely = self._opening(threat, near, here, len(fronts), held[here])
                if likely > likely_at.get(here, 0.0):
                    likely_at[here], before[here], whose[here] = likely, near, threat
        edge = dict(likely_at)
        for done in range(1, AHEAD):
            farther: dict[int, float] = {}
            for here, likely in edge.items():
                threat = whose[here]
                modifier = self._winter(threat, here) + done
                for near in outlook.steps[here]:
                    if not outlook.mine[near]:
                        continue
                    now = likely * self._soft(threat, here, near, modifier + SLOPE * held[near], held[near] or 1)
                    if now > FAINT and now > likely_at.get(near, 0.0):
                        likely_at[near] = farther[near] = now
                        before[near], whose[near] = here, threat
            edge = farther
        cost = sum(likely * self.loss[here] for here, likely in likely_at.items())
        return Fear(likely_at, before, cost)

    def _opening(self, threat: Threat, frm: int, here: int, fronts: int, held: int) -> float:
        """How well he gets into a place beside his own, after all fire that he can bring."""
        tables = self._outlook.world.tables
        winter = self._winter(threat, frm)
        fire = sum(tables.losses(tables.most, die + winter) for die in DIE) / len(DIE)
        left = int(max(held * STUBBORN, held - fire * min(fronts, threat.groups)))
        return self._soft(threat, frm, here, winter + SLOPE * held, left if held else 1)

    def _soft(self, threat: Threat, frm: int, here: int, modifier: float, against: int) -> float:
        """The chance of an advance, without its edges, so that more resistance always helps a little."""
        outlook = self._outlook
        strength = counted(threat.mechanized, outlook.effects[frm].leaving)
        need = outlook.world.tables.reach(strength, against) - modifier - outlook.effects[here].advance
        return min(1.0, max(FLOOR, need / SCALE))

    def way(self, fear: Fear, here: int) -> list[int]:
        """Our places on the way by which he gets to a place, that place included."""
        found = [here]
        while (here := fear.before[here]) in fear.before and here not in found:
            found.append(here)
        return found
