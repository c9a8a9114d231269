"""Bases: building and moving the means of strategic warfare."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import times
from sandtable.hexes.evolve import paid
from sandtable.hexes.movement import reach
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.strategic.memory import (
    CRAFT,
    STRATEGY,
    Battery,
    Craft,
    changed,
    wing_at,
    with_battery,
    with_wing,
)
from sandtable.hexes.parts.strategic.settings import Settings
from sandtable.hexes.production import check_price, check_yard, purse_of, quoted
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.status import friendly, undevastated
from sandtable.hexes.story import side_name
from sandtable.hexes.strength import Amount, headed, spoken, whole
from sandtable.hexes.supplying import full_supply
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

SITES = 3
"""How many places are offered for new aircraft; players can name others."""


class BuildAir(PartAction, frozen=True):
    """Build bombers, escorts or air defense."""

    phrase: ClassVar[str] = "build {count} {craft} in {at}"
    example: ClassVar[str] = "build 2 air_defense in 1237"

    craft: Craft
    at: SpaceName
    count: int = 1


class BuildMissiles(PartAction, frozen=True):
    """Build missile points for a counter. One not yet in play is placed with them."""

    phrase: ClassVar[str] = "build {count} missiles for {battery} in {at}"
    example: ClassVar[str] = "build 2 missiles for Battery 1 in 1237"

    battery: str
    at: SpaceName
    count: int = 1


class BuildBomb(PartAction, frozen=True):
    """Build an atomic bomb for the bombers in a hex, or for a missile counter."""

    phrase: ClassVar[str] = "build an atomic bomb for {carrier}"
    example: ClassVar[str] = "build an atomic bomb for 1333"

    carrier: str


class MoveAir(PartAction, frozen=True):
    """Move strategic aircraft by land, or fly them from airbase to airbase."""

    phrase: ClassVar[str] = "transfer {count} {craft} from {frm} to {to}"
    example: ClassVar[str] = "transfer 2 bomber from 1333 to 1233"

    craft: Craft
    frm: SpaceName
    to: SpaceName
    count: int = 1


class MoveMissiles(PartAction, frozen=True):
    """Move a missile counter."""

    phrase: ClassVar[str] = "bring {battery} to {to}"
    example: ClassVar[str] = "bring Battery 1 to 1334"

    battery: str
    to: SpaceName


class AirBuilt(PartEvent, frozen=True):
    """Strategic aircraft were built."""

    side: Side
    craft: Craft
    at: Place
    count: int
    cost: Amount
    purse: str = ""

    def evolve(self, state: HexState) -> HexState:
        return with_wing(paid(state, self.purse, self.cost), self.side, self.at, **{self.craft: self.count})

    def tell(self, world: World, state: HexState) -> str:
        what = f"{self.count} {spoken(self.craft)}"
        return f"{side_name(world, self.side)} builds {what} in {world.title(self.at)} for {self.cost}"


class MissilesBuilt(PartEvent, frozen=True):
    """Missiles were built."""

    side: Side
    battery: Name
    at: Place
    count: int
    cost: Amount

    def evolve(self, state: HexState) -> HexState:
        old = STRATEGY.of(state).batteries.get(self.battery, Battery(self.side, self.at, 0))
        return with_battery(paid(state, "", self.cost), self.battery, replace(old, points=old.points + self.count))

    def tell(self, world: World, state: HexState) -> str:
        points = times(self.count, "missile point")
        return f"{side_name(world, self.side)} builds {points} in {world.title(self.at)} for {self.cost}"


class BombBuilt(PartEvent, frozen=True):
    """An atomic bomb was built."""

    side: Side
    carrier: str
    cost: Amount

    def evolve(self, state: HexState) -> HexState:
        state = paid(state, "", self.cost)
        battery = STRATEGY.of(state).batteries.get(self.carrier)
        if battery is not None:
            return with_battery(state, self.carrier, replace(battery, bombs=battery.bombs + 1))
        return with_wing(state, self.side, self.carrier, bombs=1)

    def tell(self, world: World, state: HexState) -> str:
        return f"{side_name(world, self.side)} builds an atomic bomb for {self.cost}"


class AirMoved(PartEvent, frozen=True):
    """Strategic aircraft moved to another base; bombers take their share of the bombs along."""

    side: Side
    craft: Craft
    frm: Place
    to: Place
    count: int
    bombs: int = 0

    def evolve(self, state: HexState) -> HexState:
        away = with_wing(state, self.side, self.frm, **{self.craft: -self.count}, bombs=-self.bombs)
        return with_wing(away, self.side, self.to, **{self.craft: self.count}, bombs=self.bombs)

    def tell(self, world: World, state: HexState) -> str:
        what = f"{self.count} {spoken(self.craft)}"
        return f"{what} from {world.title(self.frm)} to {world.title(self.to)}"


class MissilesMoved(PartEvent, frozen=True):
    """A missile counter moved."""

    battery: Name
    to: Place

    def evolve(self, state: HexState) -> HexState:
        return with_battery(state, self.battery, replace(STRATEGY.of(state).batteries[self.battery], at=self.to))

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.battery} moves to {world.title(self.to)}"


class BasesLost(PartEvent, frozen=True):
    """Everything based in places that have changed hands is lost."""

    places: tuple[Place, ...] = ()
    batteries: tuple[Name, ...] = ()

    def evolve(self, state: HexState) -> HexState:
        known = STRATEGY.of(state)
        return changed(
            state,
            wings={place: wing for place, wing in known.wings.items() if place not in self.places},
            batteries={name: one for name, one in known.batteries.items() if name not in self.batteries},
        )

    def tell(self, world: World, state: HexState) -> str:
        where = [*(world.title(place) for place in self.places), *self.batteries]
        return f"bombers, air defense and missiles lost: {', '.join(where)}"


def counters(world: World, terms: Settings, side: Side) -> list[Name]:
    """The names of a side's missile counters."""
    return [f"{world.who(side).adjective} Missiles {number}" for number in range(1, terms.counters + 1)]


def _cost(world: World, state: HexState, side: Side, item: str, count: int) -> Amount | Refusal:
    found = quoted(world, state, side, item)
    if found is None:
        return world.refuse("unit.types", f"{headed(item)} can't be built in this scenario.")
    return found if isinstance(found, Refusal) else whole(found * count)


def check_air(world: World, state: HexState, side: Side, action: BuildAir) -> Refusal | None:
    """Validate building strategic aircraft."""
    cost = _cost(world, state, side, action.craft, action.count)
    if isinstance(cost, Refusal):
        return world.refuse_by("bombing.prerequisites", cost.why)
    if action.count < 1:
        return world.refuse_by("bombing.placement", "Build at least one.")
    poor = check_price(world, state, side, cost, action.at)
    if poor is not None:
        return poor
    site = check_yard(world, state, side, action.at) if action.at in world.board else world.out_of_play(action.at)
    if site is not None or action.at not in full_supply(world, state, side):
        why = site.why if site is not None else f"{world.title(action.at)} is not supplied."
        return world.refuse_by("bombing.placement", why)
    return None


def check_missiles(
    world: World, state: HexState, terms: Settings, side: Side, action: BuildMissiles
) -> Refusal | None:
    """Validate building missiles."""
    cost = _cost(world, state, side, "missile", action.count)
    if isinstance(cost, Refusal):
        return world.refuse_by("missile.build", cost.why)
    homes = world.places_in(terms.homes.get(side, ()))
    fit = action.at in homes and friendly(state, side, action.at) and undevastated(world, state, action.at)
    if action.count < 1 or not fit:
        return world.refuse_by("missile.build", f"Missiles can't be built in {action.at}.")
    known = STRATEGY.of(state).batteries
    if action.battery not in counters(world, terms, side):
        mine = sum(one.side == side for one in known.values())
        why = f"{world.having(side)} {mine} of {terms.counters} missile counters, none called {action.battery}."
        return world.refuse_by("missile.three-counters", why)
    old = known.get(action.battery)
    if old is not None and old.at != action.at:
        return world.refuse_by("missile.build", f"{action.battery} is in {world.title(old.at)}.")
    return check_price(world, state, side, cost)


def check_bomb(world: World, state: HexState, side: Side, action: BuildBomb) -> Refusal | None:
    """Validate building an atomic bomb."""
    cost = _cost(world, state, side, "atomic_bomb", 1)
    if isinstance(cost, Refusal):
        return world.refuse_by("abomb.production", cost.why)
    known = STRATEGY.of(state)
    battery = known.batteries.get(action.carrier)
    bombers = wing_at(state, side, action.carrier).bomber
    if not bombers and (battery is None or battery.side != side):
        return world.refuse_by("abomb.production", f"Nothing at {action.carrier} can carry an atomic bomb.")
    return check_price(world, state, side, cost)


def check_move(world: World, state: HexState, terms: Settings, side: Side, action: MoveAir) -> Refusal | None:
    """Validate a transfer: by land, or in legs from airbase to airbase."""
    there = wing_at(state, side, action.frm)
    if not 1 <= action.count <= there.of(action.craft):
        why = f"{world.title(action.frm)} has {there.of(action.craft)} {spoken(action.craft)}."
        return world.refuse_by("bombing.movement", why)
    absent = world.out_of_play(action.to)
    if absent is not None:
        return absent
    if action.to == action.frm or action.to not in full_supply(world, state, side):
        return world.refuse_by("bombing.movement", f"{world.title(action.to)} is not a supplied friendly hex.")
    if action.to in reach(world, state, side, action.frm):
        return None
    leg = terms.legs[action.craft]
    if ferried(world, state, side, action.frm, action.to, leg):
        return None
    rule = (
        "bombing.ferry-path" if ferried(world, state, side, action.frm, action.to, leg, True) else "bombing.ferry"
    )
    return world.refuse_by(rule, f"No chain of airbases with legs of {leg} hexes leads there.")


def ferried(
    world: World, state: HexState, side: Side, frm: Place, to: Place, leg: int, anywhere: bool = False
) -> bool:
    """Whether a chain of friendly airbases connects two hexes, with each leg in range."""
    bases = {
        place for place, holder in state.control.items() if holder == side and world.board.facts_of(place).airbase
    }
    seen, edge = {frm}, [frm]
    while edge:
        here = edge.pop()
        flown = _within(world, state, side, here, leg, anywhere)
        if to in flown and (here in bases or to in bases):
            return True
        for base in bases - seen:
            if base in flown:
                seen.add(base)
                edge.append(base)
    return False


def _within(world: World, state: HexState, side: Side, start: Place, leg: int, anywhere: bool) -> set[Place]:
    """Places at most one leg away, flying only over sea and friendly hexes."""
    board = world.board
    seen, ring = {start}, [start]
    for _ in range(leg):
        ahead: list[Place] = []
        for here in ring:
            for near in board.touching(here):
                open_sky = anywhere or board.number[near] >= board.land or friendly(state, side, near)
                if near not in seen and open_sky:
                    seen.add(near)
                    ahead.append(near)
        ring = ahead
    return seen


def check_march(world: World, state: HexState, side: Side, action: MoveMissiles) -> Refusal | None:
    """Validate moving a missile counter."""
    battery = STRATEGY.of(state).batteries.get(action.battery)
    if battery is None or battery.side != side:
        return world.refuse_by("missile.movement", f"{world.having(side)} no counter {action.battery} in play.")
    absent = world.out_of_play(action.to)
    if absent is not None:
        return absent
    if action.to == battery.at or action.to not in reach(world, state, side, battery.at):
        why = f"No chain of friendly hexes leads from {world.title(battery.at)} to {world.title(action.to)}."
        return world.refuse_by("missile.movement", why)
    return None


def offers_building(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[PartAction]:
    """One of each in every yard, missiles for every counter, bombs for everything that can carry them."""
    known = STRATEGY.of(state)
    yards = sorted(place for place in world.yards(side) if friendly(state, side, place))
    yield from (BuildAir(craft, place) for place in yards[:SITES] for craft in CRAFT)
    names = counters(world, terms, side)
    fresh = [name for name in names if name not in known.batteries][:1]
    for name in (*(name for name in names if name in known.batteries), *fresh):
        battery = known.batteries.get(name)
        yield from (BuildMissiles(name, place) for place in ([battery.at] if battery is not None else yards))
    yield from (BuildBomb(place) for place, wing in known.wings.items() if wing.bomber and wing.side == side)
    yield from (BuildBomb(name) for name, one in known.batteries.items() if one.side == side)


def offers_moving(world: World, state: HexState, side: Side) -> Iterator[PartAction]:
    """Aircraft to every other base and every yard, missiles to hexes next to the enemy."""
    known = STRATEGY.of(state)
    ours = {place: wing for place, wing in known.wings.items() if wing.side == side}
    yards = sorted(place for place in world.yards(side) if friendly(state, side, place)) if ours else []
    for place, wing in ours.items():
        for craft in CRAFT:
            if wing.of(craft):
                yield from (MoveAir(craft, place, to, wing.of(craft)) for to in yards[:1] if to != place)
    for name, battery in known.batteries.items():
        if battery.side == side:
            near = world.near(battery.at)
            yield from (MoveMissiles(name, place) for place in near if friendly(state, side, place))


def build_air(run: Unfolding, side: Side, action: BuildAir) -> None:
    cost = _cost(run.world, run.state, side, action.craft, action.count)
    assert not isinstance(cost, Refusal), "it was not checked"
    purse = purse_of(run.world, run.state, side, action.at)
    run.emit(AirBuilt(side=side, craft=action.craft, at=action.at, count=action.count, cost=cost, purse=purse))


def build_missiles(run: Unfolding, side: Side, action: BuildMissiles) -> None:
    cost = _cost(run.world, run.state, side, "missile", action.count)
    assert not isinstance(cost, Refusal), "it was not checked"
    run.emit(MissilesBuilt(side=side, battery=action.battery, at=action.at, count=action.count, cost=cost))


def build_bomb(run: Unfolding, side: Side, action: BuildBomb) -> None:
    cost = _cost(run.world, run.state, side, "atomic_bomb", 1)
    assert not isinstance(cost, Refusal), "it was not checked"
    run.emit(BombBuilt(side=side, carrier=action.carrier, cost=cost))


def move_air(run: Unfolding, side: Side, action: MoveAir) -> None:
    wing = wing_at(run.state, side, action.frm)
    left = wing.bomber - action.count if action.craft == "bomber" else wing.bomber
    bombs = max(0, wing.bombs - left) if action.craft == "bomber" else 0
    run.emit(
        AirMoved(side=side, craft=action.craft, frm=action.frm, to=action.to, count=action.count, bombs=bombs)
    )


def lose_bases(run: Unfolding) -> None:
    """Remove whatever is in a hex that its side no longer holds."""
    known, control = STRATEGY.of(run.state), run.state.control
    places = tuple(place for place, wing in known.wings.items() if control.get(place) != wing.side)
    batteries = tuple(name for name, one in known.batteries.items() if control.get(one.at) != one.side)
    if places or batteries:
        run.emit(BasesLost(places=places, batteries=batteries))
