"""The noncombat move: every unit goes where it is safe or useful, by trying places until none is better."""

from sandtable.bots.brake import Brake
from sandtable.bots.planner.convoys import Convoys
from sandtable.bots.planner.deployment import Deployment, Party
from sandtable.bots.planner.screens import Screens

PATIENCE = 0.02
"""A move must be worth more than this, or the units stay."""


class Redeployment:
    """Plans the noncombat move of one power."""

    def __init__(self, deployment: Deployment, passes: int, brake: Brake) -> None:
        self.deployment = deployment
        self.convoys = Convoys(deployment)
        self.stance = deployment.stance
        self.terrain = deployment.terrain
        self.roster = deployment.roster
        self.passes = passes
        self.brake = brake
        self.held: dict[int, str] = {}
        """Capitals that troops are brought to, and why."""
        self.screens: dict[int, int] = {}
        """Where a unit stays to bar the road to a capital."""

    def plan(self) -> None:
        """Plan the moves of all units."""
        self._save_planes()
        self._man_capitals()
        self.convoys.send()
        for turn in range(self.passes):
            better = self._rally() if turn < 2 else False
            for party in sorted(self.deployment.parties, key=lambda p: (self.roster.air[p.unit], p)):
                if self.brake.pulled:
                    self._close_roads()
                    self._explain()
                    return
                better |= self._improve(party)
            if not better:
                break
        self._close_roads()
        self._explain()

    def _save_planes(self) -> None:
        """Air units that can't stay where they are go to the best place in range; the neediest choose first."""
        flying = [
            p
            for p in self.deployment.parties
            if self.roster.air[p.unit] and (self.terrain.is_sea[p.space] or not self.deployment.safe(p.space))
        ]
        for party in flying:
            self.deployment.target[party] = {}
            self.deployment.here[party.space][party.unit] -= self.deployment.parties[party]
        for party in sorted(flying, key=lambda p: (len(self.deployment.options(p)), p)):
            for _ in range(self.deployment.parties[party]):
                places = [
                    s
                    for s in self.deployment.options(party)
                    if not self.terrain.is_sea[s] or self.deployment.free(s) >= 1
                ]
                if not places:
                    places = self._call_carrier(party)
                place = max(places, key=lambda s: (self._landing_worth(party.unit, s), -s), default=party.space)
                self.deployment.here[place][party.unit] += 1
                self.deployment.target[party][place] = self.deployment.target[party].get(place, 0) + 1

    def _landing_worth(self, unit: int, space: int) -> float:
        return self.deployment.gain({space: {unit: 1}}) + self.deployment.stand(unit, space)

    def _call_carrier(self, party: Party) -> list[int]:
        """Bring a carrier to an air unit that can reach no other place."""
        if not self.roster.perches[party.unit]:
            return []
        in_range = {s for s, far in self.terrain.flights[party.space].items() if far <= party.points}
        for ship in sorted(self.deployment.parties):
            room = self.roster.decks[ship.unit]
            if (
                not room
                or self.deployment.target[ship].get(ship.space, 0) < 1
                or self.deployment.free(ship.space) < room
            ):
                continue
            zones = [z for z in self.deployment.options(ship) if z in in_range and z != ship.space]
            if zones:
                zone = min(
                    zones,
                    key=lambda z: (self.deployment.peril(z, self.deployment.here[z], self.deployment.hold[z]), z),
                )
                self.deployment.move(ship, ship.space, zone, 1)
                self.deployment.pin(ship, zone)
                return [zone]
        return []

    def _improve(self, party: Party) -> bool:
        """Move some of a party to a better place, if there is one."""
        better = False
        for start in list(self.deployment.target[party]):
            count = self.deployment.target[party].get(start, 0)
            if count < 1:
                continue
            places = [p for p in self.deployment.options(party) if p != start]
            for some in dict.fromkeys((count, 1)) if count > 1 else (1,):
                if self.deployment.target[party].get(start, 0) < some:
                    continue
                if self._shift_best(party, start, some, places):
                    better = True
                    break
        return better

    def _shift_best(self, party: Party, start: int, count: int, places: list[int]) -> bool:
        unit = party.unit
        if self.roster.decks[unit] and self.deployment.free(start) < self.roster.decks[unit] * count:
            return False  # its planes will land here
        best, where = PATIENCE * count, -1
        for place in places:
            if self.terrain.is_sea[place] and self.roster.air[unit] and self.deployment.free(place) < count:
                continue
            value = self.deployment.gain({start: {unit: -count}, place: {unit: count}})
            value += count * (self.deployment.stand(unit, place) - self.deployment.stand(unit, start))
            if value > best:
                best, where = value, place
        if where < 0:
            return False
        self.deployment.move(party, start, where, count)
        return True

    def _man_capitals(self) -> None:
        """Bring all available units to a capital that would be lost otherwise, whatever their better places."""
        for capital in self.terrain.capital:
            if not self.stance.field.held_by(capital, self.stance.side):
                continue
            who = [
                (party, start)
                for party, where in self.deployment.target.items()
                if capital in self.deployment.options(party) and not self.roster.sea[party.unit]
                for start, count in where.items()
                if start != capital and count
            ]
            for some in (who, [one for one in who if self.roster.land[one[0].unit]]):
                if some and self._gather(capital, some, willing=False):
                    self.held[capital] = ""
                    break

    def _close_roads(self) -> None:
        """No tanks drive to a capital where our own troops have just marched away."""
        screens = Screens(self.deployment)
        if screens.close():
            self._man_capitals()
        self.screens = screens.posted

    def _explain(self) -> None:
        """Explain why capitals are manned, with the final numbers there."""
        for capital in self.held:
            here = sum(self.deployment.here[capital])
            coming = max(sum(threat.force(capital)) for threat in self.stance.threats)
            name = self.terrain.names[capital]
            self.held[capital] = f"hold {name}: {here:.0f} against {coming:.0f} that can come"

    def _rally(self) -> bool:
        """Bring all available units to one space: a stack is safe where its parts are not."""
        better = False
        goals: dict[int, list[tuple[Party, int]]] = {}
        for party, where in self.deployment.target.items():
            if self.roster.air[party.unit]:
                continue
            for goal in self.deployment.options(party):
                for start, count in where.items():
                    if goal != start and count:
                        goals.setdefault(goal, []).append((party, start))
        ranked = sorted(goals, key=lambda g: (-self.stance.pull[g], g))[: 6 * self.passes]
        for goal in ranked:
            better |= self._gather(goal, goals[goal])
        return better

    def _gather(self, goal: int, who: list[tuple[Party, int]], willing: bool = True) -> bool:
        """Bring these to a space if that is better overall; ``willing``: only units better placed there."""
        changes: dict[int, dict[int, float]] = {goal: {}}
        value = 0.0
        coming: list[tuple[Party, int, int]] = []
        for party, start in who:
            count = self.deployment.target[party].get(start, 0)
            unit = party.unit
            if not count or (
                self.roster.decks[unit] and self.deployment.free(start) < self.roster.decks[unit] * count
            ):
                continue
            if (
                willing
                and self.deployment.stand(unit, goal) <= self.deployment.stand(unit, start)
                and not self.roster.sea[unit]
            ):
                continue
            coming.append((party, start, count))
            here = changes.setdefault(start, {})
            here[unit] = here.get(unit, 0.0) - count
            changes[goal][unit] = changes[goal].get(unit, 0.0) + count
            value += count * (self.deployment.stand(unit, goal) - self.deployment.stand(unit, start))
        if not coming or value + self.deployment.gain(changes) <= PATIENCE * len(coming):
            return False
        for party, start, count in coming:
            self.deployment.move(party, start, goal, count)
        return True
