"""Convoys: transports load waiting troops and take them where they are needed, with or without an escort."""

from typing import NamedTuple

from sandtable.area.forces import Piece
from sandtable.bots.planner.deployment import Changes, Deployment, Party
from sandtable.bots.planner.draft import Way, sail
from sandtable.bots.planner.terrain import FAR

BETTER = 0.02
"""A voyage must be worth more than this, or the ships stay."""


LOAD = 2
"""Troops per transport."""
REMOTE = 0.3
"""How much less a quay is worth for each turn farther from the aim."""
WALK = 3.0
"""Turns a ship must save troops to be worth waiting for; those that can walk can do without."""
FARE = 1.5
"""Turns that a landing must save troops that will need a ship again after it."""
EAGER = 2.0
"""How much more a turn means to a transport than to other units of its price: it carries more than that."""
REGULAR = 2
"""Number of transports that a factory can fill every turn."""


class Trip(NamedTuple):
    """A transport's voyage: the ship, its route, which units board where, and where they land (-1: nowhere)."""

    ship: Piece
    way: Way
    loads: tuple[tuple[int, int, int], ...]
    """Zone, coast and unit type of each unit that boards."""
    ashore: int


class Quay(NamedTuple):
    """A zone next to troops that wait for ships: how many, and whether new ones come every turn."""

    zone: int
    troops: float
    factory: bool
    turns: float
    """From here to the aim."""
    saved: float
    """How many turns a ship saves the waiting troops, compared with walking."""

    def worth(self, ships: int) -> float:
        """The value of one more transport there, in turns saved, given how many are already there."""
        left = max(0.0, self.troops - LOAD * ships)
        worth = min(2.0, 0.5 * left) + (0.7 if self.factory and ships < REGULAR else 0.0)
        return worth * min(1.0, self.saved / WALK) - REMOTE * self.turns


class Escort(NamedTuple):
    """Warships that go with a convoy, and their planned positions so far."""

    party: Party
    start: int
    number: int


class Convoys:
    """Plans the voyages of one power's transports."""

    def __init__(self, deployment: Deployment) -> None:
        self.deployment = deployment
        self.stance = deployment.stance
        self.terrain = deployment.terrain
        self.roster = deployment.roster
        self.side, self.power = deployment.side, deployment.power
        self.name = self.terrain.powers[self.power]
        self.trips: list[Trip] = []
        self.moored: dict[int, int] = {}
        """Ships planned to be ready at each quay."""
        self.quays = self._quays()

    def send(self) -> None:
        """Transports load waiting troops and take them where they are needed, with or without an escort."""
        groups: dict[tuple[int, bool], list[Piece]] = {}
        for zone, ship in self.deployment.ships:
            groups.setdefault((zone, not ship.cargo), []).append(ship)
        # Loaded ships go first: waiting troops are left to the empty ones.
        for zone, empty in sorted(groups, key=lambda g: (g[1], -len(groups[g]), g[0])):
            self._sail_convoy(zone, groups[zone, empty])

    def _escort(self, end: int) -> list[Escort]:
        """Warships that could be in a zone this turn and aren't planned to be there yet, carriers with planes."""
        found = []
        for party, where in self.deployment.target.items():
            if not self.roster.sea[party.unit] or end not in self.deployment.options(party):
                continue
            for start, n in where.items():
                if start == end:
                    continue
                if self.deployment.may_leave(party, start, n):
                    found.append(Escort(party, start, n))
                elif riders := self._riders(start, end, n * self.roster.decks[party.unit]):
                    found += [Escort(party, start, n), *riders]
        return found

    def _riders(self, start: int, end: int, places: int) -> list[Escort]:
        """The planes planned to land on carriers in a zone, if all of them can land in another instead."""
        here = [e for e in self._planes(end) if e.start == start]
        due = sum(w.get(start, 0) for p, w in self.deployment.target.items() if self.roster.air[p.unit])
        return here if 0 < sum(e.number for e in here) == due <= places else []

    def _planes(self, zone: int) -> list[Escort]:
        """Planes that could land on a carrier in a zone, the nearest first."""
        found = []
        for party, where in self.deployment.target.items():
            far = self.terrain.flights[party.space].get(zone, 99)
            if self.roster.perches[party.unit] and far <= party.points:
                found += [(far, Escort(party, start, n)) for start, n in where.items() if start != zone]
        return [escort for _, escort in sorted(found)]

    def _covered(self, escort: list[Escort], end: int) -> list[Escort]:
        """The escort, plus as many planes as its carriers have room for."""
        places = self.deployment.free(end)
        for party, _, n in escort:
            places += n * (self.roster.decks[party.unit] - self.roster.air[party.unit])
        found = list(escort)
        for party, start, n in self._planes(end):
            if (
                places >= 1
                and not self.terrain.is_sea[start]
                and not any(e.party == party and e.start == start for e in escort)
            ):
                some = min(n, int(places))
                found.append(Escort(party, start, some))
                places -= some
        return found

    def _sail_convoy(self, zone: int, ships: list[Piece]) -> None:
        best: tuple[float, list[Trip], list[Escort], int] = (BETTER, [], [], zone)
        unit = self.roster.index[ships[0].unit]
        points = min(self.roster.move[self.roster.index[s.unit]] - s.used for s in ships)
        for end in self.deployment.sea_options(Party(zone, unit, points)):
            way = sail(self.stance.field, self.side, zone, end, points, False)
            if way is None:
                continue
            trips = self._trips(zone, ships, way)
            everybody = self._escort(end)
            near = [e for e in everybody if e.start == zone]
            choices = [everybody, []]
            if near and len(near) < len(everybody):
                choices.append(near)
            covered = self._covered(everybody, end)
            if len(covered) > len(everybody):
                choices.append(covered)
            for escort in choices:
                # What the warships gain by going there alone is not to the convoy's credit.
                alone = max(0.0, self._convoy_worth(zone, end, [], escort)) if escort else 0.0
                value = self._convoy_worth(zone, end, trips, escort) - alone
                if value > best[0]:
                    best = (value, trips, escort, end)
        _, trips, escort, end = best
        if not trips and not escort:
            self._moor(zone, len(ships))
            return
        self._moor(end, len(trips))
        changes, cargo = self._convoy_changes(zone, end, trips, escort)
        self.deployment.apply(changes, cargo)
        for party, start, n in escort:
            self.deployment.retarget(party, start, end, n)
        for trip in trips:
            self.trips.append(trip)
            for _, coast, who in trip.loads:
                self.deployment.leave(coast, who)

    def _trips(self, zone: int, ships: list[Piece], way: Way) -> list[Trip]:
        """The best these transports can do on one route: what they load, and where they land it."""
        end = way[-1]
        field = self.stance.field
        coasts = [
            c
            for c in self.terrain.coasts[end]
            if field.held_by(c, self.side) and c not in field.closed[self.power]
        ]
        waiting = {
            (c, p.unit): n
            for z in way
            for c in self.terrain.coasts[z]
            for p, where in self.deployment.target.items()
            if self.roster.land[p.unit] and p.space == c and (n := where.get(c, 0)) > 0
        }
        trips = []
        for ship in ships:
            old = [self.roster.index[c.unit] for c in ship.cargo if c.power == self.name]
            loads: list[tuple[int, int, int]] = []
            shore = self._shore(coasts, end, old)
            if len(old) < 2:
                loads = self._boarding(ship, way, waiting, coasts, end)
                for _, coast, who in loads:
                    waiting[coast, who] -= 1
                shore = self._shore(coasts, end, old + [u for _, _, u in loads])
                if shore >= 0 and any(c == shore for _, c, _ in loads):
                    loads = []
            trips.append(Trip(ship, way, tuple(loads), shore if old or loads else -1))
        return trips

    def _shore(self, coasts: list[int], zone: int, cargo: list[int]) -> int:
        """The best place to land cargo; -1 if it is better off aboard."""
        if not cargo:
            return -1
        unit = cargo[0]
        best = max(coasts, key=lambda c: (self.deployment.stand(unit, c), c), default=-1)
        if best >= 0 and self.deployment.stand(unit, best) < self.stance.afloat_worth(unit, zone):
            return -1
        return best

    def _boarding(
        self, ship: Piece, way: Way, waiting: dict[tuple[int, int], int], coasts: list[int], end: int
    ) -> list[tuple[int, int, int]]:
        """Which units board: those that gain most by being transported."""
        roster = self.roster
        cargo = [c.unit for c in ship.cargo]
        kind = roster.index[ship.unit]
        chosen: list[tuple[int, int, int]] = []
        gains = []
        for (coast, unit), n in waiting.items():
            zone = next((z for z in way if coast in self.terrain.coasts[z]), None)
            if n < 1 or zone is None:
                continue
            there = max(
                [
                    self.stance.afloat_worth(unit, end),
                    *(self.deployment.stand(unit, c) - self._fare(unit, c) for c in coasts if c != coast),
                ]
            )
            gains.append((there - self.deployment.stand(unit, coast), zone, coast, unit))
        for worth, zone, coast, unit in sorted(gains, key=lambda g: (-g[0], g[1:])):
            for _ in range(2):
                taken = sum(c == coast and u == unit for _, c, u in chosen)
                names_ = [roster.names[u] for _, _, u in chosen]
                if (
                    worth > 0
                    and taken < waiting[coast, unit]
                    and roster.room(kind, [*cargo, *names_], [roster.names[unit]])
                ):
                    chosen.append((zone, coast, unit))
        return chosen

    def _convoy_changes(
        self, zone: int, end: int, trips: list[Trip], escort: list[Escort]
    ) -> tuple[Changes, dict[int, float]]:
        changes: Changes = {zone: {}, end: {}}
        cargo: dict[int, float] = {zone: 0.0, end: 0.0}

        def shift(space: int, unit: int, n: float) -> None:
            there = changes.setdefault(space, {})
            there[unit] = there.get(unit, 0.0) + n

        for trip in trips:
            ship = self.roster.index[trip.ship.unit]
            shift(zone, ship, -1)
            shift(end, ship, 1)
            old = [self.roster.index[c.unit] for c in trip.ship.cargo if c.power == self.name]
            for unit in old:
                cargo[zone] -= self.roster.cost[unit]
            for _, coast, unit in trip.loads:
                shift(coast, unit, -1)
                old.append(unit)
            for unit in old:
                if trip.ashore >= 0:
                    shift(trip.ashore, unit, 1)
                else:
                    cargo[end] += self.roster.cost[unit]
        for party, start, n in escort:
            shift(start, party.unit, -n)
            shift(end, party.unit, n)
        return changes, cargo

    def _convoy_worth(self, zone: int, end: int, trips: list[Trip], escort: list[Escort]) -> float:
        changes, cargo = self._convoy_changes(zone, end, trips, escort)
        value = self.deployment.gain(changes, cargo)
        for number, trip in enumerate(trips):
            ship = self.roster.index[trip.ship.unit]
            nearer = self._haven(end, number)[0] - self._haven(zone, number)[0]
            value += EAGER * self.roster.cost[ship] * self.stance.style.zeal * nearer
            old = [self.roster.index[c.unit] for c in trip.ship.cargo if c.power == self.name]
            for unit in old:
                value -= self.stance.afloat_worth(unit, zone)
            for _, coast, unit in trip.loads:
                value -= self.deployment.stand(unit, coast)
            for unit in [*old, *(u for _, _, u in trip.loads)]:
                value += (
                    self.deployment.stand(unit, trip.ashore)
                    - (self._fare(unit, trip.ashore) if trip.loads else 0.0)
                    if trip.ashore >= 0
                    else self.stance.afloat_worth(unit, end)
                )
        for party, start, n in escort:
            value += n * (self.deployment.stand(party.unit, end) - self.deployment.stand(party.unit, start))
        return value

    def _fare(self, unit: int, shore: int) -> float:
        """What the passage to a shore costs from which a unit has to board again to get any farther."""
        if self.terrain.marches[shore][self.stance.aim] < FAR:
            return 0.0
        return FARE * self.stance.style.zeal * self.roster.cost[unit]

    def _haven(self, zone: int, number: int) -> tuple[float, int]:
        """The value of one more empty transport in a zone, in turns, and for which quay: near waiting troops."""
        steps = self.terrain.voyages[zone]
        return max(
            (
                (quay.worth(self.moored.get(quay.zone, 0) + number) - 0.5 * steps[quay.zone], quay.zone)
                for quay in self.quays
            ),
            default=(0.0, zone),
        )

    def _moor(self, zone: int, ships: int) -> None:
        """Note that ships will be there for the waiting troops."""
        for _ in range(ships):
            quay = self._haven(zone, 0)[1]
            self.moored[quay] = self.moored.get(quay, 0) + 1

    def _bound_for(self, party: Party, start: int) -> int:
        """Where troops will walk this turn, so that ships can meet them there."""
        if start != party.space:
            return start
        stand = self.deployment.stand
        best = max(self.deployment.options(party), key=lambda s: (stand(party.unit, s), -s))
        return best if stand(party.unit, best) > stand(party.unit, start) else start

    def _quays(self) -> list[Quay]:
        """Zones where troops wait for transport, including on a partner's coast."""
        found = []
        stance, terrain = self.stance, self.terrain
        waiting: dict[int, int] = {}
        for party, where in self.deployment.target.items():
            for start, n in where.items() if self.roster.land[party.unit] else ():
                coast = self._bound_for(party, start)
                waiting[coast] = waiting.get(coast, 0) + n
        for zone in range(terrain.size):
            best: Quay | None = None
            for coast in terrain.coasts[zone] if terrain.is_sea[zone] else ():
                if not stance.field.held_by(coast, self.side):
                    continue
                saved = terrain.marches[coast][stance.aim] - terrain.travel[zone][stance.aim] - 1
                troops = waiting.get(coast, 0)
                factory = stance.field.factory[coast] and stance.field.control[coast] == self.power
                if saved > 0 and (troops or factory):
                    quay = Quay(zone, troops, factory, terrain.travel[zone][stance.aim], saved)
                    if best is None or quay.worth(0) > best.worth(0):
                        best = quay
            if best is not None:
                found.append(best)
        return found
