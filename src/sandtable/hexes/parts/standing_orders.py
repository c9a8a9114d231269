"""Standing orders: on a date, some fleets go to a certain port, even if their country is unaligned."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from sandtable.core.wording import listed
from sandtable.hexes.part import Part, PartEvent
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which fleets go where, and when."""

    side: Side
    fleets: tuple[Name, ...]
    frm: tuple[Place, ...]
    """Only those that are based here."""
    to: Place
    date: str
    rule: str


class FleetsOrdered(PartEvent, frozen=True):
    """Fleets have gone to a port as ordered."""

    fleets: tuple[Name, ...]
    to: Place
    why: str

    def evolve(self, state: HexState) -> HexState:
        moved = {name: replace(state.fleets[name], at=self.to) for name in self.fleets}
        return replace(state, fleets={**state.fleets, **moved})

    def tell(self, world: World, state: HexState) -> str:
        names = listed(fleet_name(name) for name in self.fleets)
        return f"{names} went to {world.title(self.to)} ({self.why})"


class StandingOrders(Part[Settings]):
    """Fleets that go somewhere on a date."""

    name = "standing-orders"
    Settings = Settings
    events = (FleetsOrdered,)

    def rules(self) -> Iterable[str]:
        return (self.settings.rule,)

    def problems(self, world: World) -> Iterable[str]:
        if self.settings.date not in world.facts.turns:
            yield f"no turn {self.settings.date!r}"

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        terms = self.settings
        if side != terms.side or turn != run.world.scenario.turn_of(terms.date):
            return
        there = tuple(
            name
            for name in terms.fleets
            if (fleet := run.state.fleets.get(name)) is not None and fleet.at in terms.frm
        )
        if there:
            run.emit(FleetsOrdered(fleets=there, to=terms.to, why=run.world.full_id(terms.rule)))


PART = StandingOrders
