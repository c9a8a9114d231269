"""Coastal aircraft: those of every friendly coast, and those that are bought for armies there."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from sandtable.core.refusal import Refusal
from sandtable.core.wording import times
from sandtable.hexes.evolve import paid
from sandtable.hexes.movement import check_route
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.fleets.memory import NAVY, changed
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.production import check_price, check_yard, level_of, purse_of, quoted
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.status import friendly, irregular, own_army
from sandtable.hexes.story import army_name, side_name
from sandtable.hexes.strength import Amount, whole
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

ITEM = "coastal_air"
DOZEN = 6
"""How many aircraft the printed price buys."""
BEYOND = 2
"""How many hexes beyond their range they fly, at half strength."""


class BuyAircraft(PartAction, frozen=True):
    """Buy coastal aircraft for an army, six at a time."""

    phrase: ClassVar[str] = "buy {count} coastal aircraft for {army}"
    example: ClassVar[str] = "buy 6 coastal aircraft for OKW"

    army: str
    count: int = DOZEN


class MoveAircraft(PartAction, frozen=True):
    """Move coastal aircraft to another army."""

    phrase: ClassVar[str] = "move {count} coastal aircraft of {army} to {into}"
    example: ClassVar[str] = "move 6 coastal aircraft of OKW to Army Group West"

    army: str
    into: str
    count: int


class AircraftBought(PartEvent, frozen=True):
    """Coastal aircraft were bought."""

    side: Side
    army: Name
    count: int
    cost: Amount
    purse: str = ""

    def evolve(self, state: HexState) -> HexState:
        held = NAVY.of(state).squadrons
        more = {**held, self.army: held.get(self.army, 0) + self.count}
        return changed(paid(state, self.purse, self.cost), squadrons=more)

    def tell(self, world: World, state: HexState) -> str:
        what = f"{self.count} coastal aircraft for {army_name(self.army)}"
        return f"{side_name(world, self.side)} buys {what} ({self.cost})"


class AircraftMoved(PartEvent, frozen=True):
    """Coastal aircraft have gone to another army."""

    army: Name
    into: Name
    count: int

    def evolve(self, state: HexState) -> HexState:
        held = NAVY.of(state).squadrons
        moved = {**held, self.army: held[self.army] - self.count, self.into: held.get(self.into, 0) + self.count}
        return changed(state, squadrons=present(moved))

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.count} coastal aircraft fly from {army_name(self.army)} to {army_name(self.into)}"


class AircraftRecovered(PartEvent, frozen=True):
    """A side's combat is over: its coasts have their own aircraft again; their other losses are final."""

    places: tuple[Place, ...]
    squadrons: Mapping[Name, int]
    """What is left of the aircraft of armies."""

    def evolve(self, state: HexState) -> HexState:
        known = NAVY.of(state)
        downed = {place: count for place, count in known.downed.items() if place not in self.places}
        return changed(state, downed=downed, squadrons=present({**known.squadrons, **self.squadrons}))

    def tell(self, world: World, state: HexState) -> str | None:
        lost = sum(NAVY.of(state).squadrons.get(name, 0) - left for name, left in self.squadrons.items())
        return f"{times(lost, 'bought aircraft', 'bought aircraft')} lost for good" if lost else None


class WingsClipped(PartEvent, frozen=True):
    """Coastal aircraft that fought as tac air were shot down."""

    army: Name
    count: int

    def evolve(self, state: HexState) -> HexState:
        held = NAVY.of(state).squadrons
        return changed(state, squadrons=present({**held, self.army: held[self.army] - self.count}))

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.count} coastal aircraft of {army_name(self.army)} are shot down"


class AircraftGone(PartEvent, frozen=True):
    """Aircraft of armies that no longer exist."""

    armies: tuple[Name, ...]

    def evolve(self, state: HexState) -> HexState:
        held = NAVY.of(state).squadrons
        return changed(state, squadrons={name: count for name, count in held.items() if name not in self.armies})


def present(held: Mapping[Name, int]) -> dict[Name, int]:
    """Only the armies that have any aircraft.

    >>> present({"OKW": 0, "PZAA": 6})
    {'PZAA': 6}
    """
    return {name: count for name, count in held.items() if count > 0}


# how many there are, and how far they fly


def inherent(world: World, state: HexState, side: Side, place: Place) -> int:
    """The aircraft that a coast has of its own."""
    if not friendly(state, side, place) or place not in world.waters.harbours:
        return 0
    if place in world.bare:
        idle = any(part.quiet(world, state, side, frozenset({place})) for part in world.parts.quiet)
    else:
        idle = not world.garrisoned(place)
    return 0 if idle else world.tables.coastal_air


def bought(world: World, state: HexState, side: Side, place: Place) -> int:
    """The bought aircraft of a side on a coast."""
    if place not in world.waters.harbours:
        return 0
    held = NAVY.of(state).squadrons
    return sum(held.get(name, 0) for name, army in state.armies_at(place) if army.side == side) if held else 0


def coastal_air(world: World, state: HexState, side: Side, place: Place) -> int:
    """All coastal aircraft of a side in a hex."""
    there = inherent(world, state, side, place) + bought(world, state, side, place)
    return max(0, there - NAVY.of(state).downed.get(place, 0))


def air_range(world: World, state: HexState, terms: Settings, side: Side) -> int:
    """How far a side's coastal aircraft fly."""
    assert terms.search is not None, "the scenario has no ranges for them"
    level = level_of(world, state, side, "tac_air")
    return terms.search.coast[min(level, len(terms.search.coast) - 1)]


def flying(world: World, state: HexState, terms: Settings, side: Side, place: Place, distance: int) -> int:
    """How many coastal aircraft of a hex can strike at a distance: half of them beyond their range."""
    if terms.search is None:
        return coastal_air(world, state, side, place) if not distance else 0
    reach = air_range(world, state, terms, side)
    if distance > reach + BEYOND:
        return 0
    there = coastal_air(world, state, side, place)
    return there if distance <= reach else there // 2


# buying and moving


def check_buy(world: World, state: HexState, terms: Settings, side: Side, action: BuyAircraft) -> Refusal | None:
    """Validate buying coastal aircraft."""
    price = quoted(world, state, side, ITEM)
    if terms.search is None or price is None or isinstance(price, Refusal):
        return world.refuse_by("coastalair.purchase", "Coastal aircraft can't be bought in this scenario.")
    army = own_army(world, state, side, action.army)
    if isinstance(army, Refusal):
        return army
    if action.count < DOZEN or action.count % DOZEN:
        return world.refuse_by("coastalair.purchase", f"Coastal aircraft are bought {DOZEN} at a time.")
    if irregular(world, state, action.army) or army.at not in world.waters.harbours:
        return world.refuse_by("coastalair.in-armies", f"{action.army} isn't on a coast.")
    refusal = check_yard(world, state, side, army.at)
    return refusal or check_price(world, state, side, _cost(world, state, side, action.count), army.at)


def _cost(world: World, state: HexState, side: Side, count: int) -> Amount:
    price = quoted(world, state, side, ITEM)
    assert price is not None and not isinstance(price, Refusal), "they have no price"
    return whole(price * (count // DOZEN))


def buy(run: Unfolding, side: Side, action: BuyAircraft) -> None:
    """Buy coastal aircraft."""
    at = run.state.armies[action.army].at
    cost = _cost(run.world, run.state, side, action.count)
    purse = purse_of(run.world, run.state, side, at)
    run.emit(AircraftBought(side=side, army=action.army, count=action.count, cost=cost, purse=purse))


def check_move(world: World, state: HexState, side: Side, action: MoveAircraft) -> Refusal | None:
    """Validate moving coastal aircraft to another army."""
    army, into = own_army(world, state, side, action.army), own_army(world, state, side, action.into)
    if isinstance(army, Refusal) or isinstance(into, Refusal):
        return army if isinstance(army, Refusal) else into if isinstance(into, Refusal) else None
    rule, held = "coastalair.in-armies", NAVY.of(state).squadrons.get(action.army, 0)
    if not 1 <= action.count <= held or action.army == action.into:
        return world.refuse_by(rule, f"{action.army} has {held} coastal aircraft.")
    if into.at not in world.waters.harbours or irregular(world, state, action.into):
        return world.refuse_by(rule, f"{action.into} isn't on a coast.")
    return check_route(world, state, side, army, into.at, None, 0)


def offers_buying(world: World, state: HexState, side: Side) -> Iterator[BuyAircraft]:
    """Six aircraft for each army on a coast."""
    yield from (BuyAircraft(name) for name, army in state.armies_of(side) if army.at in world.waters.harbours)


def offers_moving(world: World, state: HexState, side: Side) -> Iterator[MoveAircraft]:
    """All aircraft of an army to each army on a coast."""
    held = NAVY.of(state).squadrons
    for name, count in held.items():
        if name in state.armies and state.armies[name].side == side:
            others = (other for other, army in state.armies_of(side) if army.at in world.waters.harbours)
            yield from (MoveAircraft(name, other, count) for other in others if other != name)


# losses


def recover(run: Unfolding, side: Side) -> None:
    """When a side's combat is over, its coasts have their own aircraft again; other losses are final."""
    world, state = run.world, run.state
    places = tuple(place for place in NAVY.of(state).downed if state.control.get(place) == side)
    left: dict[Name, int] = {}
    for place in places:
        # A marker of six or fewer is removed: only aircraft beyond those of the coast itself remain.
        spare = max(0, coastal_air(world, state, side, place) - inherent(world, state, side, place))
        for name, army in state.armies_at(place):
            if army.side == side and name in NAVY.of(state).squadrons:
                left[name] = min(spare, NAVY.of(state).squadrons[name])
                spare -= left[name]
    if places:
        run.emit(AircraftRecovered(places=places, squadrons=left))


def forget(run: Unfolding) -> None:
    """Aircraft are lost with their army."""
    gone = tuple(sorted(name for name in NAVY.of(run.state).squadrons if name not in run.state.armies))
    if gone:
        run.emit(AircraftGone(armies=gone))


def as_tac_air(world: World, state: HexState, name: Name) -> int:
    """The tac air points that an army's coastal aircraft are worth in an assault: one for six."""
    held = NAVY.of(state).squadrons.get(name, 0)
    return held // DOZEN if held and state.armies[name].at in world.waters.harbours else 0
