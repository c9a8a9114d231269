"""What the enemy could reach with his next offensive, and how much each point in his way would hinder him."""

from collections.abc import Sequence

import msgspec

from sandtable.bots.hexes.outlook import Outlook, aims_of
from sandtable.hexes.combat.fire import counted
from sandtable.hexes.state import Side
from sandtable.hexes.strength import total

AHEAD = 5
"""How many hexes deep an enemy offensive is feared."""
SCALE = 8.0
"""A die that an advance may roll with certainty to spare still counts more than one that just does."""
FLOOR = 0.02
FAINT = 0.01


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
        world, state, side = outlook.world, outlook.state, outlook.side
        self._owner = {
            outlook.board.number[place]: holder
            for place, holder in state.control.items()
            if holder in outlook.foes
        }
        order = world.order
        self._threats: dict[Side, Threat] = {}
        for foe in outlook.foes:
            points = total(army.points for _, army in state.armies_of(foe))
            turn = state.turn if order.index(foe) > order.index(side) else state.turn + 1
            most = world.tables.most
            self._threats[foe] = Threat(foe, turn, min(points.mechanized, most), 1 + points.infantry // most)
        self.loss = self._losses()
        self._starts = [
            (here, [near for near in outlook.steps[here] if near in self._owner])
            for here in range(outlook.board.land)
            if outlook.mine[here] and any(near in self._owner for near in outlook.steps[here])
        ]
        self._cold: dict[tuple[Side, int], int] = {}

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
        return [one + more for one, more in zip(plain, pulls, strict=True)]

    def _winter(self, side: Side, here: int) -> int:
        key = (side, here)
        if key not in self._cold:
            self._cold[key] = self._outlook.cold(side, here, self._threats[side].turn)
        return self._cold[key]

    def fear(self, held: Sequence[int]) -> Fear:
        """What the enemy could reach if our points stood so."""
        outlook = self._outlook
        reach: dict[int, float] = {}
        before: dict[int, int] = {}
        owner: dict[int, Side] = {}
        for here, fronts in self._starts:
            for near in fronts:
                side = self._owner[near]
                likely = self._opening(side, near, here, len(fronts), held[here])
                if likely > reach.get(here, 0.0):
                    reach[here], before[here], owner[here] = likely, near, side
        edge = dict(reach)
        for done in range(1, AHEAD):
            farther: dict[int, float] = {}
            for here, likely in edge.items():
                side = owner[here]
                for near in outlook.steps[here]:
                    if not outlook.mine[near]:
                        continue
                    now = likely * self._onward(side, here, near, done, held[near])
                    if now > FAINT and now > reach.get(near, 0.0):
                        reach[near] = farther[near] = now
                        before[near], owner[near] = here, side
            edge = farther
        return Fear(reach, before, sum(likely * self.loss[here] for here, likely in reach.items()))

    def _opening(self, side: Side, frm: int, here: int, fronts: int, held: int) -> float:
        """How well he gets into a place beside his own, after all fire that he can bring."""
        threat, tables = self._threats[side], self._outlook.world.tables
        winter = self._winter(side, frm)
        fire = sum(tables.losses(tables.most, die + winter) for die in range(1, 7)) / 6
        left = max(0, held - int(fire * min(fronts, threat.groups)))
        return self._soft(threat, frm, here, winter, left if held else 1)

    def _onward(self, side: Side, frm: int, here: int, done: int, held: int) -> float:
        return self._soft(self._threats[side], frm, here, self._winter(side, frm) + done, held or 1)

    def _soft(self, threat: Threat, frm: int, here: int, modifier: int, against: int) -> float:
        """The chance of an advance, without its edges: more resistance always helps a little."""
        outlook = self._outlook
        strength = counted(threat.mechanized, outlook.effects[frm].leaving)
        need = outlook.world.tables.reach(strength, against) - modifier - outlook.effects[here].advance
        return min(1.0, max(FLOOR, (need - 0.2 * against) / SCALE))

    def way(self, fear: Fear, here: int) -> list[int]:
        """Our places on the way by which he gets to a place, that place included."""
        found = [here]
        while (here := fear.before[here]) in fear.before and here not in found:
            found.append(here)
        return found
