"""What the enemy could reach with its next offensive, and how much each point in its way would hinder it."""

from collections.abc import Sequence
from copy import copy

import msgspec

from sandtable.bots.hexes.outlook import Outlook, aims_of, hunger, mean_losses
from sandtable.bots.hexes.shores import Wave, waves
from sandtable.hexes.combat.fire import counted
from sandtable.hexes.movement import reach
from sandtable.hexes.state import Place, Side
from sandtable.hexes.strength import Points, total
from sandtable.hexes.tables import Counted

AHEAD = 5
"""How many hexes deep an enemy offensive is considered."""
SCALE = 8.0
"""A die roll that succeeds with a margin still counts more than one that just does."""
SLOPE = 0.3
"""How much of a die each point of resistance is worth beyond what the table says."""
STUBBORN = 0.3
"""The share of the units in a place that remain after the heaviest fire expected."""
PROBABLE = 0.15
"""Places less likely to be reached than this are not checked for the armies their loss would cut off."""
FLOOR = 0.02
FAINT = 0.01

Armies = Sequence[tuple[Place, Points]]
"""Where armies are, and their points."""


class Threat(msgspec.Struct, frozen=True):
    """What one enemy side can put into an offensive."""

    side: Side
    turn: int
    mechanized: int
    groups: int
    """From how many hexes it can fire in strength."""


class Fear(msgspec.Struct, frozen=True):
    """How likely each place is to be reached, from where, and the expected cost."""

    reach: dict[int, float]
    before: dict[int, int]
    cost: float


class Danger:
    """The enemy's options against one side."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._threats = self._gathered()
        self._starts = [
            (here, [near for near in outlook.steps[here] if near in self._threats])
            for here in range(outlook.board.land)
            if outlook.mine[here] and any(near in self._threats for near in outlook.steps[here])
        ]
        self._waves = self._at_sea()
        self._cold: dict[tuple[Side, int], int] = {}
        self._rows: dict[tuple[int, Counted], Sequence[int]] = {}
        self._fire: dict[int, float] = {}
        number = outlook.board.number
        self._forts = {number[place]: fort.points for place, fort in outlook.state.forts.items()}
        self._plain = self._losses()
        self.loss = list(self._plain)
        now = [(army.at, army.points) for _, army in outlook.state.armies_of(outlook.side)]
        for here, _ in self._starts:
            self.loss[here] += self._pocket(now, here)

    def fearing(self, armies: Armies, fear: Fear) -> "Danger":
        """The same dangers, given our armies' positions: an attack may take two places and cut off
        armies beyond.
        """
        other = copy(self)
        other.loss = list(self._plain)
        reached = {here for here, likely in fear.reach.items() if likely >= PROBABLE}
        for here in sorted(reached):
            pairs = [near for near in self._outlook.steps[here] if near in reached]
            worst = max((fear.reach[near] * self._pocket(armies, here, near) for near in pairs), default=0.0)
            other.loss[here] += max(worst, self._pocket(armies, here))
        return other

    def _pocket(self, armies: Armies, *lost: int) -> float:
        """The weight of the loss of some places cutting off armies."""
        outlook = self._outlook
        if not outlook.style.caution or outlook.brake.pulled:
            return 0.0
        supply = outlook.supply_after(outlook.side, frozenset(), frozenset(lost))
        more = hunger(outlook.world, supply, armies) - hunger(outlook.world, outlook.supply, armies)
        return outlook.style.caution * more

    def _gathered(self) -> dict[int, Threat]:
        """What the enemy can bring to each of its places next to ours: everything connected to it."""
        outlook = self._outlook
        world, state, number = outlook.world, outlook.state, outlook.board.number
        found: dict[int, Threat] = {}
        for foe in outlook.foes:
            armies = [army for _, army in state.armies_of(foe)]
            for place, holder in state.control.items():
                here = number[place]
                if holder != foe or here in found or not any(outlook.mine[near] for near in outlook.steps[here]):
                    continue
                joined = reach(world, state, foe, place)
                points = total(army.points for army in armies if army.at in joined)
                most = world.tables.most
                threat = Threat(foe, self._next(foe), min(points.mechanized, most), 1 + points.infantry // most)
                found |= {number[other]: threat for other in joined}
        return found

    def _next(self, foe: Side) -> int:
        """The next turn in which an enemy moves."""
        outlook = self._outlook
        order = outlook.world.order
        return outlook.state.turn + (order.index(foe) < order.index(outlook.side))

    def _at_sea(self) -> list[tuple[Wave, Threat]]:
        """Possible enemy landings, and what comes ashore behind them."""
        outlook = self._outlook
        most = outlook.world.tables.most
        found: list[tuple[Wave, Threat]] = []
        for foe in outlook.foes if outlook.style.shore else ():
            points = total(army.points for _, army in outlook.state.armies_of(foe))
            threat = Threat(foe, self._next(foe), min(points.mechanized, most), 1)
            found += [(wave, threat) for wave in waves(outlook, foe)]
        return found

    def _losses(self) -> list[float]:
        """The cost of losing each place, including the enemy's aims and the way to them."""
        outlook = self._outlook
        style, state = outlook.style, outlook.state
        wanted = [aims_of(outlook.world, state, foe).wanted for foe in outlook.foes]
        far = outlook.distances_to(
            place for places in wanted for place in places if state.control.get(place) == outlook.side
        )
        pulls = [style.pull / (1 + away) for away in far]
        plain = [
            stake - style.pull / (1 + away) for stake, away in zip(outlook.stake, outlook.distance, strict=True)
        ]
        return [one + more for one, more in zip(plain, pulls, strict=True)]

    def _winter(self, threat: Threat, here: int) -> int:
        key = (threat.side, here)
        if key not in self._cold:
            self._cold[key] = self._outlook.cold(threat.side, here, threat.turn)
        return self._cold[key]

    def fear(self, held: Sequence[int]) -> Fear:
        """What the enemy could reach if our points were placed like this."""
        outlook = self._outlook
        walls = self._forts
        likely_at: dict[int, float] = {}
        before: dict[int, int] = {}
        whose: dict[int, Threat] = {}
        for here, fronts in self._starts:
            for near in fronts:
                threat = self._threats[near]
                likely = self._opening(threat, near, here, len(fronts), held[here], walls.get(here, 0))
                if likely > likely_at.get(here, 0.0):
                    likely_at[here], before[here], whose[here] = likely, near, threat
        for wave, threat in self._waves:
            likely = self._landed(wave, held[wave.coast], walls.get(wave.coast, 0))
            if likely > likely_at.get(wave.coast, 0.0):
                likely_at[wave.coast], before[wave.coast], whose[wave.coast] = likely, wave.coast, threat
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

    def _opening(self, threat: Threat, frm: int, here: int, fronts: int, held: int, fort: int) -> float:
        """How well it gets into an adjacent place, after all fire that forts do not absorb."""
        winter = self._winter(threat, frm)
        lost = max(0.0, self._mean_fire(winter) * min(fronts, threat.groups) - fort)
        left = int(max(held * STUBBORN, held - lost))
        return self._soft(threat, frm, here, winter + SLOPE * held, left if held else 1)

    def _landed(self, wave: Wave, held: int, fort: int) -> float:
        """How well it gets ashore."""
        outlook = self._outlook
        left = int(max(held * STUBBORN, held - max(0.0, wave.fire - fort))) if held else 1
        need = outlook.world.tables.reach(wave.strength, left)
        die = need - outlook.effects[wave.coast].advance - SLOPE * held
        return outlook.style.shore * min(1.0, max(FLOOR, die / SCALE))

    def _mean_fire(self, winter: int) -> float:
        """What the heaviest fire takes on average."""
        if winter not in self._fire:
            tables = self._outlook.world.tables
            self._fire[winter] = mean_losses(tables, tables.most, winter)
        return self._fire[winter]

    def _soft(self, threat: Threat, frm: int, here: int, modifier: float, against: int) -> float:
        """The chance of an advance, smoothed, so that more resistance always helps a little."""
        effects = self._outlook.effects
        key = (threat.mechanized, effects[frm].leaving)
        row = self._rows.get(key)
        if row is None:
            advance = self._outlook.world.tables.advance
            row = self._rows[key] = advance[min(counted(*key), len(advance) - 1)]
        need = row[min(against, len(row) - 2) + 1] - modifier - effects[here].advance
        return min(1.0, max(FLOOR, need / SCALE))

    def way(self, fear: Fear, here: int) -> list[int]:
        """Our places on the enemy's route to a place, including that place."""
        found = [here]
        while (here := fear.before[here]) in fear.before and here not in found:
            found.append(here)
        return found
