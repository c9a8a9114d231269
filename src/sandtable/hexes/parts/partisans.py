"""Partisans: a side spends production points to try to take unoccupied hexes behind enemy lines."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.hexes.actions import Action
from sandtable.hexes.capture import hexes_fell
from sandtable.hexes.events import Eliminated, FortFell
from sandtable.hexes.evolve import paid
from sandtable.hexes.part import GameMemory, Part, PartAction, PartEvent, Slice
from sandtable.hexes.production import check_price
from sandtable.hexes.state import HexState, Phase, Place, Side
from sandtable.hexes.status import check_truce
from sandtable.hexes.story import side_name
from sandtable.hexes.supplying import any_supply
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

V = TypeVar("V")


class Foothold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that are attacked only while their side has lost one of them."""

    places: tuple[Place, ...]
    rule: str


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who can raise partisans, and where."""

    sides: tuple[Side, ...]
    enemy: Side
    safe: tuple[str, ...]
    """Areas without partisans."""
    footholds: tuple[Foothold, ...] = ()
    cost: int = 2
    need: int = 2
    """The highest die that captures a hex."""


class Uprisings(Slice, frozen=True, tag="partisans"):
    """The part's memory."""

    tried: tuple[Place, ...] = ()
    """Hexes attacked this turn."""
    seized: Mapping[Place, Side] = {}
    """Hexes that partisans hold for a side: they don't make a country surrender."""
    cut_off: Mapping[Place, int] = {}
    """Those that must be supplied, and the turn since which they have been waiting for it."""


UPRISINGS = GameMemory("partisans", Uprisings())


class RaisePartisans(PartAction, frozen=True):
    """Pay for partisans in a hex and roll for them."""

    phrase: ClassVar[str] = "raise partisans in {at}"
    example: ClassVar[str] = "raise partisans in 1638"

    at: SpaceName


class PartisansRose(PartEvent, frozen=True):
    """Partisans tried to take a hex."""

    side: Side
    at: Place
    cost: int
    die: int
    success: bool
    devastated: int = 0
    supplied: bool = True
    turn: int = 0

    def evolve(self, state: HexState) -> HexState:
        memory = UPRISINGS.of(state)
        memory = replace(memory, tried=tuple(sorted({*memory.tried, self.at})))
        state = paid(state, "", self.cost)
        if self.success:
            cut_off = memory.cut_off if self.supplied else {**memory.cut_off, self.at: self.turn}
            memory = replace(memory, seized={**memory.seized, self.at: self.side}, cut_off=cut_off)
            state = replace(
                state,
                control={**state.control, self.at: self.side},
                marked=tuple(place for place in state.marked if place != self.at),
                beachheads={place: last for place, last in state.beachheads.items() if place != self.at},
            )
            if self.devastated:
                state = replace(state, devastated={**state.devastated, self.at: self.devastated})
        return UPRISINGS.put(state, memory)

    def rolled(self) -> tuple[int, ...]:
        return (self.die,)

    def tell(self, world: World, state: HexState) -> str:
        what = f"take {world.title(self.at)}" if self.success else f"fail in {world.title(self.at)}"
        return f"Partisans of {side_name(world, self.side)} {what} ({self.die})"


class PartisansSubdued(PartEvent, frozen=True):
    """A hex that partisans had taken was not supplied in time."""

    at: Place
    to: Side
    why: str

    def evolve(self, state: HexState) -> HexState:
        memory = UPRISINGS.of(state)
        memory = replace(memory, seized=_but(memory.seized, self.at), cut_off=_but(memory.cut_off, self.at))
        return UPRISINGS.put(replace(state, control={**state.control, self.at: self.to}), memory)

    def tell(self, world: World, state: HexState) -> str:
        return f"The partisans in {world.title(self.at)} give up to {side_name(world, self.to)} ({self.why})"


class PartisansLinked(PartEvent, frozen=True):
    """Partisan hexes are supplied, or have been taken by an army."""

    linked: tuple[Place, ...] = ()
    taken: tuple[Place, ...] = ()

    def evolve(self, state: HexState) -> HexState:
        memory = UPRISINGS.of(state)
        gone = (*self.linked, *self.taken)
        memory = replace(memory, seized=_but(memory.seized, *self.taken), cut_off=_but(memory.cut_off, *gone))
        return UPRISINGS.put(state, memory)


class UprisingsEnded(PartEvent, frozen=True):
    """A turn is over: every hex can be attacked again."""

    def evolve(self, state: HexState) -> HexState:
        return UPRISINGS.put(state, replace(UPRISINGS.of(state), tried=()))


def _but(mapping: Mapping[Place, V], *keys: Place) -> dict[Place, V]:
    return {place: value for place, value in mapping.items() if place not in keys}


class Partisans(Part[Settings]):
    """Partisans behind enemy lines."""

    name = "partisans"
    Settings = Settings
    memory = UPRISINGS
    actions = (RaisePartisans,)
    events = (PartisansRose, PartisansSubdued, PartisansLinked, UprisingsEnded)
    citations = (
        "partisan.who",
        "partisan.valid-hexes",
        "partisan.cost-and-roll",
        "partisan.one-per-hex",
        "partisan.supply-deadline",
    )

    def rules(self) -> Iterable[str]:
        return (one.rule for one in self.settings.footholds)

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("production",)

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        assert isinstance(action, RaisePartisans)
        terms, place = self.settings, action.at
        if side not in terms.sides:
            return world.refuse_by("partisan.who", f"{world.having(side)} no partisans.")
        absent = world.out_of_play(place)
        if absent is not None:
            return absent
        title = world.title(place)
        if place in UPRISINGS.of(state).tried:
            return world.refuse_by("partisan.one-per-hex", f"Partisans have already risen in {title} this turn.")
        if state.control.get(place) != terms.enemy:
            return world.refuse_by("partisan.valid-hexes", f"{title} isn't friendly to {world.the(terms.enemy)}.")
        if place in world.places_in(terms.safe):
            return world.refuse_by("partisan.valid-hexes", f"There are no partisans in {world.country(place)}.")
        if any(True for _ in state.armies_at(place)):
            return world.refuse_by("partisan.valid-hexes", f"An army is in {title}.")
        truce = check_truce(world, state, side, place)
        if truce is not None:
            return truce
        for one in terms.footholds:
            lost = any(state.control.get(other) in terms.sides for other in one.places)
            if place in one.places and not lost:
                why = f"Partisans rise in {title} only after a hex of that mainland has been taken."
                return world.refuse_by(one.rule, why)
        refusal = check_price(world, state, side, terms.cost)
        return refusal and world.refuse_by("partisan.cost-and-roll", refusal.why)

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        terms = self.settings
        if side in terms.sides and state.budget >= terms.cost:
            yield from (RaisePartisans(place) for place, to in state.control.items() if to == terms.enemy)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        assert isinstance(action, RaisePartisans)
        die = run.roll()
        success = die <= self.settings.need
        risen = PartisansRose(side=side, at=action.at, cost=self.settings.cost, die=die, success=success)
        if success:
            ruins = run.world.most_production(action.at)
            held = replace(
                run.state,
                control={**run.state.control, action.at: side},
                devastated={**run.state.devastated, action.at: ruins},
            )
            supplied = action.at in any_supply(run.world, held, side)
            risen = replace(risen, devastated=ruins, supplied=supplied, turn=run.state.turn)
        run.emit(risen)
        if success and action.at in run.state.forts:
            run.emit(FortFell(at=action.at))
        if success:
            hexes_fell(run)

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, RaisePartisans)
        return f"raise partisans in {world.title(action.at)} (cost {self.settings.cost})"

    # what others ask

    def unclaimed(self, world: World, state: HexState) -> frozenset[Place]:
        return frozenset(
            place for place, side in UPRISINGS.of(state).seized.items() if state.control[place] == side
        )

    def spared(self, world: World, state: HexState, side: Side) -> frozenset[Place]:
        return frozenset(place for place in UPRISINGS.of(state).cut_off if state.control[place] == side)

    def mends(self, world: World, state: HexState, side: Side) -> frozenset[Place]:
        memory = UPRISINGS.of(state)
        return frozenset(place for place in memory.tried if memory.seized.get(place) == side)

    # the course of a turn

    def hexes_fell(self, run: Unfolding) -> None:
        memory = UPRISINGS.of(run.state)
        taken = tuple(place for place, side in memory.seized.items() if run.state.control[place] != side)
        if taken:
            run.emit(PartisansLinked(taken=taken))

    def combat_ends(self, run: Unfolding) -> None:
        side = run.state.side
        waiting = [place for place in UPRISINGS.of(run.state).cut_off if run.state.control[place] == side]
        fed = any_supply(run.world, run.state, side) if waiting else frozenset()
        linked = tuple(place for place in waiting if place in fed)
        if linked:
            run.emit(PartisansLinked(linked=linked))
        for place in waiting:
            if place not in fed:
                why = run.world.full_id("partisan.supply-deadline")
                for name in [name for name, _ in run.state.armies_at(place)]:
                    run.emit(Eliminated(army=name, why=why))
                if place in run.state.forts:
                    run.emit(FortFell(at=place))
                run.emit(PartisansSubdued(at=place, to=self.settings.enemy, why=why))

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        if UPRISINGS.of(run.state).tried:
            run.emit(UprisingsEnded())


PART = Partisans
