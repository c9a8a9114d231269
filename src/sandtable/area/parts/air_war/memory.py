"""State of the air war: pilots, flights that must take losses, and the raid in progress."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.area.actions import Side
from sandtable.area.claims import Claim
from sandtable.area.forces import Power
from sandtable.area.part import GameMemory, TurnMemory
from sandtable.area.state import Slice

Mission = Literal["", "raid", "overflight"]
"""The kind of air combat: a battle, a raid or sweep, or against air units passing through."""


class Pilots(Slice, frozen=True, tag="air-war"):
    """State kept for the whole game."""

    levels: Mapping[Power, int] = {}
    """Pilots' training levels, if not average."""


class Named(msgspec.Struct, frozen=True):
    """Losses chosen by one of several players of a flight."""

    seat: Power
    destroyed: tuple[tuple[Power, str], ...]
    aborted: tuple[tuple[Power, str], ...]


class Flight(msgspec.Struct, frozen=True, omit_defaults=True):
    """Air units of one side that must still take the result of an air combat."""

    space: str
    side: Side
    owner: Power
    """The power whose pilots led it."""
    destroyed: int
    aborted: int
    mission: Mission = ""
    seats: tuple[Power, ...] = ()
    """The seats that choose, if there are several players."""
    referee: Power = ""
    """The seat that decides if they don't agree."""
    named: tuple[Named, ...] = ()
    """Their choices so far."""

    @property
    def asked(self) -> tuple[Power, ...]:
        """The seats that must still answer."""
        if not self.seats:
            return (self.owner,)
        spoken = {one.seat for one in self.named}
        return tuple(seat for seat in self.seats if seat not in spoken) or (self.referee,)


class Raiding(msgspec.Struct, frozen=True, omit_defaults=True):
    """A raid in progress."""

    space: str
    stage: Literal["plan", "flak", "bombs", "picks", "over"] = "plan"
    damage: Mapping[str, int] = {}
    """Points of damage to facilities, by type."""
    picks: tuple[str, ...] = ()
    """Dice that can destroy an air unit on the ground instead, each by the facility it was rolled against."""
    strafed: int = 0
    """Hits of strafing fighters."""


class Sky(Slice, frozen=True, tag="air-war"):
    """State kept for one turn."""

    flights: tuple[Flight, ...] = ()
    trained: tuple[Power, ...] = ()
    open: bool = False
    """Whether air combats are still to be fought this turn."""
    calls: tuple[Power, ...] = ()
    """Powers that must still choose which fighters intercept raids."""
    fought: tuple[tuple[str, Mission], ...] = ()
    """Air combats already fought."""
    raid: Raiding | None = None
    claims: tuple[Claim, ...] = ()
    """Hits over the raided territory that are still to be assigned."""


PILOTS = GameMemory("air-war", Pilots())
SKY = TurnMemory("air-war", Sky())
