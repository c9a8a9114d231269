"""The memory of strategic warfare."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from sandtable.hexes.part import GameMemory, Slice
from sandtable.hexes.state import HexState, Name, Place, Side

Craft = Literal["bomber", "escort", "air_defense"]
CRAFT: tuple[Craft, ...] = ("bomber", "escort", "air_defense")


class Wing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Strategic aircraft in a hex."""

    side: Side
    bomber: int = 0
    escort: int = 0
    air_defense: int = 0
    bombs: int = 0
    """Atomic bombs."""

    def of(self, craft: Craft) -> int:
        return {"bomber": self.bomber, "escort": self.escort, "air_defense": self.air_defense}[craft]


class Battery(msgspec.Struct, frozen=True, omit_defaults=True):
    """A missile counter."""

    side: Side
    at: Place
    points: int
    bombs: int = 0


class Raid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A declared raid."""

    target: Place
    bombers: Mapping[Place, int]
    escorts: Mapping[Place, int] = {}
    bombs: Mapping[Place, int] = {}
    morale: bool = False
    defended: bool = False
    """The defence has fired."""


class Blast(msgspec.Struct, frozen=True):
    """Losses from an atomic bomb that a side has yet to choose."""

    side: Side
    at: Place
    count: int


class Strategy(Slice, frozen=True, tag="strategic"):
    """What is where, what was declared, and national morale."""

    wings: Mapping[Place, Wing] = {}
    """Strategic aircraft and the bombs that they can carry, by hex."""
    batteries: Mapping[Name, Battery] = {}
    """Missile counters."""
    raids: tuple[Raid, ...] = ()
    """Declared and not yet flown."""
    sent: Mapping[Place, int] = {}
    """Bombers raiding this turn, by base."""
    guards: Mapping[Place, int] = {}
    """Escorts flying with them."""
    closed: bool = False
    """The raids of this turn have begun: no more can be declared."""
    launched: tuple[Name, ...] = ()
    """Missile counters that have fired this turn."""
    aloft: Mapping[str, int] = {}
    """Atomic bombs that can be dropped this turn, by base or missile counter."""
    dropped: bool = False
    """An atomic bomb was dropped this turn."""
    shot_down: int = 0
    """Bombers shot down in the current raid, which their owner has yet to choose by base."""
    blast: Blast | None = None
    """Losses from an atomic bomb that a side has yet to choose."""
    morale: Mapping[str, int] = {}
    """National morale, by country; what is left out is 0."""
    gained: Mapping[str, int] = {}
    """Hexes captured this Combat Phase, by the country with morale for which they count."""
    lost: Mapping[str, int] = {}
    """The same for hexes lost."""
    carriers: Mapping[str, int] = {}
    """The carriers that navies have lost."""
    noted: tuple[str, ...] = ()
    """Joins and surrenders that have already moved morale."""
    scorched: Mapping[Place, int] = {}
    """Production lost for good."""


STRATEGY = GameMemory("strategic", Strategy())


def changed(state: HexState, **changes: Any) -> HexState:
    """The state with changes to this memory."""
    return STRATEGY.put(state, replace(STRATEGY.of(state), **changes))


def wing_at(state: HexState, side: Side, place: Place) -> Wing:
    """A side's aircraft in a hex."""
    found = STRATEGY.of(state).wings.get(place)
    return found if found is not None and found.side == side else Wing(side)


def with_wing(state: HexState, side: Side, place: Place, **more: int) -> HexState:
    """The state with more, or less, of something in a hex."""
    wings = STRATEGY.of(state).wings
    old = wing_at(state, side, place)
    new = replace(old, **{name: getattr(old, name) + count for name, count in more.items()})
    others = {at: wing for at, wing in wings.items() if at != place}
    return changed(state, wings=others if new == Wing(side) else {**others, place: new})


def with_battery(state: HexState, name: Name, battery: Battery) -> HexState:
    """The state with an updated missile counter; without points it is removed, unless a bomb of it is aloft."""
    others = {one: b for one, b in STRATEGY.of(state).batteries.items() if one != name}
    return changed(
        state,
        batteries={**others, name: battery} if battery.points or STRATEGY.of(state).aloft.get(name) else others,
    )
