"""The current and planned positions of a power's units in its noncombat move, and their value.

One measure judges everything: what units are worth where they are, minus the cost of the enemy's best attacks. So
a capital is held, a stack is not offered for a cheap trade, and a fleet does not guard an empty sea.
"""

from random import Random
from typing import NamedTuple

from sandtable.area.forces import Piece
from sandtable.area.state import AreaState
from sandtable.bots.planner.disruption import Disruption
from sandtable.bots.planner.stance import Stance

STAYS = 1.5
"""A guess at how often ships that disrupt convoys get to do so."""

Changes = dict[int, dict[int, float]]
"""Units added to a space or leaving it, by space and type."""


class Party(NamedTuple):
    """Identical units that can still move: their space, type and movement left."""

    space: int
    unit: int
    points: int
    used: int = 0
    """The movement they have spent."""


class Deployment:
    """The units of one side, with one power's on the move."""

    def __init__(self, stance: Stance, state: AreaState, arrivals: dict[int, dict[int, int]], rng: Random) -> None:
        self.stance = stance
        self.terrain = stance.terrain
        self.roster = stance.terrain.roster
        self.side, self.power = stance.side, stance.power
        self.side_name = stance.terrain.world.side(stance.terrain.powers[stance.power])
        self._state = state
        self._rng = rng
        field = stance.field
        self.here = [list(field.of_side(s, self.side)) for s in range(self.terrain.size)]
        """The units planned for each space, including new ones."""
        for space, units in arrivals.items():
            for unit, n in units.items():
                self.here[space][unit] += n
        self.hold = [field.cargo_worth(s, self.side) for s in range(self.terrain.size)]
        """What is aboard the transports in each zone, in money."""
        self.parties: dict[Party, int] = {}
        self.ships: list[tuple[int, Piece]] = []
        """Transports that can still sail, and where they are."""
        self.decks: dict[int, float] = {}
        """Room for planes on our own carriers, by each carrier's planned zone."""
        self._enlist()
        self.target: dict[Party, dict[int, int]] = {p: {p.space: n} for p, n in self.parties.items()}
        """Where the units of each party will go."""
        self._options: dict[Party, list[int]] = {}
        world = stance.terrain.world.as_of(state)
        foes = world.enemies[stance.terrain.powers[stance.power]]
        enemies = [p for p in stance.enemies if stance.terrain.powers[p] in foes]
        self.disruption = Disruption(world, field, enemies)

    # what can move

    def _enlist(self) -> None:
        roster, terrain = self.roster, self.terrain
        for name, pieces in self._state.stacks.items():
            space = terrain.index[name]
            for piece, count in pieces:
                if piece.power != self.terrain.powers[self.power]:
                    continue
                unit = roster.index[piece.unit]
                if not roster.counts[unit]:
                    continue
                points = self.stance.field.moves[self.power][unit] + piece.extra - piece.used
                if roster.decks[unit] and terrain.is_sea[space]:
                    free = roster.decks[unit] - sum(roster.air[roster.index[c.unit]] for c in piece.cargo)
                    self.decks[space] = self.decks.get(space, 0.0) + free * count
                if roster.air[unit]:
                    if not piece.landed:
                        self._join(Party(space, unit, points, piece.used), count)
                elif piece.moved or points <= 0 or self._overlooked():
                    continue
                elif roster.lifts[unit]:
                    if not piece.offloaded and not piece.retreated:
                        self.ships += [(space, piece)] * count
                elif roster.sea[unit] or not piece.used:
                    self._join(Party(space, unit, points, piece.used), count)

    def stay_ashore(self) -> None:
        """Only land units move."""
        self.ships.clear()
        self.parties = {party: n for party, n in self.parties.items() if self.roster.land[party.unit]}
        self.target = {party: self.target[party] for party in self.parties}

    def _overlooked(self) -> bool:
        lapse = self.stance.style.lapse
        return lapse > 0 and self._rng.random() < lapse

    def _join(self, party: Party, count: int) -> None:
        self.parties[party] = self.parties.get(party, 0) + count

    def free(self, zone: int) -> float:
        """Room on carriers in a zone that no plane is planned to use yet."""
        places = self.decks.get(zone, 0.0)
        if places:
            air = self.roster.air
            places -= sum(where.get(zone, 0) for party, where in self.target.items() if air[party.unit])
        return places

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
                known = self.sea_options(party)
            self._options[party] = known
        return known

    def _land_options(self, party: Party) -> list[int]:
        field, found, frontier = self.stance.field, {party.space}, [party.space]
        for _ in range(party.points):
            frontier = [
                t
                for h in frontier
                for t in self.terrain.roads[h]
                if t not in found and field.held_by(t, self.side) and t not in field.closed[self.power]
            ]
            found.update(frontier)
        return sorted(found)

    def safe(self, space: int) -> bool:
        """Whether air units may land in a territory: friendly since the start of the turn."""
        held = self._state.turn.control.get(self.terrain.names[space])
        return (
            self.stance.field.held_by(space, self.side)
            and space not in self.stance.field.closed[self.power]
            and held is not None
            and self.terrain.world.side(held) == self.side_name
        )

    def _air_options(self, party: Party) -> list[int]:
        found = []
        most = self.stance.field.moves[self.power][party.unit]
        # Planes that have flown to attack may spend only half of their movement to land.
        points = min(party.points, most // 2) if self.terrain.halved and party.points < most else party.points
        for space, steps in self.terrain.flights[party.space].items():
            if steps > points:
                break
            if (not self.terrain.is_sea[space] and self.safe(space)) or (
                self.terrain.is_sea[space] and self.roster.perches[party.unit] and self.decks.get(space, 0.0) >= 1
            ):
                found.append(space)
        return found

    def sea_options(self, party: Party) -> list[int]:
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
        """What a unit in a space is worth for what it can do from there."""
        return self.stance.standing_worth(unit, space)

    def gain(self, changes: Changes, cargo: dict[int, float] | None = None) -> float:
        """How much less would be in danger with these numbers of units added to these spaces.

        If they disrupt convoys, what they take counts as well.
        """
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
            if space in self.disruption.zones:
                total += STAYS * (self.disruption.takes(space, after) - self.disruption.takes(space, before))
        return total

    def apply(self, changes: Changes, cargo: dict[int, float] | None = None) -> None:
        """Make changes that were tried."""
        for space, units in changes.items():
            for unit, n in units.items():
                self.here[space][unit] += n
        for space, more in (cargo or {}).items():
            self.hold[space] += more

    def raiders(self) -> dict[int, tuple[str, str]]:
        """Convoy zones to which ships are sent, and why."""
        found: dict[int, tuple[str, str]] = {}
        for party, where in self.target.items():
            for zone in where:
                taken = self.disruption.takes(zone, self.here[zone]) if zone != party.space else 0.0
                if taken > 0 and self.disruption.dice[party.unit]:
                    aim = f"disrupt convoys in {self.terrain.names[zone]}"
                    found[zone] = aim, f"about {taken:.1f} IPCs a round"
        return found

    # changing it

    def move(self, party: Party, start: int, end: int, count: int) -> None:
        """Send some of a party elsewhere."""
        unit = party.unit
        self.apply({start: {unit: -count}, end: {unit: count}})
        self.retarget(party, start, end, count)

    def retarget(self, party: Party, start: int, end: int, count: int) -> None:
        """Record that some of a party go somewhere other than planned."""
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

    def may_leave(self, party: Party, start: int, count: int) -> bool:
        """Whether units can leave their planned space: not a carrier whose planes will land on it."""
        places = self.roster.decks[party.unit] * count
        return not places or self.free(start) >= places

    def pin(self, party: Party, zone: int) -> None:
        """These ships stay where they were called to."""
        self._options[party] = [zone]

    def leave(self, coast: int, unit: int) -> None:
        """A unit has boarded: remove it from its party."""
        for party, where in self.target.items():
            if party.unit == unit and party.space == coast and where.get(coast, 0) > 0:
                where[coast] -= 1
                if not where[coast]:
                    del where[coast]
                self.parties[party] -= 1
                return
