"""Screens: ways to a capital that our own moves would open to tanks, or to a landing.

What the enemy can strike with is worked out on the board as it is. But where our troops march away, tanks drive
through to what lies behind, and where our ships leave, transports come. So the planned position is looked at once
more: a unit left on the road stops tanks, and otherwise the capital needs its garrison after all.
"""

from sandtable.bots.planner.deployment import Deployment, Party
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.reach import Coalition, Reach
from sandtable.bots.planner.terrain import Force

TOLERATED = 0.03
"""By how much the chance to lose a capital may grow."""


class Screens:
    """Looks after the roads to a side's capitals at the end of a power's move."""

    def __init__(self, deployment: Deployment) -> None:
        self.deployment = deployment
        self.stance = deployment.stance
        self.terrain = deployment.terrain
        self.roster = deployment.roster
        self.side, self.power = deployment.side, deployment.power
        self.posted: dict[int, int] = {}
        """The territories where a unit stays to bar a road, and the capital behind each."""

    def close(self) -> bool:
        """Leave units on roads that would be open; True if a capital is still in more danger than it seemed."""
        worse = False
        for capital in self.terrain.capital:
            if not self.stance.field.held_by(capital, self.side):
                continue
            planned = self._planned()
            if not self._near(capital) and not self._uncovered(capital, planned):
                continue
            loss = self._loss(capital, planned)
            if loss <= self._expected(capital) + TOLERATED:
                continue
            worse |= not self._bar(capital, planned, loss)
        if worse:
            self._see(self._planned())
        return worse

    def _near(self, capital: int) -> bool:
        """Whether fast enemies could get to a capital if no road were barred."""
        for space, here in enumerate(self.stance.field.force):
            far = self.terrain.marches[space][capital]
            for power, counts in here.items():
                if power in self.stance.enemies:
                    moves = self.stance.field.moves[power]
                    if any(n and self.roster.blitz[u] and 1 < far <= moves[u] for u, n in enumerate(counts)):
                        return True
        return False

    def _uncovered(self, capital: int, planned: Field) -> bool:
        """Whether ships that keep landings away from a capital leave."""
        now, foe = self.stance.field, self.stance.foe
        zones = [zone for zone in self.terrain.coasts[capital] if self.terrain.is_sea[zone]]
        return any(now.barred(zone, foe) and not planned.barred(zone, foe) for zone in zones)

    def _planned(self) -> Field:
        """The board after the planned moves."""
        field = self.stance.field.copy()
        sides = self.terrain.side
        for space in range(self.terrain.size):
            own = list(self.deployment.here[space])
            for power, counts in field.force[space].items():
                if sides[power] == self.side and power != self.power:
                    own = [n - m for n, m in zip(own, counts, strict=True)]
            if any(own) or self.power in field.force[space]:
                field.force[space][self.power] = own
        return field

    def _blows(self, field: Field) -> list[Reach]:
        return [Reach(field, power, bold=True) for power in self.stance.enemies]

    def _loss(self, capital: int, field: Field) -> float:
        """The chance to lose a capital on a board."""
        garrison: Force = tuple(self.deployment.here[capital])
        return max(
            (
                self.stance.duels.fight(self.stance.flak.thinned(blow, capital), garrison, False).capture
                for reach in self._blows(field)
                if any(blow := reach.force(capital))
            ),
            default=0.0,
        )

    def _expected(self, capital: int) -> float:
        """The same, by what was known when the moves were planned."""
        return self.stance.loss_chance(capital, tuple(self.deployment.here[capital]))

    def _bar(self, capital: int, planned: Field, loss: float) -> bool:
        """Leave the unit on a road that helps most; False if none makes the capital safe again."""
        best: tuple[float, Party, int, int] | None = None
        for road in self.terrain.roads[capital]:
            if not planned.held_by(road, self.side) or any(planned.of_side(road, self.side)):
                continue
            found = self._sentry(road, capital)
            if found is None:
                continue
            price, party, start = found
            planned.add(road, self.power, party.unit, 1)
            saved = loss - self._loss(capital, planned)
            planned.add(road, self.power, party.unit, -1)
            value = saved * self.stance.worth[capital] * self.stance.style.guard - price
            if saved > TOLERATED and (best is None or value > best[0]):
                best = value, party, start, road
        if best is None or best[0] <= 0:
            return False
        _, party, start, road = best
        self.deployment.move(party, start, road, 1)
        self.posted[road] = capital
        return self._loss(capital, self._planned()) <= self._expected(capital) + TOLERATED

    def _sentry(self, road: int, capital: int) -> tuple[float, Party, int] | None:
        """The cheapest unit that can stand on a road, what that costs, and where it was to go."""
        found = [
            (
                self.roster.cost[party.unit]
                + self.deployment.stand(party.unit, start)
                - self.deployment.stand(party.unit, road),
                party.space != road,
                party,
                start,
            )
            for party, where in self.deployment.target.items()
            if self.roster.land[party.unit] and road in self.deployment.options(party)
            for start, count in where.items()
            if count and start not in (road, capital)
        ]
        if not found:
            return None
        price, _, party, start = min(found)
        return price, party, start

    def _see(self, planned: Field) -> None:
        """From now on the enemy is expected to use the roads that are open."""
        stance = self.stance
        blows = self._blows(planned)
        if any(isinstance(threat, Coalition) for threat in stance.threats):
            stance.threats[:1] = [Coalition(blows)]
        else:
            stance.threats[: len(blows)] = blows
        stance.forget()
