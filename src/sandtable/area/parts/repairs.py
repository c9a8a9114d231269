"""Repairs: damaged ships beside friendly factories and cities are repaired at a price set by a die roll."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.factories import has_factory
from sandtable.area.forces import Piece, Power, add, take
from sandtable.area.part import Part, PartEvent
from sandtable.area.state import AreaState
from sandtable.area.status import friendly_land, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import paid, put
from sandtable.area.wording import money, the, unit_name
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName, UnitName


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cost of a repair."""

    die: int
    """The sides of the die that sets the price; a power must be able to pay the highest."""


class Repair(Action, frozen=True):
    """Repair one damaged ship at a price set by a die roll."""

    phrase: ClassVar[str] = "repair {unit} in {zone}"
    example: ClassVar[str] = "repair battleship in sz 5"

    unit: UnitName
    """The ship."""
    zone: SpaceName
    """The zone it is in."""


class Repaired(PartEvent, frozen=True):
    """A ship has been repaired at the price rolled."""

    dice_at: ClassVar[tuple[str, ...]] = ("die",)

    power: Power
    zone: str
    ship: Piece
    die: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        whole = add(take(state.at(self.zone), self.ship), replace(self.ship, damage=0))
        return paid(put(state, {self.zone: whole}), self.power, self.die)

    def tell(self, world: World, state: AreaState) -> str:
        ship = unit_name(world, self.ship.unit)
        return f"{the(world.name(self.power))} repairs the {ship} in {self.zone} for {money(self.die)}"


class Repairs(Part[Settings]):
    """Repairing damaged ships for money."""

    name = "repairs"
    Settings = Settings
    actions = (Repair,)
    events = (Repaired,)
    citations = ("repair.where", "repair.money")

    def die_sides(self, event: type[PartEvent], field: str) -> int:
        return self.settings.die

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("purchase",)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Repair)
        if not world.board.is_sea(action.zone):
            return world.refuse("board.spaces", f"There's no sea zone called {action.zone}.")
        if _damaged(state, power, action.zone, action.unit) is None:
            return world.refuse("repair.where", f"{world.the(power)} has no such damaged ship in {action.zone}.")
        if not _yard_near(world, state, power, action.zone):
            return world.refuse("repair.where", f"There's no friendly factory or city next to {action.zone}.")
        if state.treasury[power] < self.settings.die:
            return world.refuse(
                "repair.money", f"A repair can cost up to {self.settings.die}; {world.the(power)} has less."
            )
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        for zone in state.stacks:
            if world.board.is_sea(zone):
                for unit in sorted({p.unit for p, _ in own_at(state, power, zone) if p.damage}):
                    order = Repair(unit, zone)
                    if self.check(world, state, power, seat, order) is None:
                        yield order

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Repair)
        ship = _damaged(run.state, power, action.zone, action.unit)
        if ship is None:
            raise ValueError("the repair was not checked")
        (die,) = run.dice.roll(1, self.settings.die)
        run.emit(Repaired(power=power, zone=action.zone, ship=ship, die=die))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Repair)
        return f"repair the {unit_name(world, action.unit)} in {action.zone}"


def _damaged(state: AreaState, power: Power, zone: str, unit: str) -> Piece | None:
    """A damaged ship of this type in a zone, or None."""
    return next((p for p, _ in own_at(state, power, zone) if p.unit == unit and p.damage), None)


def _yard_near(world: World, state: AreaState, power: Power, zone: str) -> bool:
    """Whether a friendly factory or city is adjacent to a zone."""
    return any(
        friendly_land(world, state.control, power, land)
        and (has_factory(world, state, land) or world.board.territories[land].city)
        for land in world.board.coasts[zone]
    )


PART = Repairs
