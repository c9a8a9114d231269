"""Convoys: enemy warships in certain sea zones take income from adjacent territories."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from sandtable.area.forces import Power
from sandtable.area.part import Part, PartEvent, TurnMemory
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import money, the
from sandtable.area.world import World
from sandtable.core.guide import Throw


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The convoy zones, and the units that disrupt them."""

    zones: tuple[str, ...]
    """The sea zones."""
    dice: Mapping[str, int]
    """Dice by unit type: ships, and air units on carriers."""
    spared: tuple[Power, ...] = ()
    """Powers without convoys."""
    most: int = 3
    """Dice that show this or less count at face value; higher dice don't count."""


class Disrupted(Slice, frozen=True, tag="convoys"):
    """State kept for one turn."""

    lost: int = 0
    """What the active power has lost to convoy disruption."""


DISRUPTED = TurnMemory("convoys", Disrupted())


class ConvoysDisrupted(PartEvent, frozen=True):
    """Enemies have disrupted the convoys of a power that is collecting income."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    power: Power
    zones: tuple[str, ...]
    """One entry per die."""
    dice: tuple[int, ...]
    lost: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return DISRUPTED.put(state, Disrupted(self.lost))

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        return ()

    def tell(self, world: World, state: AreaState) -> str:
        where = ", ".join(dict.fromkeys(self.zones))
        return f"Convoys in {where} are disrupted: {the(world.name(self.power))} loses {money(self.lost)}"


class Convoys(Part[Settings]):
    """Income lost to convoy disruption."""

    name = "convoys"
    Settings = Settings
    turn_memory = DISRUPTED
    events = (ConvoysDisrupted,)

    def problems(self, world: World) -> Iterable[str]:
        yield from (
            f"unknown sea zone {zone!r}" for zone in self.settings.zones if zone not in world.board.sea_zones
        )
        yield from (f"unknown unit {unit!r}" for unit in self.settings.dice if unit not in world.units)

    def phase_begins(self, run: Unfolding, power: Power) -> None:
        if phase_of(run.state, power) != "income" or power in self.settings.spared:
            return
        zones = {
            zone: self.raiders(run.world, run.state, power, zone)
            for zone in self.settings.zones
            if self.values(run.world, run.state, power, zone)
        }
        each = tuple(zone for zone, dice in zones.items() for _ in range(dice))
        if not each:
            return
        dice = run.dice.roll(len(each))
        damage: dict[str, int] = {}
        for zone, die in zip(each, dice, strict=True):
            damage[zone] = damage.get(zone, 0) + (die if die <= self.settings.most else 0)
        values = {zone: self.values(run.world, run.state, power, zone) for zone in damage}
        run.emit(ConvoysDisrupted(power=power, zones=each, dice=dice, lost=most_lost(damage, values)))

    def raiders(self, world: World, state: AreaState, power: Power, zone: str) -> int:
        """How many dice a power's enemies roll in a sea zone."""
        foes, dice = world.enemies[power], self.settings.dice
        return sum(
            count * world.parts.adjusted(world, state, one.power, f"convoy-dice-{one.unit}", dice[one.unit], zone)
            for piece, count in state.at(zone)
            for one in (piece, *piece.cargo)
            if one.power in foes and one.unit in dice
        )

    def values(self, world: World, state: AreaState, power: Power, zone: str) -> Mapping[str, int]:
        """A power's territories with a value beside a sea zone."""
        lands = world.board.territories
        return {
            land: lands[land].value
            for land in world.board.coasts[zone]
            if state.control.get(land) == power and lands[land].value
        }

    def revenue(self, world: World, state: AreaState, power: Power) -> int:
        return -DISRUPTED.of(state).lost if phase_of(state, power) == "income" else 0


def most_lost(damage: Mapping[str, int], values: Mapping[str, Mapping[str, int]]) -> int:
    """The greatest loss for which no zone takes more than its damage and no territory loses more than its value.

    >>> most_lost({"109": 6, "119": 2}, {"109": {"uk": 6, "scotland": 2}, "119": {"scotland": 2}})
    8
    >>> most_lost({"109": 9, "119": 3}, {"109": {"uk": 6, "scotland": 2}, "119": {"scotland": 2}})
    8
    """
    taken: dict[tuple[str, str], int] = {}

    def lost(land: str) -> int:
        return sum(n for (_, other), n in taken.items() if other == land)

    def find_room(zone: str, seen: frozenset[str]) -> bool:
        """Take one more through ``zone``, moving other losses if needed."""
        for land, value in values[zone].items():
            if land in seen:
                continue
            seen |= {land}
            if lost(land) < value:
                taken[zone, land] = taken.get((zone, land), 0) + 1
                return True
            for other in [z for (z, place), n in taken.items() if place == land and n and z != zone]:
                taken[other, land] -= 1
                if find_room(other, seen):
                    taken[zone, land] = taken.get((zone, land), 0) + 1
                    return True
                taken[other, land] += 1
        return False

    return sum(find_room(zone, frozenset()) for zone, amount in damage.items() for _ in range(amount))


PART = Convoys
