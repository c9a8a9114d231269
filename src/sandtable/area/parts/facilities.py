"""Facilities: factories, bases and others that are built over several turns, damaged, repaired and captured.

A facility is a unit on the board; the piece has its damage and build chips. What a type of facility does, and
where it can be built, is data.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.event import Event
from sandtable.area.events import Mobilized, PrizesTaken, TurnBegan
from sandtable.area.evolve import evolve
from sandtable.area.forces import Piece, Power, Stack, changed, stack, where
from sandtable.area.part import GameMemory, Part, PartEvent, TurnMemory
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import barred, own_at, phase_of
from sandtable.area.techs import techs_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import paid, put, swap
from sandtable.area.wording import an, money, the, unit_name
from sandtable.area.world import World
from sandtable.core.dice import ScriptedDice
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName, UnitName


class Facility(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of facility."""

    endures: int
    """The most damage it can take."""
    chips: int
    """How many turns it takes to build."""
    fails_at: int = 0
    """It stops working at this much damage; 0: damage only lowers its capacity."""
    capacity: int = 0
    """How many units can be placed there per turn; each point of damage reduces it by one."""
    group: str = ""
    """A territory can have only one facility of a group."""
    value: int = 0
    """The lowest value of a territory where it can be built."""
    original: bool = False
    """Whether it can be built only in the builder's original territories."""
    site: str = ""
    """The rule for ``value`` and ``original``, without the book's prefix."""
    islands: bool = True
    """Whether it can be built on islands."""
    coast: bool = False
    """Whether it needs a coast."""
    captured_as: str = ""
    """What it becomes when captured."""
    upgrade: str = ""
    """What it can be upgraded to."""
    upgrade_cost: int = 0
    """What the upgrade costs."""
    flights: int = 0
    """Extra movement points for air units that take off there."""
    voyages: int = 0
    """Extra movement points for ships that leave an adjacent sea zone."""
    mends: bool = False
    """Whether damaged ships in adjacent sea zones are repaired."""
    island_income: int = 0
    """Income from it on an island without a factory."""


class Reserved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that can be placed only at some factories."""

    units: tuple[str, ...]
    """The units."""
    at: tuple[str, ...]
    """The types of factory."""
    also_at: Mapping[Power, tuple[str, ...]] = {}
    """Territories where any factory will do, by power."""
    developed: Mapping[str, tuple[str, ...]] = {}
    """Developments, and the units that are reserved too once a power has them."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The types of facilities and their rules."""

    types: Mapping[str, Facility]
    """By unit type."""
    reserved: Reserved
    """Units that only some factories build."""
    point: int
    """The cost of repairing one point of damage."""
    capture_die: int
    """The sides of the die for the damage a facility takes when its territory changes hands."""
    enlarged: Mapping[str, Mapping[str, int]] = {}
    """Developments, and the capacity of factories by type once their holder has them."""
    faster: Mapping[str, int] = {}
    """Developments, and how many points of damage to a factory are repaired for the price of one."""
    cheaper: Mapping[str, int] = {}
    """Developments, and how much less an upgrade costs."""
    after: tuple[str, ...] = ()
    """Actions of the same phase, by their names in files, that come before repairs and upgrades."""


class Idle(Slice, frozen=True, tag="facilities"):
    """State kept for the whole game."""

    territories: tuple[str, ...] = ()
    """Captured territories whose new holder hasn't begun a turn since: their facilities don't work."""


class Upgrades(Slice, frozen=True, tag="facilities"):
    """State kept for one turn."""

    territories: tuple[str, ...] = ()
    """Where an upgrade has been paid for."""
    patched: bool = False
    """Whether free repairs have been made."""
    repaired: bool = False
    """Whether repairs have been paid for."""


IDLE = GameMemory("facilities", Idle())
UPGRADES = TurnMemory("facilities", Upgrades())


class Restore(Action, frozen=True):
    """Pay to repair a facility, point by point."""

    phrase: ClassVar[str] = "restore {points} of {facility} in {territory}"
    example: ClassVar[str] = "restore 2 of air base in Malta"

    points: int
    """How many points of damage to repair."""
    facility: UnitName
    """The facility."""
    territory: SpaceName
    """The territory it is in."""


class Upgrade(Action, frozen=True):
    """Pay to upgrade a facility to a larger one."""

    phrase: ClassVar[str] = "upgrade {facility} in {territory}"
    example: ClassVar[str] = "upgrade minor complex in Northern Italy"

    facility: UnitName
    """The current facility."""
    territory: SpaceName
    """The territory it is in."""


class Restored(PartEvent, frozen=True):
    """A facility has been repaired."""

    power: Power
    space: str
    unit: str
    points: int
    cost: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        after = paid(_hurt(state, self.space, {self.unit: -self.points}), self.power, self.cost)
        return UPGRADES.put(after, replace(UPGRADES.of(after), repaired=True))

    def tell(self, world: World, state: AreaState) -> str:
        who, what = the(world.name(self.power)), unit_name(world, self.unit)
        return f"{who} repairs {self.points} damage on the {what} in {self.space} for {money(self.cost)}"


class PatchedUp(PartEvent, frozen=True):
    """Free repairs have been made."""

    power: Power
    points: Mapping[str, Mapping[str, int]]
    """By territory and type."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        for space, units in self.points.items():
            state = _hurt(state, space, {unit: -points for unit, points in units.items()})
        return UPGRADES.put(state, replace(UPGRADES.of(state), patched=True))

    def tell(self, world: World, state: AreaState) -> str | None:
        if not self.points:
            return None
        return f"{the(world.name(self.power))} repairs facilities in {', '.join(self.points)} for free"


class FacilitiesHit(PartEvent, frozen=True):
    """Facilities have taken damage; rolled if the territory changed hands."""

    space: str
    damage: Mapping[str, int]
    """By type, limited to what it can take."""
    dice: tuple[int, ...] = ()
    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return _hurt(state, self.space, self.damage)

    def tell(self, world: World, state: AreaState) -> str | None:
        found = [f"the {unit_name(world, unit)} {points}" for unit, points in self.damage.items() if points]
        return f"Damage in {self.space}: {', '.join(found)}" if found else None


class ChipsRemoved(PartEvent, frozen=True):
    """A turn of building is complete."""

    power: Power
    spaces: tuple[str, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        part = Facilities.of(world)
        assert part is not None
        return put(
            state,
            {
                space: changed(
                    state.at(space),
                    lambda p: replace(p, chips=p.chips - 1) if part.under_way(self.power, p) else p,
                )
                for space in self.spaces
            },
        )

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} builds in {', '.join(self.spaces)}"


class UpgradePaid(PartEvent, frozen=True):
    """A facility's upgrade has been paid for."""

    power: Power
    space: str
    unit: str
    cost: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = UPGRADES.of(state).territories
        memory = replace(UPGRADES.of(state), territories=tuple(sorted({*known, self.space})))
        return UPGRADES.put(paid(state, self.power, self.cost), memory)

    def tell(self, world: World, state: AreaState) -> str:
        what = unit_name(world, self.unit)
        return f"{the(world.name(self.power))} upgrades the {what} in {self.space} for {money(self.cost)}"


class Replaced(PartEvent, frozen=True):
    """A facility has been replaced by another."""

    power: Power
    space: str
    unit: str
    by: str
    most: int
    """The most damage the new one can take."""
    chips: int
    """The most build chips it can have."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        def other(piece: Piece) -> Piece:
            if piece.unit != self.unit:
                return piece
            return replace(
                piece, unit=self.by, damage=min(piece.damage, self.most), chips=min(piece.chips, self.chips)
            )

        return put(state, {self.space: changed(state.at(self.space), other)})

    def tell(self, world: World, state: AreaState) -> str:
        return f"The {unit_name(world, self.unit)} in {self.space} becomes {an(unit_name(world, self.by))}"


class ShipsMended(PartEvent, frozen=True):
    """Damaged ships beside a base have been repaired."""

    power: Power
    zones: tuple[str, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        def whole(piece: Piece) -> Piece:
            return replace(piece, damage=0) if piece.power == self.power else piece

        return put(state, {zone: changed(state.at(zone), whole) for zone in self.zones})

    def tell(self, world: World, state: AreaState) -> str:
        return f"Damaged {world.powers[self.power].adjective} ships in {', '.join(self.zones)} are repaired"


class BasesServe(PartEvent, frozen=True):
    """Units that start moving at a base get extra movement points this turn."""

    power: Power
    spaces: Mapping[str, int]
    """Extra points by space: territories for air units, sea zones for ships."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        def served(space: str, points: int) -> Stack:
            kind = "sea" if world.board.is_sea(space) else "air"
            return changed(
                state.at(space),
                lambda p: replace(p, extra=points) if p.power == self.power and world.type(p).kind == kind else p,
            )

        return put(state, {space: served(space, points) for space, points in self.spaces.items()})


class Facilities(Part[Settings]):
    """Facilities that are built, damaged and repaired."""

    name = "facilities"
    Settings = Settings
    game_memory = IDLE
    turn_memory = UPGRADES
    actions = (Restore, Upgrade)
    events = (
        Restored,
        PatchedUp,
        FacilitiesHit,
        ChipsRemoved,
        UpgradePaid,
        Replaced,
        ShipsMended,
        BasesServe,
    )
    reacts_to = (Mobilized, PrizesTaken, TurnBegan)
    citations = (
        "facility.repair",
        "facility.repair-own",
        "facility.sequence",
        "facility.upgrade",
        "facility.upgrade-damaged",
        "facility.unfinished",
        "facility.reserved",
        "facility.island",
        "facility.coast",
        "facility.group",
        "mobilize.bombed",
    )

    def rules(self) -> Iterable[str]:
        return (one.site for one in self.settings.types.values() if one.site)

    def problems(self, world: World) -> Iterable[str]:
        named = {*self.settings.types, *self.settings.reserved.units, *self.settings.reserved.at}
        named |= {unit for one in self.settings.types.values() for unit in (one.captured_as, one.upgrade) if unit}
        yield from (f"unknown unit {unit!r}" for unit in sorted(named) if unit not in world.units)
        named_techs = {*self.settings.enlarged, *self.settings.faster, *self.settings.cheaper}
        named_techs |= {*self.settings.reserved.developed}
        yield from (
            f"unknown development {tech!r}" for tech in sorted(named_techs) if tech not in world.tech_table
        )
        actions = {str(action.__struct_config__.tag) for action in world.parts.by_action}
        yield from (f"unknown action {action!r}" for action in self.settings.after if action not in actions)
        lands = {land for lands in self.settings.reserved.also_at.values() for land in lands}
        yield from (f"unknown territory {land!r}" for land in sorted(lands) if land not in world.board.territories)

    def die_sides(self, event: type[PartEvent], field: str) -> int:
        return self.settings.capture_die

    # facilities on the board

    def at(self, state: AreaState, space: str) -> Iterator[tuple[Piece, Facility]]:
        """The facilities in a territory."""
        types = self.settings.types
        return ((piece, types[piece.unit]) for piece, _ in state.at(space) if piece.unit in types)

    def operative(self, world: World, state: AreaState, power: Power, space: str) -> Iterator[Facility]:
        """The facilities in a territory that work for a power now."""
        holder = state.control.get(space)
        if holder is None or space in IDLE.of(state).territories or not self.may_use(world, power, holder):
            return
        works = [
            kind
            for piece, kind in self.at(state, space)
            if not piece.chips and not (kind.fails_at and piece.damage >= kind.fails_at)
        ]
        # A partner's base serves nobody whose units may not enter the territory.
        if works and (holder == power or barred(world, state, power, space) is None):
            yield from works

    def may_use(self, world: World, power: Power, holder: Power) -> bool:
        """Whether a power may use a holder's bases: its own, or a partner's if both are at war."""
        if power == holder:
            return True
        return world.friends(power, holder) and bool(world.enemies[power]) and bool(world.enemies[holder])

    def under_way(self, power: Power, piece: Piece) -> bool:
        """Whether a piece is this power's undamaged facility under construction."""
        return (
            piece.power == power and bool(piece.chips) and not piece.damage and piece.unit in self.settings.types
        )

    # actions

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("purchase",)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Restore | Upgrade)
        space, name = action.territory, unit_name(world, action.facility)
        if space not in world.board.territories:
            return world.refuse("board.spaces", f"There's no territory called {space}.")
        found = next(((p, kind) for p, kind in self.at(state, space) if p.unit == action.facility), None)
        if found is None:
            return world.refuse("facility.repair", f"There's no {name} in {space}.")
        if state.control.get(space) != power:
            return world.refuse("facility.repair-own", f"{space} isn't yours.")
        if isinstance(action, Restore):
            return self._check_restore(world, state, power, action, found[0])
        return self._check_upgrade(world, state, power, action, *found)

    def _check_restore(
        self, world: World, state: AreaState, power: Power, action: Restore, piece: Piece
    ) -> Refusal | None:
        if state.bought.get(power):
            return world.refuse("facility.sequence", "Repair before you buy units.")
        if not 1 <= action.points <= piece.damage:
            return world.refuse("facility.repair", f"It has only {piece.damage} damage.")
        if state.treasury[power] < self.repair_price(state, power, action):
            return world.refuse("purchase.affordable", f"{world.the(power)} has {state.treasury[power]}.")
        return None

    def _check_upgrade(
        self, world: World, state: AreaState, power: Power, action: Upgrade, piece: Piece, kind: Facility
    ) -> Refusal | None:
        space, land = action.territory, world.board.territories[action.territory]
        if not kind.upgrade or space in UPGRADES.of(state).territories:
            return world.refuse("facility.upgrade", "It can't be upgraded further.")
        larger = self.settings.types[kind.upgrade]
        if land.owner != power or land.value < larger.value or piece.chips:
            return world.refuse("facility.upgrade", f"{space} can't have {an(unit_name(world, kind.upgrade))}.")
        if piece.damage:
            return world.refuse(
                "facility.upgrade-damaged", f"Repair the {unit_name(world, action.facility)} first."
            )
        cost = self.upgrade_price(state, power, action.facility)
        if state.treasury[power] < cost:
            return world.refuse("purchase.affordable", f"That costs {cost}.")
        return None

    def forbids(self, world: World, state: AreaState, power: Power, action: Action) -> Refusal | None:
        done = UPGRADES.of(state)
        if type(action).__struct_config__.tag not in self.settings.after:
            return None
        if done.repaired or done.territories:
            return world.refuse("facility.sequence", "That comes before repairs and upgrades.")
        return None

    def repair_price(self, state: AreaState, power: Power, action: Restore) -> int:
        """What a repair costs a power."""
        at_once = max((self.settings.faster.get(tech, 1) for tech in techs_of(state.techs, power)), default=1)
        if not self.settings.types[action.facility].capacity:
            at_once = 1
        return -(-action.points // at_once) * self.settings.point

    def upgrade_price(self, state: AreaState, power: Power, facility: str) -> int:
        """What an upgrade costs a power."""
        return self._reduced(state, power, self.settings.types[facility].upgrade_cost)

    def _reduced(self, state: AreaState, power: Power, price: int) -> int:
        less = sum(self.settings.cheaper.get(tech, 0) for tech in techs_of(state.techs, power))
        return max(1, price - less)

    def adjusts(
        self, world: World, state: AreaState, power: Power, what: str, number: int, space: str = ""
    ) -> int:
        return self._reduced(state, power, number) if what == "upgrade-price" else number

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        for space, holder in state.control.items():
            for piece, kind in self.at(state, space) if holder == power else ():
                orders: list[Action] = [Upgrade(piece.unit, space)] if kind.upgrade else []
                orders += [Restore(n, piece.unit, space) for n in dict.fromkeys((1, piece.damage)) if piece.damage]
                yield from (one for one in orders if self.check(world, state, power, seat, one) is None)

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        if isinstance(action, Restore):
            cost = self.repair_price(run.state, power, action)
            run.emit(
                Restored(
                    power=power, space=action.territory, unit=action.facility, points=action.points, cost=cost
                )
            )
            self._mend(run, power)
        elif isinstance(action, Upgrade):
            cost = self.upgrade_price(run.state, power, action.facility)
            run.emit(UpgradePaid(power=power, space=action.territory, unit=action.facility, cost=cost))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Restore | Upgrade)
        name = unit_name(world, action.facility)
        if isinstance(action, Restore):
            return f"repair {action.points} damage on the {name} in {action.territory}"
        return f"upgrade the {name} in {action.territory}"

    # the turn

    def phase_begins(self, run: Unfolding, power: Power) -> None:
        match phase_of(run.state, power):
            case "purchase":
                self._patch_up(run, power)
                self._mend(run, power)
            case "combat-move":
                self._build(run, power)
                self._serve(run, power)
            case "noncombat-move":
                self._serve(run, power)
            case "income":
                self._enlarge(run)

    def _patch_up(self, run: Unfolding, power: Power) -> None:
        """Repair every facility a little, while repairs are free."""
        points = run.world.parts.adjusted(run.world, run.state, power, "free-repairs", 0)
        if not points or UPGRADES.of(run.state).patched:
            return
        damaged = {
            space: {
                piece.unit: min(points, piece.damage) for piece, _ in self.at(run.state, space) if piece.damage
            }
            for space, holder in run.state.control.items()
            if holder == power
        }
        run.emit(PatchedUp(power=power, points={space: some for space, some in damaged.items() if some}))

    def follows(self, run: Unfolding, power: Power, action: Action) -> None:
        """Check for free repairs again: the round's effects may become known only after the phase has begun."""
        if phase_of(run.state, power) == "purchase":
            self._patch_up(run, power)

    def _mend(self, run: Unfolding, power: Power) -> None:
        """Repair damaged ships beside bases."""
        world, state = run.world, run.state
        zones = tuple(
            zone
            for zone in sorted(state.stacks)
            if any(p.damage for p, _ in own_at(state, power, zone))
            and any(
                kind.mends
                for land in world.board.coasts[zone]
                if world.board.is_sea(zone)
                for kind in self.operative(world, state, power, land)
            )
        )
        if zones:
            run.emit(ShipsMended(power=power, zones=zones))

    def _build(self, run: Unfolding, power: Power) -> None:
        """Remove a chip from every undamaged facility under construction."""
        info = run.world.game.phases["purchase"]
        capital = run.world.powers[power].capital
        if info.needs_capital and capital and run.state.control.get(capital) not in run.world.partners[power]:
            return
        spaces = tuple(
            space
            for space, pieces in sorted(run.state.stacks.items())
            if any(self.under_way(power, piece) and not piece.moved for piece, _ in pieces)
        )
        if spaces:
            run.emit(ChipsRemoved(power=power, spaces=spaces))

    def _serve(self, run: Unfolding, power: Power) -> None:
        """Give units at bases their extra movement, unless they already have it."""
        world, state = run.world, run.state
        found: dict[str, int] = {}
        for space in sorted(state.control):
            for kind in self.operative(world, state, power, space):
                flights = world.parts.adjusted(world, state, power, "flights", kind.flights, space)
                if kind.flights and flights:
                    found[space] = flights
                for zone in world.board.coasts[space] if kind.voyages else ():
                    found[zone] = kind.voyages
        served = {space: points for space, points in found.items() if self._waits(world, state, power, space)}
        if served:
            run.emit(BasesServe(power=power, spaces=served))

    def _waits(self, world: World, state: AreaState, power: Power, space: str) -> bool:
        kind = "sea" if world.board.is_sea(space) else "air"
        here = where(own_at(state, power, space), lambda p: world.type(p).kind == kind)
        return bool(here) and not any(p.extra or p.used or p.moved for p, _ in here)

    def _enlarge(self, run: Unfolding) -> None:
        """Apply paid upgrades, once all new units have been placed."""
        for space in UPGRADES.of(run.state).territories:
            for piece, kind in tuple(self.at(run.state, space)):
                if kind.upgrade:
                    self._replace(run, space, piece, kind.upgrade)

    def _replace(self, run: Unfolding, space: str, piece: Piece, by: str) -> None:
        new = self.settings.types[by]
        run.emit(
            Replaced(power=piece.power, space=space, unit=piece.unit, by=by, most=new.endures, chips=new.chips)
        )

    # hooks

    def changes_hands(self, run: Unfolding, power: Power, space: str) -> None:
        for piece, kind in tuple(self.at(run.state, space)):
            if kind.captured_as:
                self._replace(run, space, piece, kind.captured_as)
        found = sorted(self.at(run.state, space), key=lambda one: one[0].unit)
        if not found:
            return
        dice = run.dice.roll(len(found), self.settings.capture_die)
        damage = {
            piece.unit: min(die, kind.endures - piece.damage)
            for (piece, kind), die in zip(found, dice, strict=True)
        }
        run.emit(FacilitiesHit(space=space, damage=damage, dice=dice))

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        match event:
            case Mobilized() if event.unit in self.settings.types:
                chips = self.settings.types[event.unit].chips
                new = where(state.at(event.space), lambda p: p.unit == event.unit)
                return swap(state, event.space, new, changed(new, lambda p: replace(p, chips=chips)))
            case PrizesTaken():
                known = IDLE.of(state).territories
                return IDLE.put(state, Idle(tuple(sorted({*known, event.space}))))
            case TurnBegan():
                rest = tuple(
                    space for space in IDLE.of(state).territories if state.control.get(space) != event.power
                )
                return IDLE.put(state, Idle(rest))
            case _:
                return state

    def mid_turn(self, world: World, state: AreaState, power: Power) -> AreaState:
        run = Unfolding(world, state, ScriptedDice(()), evolve)
        match phase_of(state, power):
            case "purchase":
                self._mend(run, power)
            case "combat-move" | "noncombat-move":
                self._serve(run, power)
        return run.state

    def serving(self, world: World, state: AreaState, power: Power, space: str) -> Mapping[str, int]:
        works = list(self.operative(world, state, power, space))
        types = self.settings.types
        return {piece.unit: types[piece.unit].flights for piece, kind in self.at(state, space) if kind in works}

    def bombed(self, run: Unfolding, space: str, damage: Mapping[str, int]) -> None:
        taken = {
            piece.unit: min(damage[piece.unit], kind.endures - piece.damage)
            for piece, kind in self.at(run.state, space)
            if damage.get(piece.unit)
        }
        run.emit(FacilitiesHit(space=space, damage=taken))

    def factory_capacity(self, world: World, state: AreaState, territory: str) -> int:
        owned = techs_of(state.techs, state.control.get(territory, ""))
        grown = [more for tech, more in self.settings.enlarged.items() if tech in owned]
        return max(
            (
                max((more.get(piece.unit, 0) for more in grown), default=0) or kind.capacity
                for piece, kind in self.at(state, territory)
            ),
            default=0,
        )

    def factory_damage(self, world: World, state: AreaState, territory: str) -> int:
        return max((piece.damage for piece, kind in self.at(state, territory) if kind.capacity), default=0)

    def factory_closed(self, world: World, state: AreaState, power: Power, territory: str) -> Refusal | None:
        if any(piece.chips and kind.capacity for piece, kind in self.at(state, territory)):
            return world.refuse("facility.unfinished", f"The complex in {territory} is still being built.")
        return None

    def builds(self, world: World, state: AreaState, power: Power, unit: str, territory: str) -> Refusal | None:
        if unit in self.settings.types:
            return self._check_site(world, state, power, unit, territory)
        reserved = self.settings.reserved
        more = {one for tech in techs_of(state.techs, power) for one in reserved.developed.get(tech, ())}
        if unit not in {*reserved.units, *more} or territory in reserved.also_at.get(power, ()):
            return None
        if any(piece.unit in reserved.at for piece, _ in self.at(state, territory)):
            return None
        what = world.units[unit].plural
        return world.refuse("facility.reserved", f"The complex in {territory} is too small for {what}.")

    def _check_site(
        self, world: World, state: AreaState, power: Power, unit: str, territory: str
    ) -> Refusal | None:
        kind, land, name = self.settings.types[unit], world.board.territories[territory], world.units[unit].name
        if kind.group and any(other.group == kind.group for _, other in self.at(state, territory)):
            return world.refuse("facility.group", f"There's already a complex in {territory}.")
        if land.island and not kind.islands:
            return world.refuse("facility.island", f"{territory} is an island: you can't build {an(name)} there.")
        if kind.coast and not world.board.coasts[territory]:
            return world.refuse("facility.coast", f"{territory} has no coast: you can't build {an(name)} there.")
        if land.value < kind.value or (kind.original and land.owner != power):
            return world.refuse_by(kind.site, f"You can't build {an(name)} in {territory}.")
        return None

    def revenue(self, world: World, state: AreaState, power: Power) -> int:
        lands, total = world.board.territories, 0
        for space, holder in state.control.items():
            if holder == power and lands[space].island:
                works = list(self.operative(world, state, power, space))
                if not any(kind.capacity for _, kind in self.at(state, space)):
                    total += sum(kind.island_income for kind in works)
        return total


def _hurt(state: AreaState, space: str, damage: Mapping[str, int]) -> AreaState:
    """The state with more damage to a territory's facilities, by type."""
    here = stack((replace(p, damage=p.damage + damage.get(p.unit, 0)), n) for p, n in state.at(space))
    return put(state, {space: here})


PART = Facilities
