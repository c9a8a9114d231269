"""The noncombat move: every unit to where it is safe or worth its price, by trying places until none is better.

One measure judges everything: what units are worth where they stand, less what the enemy's best blows would cost.
So a capital is held, a stack is not offered for a cheap trade, and a fleet does not guard an empty sea.
"""

from random import Random
from typing import NamedTuple

from sandtable.area.actions import Done, Land, Load, Move, Pick, Voyage
from sandtable.area.forces import Piece
from sandtable.bots.planner.brake import Brake
from sandtable.bots.planner.draft import Draft, Way, flight, march, names, sail
from sandtable.bots.planner.stance import Stance

AFLOAT = 0.8
"""Turns that it costs to be aboard a ship rather than ashore."""
PATIENCE = 0.02
"""A move must be worth more than this, or everybody stays."""


class Party(NamedTuple):
    """Like units that can still move: where they are, of which type, with which movement left."""

    space: int
    unit: int
    points: int


class Trip(NamedTuple):
    """A transport's voyage: the ship, its way, who boards where, and where they go ashore (-1: nowhere)."""

    ship: Piece
    way: Way
    loads: tuple[tuple[int, int, int], ...]
    """Zone, coast and unit type of everybody who boards."""
    ashore: int


class Escort(NamedTuple):
    """Warships that go with a convoy: who, and where they are to be so far."""

    party: Party
    start: int
    number: int


class Redeployment:
    """Plans and orders the noncombat move of one power."""

    def __init__(
        self,
        stance: Stance,
        draft: Draft,
        arrivals: dict[int, dict[int, int]],
        passes: int,
        rng: Random,
        brake: Brake,
    ) -> None:
        self.stance = stance
        self.draft = draft
        self.terrain = stance.terrain
        self.roster = stance.terrain.roster
        self.passes = passes
        self.rng = rng
        self.brake = brake
        self.side, self.power = stance.side, stance.power
        field = stance.field
        self.here = [list(field.of_side(s, self.side)) for s in range(self.terrain.size)]
        for space, units in arrivals.items():
            for unit, n in units.items():
                self.here[space][unit] += n
        self.hold = [field.cargo_worth(s, self.side) for s in range(self.terrain.size)]
        self.parties: dict[Party, int] = {}
        self.ships: list[tuple[int, Piece]] = []
        self.decks: dict[int, float] = {}
        """Places for planes on own carriers, by the zone where each carrier is to be."""
        self._muster()
        self.target: dict[Party, dict[int, int]] = {}
        """Where the units of each party are to go."""
        self.trips: list[Trip] = []
        self._options: dict[Party, list[int]] = {}
        self.quays = self._quays()

    # who can move

    def _muster(self) -> None:
        roster, terrain = self.roster, self.terrain
        for name, pieces in self.draft.state.stacks.items():
            space = terrain.index[name]
            for piece, count in pieces:
                if piece.power != self.draft.power:
                    continue
                unit = roster.index[piece.unit]
                points = roster.move[unit] - piece.used
                if roster.decks[unit] and terrain.is_sea[space]:
                    free = roster.decks[unit] - sum(roster.air[roster.index[c.unit]] for c in piece.cargo)
                    self.decks[space] = self.decks.get(space, 0.0) + free * count
                if roster.air[unit]:
                    if not piece.landed:
                        self._join(Party(space, unit, points), count)
                elif piece.moved or points <= 0 or self._overlooked():
                    continue
                elif roster.lifts[unit]:
                    if not piece.offloaded and not piece.retreated:
                        self.ships += [(space, piece)] * count
                elif roster.sea[unit] or not piece.used:
                    self._join(Party(space, unit, points), count)

    def _overlooked(self) -> bool:
        lapse = self.stance.manner.lapse
        return lapse > 0 and self.rng.random() < lapse

    def free(self, zone: int) -> float:
        """Places on carriers in a zone that no plane is to land on yet."""
        places = self.decks.get(zone, 0.0)
        if places:
            air = self.roster.air
            places -= sum(where.get(zone, 0) for party, where in self.target.items() if air[party.unit])
        return places

    def _join(self, party: Party, count: int) -> None:
        self.parties[party] = self.parties.get(party, 0) + count

    def options(self, party: Party) -> list[int]:
        """Where units of a party may end the turn."""
        known = self._options.get(party)
        if known is None:
            roster = self.roster
            if roster.land[party.unit]:
                known = self._land_options(party)
            elif roster.air[party.unit]:
                known = self._air_options(party)
            else:
                known = self._sea_options(party)
            self._options[party] = known
        return known

    def _land_options(self, party: Party) -> list[int]:
        field, found, frontier = self.stance.field, {party.space}, [party.space]
        for _ in range(party.points):
            frontier = [
                t
                for h in frontier
                for t in self.terrain.roads[h]
                if t not in found and field.held_by(t, self.side)
            ]
            found.update(frontier)
        return sorted(found)

    def _safe(self, space: int) -> bool:
        """Whether air units may land in a territory: friendly since the turn began."""
        held = self.draft.state.turn.control.get(self.terrain.names[space])
        return (
            self.stance.field.held_by(space, self.side)
            and held is not None
            and self.terrain.side[self.terrain.power[held]] == self.side
        )

    def _air_options(self, party: Party) -> list[int]:
        found = []
        for space, steps in self.terrain.flights[party.space].items():
            if steps > party.points:
                break
            if (not self.terrain.is_sea[space] and self._safe(space)) or (
                self.terrain.is_sea[space] and self.roster.perches[party.unit] and self.decks.get(space, 0.0) >= 1
            ):
                found.append(space)
        return found

    def _sea_options(self, party: Party) -> list[int]:
        field = self.stance.field
        found, frontier = {party.space}, [party.space]
        sneaks = self.roster.sneaks[party.unit]
        for _ in range(party.points):
            frontier = [
                t
                for h in frontier
                for t in self.terrain.lanes[h]
                if t not in found
                and field.open(h, t, self.side)
                and not (field.hunted(t, self.side) if sneaks else field.barred(t, self.side))
            ]
            found.update(frontier)
        return sorted(found)

    # the measure

    def peril(self, space: int, force: list[float], cargo: float) -> float:
        """What may be lost in a space."""
        if not any(force) and not (self.stance.field.held_by(space, self.side)):
            return 0.0
        return self.stance.concern(space) * self.stance.danger(space, tuple(force), cargo)

    def stand(self, unit: int, space: int) -> float:
        """What a unit is worth in a space for what it can do from there."""
        return self.stance.standing_worth(unit, space)

    def gain(self, changes: dict[int, dict[int, float]], cargo: dict[int, float] | None = None) -> float:
        """How much less would be in danger if these numbers of units were added to these spaces."""
        total = 0.0
        for space, units in changes.items():
            more = cargo.get(space, 0.0) if cargo else 0.0
            if not units and not more:
                continue
            before = self.here[space]
            after = before[:]
            for unit, n in units.items():
                after[unit] += n
            total += self.peril(space, before, self.hold[space])
            total -= self.peril(space, after, self.hold[space] + more)
        return total

    def apply(self, changes: dict[int, dict[int, float]], cargo: dict[int, float] | None = None) -> None:
        """Make changes that were tried."""
        for space, units in changes.items():
            for unit, n in units.items():
                self.here[space][unit] += n
        for space, more in (cargo or {}).items():
            self.hold[space] += more

    # the plan

    def plan(self) -> None:
        """Decide for everybody."""
        for party, count in self.parties.items():
            self.target[party] = {party.space: count}
        self._save_planes()
        self._send_convoys()
        for turn in range(self.passes):
            better = self._rally() if turn < 2 else False
            for party in sorted(self.parties, key=lambda p: (self.roster.air[p.unit], p)):
                if self.brake.pulled:
                    return
                better |= self._improve(party)
            if not better:
                break

    def _save_planes(self) -> None:
        """Air units that are not where they may rest go to the best place in range; the neediest choose first."""
        flying = [
            p
            for p in self.parties
            if self.roster.air[p.unit] and (self.terrain.is_sea[p.space] or not self._safe(p.space))
        ]
        for party in flying:
            self.target[party] = {}
            self.here[party.space][party.unit] -= self.parties[party]
        for party in sorted(flying, key=lambda p: (len(self.options(p)), p)):
            for _ in range(self.parties[party]):
                places = [s for s in self.options(party) if not self.terrain.is_sea[s] or self.free(s) >= 1]
                if not places:
                    places = self._call_carrier(party)
                place = max(places, key=lambda s: (self._landing_worth(party.unit, s), -s), default=party.space)
                self.here[place][party.unit] += 1
                self.target[party][place] = self.target[party].get(place, 0) + 1

    def _landing_worth(self, unit: int, space: int) -> float:
        return self.gain({space: {unit: 1}}) + self.stand(unit, space)

    def _call_carrier(self, party: Party) -> list[int]:
        """Bring a carrier to an air unit that can reach no other place."""
        if not self.roster.perches[party.unit]:
            return []
        in_range = {s for s, far in self.terrain.flights[party.space].items() if far <= party.points}
        for ship in sorted(self.parties):
            room = self.roster.decks[ship.unit]
            if not room or self.target[ship].get(ship.space, 0) < 1 or self.free(ship.space) < room:
                continue
            zones = [z for z in self.options(ship) if z in in_range and z != ship.space]
            if zones:
                zone = min(zones, key=lambda z: (self.peril(z, self.here[z], self.hold[z]), z))
                self._move(ship, ship.space, zone, 1)
                self._pin(ship, zone)
                return [zone]
        return []

    def _pin(self, party: Party, zone: int) -> None:
        """These ships stay where they were called to."""
        self._options[party] = [zone]

    def _improve(self, party: Party) -> bool:
        """Move some of a party to a better place, if there is one."""
        better = False
        for start in list(self.target[party]):
            count = self.target[party].get(start, 0)
            if count < 1:
                continue
            places = [p for p in self.options(party) if p != start]
            for some in dict.fromkeys((count, 1)) if count > 1 else (1,):
                if self.target[party].get(start, 0) < some:
                    continue
                if self._shift_best(party, start, some, places):
                    better = True
                    break
        return better

    def _shift_best(self, party: Party, start: int, count: int, places: list[int]) -> bool:
        unit = party.unit
        if self.roster.decks[unit] and self.free(start) < self.roster.decks[unit] * count:
            return False  # its planes are to land here
        best, where = PATIENCE * count, -1
        for place in places:
            if self.terrain.is_sea[place] and self.roster.air[unit] and self.free(place) < count:
                continue
            value = self.gain({start: {unit: -count}, place: {unit: count}})
            value += count * (self.stand(unit, place) - self.stand(unit, start))
            if value > best:
                best, where = value, place
        if where < 0:
            return False
        self._move(party, start, where, count)
        return True

    def _move(self, party: Party, start: int, end: int, count: int) -> None:
        unit = party.unit
        self.apply({start: {unit: -count}, end: {unit: count}})
        self._retarget(party, start, end, count)

    def _retarget(self, party: Party, start: int, end: int, count: int) -> None:
        """Note that some of a party go to another place than was planned."""
        where = self.target[party]
        where[start] -= count
        if not where[start]:
            del where[start]
        where[end] = where.get(end, 0) + count
        places = count * self.roster.decks[party.unit]
        if places:
            self.decks[start] = self.decks.get(start, 0.0) - places
            self.decks[end] = self.decks.get(end, 0.0) + places
            self._options = {p: o for p, o in self._options.items() if not self.roster.air[p.unit]}

    def _rally(self) -> bool:
        """Bring everybody who can come to one space: a stack is safe where its parts are not."""
        better = False
        goals: dict[int, list[tuple[Party, int]]] = {}
        for party, where in self.target.items():
            if self.roster.air[party.unit]:
                continue
            for goal in self.options(party):
                for start, count in where.items():
                    if goal != start and count:
                        goals.setdefault(goal, []).append((party, start))
        ranked = sorted(goals, key=lambda g: (-self.stance.pull[g], g))[: 6 * self.passes]
        for goal in ranked:
            better |= self._gather(goal, goals[goal])
        return better

    def _gather(self, goal: int, who: list[tuple[Party, int]]) -> bool:
        changes: dict[int, dict[int, float]] = {goal: {}}
        value = 0.0
        coming: list[tuple[Party, int, int]] = []
        for party, start in who:
            count = self.target[party].get(start, 0)
            unit = party.unit
            if not count or (self.roster.decks[unit] and self.free(start) < self.roster.decks[unit] * count):
                continue
            if self.stand(unit, goal) <= self.stand(unit, start) and not self.roster.sea[unit]:
                continue
            coming.append((party, start, count))
            here = changes.setdefault(start, {})
            here[unit] = here.get(unit, 0.0) - count
            changes[goal][unit] = changes[goal].get(unit, 0.0) + count
            value += count * (self.stand(unit, goal) - self.stand(unit, start))
        if not coming or value + self.gain(changes) <= PATIENCE * len(coming):
            return False
        for party, start, count in coming:
            self._move(party, start, goal, count)
        return True

    # convoys

    def _send_convoys(self) -> None:
        """Transports fill up where troops wait and take them where they are wanted, with warships or without."""
        zones: dict[int, list[Piece]] = {}
        for zone, ship in self.ships:
            zones.setdefault(zone, []).append(ship)
        for zone in sorted(zones, key=lambda z: (-len(zones[z]), z)):
            self._sail_convoy(zone, zones[zone])

    def _escort(self, end: int) -> list[Escort]:
        """Every warship that could be in a zone this turn and is not to be there yet."""
        return [
            Escort(party, start, n)
            for party, where in self.target.items()
            if self.roster.sea[party.unit] and end in self.options(party)
            for start, n in where.items()
            if start != end
            and (not self.roster.decks[party.unit] or self.free(start) >= n * self.roster.decks[party.unit])
        ]

    def _sail_convoy(self, zone: int, ships: list[Piece]) -> None:
        best: tuple[float, list[Trip], list[Escort], int] = (PATIENCE, [], [], zone)
        unit = self.roster.index[ships[0].unit]
        points = min(self.roster.move[self.roster.index[s.unit]] - s.used for s in ships)
        for end in self._sea_options(Party(zone, unit, points)):
            way = sail(self.stance.field, self.side, zone, end, points, False)
            if way is None:
                continue
            trips = self._trips(zone, ships, way)
            everybody = self._escort(end)
            near = [e for e in everybody if e.start == zone]
            for escort in (everybody, near, []) if near and len(near) < len(everybody) else (everybody, []):
                value = self._convoy_worth(zone, end, trips, escort)
                if value > best[0]:
                    best = (value, trips, escort, end)
        _, trips, escort, end = best
        if not trips and not escort:
            return
        changes, cargo = self._convoy_changes(zone, end, trips, escort)
        self.apply(changes, cargo)
        for party, start, n in escort:
            self._retarget(party, start, end, n)
        for trip in trips:
            self.trips.append(trip)
            for _, coast, who in trip.loads:
                self._leave(coast, who)

    def _leave(self, coast: int, unit: int) -> None:
        """A unit has gone aboard: it is no longer of its party."""
        for party, where in self.target.items():
            if party.unit == unit and party.space == coast and where.get(coast, 0) > 0:
                where[coast] -= 1
                if not where[coast]:
                    del where[coast]
                self.parties[party] -= 1
                return

    def _trips(self, zone: int, ships: list[Piece], way: Way) -> list[Trip]:
        """The best that these transports can do on one way: whom they load, and where they put them ashore."""
        end = way[-1]
        coasts = [c for c in self.terrain.coasts[end] if self.stance.field.held_by(c, self.side)]
        waiting = {
            (c, p.unit): n
            for z in way
            for c in self.terrain.coasts[z]
            for p, where in self.target.items()
            if self.roster.land[p.unit] and p.space == c and (n := where.get(c, 0)) > 0
        }
        trips = []
        for ship in ships:
            old = [self.roster.index[c.unit] for c in ship.cargo if c.power == self.draft.power]
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

    def _aboard(self, unit: int, zone: int) -> float:
        return self.stand(unit, zone) - AFLOAT * self.roster.cost[unit] * self.stance.manner.zeal

    def _shore(self, coasts: list[int], zone: int, cargo: list[int]) -> int:
        """Where cargo is best put ashore; -1 if it is better off aboard."""
        if not cargo:
            return -1
        unit = cargo[0]
        best = max(coasts, key=lambda c: (self.stand(unit, c), c), default=-1)
        if best >= 0 and self.stand(unit, best) < self._aboard(unit, zone):
            return -1
        return best

    def _boarding(
        self, ship: Piece, way: Way, waiting: dict[tuple[int, int], int], coasts: list[int], end: int
    ) -> list[tuple[int, int, int]]:
        """Who boards: those who gain most by being taken along."""
        roster = self.roster
        cargo = [c.unit for c in ship.cargo]
        kind = roster.index[ship.unit]
        chosen: list[tuple[int, int, int]] = []
        gains = []
        for (coast, unit), n in waiting.items():
            zone = next((z for z in way if coast in self.terrain.coasts[z]), None)
            if n < 1 or zone is None:
                continue
            there = max([self._aboard(unit, end), *(self.stand(unit, c) for c in coasts if c != coast)])
            gains.append((there - self.stand(unit, coast), zone, coast, unit))
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
    ) -> tuple[dict[int, dict[int, float]], dict[int, float]]:
        changes: dict[int, dict[int, float]] = {zone: {}, end: {}}
        cargo: dict[int, float] = {zone: 0.0, end: 0.0}

        def shift(space: int, unit: int, n: float) -> None:
            there = changes.setdefault(space, {})
            there[unit] = there.get(unit, 0.0) + n

        for trip in trips:
            ship = self.roster.index[trip.ship.unit]
            shift(zone, ship, -1)
            shift(end, ship, 1)
            old = [self.roster.index[c.unit] for c in trip.ship.cargo if c.power == self.draft.power]
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
        value = self.gain(changes, cargo)
        for trip in trips:
            ship = self.roster.index[trip.ship.unit]
            value += self.roster.cost[ship] * self.stance.manner.zeal * (self.haven(end) - self.haven(zone))
            old = [self.roster.index[c.unit] for c in trip.ship.cargo if c.power == self.draft.power]
            for unit in old:
                value -= self._aboard(unit, zone)
            for _, coast, unit in trip.loads:
                value -= self.stand(unit, coast)
            for unit in [*old, *(u for _, _, u in trip.loads)]:
                value += self.stand(unit, trip.ashore) if trip.ashore >= 0 else self._aboard(unit, end)
        for party, start, n in escort:
            value += n * (self.stand(party.unit, end) - self.stand(party.unit, start))
        return value

    def haven(self, zone: int) -> float:
        """How well an empty transport lies in a zone, in turns: near the troops that wait for it."""
        return max((worth - 0.5 * self.terrain.voyages[zone][z] for z, worth in self.quays), default=0.0)

    def _quays(self) -> list[tuple[int, float]]:
        """Zones where troops wait to be taken along, and how many turns that would save them."""
        found = []
        stance, terrain = self.stance, self.terrain
        for zone in range(terrain.size):
            worth = 0.0
            for coast in terrain.coasts[zone] if terrain.is_sea[zone] else ():
                if stance.field.control[coast] != self.power:
                    continue
                saved = terrain.marches[coast][stance.aim] - terrain.travel[zone][stance.aim] - 1
                troops = sum(n for u, n in enumerate(self.here[coast]) if self.roster.land[u])
                if saved > 0 and (troops or stance.field.factory[coast]):
                    worth = max(worth, min(2.0, 0.5 * troops) + (0.7 if stance.field.factory[coast] else 0.0))
            if worth:
                found.append((zone, worth))
        return found

    # the orders

    def order(self) -> None:
        """Give the orders: ships, voyages, troops, and planes last, when their places are there."""
        moves = [
            (party, end, n)
            for party, where in self.target.items()
            for end, n in where.items()
            if end != party.space and n > 0
        ]
        for kind in (self.roster.sea, self.roster.land):
            for party, end, n in moves:
                if kind[party.unit] and not self.roster.air[party.unit]:
                    self._give(party, end, n)
            if kind is self.roster.sea:
                for trip in self.trips:
                    self._voyage(trip)
        for party, end, n in moves:
            if self.roster.air[party.unit]:
                self._give(party, end, n)
        self._rescue()

    def _give(self, party: Party, end: int, count: int) -> None:
        roster, field = self.roster, self.stance.field
        if roster.air[party.unit]:
            way = flight(self.terrain, party.space, end)
        elif roster.land[party.unit]:
            way = march(field, self.side, party.space, end, party.points, False, False)
        else:
            way = sail(field, self.side, party.space, end, party.points, roster.sneaks[party.unit])
        if way is None:
            return
        used = roster.move[party.unit] - party.points
        pick = Pick(roster.names[party.unit], count, None, used)
        if not self.draft.give(Move(units=(pick,), path=names(self.terrain, way))) and count > 1:
            one = Move(units=(Pick(pick.unit, 1, None, used),), path=names(self.terrain, way))
            for _ in range(count):
                if not self.draft.give(one):
                    break

    def _voyage(self, trip: Trip) -> None:
        if len(trip.way) == 1 and not trip.loads and trip.ashore < 0:
            return
        spaces = self.terrain.names
        pick = Pick(trip.ship.unit, 1, tuple(c.unit for c in trip.ship.cargo), trip.ship.used)
        loads: dict[tuple[int, int, int], int] = {}
        for load in trip.loads:
            loads[load] = loads.get(load, 0) + 1
        self.draft.give(
            Voyage(
                transport=pick,
                path=names(self.terrain, trip.way),
                loads=tuple(Load(spaces[z], spaces[c], self.roster.names[u], n) for (z, c, u), n in loads.items()),
                land=spaces[trip.ashore] if trip.ashore >= 0 else "",
            )
        )

    def _rescue(self) -> None:
        """If air units still have no place, try whatever lets the phase end."""
        game, power = self.draft.game, self.draft.power
        for _ in range(40):
            if game.check(self.draft.state, power, Done()) is None:
                return
            if not self._save_one() and not self._land_aboard():
                return

    def _save_one(self) -> bool:
        """Bring down one air unit that is not at rest, or bring a carrier closer."""
        roster, terrain = self.roster, self.terrain
        for name in tuple(self.draft.state.stacks):
            space = terrain.index[name]
            for piece, _ in self.draft.pieces(name):
                unit = roster.index[piece.unit]
                if not roster.air[unit] or piece.landed or (not terrain.is_sea[space] and self._safe(space)):
                    continue
                pick = Pick(piece.unit, 1, None, piece.used)
                for there, steps in terrain.flights[space].items():
                    if steps > roster.move[unit] - piece.used:
                        break
                    way = flight(terrain, space, there)
                    if steps and way and self.draft.give(Move(units=(pick,), path=names(terrain, way))):
                        return True
        return self._bring_carrier()

    def _land_aboard(self) -> bool:
        """Put one plane down on the carrier beside it, so that those that still fly stand out among the others."""
        for name in tuple(self.draft.state.stacks):
            if self.terrain.is_sea[self.terrain.index[name]]:
                for piece, _ in self.draft.pieces(name):
                    if self.roster.air[self.roster.index[piece.unit]] and self.draft.give(
                        Land(unit=piece.unit, zone=name, owner=self.draft.power)
                    ):
                        return True
        return False

    def _bring_carrier(self) -> bool:
        roster, terrain = self.roster, self.terrain
        needy = [
            terrain.index[name]
            for name in self.draft.state.stacks
            if terrain.is_sea[terrain.index[name]]
            and any(roster.air[roster.index[p.unit]] for p, _ in self.draft.pieces(name))
        ]
        for name in tuple(self.draft.state.stacks):
            for piece, _ in self.draft.pieces(name):
                unit = roster.index[piece.unit]
                if not roster.decks[unit] or piece.moved:
                    continue
                for end in needy:
                    points = roster.move[unit] - piece.used
                    way = sail(self.stance.field, self.side, terrain.index[name], end, points, False)
                    if (
                        way
                        and len(way) > 1
                        and self.draft.give(
                            Move(units=(Pick(piece.unit, 1, None, piece.used),), path=names(terrain, way))
                        )
                    ):
                        return True
        return False
