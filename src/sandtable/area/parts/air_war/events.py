"""Events of the air war."""

from collections.abc import Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Side
from sandtable.area.claims import Claim, Toppled, without
from sandtable.area.forces import RISEN, Piece, Power, Stack, add, ashore, changed, size, take
from sandtable.area.part import PartEvent
from sandtable.area.parts.air_war.memory import PILOTS, SKY, Flight, Mission, Pilots, Raiding
from sandtable.area.state import AreaState
from sandtable.area.updates import paid, put, swap
from sandtable.area.wording import faces, force, listed, money, the, times, unit_name
from sandtable.area.world import World
from sandtable.core.guide import FACES, Throw, at_most


class Trained(PartEvent, frozen=True):
    """A power trained its pilots, or didn't."""

    power: Power
    level: int
    cost: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        levels = {p: n for p, n in PILOTS.of(state).levels.items() if p != self.power}
        if self.level:
            levels[self.power] = self.level
        state = PILOTS.put(paid(state, self.power, self.cost), Pilots(levels))
        sky = SKY.of(state)
        return SKY.put(state, replace(sky, trained=tuple(sorted({*sky.trained, self.power}))))

    def tell(self, world: World, state: AreaState) -> str | None:
        if not self.cost and self.level == PILOTS.of(state).levels.get(self.power, 0):
            return None
        whose = world.powers[self.power].adjective
        price = f" for {money(self.cost)}" if self.cost else ""
        return f"{whose} pilots are at level {self.level:+d}{price}"


class PatrolsCalled(PartEvent, frozen=True):
    """Air combats are due. These powers must still choose which fighters intercept raids."""

    calls: tuple[Power, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return SKY.put(state, replace(SKY.of(state), open=True, calls=self.calls))


class PatrolFlies(PartEvent, frozen=True):
    """Fighters intercept a raid or sweep."""

    power: Power
    space: str
    units: Stack

    def evolve(self, world: World, state: AreaState) -> AreaState:
        up = changed(self.units, lambda p: replace(p, mission=RISEN, submerged=True))
        return swap(state, self.space, self.units, up)

    def tell(self, world: World, state: AreaState) -> str:
        rise = "rises" if size(self.units) == 1 else "rise"
        return f"{force(world, self.units)} {rise} to defend {self.space}"


class SkyCleared(PartEvent, frozen=True):
    """All air combats of the turn have been fought."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return SKY.put(state, replace(SKY.of(state), open=False, calls=()))


class AirFought(PartEvent, frozen=True):
    """An air combat: both sides' rolls and losses."""

    dice_at: ClassVar[tuple[str, ...]] = ("attack", "defend")

    space: str
    factors: tuple[int, int]
    """The attacker's and the defender's."""
    attack: tuple[int, ...]
    defend: tuple[int, ...]
    flights: tuple[Flight, ...]
    """The flights that must take losses."""
    mission: Mission = ""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        sky = SKY.of(state)
        fought = (*sky.fought, (self.space, self.mission))
        return SKY.put(state, replace(sky, flights=(*sky.flights, *self.flights), fought=fought))

    def tell(self, world: World, state: AreaState) -> str:
        losses = {flight.side: flight for flight in self.flights}

        def lost(side: Side) -> str:
            flight = losses.get(side)
            return f"{flight.destroyed} destroyed, {flight.aborted} aborted" if flight else "nothing"

        a, d = self.factors
        told = f"attacker {lost('attack')}; defender {lost('defend')}"
        return f"Air combat over {self.space}, {a} factors against {d}: {told}"


class FlightNamed(PartEvent, frozen=True):
    """A player has chosen losses for a flight that several players share."""

    flight: Flight
    """The flight, with the choices so far."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        sky = SKY.of(state)
        flights = tuple(self.flight if _same(f, self.flight) else f for f in sky.flights)
        return SKY.put(state, replace(sky, flights=flights))


def _same(one: Flight, other: Flight) -> bool:
    return (one.space, one.side, one.mission) == (other.space, other.side, other.mission)


class FlightSettled(PartEvent, frozen=True):
    """A flight has taken its losses."""

    space: str
    side: Side
    power: Power
    destroyed: Stack
    aborted: Stack
    mission: Mission = ""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        here = state.at(self.space)
        for piece, count in self.destroyed:
            for _ in range(count):
                here = without(here, piece)
        for piece, count in self.aborted:
            for _ in range(count):
                here = aborted_from(here, piece)
        sky, mine = SKY.of(state), (self.space, self.side, self.mission)
        left = tuple(f for f in sky.flights if (f.space, f.side, f.mission) != mine)
        return SKY.put(put(state, {self.space: here}), replace(sky, flights=left))

    def tell(self, world: World, state: AreaState) -> str:
        gone = f"loses {force(world, self.destroyed, self.power)}" if self.destroyed else "loses nothing"
        aborts = "aborts" if size(self.aborted) == 1 else "abort"
        back = f"; {force(world, self.aborted, self.power)} {aborts}" if self.aborted else ""
        return f"{the(world.name(self.power))} {gone} in the air{back}"


def aborted_from(here: Stack, piece: Piece) -> Stack:
    """The units of a space after an air unit there has aborted."""
    out = replace(piece, submerged=True)
    if any(p == piece for p, _ in here):
        return add(take(here, piece), out)
    ship = next(p for p, _ in here if piece in p.cargo)
    rest = ashore(ship, piece)
    return add(take(here, ship), replace(rest, cargo=tuple(sorted((*rest.cargo, out)))))


# raids


class RaidSet(PartEvent, frozen=True):
    """A raid begins, or reaches its next stage."""

    raid: Raiding

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return SKY.put(state, replace(SKY.of(state), raid=self.raid))


class RaidersSent(PartEvent, frozen=True):
    """Raiders have their task: attack a facility, strafe, or turn for home."""

    space: str
    units: Stack
    task: str
    """A type of facility, ``strafe`` or ``home``."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        told = changed(self.units, lambda p: replace(p, mission=self.task))
        return swap(state, self.space, self.units, told)

    def tell(self, world: World, state: AreaState) -> str | None:
        if self.task == "home":
            return None
        one = size(self.units) == 1
        if self.task == "strafe":
            return f"{force(world, self.units)} {'strafes' if one else 'strafe'} {self.space}"
        target = unit_name(world, self.task)
        return f"{force(world, self.units)} {'attacks' if one else 'attack'} the {target} in {self.space}"


class FlakFired(PartEvent, frozen=True):
    """Guns fire at raiders before the bombs fall."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    space: str
    power: Power
    """The raiders' owner."""
    values: tuple[int, ...]
    dice: tuple[int, ...]
    claim: Claim | None = None
    """The hits."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return _claimed(state, self.claim)

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        gunner = state.control.get(self.space, "")
        if gunner not in world.powers or len(set(self.values)) != 1:
            return ()
        return (Throw(gunner, "hits", self.space, self.dice, at_most(self.values[0])),)

    def tell(self, world: World, state: AreaState) -> str:
        hits = times(self.claim.hits, "hit") if self.claim else "no hit"
        return f"AAA in {self.space} fires at {times(len(self.dice), 'raider')}: {faces(self.dice)}, {hits}"


def _claimed(state: AreaState, *claims: Claim | None) -> AreaState:
    """The state with one more claim of hits to assign."""
    sky = SKY.of(state)
    return SKY.put(state, replace(sky, claims=(*sky.claims, *(c for c in claims if c is not None))))


class BombLoad(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice of one type of bomber at one facility, or of strafing fighters."""

    unit: str
    at: str
    """The facility; empty for strafing fighters."""
    dice: tuple[int, ...]


class RaidRolled(PartEvent, frozen=True):
    """Bombs fall, and fighters strafe."""

    dice_at: ClassVar[tuple[str, ...]] = ("loads.dice",)

    space: str
    power: Power
    loads: tuple[BombLoad, ...]
    damage: Mapping[str, int]
    """Points of damage, by facility."""
    picks: tuple[str, ...] = ()
    """Dice that can destroy an air unit on the ground instead, each by its facility."""
    strafed: int = 0
    """Hits on air units on the ground."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        sky = SKY.of(state)
        assert sky.raid is not None
        raid = replace(sky.raid, stage="picks", damage=self.damage, picks=self.picks, strafed=self.strafed)
        return SKY.put(state, replace(sky, raid=raid))

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        dice = tuple(die for load in self.loads if load.at for die in load.dice)
        best = any(load.at and world.unit(self.power, load.unit).best_of > 1 for load in self.loads)
        return (Throw(self.power, "damage", self.space, dice, FACES),) if dice and not best else ()

    def tell(self, world: World, state: AreaState) -> str:
        told = [f"{points} damage to the {unit_name(world, unit)}" for unit, points in self.damage.items()]
        if any(not load.at for load in self.loads):
            told.append(f"{times(self.strafed, 'hit') if self.strafed else 'no hits'} on planes on the ground")
        rolled = faces(tuple(die for load in self.loads for die in load.dice))
        return f"the raid on {self.space} rolls {rolled}: {listed(told) or 'nothing'}"


class Picked(PartEvent, frozen=True):
    """A bomber destroys an air unit on the ground instead of doing damage, or does its damage."""

    space: str
    units: Stack = ()

    def evolve(self, world: World, state: AreaState) -> AreaState:
        sky = SKY.of(state)
        assert sky.raid is not None
        target, damage = sky.raid.picks[0], dict(sky.raid.damage)
        if self.units:
            damage[target] -= 1
            state = swap(state, self.space, self.units, ())
        raid = replace(sky.raid, picks=sky.raid.picks[1:], damage={u: n for u, n in damage.items() if n})
        return SKY.put(state, replace(sky, raid=raid))

    def tell(self, world: World, state: AreaState) -> str | None:
        return f"{force(world, self.units)} is destroyed on the ground in {self.space}" if self.units else None


class ClaimMade(PartEvent, frozen=True):
    """Hits over a raided territory must be assigned, or a player has chosen how."""

    claim: Claim
    first: bool = True
    """Whether it is new."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        if self.first:
            return _claimed(state, self.claim)
        sky = SKY.of(state)
        return SKY.put(state, replace(sky, claims=(self.claim, *sky.claims[1:])))


class RaidLosses(Toppled, frozen=True):
    """Air units are lost over a raided territory, or on the ground there."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        state = super().evolve(world, state)
        sky = SKY.of(state)
        return SKY.put(state, replace(sky, claims=sky.claims[1:]))

    def tell(self, world: World, state: AreaState) -> str:
        return self.lost(world)


class RaidOver(PartEvent, frozen=True):
    """A raid has been resolved."""

    space: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return SKY.put(state, replace(SKY.of(state), raid=None))
