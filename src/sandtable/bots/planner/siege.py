"""Sieges: what it costs to march away from a capital that enemies can strike the turn after next.

An army two marches away strikes nobody this turn, so the danger to a capital doesn't show it. But an army of our
own that is two marches away by then can't be back in time.
"""

from collections.abc import Iterable, Mapping

from sandtable.bots.planner.assault import Assault, Key
from sandtable.bots.planner.stance import Stance
from sandtable.bots.planner.terrain import Force

TURNS = 2
"""How far away in turns an enemy may be to count."""
ASIDE = 1.5
"""Planes count if their target is within this many times their range."""


class Siege:
    """The capitals of a side that enemies can strike within two turns, and who can be there by then."""

    def __init__(self, stance: Stance, placed: Mapping[int, Mapping[int, int]]) -> None:
        self.stance = stance
        self.terrain = stance.terrain
        self.roster = stance.terrain.roster
        self.coming: dict[int, list[dict[Key, float]]] = {}
        """The besiegers of each capital: those of each power by space and type."""
        self.full: dict[int, Force] = {}
        """Its possible defenders, if nobody marches away."""
        for capital in self.terrain.capital:
            if stance.field.held_by(capital, stance.side):
                coming = [found for p in stance.enemies if (found := self._besiegers(p, capital))]
                if coming:
                    self.coming[capital] = coming
                    self.full[capital] = self._defenders(capital, placed.get(capital, {}))

    def _besiegers(self, power: int, capital: int) -> dict[Key, float]:
        """The units of a power that can strike a capital within two turns, if there are troops among them."""
        terrain, roster, moves = self.terrain, self.roster, self.stance.field.moves[power]
        found: dict[Key, float] = {}
        for space, here in enumerate(self.stance.field.force):
            for unit, n in enumerate(here.get(power, ())):
                if n <= 0:
                    continue
                far = (
                    terrain.flights[space].get(capital, 99) / ASIDE
                    if roster.air[unit]
                    else terrain.marches[space][capital] / TURNS
                    if roster.land[unit]
                    else terrain.size
                )
                if far <= moves[unit]:
                    found[space, unit] = n
        return found if any(self.roster.land[unit] for _, unit in found) else {}

    def returns(self, space: int, unit: int, capital: int) -> bool:
        """Whether a unit of ours in a space can be in the capital after our next turn."""
        roster, terrain = self.roster, self.terrain
        if roster.air[unit]:
            return terrain.flights[space].get(capital, 99) <= roster.move[unit]
        return roster.land[unit] and terrain.marches[space][capital] <= roster.move[unit]

    def _defenders(self, capital: int, placed: Mapping[int, int]) -> Force:
        force = [float(placed.get(unit, 0)) for unit in range(self.roster.count)]
        for space, here in enumerate(self.stance.field.force):
            for power, counts in here.items():
                if self.terrain.side[power] == self.stance.side:
                    for unit, n in enumerate(counts):
                        if n > 0 and self.returns(space, unit, capital):
                            force[unit] += n
        return tuple(force)

    def _danger(self, capital: int, force: Force, gone: frozenset[int]) -> float:
        """What the enemy stands to gain; nothing comes from the spaces in ``gone``."""
        stance, worst = self.stance, 0.0
        for units in self.coming[capital]:
            blow = [0.0] * self.roster.count
            for (space, unit), n in units.items():
                if space not in gone:
                    blow[unit] += n
            if any(n and self.roster.land[u] for u, n in enumerate(blow)):
                worst = max(worst, stance.duels.fight(tuple(blow), force, False).capture)
        return worst * stance.style.guard * stance.worth[capital]

    def price(self, assaults: Iterable[Assault], gone: frozenset[int]) -> float:
        """How much more the enemy stands to gain at capitals because attacks lead troops too far away."""
        total = 0.0
        assaults = list(assaults)
        for capital, full in self.full.items():
            left = list(full)
            for assault in assaults:
                for (space, unit), n in assault.leaving().items():
                    if (
                        self.roster.land[unit]
                        and self.returns(space, unit, capital)
                        and not self.returns(assault.target, unit, capital)
                    ):
                        left[unit] -= n
            rest = tuple(max(0.0, n) for n in left)
            if rest != full:
                total += max(0.0, self._danger(capital, rest, gone) - self._danger(capital, full, gone))
        return total
