"""Trade: production that a side imports by sea from a country, until the country's side breaks it off."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Action
from sandtable.hexes.part import Convoy, GameMemory, Line, Part, PartAction, PartEvent, Slice
from sandtable.hexes.shipping import sea_friends
from sandtable.hexes.state import HexState, Phase, Place, Side
from sandtable.hexes.status import friendly
from sandtable.hexes.story import side_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who imports how much, by which route, and when it may be broken off."""

    side: Side
    into: tuple[Place, ...]
    """The ports it comes to: the first that is friendly."""
    frm: tuple[Place, ...]
    """The ports it comes from."""
    points: int
    title: str
    """The name of the route."""
    breaker: Side
    """The side that may break it off, once this country has joined it"""
    country: str
    areas: tuple[str, ...]
    """or the importer holds a hex of these areas."""
    rule: str


class Traded(Slice, frozen=True, tag="trade"):
    """The part's memory."""

    broken: bool = False
    """It was broken off, for good."""
    sunk: int = 0
    """Points sunk since the importer's last Production Phase."""


TRADED = GameMemory("trade", Traded())


class BreakTrade(PartAction, frozen=True):
    """Break off the other side's imports for good."""

    phrase: ClassVar[str] = "break off trade"
    example: ClassVar[str] = "break off trade"


class TradeBroken(PartEvent, frozen=True):
    """The imports are over."""

    by: Side
    title: str
    why: str

    def evolve(self, state: HexState) -> HexState:
        return TRADED.put(state, replace(TRADED.of(state), broken=True))

    def tell(self, world: World, state: HexState) -> str:
        return f"{side_name(world, self.by)} broke off the {self.title} ({self.why})"


class ImportsSunk(PartEvent, frozen=True):
    """Imports were sunk on their way; after they are counted, none are."""

    count: int
    title: str = ""

    def evolve(self, state: HexState) -> HexState:
        known = TRADED.of(state)
        return TRADED.put(state, replace(known, sunk=known.sunk + self.count if self.count else 0))

    def tell(self, world: World, state: HexState) -> str | None:
        return f"{self.count} production points are lost on the {self.title}" if self.count else None


class Trade(Part[Settings]):
    """Imports that can be broken off."""

    name = "trade"
    Settings = Settings
    memory = TRADED
    actions = (BreakTrade,)
    events = (TradeBroken, ImportsSunk)

    def rules(self) -> Iterable[str]:
        return (self.settings.rule,)

    def problems(self, world: World) -> Iterable[str]:
        for place in (*self.settings.into, *self.settings.frm):
            if place not in world.waters.harbours:
                yield f"{place} has no coast"

    def _line(self, world: World, state: HexState) -> Line | None:
        """What shipping carries between the ports of the trade. None: shipping doesn't limit it."""
        terms = self.settings
        found = (part.plies(world, state, terms.side, terms.into, terms.frm) for part in world.parts.plies)
        return next((line for line in found if line is not None), None)

    def _arriving(self, world: World, state: HexState) -> int:
        """The points that get through."""
        line = self._line(world, state)
        most = self.settings.points if line is None else min(self.settings.points, line.capacity)
        return max(0, most - TRADED.of(state).sunk)

    def _route(self, world: World, state: HexState) -> tuple[Place, ...]:
        """The route, beginning with the importer's port. Empty: there is none."""
        terms = self.settings
        start = next((place for place in terms.into if friendly(state, terms.side, place)), "")
        if not start or TRADED.of(state).broken:
            return ()
        line = self._line(world, state)
        if line is not None:
            return (line.frm, *line.route) if line.capacity else ()
        chart = world.chart(start, sea_friends(world, state, terms.side))
        found = [way for place in terms.frm if (way := chart.route(place)) is not None]
        return (start, *min(found, key=lambda way: way.length).hexes) if found else ()

    def convoys(self, world: World, state: HexState, side: Side) -> Iterator[Convoy]:
        terms = self.settings
        route = self._route(world, state) if side == terms.side else ()
        if route:
            yield Convoy(terms.title, side, route[0], route[1:], self._arriving(world, state))

    def sunk(self, run: Unfolding, convoy: Convoy, count: int) -> None:
        if convoy.name == self.settings.title:
            run.emit(ImportsSunk(count=count, title=convoy.name))

    def harvests(
        self, world: World, state: HexState, side: Side, counted: Mapping[Place, int]
    ) -> Mapping[Place, int]:
        route = self._route(world, state) if side == self.settings.side else ()
        if not route:
            return counted
        port = next(place for place in self.settings.into if friendly(state, side, place))
        return {**counted, port: counted.get(port, 0) + self._arriving(world, state)}

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        if run.state.side == self.settings.side != side and TRADED.of(run.state).sunk:
            run.emit(ImportsSunk(count=0))

    # breaking it off

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("production",)

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        terms = self.settings
        if side != terms.breaker:
            why = f"Only {world.the(terms.breaker)} can break off the {terms.title}."
            return world.refuse_by(terms.rule, why)
        if TRADED.of(state).broken:
            return world.refuse_by(terms.rule, f"The {terms.title} is already broken off.")
        entry = state.joined.get(terms.country)
        at_war = entry is not None and entry.side == terms.breaker
        occupied = any(friendly(state, terms.side, place) for place in world.places_in(terms.areas))
        if at_war or occupied:
            return None
        why = f"{terms.country} isn't at war, and nobody has occupied {' or '.join(terms.areas)}."
        return world.refuse_by(terms.rule, why)

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        if side == self.settings.breaker and state.phase == "production":
            yield BreakTrade()

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        why = run.world.full_id(self.settings.rule)
        run.emit(TradeBroken(by=side, title=self.settings.title, why=why))

    def words(self, world: World, action: Action) -> str:
        return f"break off the {self.settings.title}"


PART = Trade
