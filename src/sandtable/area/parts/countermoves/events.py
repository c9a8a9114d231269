"""Events of the reactions to moves."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from sandtable.area.battle.casualties import hurt
from sandtable.area.claims import Claim, Toppled, still_there, without
from sandtable.area.forces import RISEN, Piece, Power, Stack, aboard, add, changed, size, take
from sandtable.area.movement.landing import open_carrier
from sandtable.area.part import PartEvent
from sandtable.area.parts.countermoves import tracks
from sandtable.area.parts.countermoves.memory import MOVES, TIRED, Met, Moves, Sortie, Step, Tired, Track
from sandtable.area.state import AreaState
from sandtable.area.updates import put, swap
from sandtable.area.wording import faces, force, times
from sandtable.area.world import World
from sandtable.core.guide import Throw, at_most

STRUCK, WEARY = "interdictor", "weary"
"""Missions of air units that struck at ships, and of those that must rest because of it."""


class ReactionsDue(PartEvent, frozen=True):
    """A power has ended its moves; its enemies react."""

    phase: str
    steps: tuple[Step, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return MOVES.put(state, replace(MOVES.of(state), closing=self.phase, steps=self.steps))


class ReactionCalled(PartEvent, frozen=True):
    """These powers must still decide in a step."""

    calls: tuple[Power, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return MOVES.put(state, replace(MOVES.of(state), opened=True, calls=self.calls))


class ReactionRolled(PartEvent, frozen=True):
    """All powers have decided in a step; its dice are rolled."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return MOVES.put(state, replace(MOVES.of(state), rolled=True))


class ReactionOver(PartEvent, frozen=True):
    """A step is over."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        moves = MOVES.of(state)
        after = replace(moves, steps=moves.steps[1:], opened=False, rolled=False, calls=(), sorties=())
        return MOVES.put(state, after)


def _ordered(state: AreaState, sortie: Sortie) -> Moves:
    moves = MOVES.of(state)
    return replace(moves, sorties=(*moves.sorties, sortie))


# submarines


class AmbushOrdered(PartEvent, frozen=True):
    """Submarines will attack ships that passed them."""

    sortie: Sortie

    def evolve(self, world: World, state: AreaState) -> AreaState:
        moves, zone, power = _ordered(state, self.sortie), self.sortie.to, self.sortie.power
        here = dict(moves.ambushed.get(zone, {}))
        here[power] = here.get(power, 0) + size(self.sortie.units)
        return MOVES.put(state, replace(moves, ambushed={**moves.ambushed, zone: here}))


class Ambushed(PartEvent, frozen=True):
    """Submarines attack ships that passed them."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    power: Power
    zone: str
    value: int
    dice: tuple[int, ...]
    hits: int
    claim: Claim | None = None

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return _claimed(state, self.claim)

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        return (Throw(self.power, "hits", self.zone, self.dice, at_most(self.value)),)

    def tell(self, world: World, state: AreaState) -> str:
        hits = times(self.hits, "hit") if self.hits else "no hit"
        whose = world.powers[self.power].adjective
        return f"{whose} submarines in {self.zone} attack ships on their way: {faces(self.dice)}, {hits}"


def _claimed(state: AreaState, *claims: Claim | None) -> AreaState:
    moves = MOVES.of(state)
    return MOVES.put(state, replace(moves, claims=(*moves.claims, *(c for c in claims if c is not None))))


# over land


class OverflightFired(PartEvent, frozen=True):
    """Antiaircraft guns fire at air units that flew over their territory."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    space: str
    gunner: Power
    values: tuple[int, ...]
    dice: tuple[int, ...]
    hits: int
    claim: Claim | None = None

    def evolve(self, world: World, state: AreaState) -> AreaState:
        moves = MOVES.of(state)

        def crossed(track: Track) -> bool:
            return world.units[track.piece.unit].kind == "air" and self.space in track.path[1:-1]

        seen = tuple(
            replace(track, fired=(*track.fired, self.space)) if crossed(track) else track for track in moves.tracks
        )
        return _claimed(MOVES.put(state, replace(moves, tracks=seen)), self.claim)

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        if len(set(self.values)) != 1:
            return ()
        return (Throw(self.gunner, "hits", self.space, self.dice, at_most(self.values[0])),)

    def tell(self, world: World, state: AreaState) -> str:
        hits = times(self.hits, "hit") if self.hits else "no hit"
        return f"AAA in {self.space} fires at planes on their way: {faces(self.dice)}, {hits}"


class FightersRose(PartEvent, frozen=True):
    """Fighters intercept an overflight."""

    sortie: Sortie

    def evolve(self, world: World, state: AreaState) -> AreaState:
        up = changed(self.sortie.units, lambda p: replace(p, mission=RISEN, submerged=True))
        state = swap(state, self.sortie.base, self.sortie.units, up)
        return MOVES.put(state, _ordered(state, self.sortie))

    def tell(self, world: World, state: AreaState) -> str:
        rise = "rises" if size(self.sortie.units) == 1 else "rise"
        return f"{force(world, self.sortie.units)} {rise} to intercept planes over {self.sortie.base}"


class FlightMet(PartEvent, frozen=True):
    """Air units are intercepted over a territory."""

    space: str
    flight: tuple[Met, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        for one in self.flight:
            here = state.at(one.end)
            for _ in range(one.count):
                here = without(here, one.piece)
            state = put(state, {one.end: here})
            state = put(state, {self.space: add(state.at(self.space), one.now, one.count)})
        return MOVES.put(state, replace(MOVES.of(state), met=self.flight))


class FlightWentOn(PartEvent, frozen=True):
    """Intercepted air units fly on."""

    space: str
    flight: tuple[Met, ...]
    """The intercepted air units."""
    aborting: bool
    """Whether aborted air units stay over the territory."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        moves = MOVES.of(state)
        known = moves.tracks
        for one in self.flight:
            aborted = replace(one.now, submerged=True)
            for _ in range(one.count):
                here = state.at(self.space)
                free = next((p for p in (one.now, aborted) if any(q == p for q, _ in here)), None)
                if free is None or (free == aborted and self.aborting):
                    known = tracks.removed(known, one.end, ((one.piece, 1),))
                if free is None:
                    continue
                rest = take(here, free)
                if free == aborted and self.aborting:
                    state = put(state, {self.space: add(rest, replace(aborted, mission=""))})
                    continue
                state = _landed(world, put(state, {self.space: rest}), one)
        return MOVES.put(state, replace(moves, tracks=known, met=()))


def _landed(world: World, state: AreaState, one: Met) -> AreaState:
    """The state with an air unit at its destination: aboard, if it had landed on a ship."""
    ship = None
    if world.board.is_sea(one.end) and one.piece.landed:
        ship = open_carrier(world, state, one.piece.power, one.end, one.piece.unit)
    if ship is None:
        return put(state, {one.end: add(state.at(one.end), one.piece)})
    return swap(state, one.end, ((ship, 1),), ((aboard(ship, one.piece), 1),))


# ships


class FleetTargeted(PartEvent, frozen=True):
    """Air units at a base will strike at ships that moved."""

    sortie: Sortie

    def evolve(self, world: World, state: AreaState) -> AreaState:
        one = self.sortie
        out = changed(one.units, lambda p: replace(p, mission=STRUCK, submerged=True))
        moves = _ordered(state, replace(one, units=out))
        moves = replace(moves, struck={**moves.struck, one.base: one.to})
        spent = {base: {p: dict(kept) for p, kept in here.items()} for base, here in TIRED.of(state).spent.items()}
        mine = spent.setdefault(one.base, {}).setdefault(one.power, {})
        for piece, count in one.units:
            mine[piece.unit] = mine.get(piece.unit, 0) + count
        state = TIRED.put(swap(state, one.base, one.units, out), Tired(spent))
        return MOVES.put(state, moves)

    def tell(self, world: World, state: AreaState) -> str:
        one = self.sortie
        strikes = "strikes" if size(one.units) == 1 else "strike"
        return f"{force(world, one.units)} from {one.base} {strikes} at the ships in {one.to}"


class FleetStruck(PartEvent, frozen=True):
    """Air units and the ships that moved fire at each other, once."""

    dice_at: ClassVar[tuple[str, ...]] = ("attack", "defend")

    zone: str
    value: int
    attack: tuple[int, ...]
    """The air units' dice."""
    defend: tuple[int, ...]
    """The ships' dice."""
    claims: tuple[Claim, ...] = ()

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return _claimed(state, *self.claims)

    def tell(self, world: World, state: AreaState) -> str:
        def scored(dice: tuple[int, ...]) -> str:
            hits = sum(die <= self.value for die in dice)
            return f"{faces(dice)} ({times(hits, 'hit') if hits else 'no hit'})" if dice else "nothing"

        return f"Strike at the ships in {self.zone}: planes {scored(self.attack)}, ships {scored(self.defend)}"


class Wearied(PartEvent, frozen=True):
    """Air units that struck at ships must rest in their owner's combat move."""

    power: Power
    units: Mapping[str, Stack]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        for space, units in self.units.items():
            state = swap(state, space, units, changed(units, lambda p: replace(p, mission=WEARY)))
        spent = {
            space: {power: kept for power, kept in here.items() if power != self.power}
            for space, here in TIRED.of(state).spent.items()
        }
        return TIRED.put(state, Tired({space: here for space, here in spent.items() if here}))


# sea zones under attack


class Scrambled(PartEvent, frozen=True):
    """Air units scramble from their base to defend a sea zone."""

    sortie: Sortie

    def evolve(self, world: World, state: AreaState) -> AreaState:
        one = self.sortie
        state = swap(state, one.base, one.units, ())
        state = swap(state, one.to, (), changed(one.units, lambda p: replace(p, came=one.base, moved=True)))
        moves = _ordered(state, one)
        count = moves.scrambled.get(one.base, 0) + size(one.units)
        return MOVES.put(state, replace(moves, scrambled={**moves.scrambled, one.base: count}))

    def tell(self, world: World, state: AreaState) -> str:
        scrambles = "scrambles" if size(self.sortie.units) == 1 else "scramble"
        return f"{force(world, self.sortie.units)} {scrambles} from {self.sortie.base} to {self.sortie.to}"


class CameHome(PartEvent, frozen=True):
    """Scrambled air units return to their base; if it is lost, they must land elsewhere."""

    zone: str
    base: str
    units: Stack
    home: bool

    def evolve(self, world: World, state: AreaState) -> AreaState:
        plain = changed(self.units, lambda p: Piece(p.power, p.unit, submerged=self.home))
        state = swap(state, self.zone, self.units, ())
        return swap(state, self.base if self.home else self.zone, (), plain)

    def tell(self, world: World, state: AreaState) -> str | None:
        returns = "returns" if size(self.units) == 1 else "return"
        return f"{force(world, self.units)} {returns} to {self.base}" if self.home else None


# losses


class ReactionNamed(PartEvent, frozen=True):
    """A player has chosen losses that several players must agree on."""

    claim: Claim

    def evolve(self, world: World, state: AreaState) -> AreaState:
        moves = MOVES.of(state)
        return MOVES.put(state, replace(moves, claims=(self.claim, *moves.claims[1:])))


class ReactionLosses(Toppled, frozen=True):
    """Ships or air units are lost to a reaction."""

    ashore: Mapping[str, Stack] = {}
    """Units lost with them, although already ashore."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        state = super().evolve(world, state)
        for space, units in self.ashore.items():
            state = swap(state, space, units, ())
        moves = MOVES.of(state)
        known = moves.tracks
        tired = {
            space: {p: dict(kept) for p, kept in here.items()} for space, here in TIRED.of(state).spent.items()
        }
        for one in self.gone:
            known = tracks.removed(known, one.space, one.destroyed)
            for piece, count in one.damaged:
                known = tracks.changed(known, one.space, piece, hurt(piece), count)
            for piece, count in one.destroyed:
                if piece.mission == STRUCK and piece.power in tired.get(one.space, {}):
                    tired[one.space][piece.power][piece.unit] -= count
        state = TIRED.put(state, Tired(tired))
        left = tuple(kept for claim in moves.claims[1:] if (kept := still_there(state, claim, self.gone)))
        return MOVES.put(state, replace(moves, tracks=known, claims=left))

    def tell(self, world: World, state: AreaState) -> str:
        return self.lost(world)
