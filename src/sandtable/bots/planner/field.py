"""A position as numbers: units and control by space. Cheap to change, so that plans can be tried on it."""

from sandtable.area.factories import has_factory
from sandtable.area.forces import Piece, Power
from sandtable.area.state import AreaState
from sandtable.area.status import closed_to
from sandtable.area.world import World
from sandtable.bots.planner.economy import pressure
from sandtable.bots.planner.terrain import Force, Terrain

Counts = list[float]


class Field:
    """Units by space and power, and control. ``cargo`` is what is aboard transports."""

    __slots__ = (
        "batteries",
        "cargo",
        "closed",
        "control",
        "factory",
        "force",
        "guns",
        "idle",
        "money",
        "moves",
        "pressure",
        "terrain",
        "whole",
    )

    def __init__(
        self,
        terrain: Terrain,
        force: list[dict[int, Counts]],
        cargo: list[dict[int, Counts]],
        control: list[int],
        money: list[int],
        factory: list[bool],
        guns: list[int],
        moves: list[list[int]],
        pressure: float,
        closed: list[frozenset[int]],
        batteries: list[int],
        idle: frozenset[int] = frozenset(),
        everybody: "Field | None" = None,
    ) -> None:
        self.terrain = terrain
        self.force = force
        self.cargo = cargo
        self.control = control
        """The power that holds a territory; -1 for none."""
        self.money = money
        self.factory = factory
        self.guns = guns
        """The owner of the gun in a space; -1 for none."""
        self.moves = moves
        """How far each power's units move, with its developments."""
        self.pressure = pressure
        """How much more income counts because a side can win by it."""
        self.closed = closed
        """Territories that each power may not enter."""
        self.batteries = batteries
        """How many guns search the sky over each territory, including those built into factories and cities."""
        self.idle = idle
        """Powers left out because the viewing power is at peace with them."""
        self.whole = everybody
        """The same position with them, if any are left out."""

    @classmethod
    def of(cls, terrain: Terrain, state: AreaState, power: Power | None = None) -> "Field":
        """The position of a game; as ``power`` sees it, without powers it is at peace with."""
        world = terrain.world.as_of(state)
        # A neutral power prepares for every power it is at peace with.
        aware = power is not None and world.relations and power not in world.neutral_powers
        calm = world.at_peace[power] if power is not None and aware else ()
        idle = frozenset(terrain.power[one] for one in calm if one in terrain.power)
        everybody = cls.of(terrain, state) if idle else None
        size = terrain.size
        field = cls(
            terrain,
            [{} for _ in range(size)],
            [{} for _ in range(size)],
            [-1] * size,
            [state.treasury.get(p, 0) for p in terrain.powers],
            [
                not sea and has_factory(terrain.world, state, s)
                for s, sea in zip(terrain.names, terrain.is_sea, strict=True)
            ],
            [-1] * size,
            _moves(terrain, state),
            pressure(terrain.world, state),
            _closed(terrain, state),
            [0] * size,
            idle,
            everybody,
        )
        built_in = terrain.world.sequences.built_in
        if built_in is not None:
            for name, land in terrain.world.board.territories.items():
                s = terrain.index[name]
                field.batteries[s] = built_in.factory * field.factory[s] + built_in.city * bool(land.city)
        leaders = {side: _leader(terrain, world, side, power) for side in world.game.sides}
        for space, holder in state.control.items():
            number = terrain.power.get(holder, leaders.get(holder, -1))
            field.control[terrain.index[space]] = -1 if number in idle else number
        for space, pieces in state.stacks.items():
            for piece, count in pieces:
                field.put(terrain.index[space], piece, count)
        battle = state.battle
        if battle is not None:
            for strip in (battle.attack, battle.defend):
                for piece, count in (*strip.units, *strip.submerged):
                    field.put(terrain.index[battle.space], piece, count)
        return field

    def put(self, space: int, piece: Piece, count: float) -> None:
        """Add pieces with what they carry: air units go beside their ship, land units become cargo."""
        terrain = self.terrain
        roster = terrain.roster
        if terrain.power[piece.power] in self.idle:
            return
        if roster.guns[roster.index[piece.unit]]:
            self.guns[space] = terrain.power[piece.power]
            self.batteries[space] += int(count)
        if roster.counts[roster.index[piece.unit]]:
            self.add(space, terrain.power[piece.power], roster.index[piece.unit], count)
        for one in piece.cargo:
            unit, power = roster.index[one.unit], terrain.power[one.power]
            if roster.air[unit]:
                self.add(space, power, unit, count)
            else:
                hold = self.cargo[space].setdefault(power, [0.0] * roster.count)
                hold[unit] += count

    def add(self, space: int, power: int, unit: int, count: float) -> None:
        """Add or remove units."""
        here = self.force[space].get(power)
        if here is None:
            here = self.force[space][power] = [0.0] * self.terrain.roster.count
        here[unit] += count

    def copy(self) -> "Field":
        return Field(
            self.terrain,
            [{p: c[:] for p, c in here.items()} for here in self.force],
            [{p: c[:] for p, c in here.items()} for here in self.cargo],
            self.control[:],
            self.money[:],
            self.factory,
            self.guns,
            self.moves,
            self.pressure,
            self.closed,
            self.batteries,
            self.idle,
            self.whole,
        )

    def of_side(self, space: int, side: int) -> Force:
        """All units of a side in a space."""
        found: Counts | None = None
        sides = self.terrain.side
        for power, counts in self.force[space].items():
            if sides[power] == side:
                found = counts if found is None else [a + b for a, b in zip(found, counts, strict=True)]
        return tuple(found) if found is not None else self.terrain.roster.nobody

    def helped(self, space: int, side: int, force: Force, share: float) -> Force:
        """A force under attack, plus a share of the fighters next door that may come to help."""
        terrain = self.terrain
        if not terrain.watched or not any(force):
            return force
        found = list(force)
        for near in terrain.near[space]:
            for power, counts in self.force[near].items():
                if terrain.side[power] == side:
                    for u, n in enumerate(counts):
                        if n and terrain.roster.helps[u]:
                            found[u] += share * n
        return tuple(found)

    def cargo_worth(self, space: int, side: int) -> float:
        """What is aboard the transports of a side in a zone, in money."""
        sides, worth = self.terrain.side, self.terrain.roster.worth
        return sum(worth(tuple(c)) for p, c in self.cargo[space].items() if sides[p] == side)

    def held_by(self, space: int, side: int) -> bool:
        """Whether a side holds a territory."""
        holder = self.control[space]
        return holder >= 0 and self.terrain.side[holder] == side

    def barred(self, zone: int, side: int) -> bool:
        """Whether ships block a zone for ``side``."""
        return self._stopped(zone, side, self.terrain.roster.bars)

    def guarded(self, zone: int, side: int) -> bool:
        """The same, but not if only transports do, since those sail away."""
        return self._stopped(zone, side, self.terrain.roster.guards)

    def _stopped(self, zone: int, side: int, bars: list[bool]) -> bool:
        sides = self.terrain.side
        return any(
            sides[power] != side and any(n > 0 and bars[u] for u, n in enumerate(counts))
            for power, counts in self.force[zone].items()
        )

    def hunted(self, zone: int, side: int) -> bool:
        """Whether a zone has hunters of ``side``'s submarines."""
        hunts, sides = self.terrain.roster.hunts, self.terrain.side
        return any(
            sides[power] != side and any(n > 0 and hunts[u] for u, n in enumerate(counts))
            for power, counts in self.force[zone].items()
        )

    def occupied(self, space: int, side: int) -> bool:
        """Whether enemies of ``side`` are in a space."""
        sides = self.terrain.side
        return any(sides[power] != side and any(n > 0 for n in c) for power, c in self.force[space].items())

    def lets_through(self, space: int, side: int) -> bool:
        """Whether blitzing units of ``side`` can drive on through a hostile territory."""
        printed = self.factory[space] and not self.terrain.world.factory_units
        return not printed and not self.occupied(space, side)

    def open(self, here: int, there: int, side: int) -> bool:
        """Whether ships of ``side`` may sail from one zone to the next."""
        passage = self.terrain.passage(here, there)
        if passage is None:
            return True
        if passage.closed:
            return False
        return all(self.held_by(self.terrain.index[bank], side) for bank in passage.banks)

    def income(self, power: int) -> int:
        """What a power's territories yield."""
        return sum(self.terrain.value[s] for s, holder in enumerate(self.control) if holder == power)


def _leader(terrain: Terrain, world: World, side: str, power: Power | None) -> int:
    """The power that represents a side where its powers hold a territory together: one at war with us."""
    mates = [p for p in world.order if world.side(p) == side]
    foes = [p for p in mates if power is not None and p in world.enemies[power]]
    return terrain.power[(foes or mates)[0]] if mates else -1


def _closed(terrain: Terrain, state: AreaState) -> list[frozenset[int]]:
    """What is closed to each power now."""
    world = terrain.world.as_of(state)
    return [frozenset(terrain.index[name] for name in closed_to(world, state, power)) for power in terrain.powers]


def _moves(terrain: Terrain, state: AreaState) -> list[list[int]]:
    """How far each power's units move."""
    world = terrain.world.as_of(state)
    return [[world.unit(power, unit).move for unit in terrain.roster.names] for power in terrain.powers]
