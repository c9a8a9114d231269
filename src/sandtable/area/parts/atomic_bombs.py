"""Atomic bombs: made one per turn, kept off the board, and dropped by heavy bombers on a raid.

The bomber has to get through. If it does, the bomb destroys the factory; the other facilities in the territory
take damage that the attacker divides among them.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action, Mission
from sandtable.area.event import Event
from sandtable.area.events import SitesSet, TurnBegan
from sandtable.area.forces import Piece, Power, Stack, where
from sandtable.area.part import GameMemory, Part, PartEvent, TurnMemory
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import hostile_land, own_at, phase_of
from sandtable.area.techs import techs_of
from sandtable.area.unfold import Unfolding
from sandtable.area.units import UnitType
from sandtable.area.updates import paid, swap
from sandtable.area.wording import money, the, unit_name
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital

MISSION: Mission = "atomic"
"""The mission of a bomber that carries such a bomb."""
ASKS = "fallout"
"""Decision kind: how the damage is divided."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cost and effect of a bomb."""

    development: str
    """The development a power needs."""
    cost: int
    """What a bomb costs."""
    destroys: tuple[str, ...]
    """The facilities it destroys."""
    damages: Mapping[str, int]
    """Other facilities, and the most damage each can have."""
    times: int
    """The damage is a die roll times this."""


class Bombs(Slice, frozen=True, tag="atomic-bombs"):
    """State kept for the whole game."""

    ready: Mapping[Power, int] = {}
    made: Mapping[Power, int] = {}
    """Bombs that will be ready on their owner's next turn."""


class Fallout(msgspec.Struct, frozen=True):
    """Damage that the attacker must still divide."""

    space: str
    points: int


class Flying(Slice, frozen=True, tag="atomic-bombs"):
    """State kept for one turn."""

    made: bool = False
    aloft: int = 0
    """Bombs that were in the air when the combats began."""
    fallout: tuple[Fallout, ...] = ()


BOMBS = GameMemory("atomic-bombs", Bombs())
FLYING = TurnMemory("atomic-bombs", Flying())


class MakeBomb(Action, frozen=True):
    """Make an atomic bomb."""

    phrase: ClassVar[str] = "makebomb"
    example: ClassVar[str] = "makebomb"


class DivideFallout(Action, frozen=True):
    """Divide the damage of a bomb among facilities."""

    phrase: ClassVar[str] = "fallout {points}"
    example: ClassVar[str] = "fallout 6 air_base, 4 naval_base"

    points: Mapping[str, int]
    """Points of damage per facility."""


class BombMade(PartEvent, frozen=True):
    """A bomb has been made; it will be ready next turn."""

    power: Power
    cost: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        memory = BOMBS.of(state)
        made = {**memory.made, self.power: memory.made.get(self.power, 0) + 1}
        state = BOMBS.put(paid(state, self.power, self.cost), replace(memory, made=made))
        return FLYING.put(state, replace(FLYING.of(state), made=True))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} makes an atomic bomb for {money(self.cost)}"


class BombDropped(PartEvent, frozen=True):
    """A bomb has destroyed a territory's factory."""

    dice_at: ClassVar[tuple[str, ...]] = ("die",)

    power: Power
    space: str
    destroyed: Stack
    die: int
    points: int
    """Damage to other facilities for the attacker to divide; 0: they take as much as they can."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        state = _spent(swap(state, self.space, self.destroyed, ()), self.power, 1)
        memory = FLYING.of(state)
        fallout = (*memory.fallout, Fallout(self.space, self.points)) if self.points else memory.fallout
        return FLYING.put(state, replace(memory, aloft=memory.aloft - 1, fallout=fallout))

    def tell(self, world: World, state: AreaState) -> str:
        works = ", ".join(f"the {unit_name(world, piece.unit)}" for piece, _ in self.destroyed)
        end = f" and destroys {works}" if works else ""
        return f"{the(world.name(self.power))} drops an atomic bomb on {self.space}{end} (die: {self.die})"


class BombsLost(PartEvent, frozen=True):
    """Bombers carrying bombs were destroyed."""

    power: Power
    count: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        state = _spent(state, self.power, self.count)
        return FLYING.put(state, replace(FLYING.of(state), aloft=0))

    def tell(self, world: World, state: AreaState) -> str:
        what = "an atomic bomb" if self.count == 1 else f"{self.count} atomic bombs"
        return f"{the(world.name(self.power))} loses {what} with its bombers"


class FalloutDivided(PartEvent, frozen=True):
    """The attacker has divided the damage of a bomb."""

    power: Power
    space: str
    points: Mapping[str, int]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        memory = FLYING.of(state)
        return FLYING.put(state, replace(memory, fallout=memory.fallout[1:]))


def _spent(state: AreaState, power: Power, count: int) -> AreaState:
    memory = BOMBS.of(state)
    return BOMBS.put(state, replace(memory, ready={**memory.ready, power: memory.ready[power] - count}))


class AtomicBombs(Part[Settings]):
    """Bombs that destroy a factory."""

    name = "atomic-bombs"
    Settings = Settings
    missions: ClassVar[tuple[Mission, ...]] = (MISSION,)
    game_memory = BOMBS
    turn_memory = FLYING
    actions = (MakeBomb, DivideFallout)
    answers = (DivideFallout,)
    typed: ClassVar = {ASKS: "fallout 6 air_base, 4 naval_base"}
    events = (BombMade, BombDropped, BombsLost, FalloutDivided)
    reacts_to = (TurnBegan, SitesSet)
    citations = ("atomic.make", "atomic.delivery", "atomic.fallout")

    def problems(self, world: World) -> Iterable[str | Misfit]:
        if self.settings.development not in world.tech_table:
            yield f"unknown development {self.settings.development!r}"
        for unit in (*self.settings.destroys, *self.settings.damages):
            if unit not in world.units:
                yield Misfit(self.file, f"unknown unit {unit!r}", unit, world.units)

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        memory = BOMBS.of(state)
        match event:
            case TurnBegan() if memory.made.get(event.power):
                ready = memory.ready.get(event.power, 0) + memory.made[event.power]
                return BOMBS.put(
                    state,
                    Bombs({**memory.ready, event.power: ready}, {**memory.made, event.power: 0}),
                )
            case SitesSet():
                return FLYING.put(state, replace(FLYING.of(state), aloft=self._aloft(state, event.power)))
            case _:
                return state

    def _aloft(self, state: AreaState, power: Power) -> int:
        """How many of a power's bombers carry a bomb."""
        return sum(
            count
            for pieces in state.stacks.values()
            for piece, count in pieces
            if piece.power == power and piece.mission == MISSION
        )

    # making and dividing

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("purchase",) if action is MakeBomb else ("combat",)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        if isinstance(action, DivideFallout):
            return self._check_fallout(world, state, power, action)
        if self.settings.development not in techs_of(state.techs, power):
            return world.refuse("atomic.make", f"{world.the(power)} can't make atomic bombs.")
        if FLYING.of(state).made:
            return world.refuse("atomic.make", "You can make one atomic bomb per turn.")
        if state.treasury[power] < self.settings.cost:
            return world.refuse("atomic.make", f"A bomb costs {self.settings.cost}.")
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        if phase_of(state, power) == "purchase":
            if self.check(world, state, power, seat, MakeBomb()) is None:
                yield MakeBomb()
            return
        fallout = next(iter(FLYING.of(state).fallout), None)
        if fallout is None:
            return
        works = self._room(state, fallout.space)
        for first in works:
            left, points = fallout.points, {}
            for unit in (first, *(one for one in works if one != first)):
                points[unit] = min(left, works[unit])
                left -= points[unit]
            yield DivideFallout({unit: some for unit, some in points.items() if some})

    def _room(self, state: AreaState, space: str) -> dict[str, int]:
        """The other facilities in a territory, and how much more damage each can take."""
        most = self.settings.damages
        here = {p.unit: most[p.unit] - p.damage for p, _ in state.at(space) if p.unit in most}
        return {unit: room for unit, room in sorted(here.items()) if room > 0}

    def _check_fallout(
        self, world: World, state: AreaState, power: Power, action: DivideFallout
    ) -> Refusal | None:
        fallout = next(iter(FLYING.of(state).fallout), None)
        if fallout is None:
            return world.refuse("atomic.fallout", "There's no damage to divide.")
        room = self._room(state, fallout.space)
        for unit, points in action.points.items():
            if not 0 <= points <= room.get(unit, 0):
                what = unit_name(world, unit) if unit in world.units else unit
                return world.refuse("atomic.fallout", f"The {what} can take only {room.get(unit, 0)}.")
        if sum(action.points.values()) != fallout.points:
            return world.refuse("atomic.fallout", f"Divide {fallout.points} points of damage.")
        return None

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        if isinstance(action, MakeBomb):
            run.emit(BombMade(power=power, cost=self.settings.cost))
        elif isinstance(action, DivideFallout):
            space = FLYING.of(run.state).fallout[0].space
            run.emit(FalloutDivided(power=power, space=space, points=dict(action.points)))
            for part in run.world.parts.bombed:
                part.bombed(run, space, action.points)

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        fallout = next(iter(FLYING.of(state).fallout), None)
        if fallout is None or phase_of(state, power) != "combat":
            return ()
        works = ", ".join(
            f"{unit_name(world, unit)} {room}" for unit, room in self._room(state, fallout.space).items()
        )
        prompt = f"Divide {fallout.points} points of damage in {fallout.space} ({works})."
        return (Decision(power, ASKS, fallout.space, prompt),)

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        return world.refuse("atomic.fallout", "Divide the damage of the bomb first.")

    def words(self, world: World, action: Action) -> str:
        if isinstance(action, MakeBomb):
            return "make an atomic bomb"
        assert isinstance(action, DivideFallout)
        return "damage " + ", ".join(f"the {unit_name(world, unit)} {n}" for unit, n in action.points.items())

    # the raid

    def may_fly(self, unit: UnitType, mission: str) -> bool:
        return mission == MISSION and unit.can("heavy")

    def flies_over(
        self, world: World, state: AreaState, power: Power, unit: UnitType, mission: str, there: str
    ) -> Refusal | None:
        if mission != MISSION:
            return None
        if not unit.can("heavy"):
            return world.refuse("atomic.delivery", f"{capital(unit.plural)} can't carry an atomic bomb.")
        if BOMBS.of(state).ready.get(power, 0) <= self._aloft(state, power):
            return world.refuse("atomic.delivery", f"{world.the(power)} has no atomic bomb ready.")
        works = any(piece.unit in self.settings.destroys for piece, _ in state.at(there))
        if not hostile_land(world, state.control, power, there) or not works:
            return world.refuse("atomic.delivery", f"There's no enemy complex in {there}.")
        return None

    def delivers(self, run: Unfolding, power: Power, space: str, piece: Piece) -> bool:
        if piece.mission != MISSION:
            return False
        destroyed = where(run.state.at(space), lambda p: p.unit in self.settings.destroys)
        (die,) = run.dice.roll(1)
        room = self._room(run.state, space)
        points = die * self.settings.times
        all_of_it = points >= sum(room.values())
        run.emit(
            BombDropped(power=power, space=space, destroyed=destroyed, die=die, points=0 if all_of_it else points)
        )
        for part in run.world.parts.bombed if all_of_it and room else ():
            part.bombed(run, space, room)
        return True

    def combats_over(self, run: Unfolding, power: Power) -> None:
        """Bombs are lost if their bombers were destroyed, and kept if these came back."""
        dropped = FLYING.of(run.state).aloft
        lost = dropped - len(_home(run.state, power))
        if lost > 0:
            run.emit(BombsLost(power=power, count=lost))


def _home(state: AreaState, power: Power) -> list[Piece]:
    """Bombers that turned back with their bombs."""
    return [
        piece
        for space in state.stacks
        for piece, count in own_at(state, power, space)
        if piece.mission == MISSION and piece.submerged
        for _ in range(count)
    ]


PART = AtomicBombs
