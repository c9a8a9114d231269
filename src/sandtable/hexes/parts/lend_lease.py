"""Lend-lease: a side gives production points to another, through depots."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import capital, times
from sandtable.hexes.actions import Action
from sandtable.hexes.part import Convoy, GameMemory, Part, PartAction, PartEvent, Slice
from sandtable.hexes.sealanes import seas_at
from sandtable.hexes.shipping import sea_friends
from sandtable.hexes.state import HexState, Phase, Place, Side
from sandtable.hexes.status import friendly
from sandtable.hexes.story import side_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Landfall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A port from which a chain of friendly places leads to a depot."""

    port: Place
    sea: str
    """The sea on which the depot lies, crossed last."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Production points that one side can give another, and through which places."""

    giver: Side
    receiver: Side
    limit: int
    depots: Mapping[Place, int]
    invader: Side = ""
    """The side that must first have entered one of the receiver's hexes. Empty: available from the start."""
    sources: tuple[Place, ...] = ()
    """The ports it is shipped from: the first that is friendly. Empty: no route is needed."""
    landings: Mapping[Place, Landfall] = {}
    """Depots reached over land, from a port."""


class Opened(Slice, frozen=True, tag="lend-lease"):
    """The part's memory."""

    invaded: bool = False
    """The invader has entered one of the receiver's hexes."""
    shipped: Mapping[Place, int] = {}
    """Points on their way to each depot."""
    paths: Mapping[Place, tuple[Place, ...]] = {}
    """The hexes they enter, beginning with the port."""


OPENED = GameMemory("lend-lease", Opened())


class Lend(PartAction, frozen=True):
    """Give production points to a partner through a depot."""

    phrase: ClassVar[str] = "lend {count} through {at}"
    example: ClassVar[str] = "lend 2 through 0646"

    at: SpaceName
    count: int


class Lent(PartEvent, frozen=True):
    """Production points were given to a partner."""

    to: Side
    at: Place
    count: int
    path: tuple[Place, ...] = ()
    """The hexes they enter, beginning with the port."""

    def evolve(self, state: HexState) -> HexState:
        state = replace(
            state,
            budget=state.budget - self.count,
            lent={**state.lent, self.to: state.lent.get(self.to, 0) + self.count},
            lending={**state.lending, self.at: state.lending.get(self.at, 0) + self.count},
        )
        if not self.path:
            return state
        known = OPENED.of(state)
        shipped = {**known.shipped, self.at: known.shipped.get(self.at, 0) + self.count}
        return OPENED.put(state, replace(known, shipped=shipped, paths={**known.paths, self.at: self.path}))

    def tell(self, world: World, state: HexState) -> str:
        whom = f"{side_name(world, self.to)} through {world.title(self.at)}"
        return f"{times(self.count, 'production point')} lent to {whom}"


class LendLeaseSunk(PartEvent, frozen=True):
    """Points on their way to a partner were sunk."""

    to: Side
    at: Place
    count: int
    why: str

    def evolve(self, state: HexState) -> HexState:
        known = OPENED.of(state)
        left = {**known.shipped, self.at: known.shipped[self.at] - self.count}
        state = replace(state, lent={**state.lent, self.to: state.lent.get(self.to, 0) - self.count})
        return OPENED.put(state, replace(known, shipped=left))

    def tell(self, world: World, state: HexState) -> str:
        return f"{times(self.count, 'point')} for {side_name(world, self.to)} are lost at sea ({self.why})"


class LendLeaseArrived(PartEvent, frozen=True):
    """The points that weren't sunk have reached the partner."""

    def evolve(self, state: HexState) -> HexState:
        return OPENED.put(state, replace(OPENED.of(state), shipped={}, paths={}))


class LendLeaseOpened(PartEvent, frozen=True):
    """The invader has entered one of the receiver's hexes."""

    giver: Side
    receiver: Side
    why: str

    def evolve(self, state: HexState) -> HexState:
        return OPENED.put(state, replace(OPENED.of(state), invaded=True))

    def tell(self, world: World, state: HexState) -> str:
        return f"{side_name(world, self.giver)} can lend to {side_name(world, self.receiver)} now ({self.why})"


class LendLease(Part[Settings]):
    """Production points given to a partner."""

    name = "lend-lease"
    Settings = Settings
    memory = OPENED
    actions = (Lend,)
    events = (Lent, LendLeaseSunk, LendLeaseArrived, LendLeaseOpened)
    citations = ("lendlease.phase", "lendlease.depots", "lendlease.no-reverse", "lendlease.start")

    def rules(self) -> Iterable[str]:
        return ("lendlease.needs-route", "lendlease.attacks") if self.settings.sources else ()

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("production",)

    def misplaced(self, world: World, state: HexState, side: Side, action: Action) -> Refusal:
        return world.refuse_by("lendlease.phase", "You can send lend-lease only in the Production Phase.")

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        assert isinstance(action, Lend)
        terms = self.settings
        if side != terms.giver:
            return world.refuse_by("lendlease.no-reverse", f"{capital(world.the(side))} can't send lend-lease.")
        if terms.invader and not OPENED.of(state).invaded:
            why = f"No army of {world.the(terms.invader)} has entered a hex of {world.the(terms.receiver)} yet."
            return world.refuse_by("lendlease.start", why)
        takes = terms.depots.get(action.at, 0)
        if not takes or not friendly(state, terms.receiver, action.at):
            why = f"{world.title(action.at)} isn't a depot held by {world.the(terms.receiver)}."
            return world.refuse_by("lendlease.depots", why)
        left = min(takes - state.lending.get(action.at, 0), terms.limit - sum(state.lending.values()))
        if not 1 <= action.count <= left:
            why = f"{world.title(action.at)} can take only {left} more points this turn."
            return world.refuse_by("lendlease.depots", why)
        if action.count > state.budget:
            return world.refuse(
                "production.basic-costs", f"That costs {action.count}, but you have only {state.budget} left."
            )
        if terms.sources and not self._path(world, state, action.at):
            return world.refuse_by("lendlease.needs-route", f"No supply route leads to {world.title(action.at)}.")
        return None

    def _path(self, world: World, state: HexState, depot: Place) -> tuple[Place, ...]:
        """The route to a depot, beginning with the port. Empty: there is no route."""
        terms = self.settings
        own = sea_friends(world, state, terms.giver) | sea_friends(world, state, terms.receiver)
        start = next((place for place in terms.sources if friendly(state, terms.giver, place)), "")
        landfall = terms.landings.get(depot)
        if landfall is not None and not self._leads_on(world, own, landfall, depot):
            return ()
        end = landfall.port if landfall is not None else depot
        found = world.chart(start, own).route(end) if start else None
        return (start, *found.hexes) if found is not None else ()

    def _leads_on(self, world: World, own: frozenset[Place], landfall: Landfall, depot: Place) -> bool:
        """Whether friendly places lead from a port to the depot, or to the sea it lies on."""
        seen, edge = {landfall.port}, [landfall.port] if landfall.port in own else []
        for here in edge:
            if here == depot or landfall.sea in seas_at(world.waters, here):
                return True
            ahead = [near for near in world.near(here) if near in own and near not in seen]
            seen.update(ahead)
            edge += ahead
        return False

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        return (Lend(place, 1) for place in self.settings.depots)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        assert isinstance(action, Lend)
        path = self._path(run.world, run.state, action.at) if self.settings.sources else ()
        run.emit(Lent(to=self.settings.receiver, at=action.at, count=action.count, path=path))

    def convoys(self, world: World, state: HexState, side: Side) -> Iterator[Convoy]:
        terms, known = self.settings, OPENED.of(state)
        for depot in terms.depots if terms.sources and side == terms.giver else ():
            path = known.paths.get(depot) or self._path(world, state, depot)
            if path:
                name = f"lend-lease to {depot}"
                yield Convoy(name, side, path[0], path[1:], known.shipped.get(depot, 0))

    def sunk(self, run: Unfolding, convoy: Convoy, count: int) -> None:
        depot = next((one for one in self.settings.depots if convoy.name == f"lend-lease to {one}"), None)
        if depot is not None:
            why = run.world.full_id("lendlease.attacks")
            run.emit(LendLeaseSunk(to=self.settings.receiver, at=depot, count=count, why=why))

    def production_begins(self, run: Unfolding) -> None:
        if run.state.side == self.settings.receiver and OPENED.of(run.state).paths:
            run.emit(LendLeaseArrived())

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Lend)
        return f"lend {times(action.count, 'production point')} through {world.title(action.at)}"

    def entered(self, run: Unfolding, side: Side, place: Place, holder: Side) -> None:
        terms = self.settings
        if side == terms.invader and holder == terms.receiver and not OPENED.of(run.state).invaded:
            why = run.world.full_id("lendlease.start")
            run.emit(LendLeaseOpened(giver=terms.giver, receiver=terms.receiver, why=why))


PART = LendLease
