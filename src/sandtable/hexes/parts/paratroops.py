"""Paratroops: points that drop before an advance count double, and are lost if it fails."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.parts import NoSettings
from sandtable.core.refusal import Refusal
from sandtable.core.wording import times
from sandtable.hexes.actions import Action
from sandtable.hexes.evolve import without_points
from sandtable.hexes.part import GameMemory, Part, PartAction, PartEvent, Slice
from sandtable.hexes.state import Army, HexState, Name, Phase, Place, Side
from sandtable.hexes.status import attack_of, own_army
from sandtable.hexes.story import army_name
from sandtable.hexes.strength import Points, points_of
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Drops(Slice, frozen=True, tag="paratroops"):
    """The part's memory during a turn."""

    ready: Mapping[Name, int] = {}
    """Points that will drop in an army's next advance."""
    used: Mapping[Name, int] = {}
    """An army's points that have dropped this turn."""


DROPS = GameMemory("paratroops", Drops())


class Drop(PartAction, frozen=True):
    """Announce how many of an army's paratroop points drop in its next advance."""

    phrase: ClassVar[str] = "drop {count} with {army}"
    example: ClassVar[str] = "drop 3 with British Second Army"

    army: str
    count: int


class DropAnnounced(PartEvent, frozen=True):
    """Paratroops will drop."""

    army: Name
    count: int

    def evolve(self, state: HexState) -> HexState:
        drops = DROPS.of(state)
        return DROPS.put(state, replace(drops, ready={**drops.ready, self.army: self.count}))

    def tell(self, world: World, state: HexState) -> str:
        return f"{times(self.count, 'paratroop point')} of {army_name(self.army)} will drop"


class Dropped(PartEvent, frozen=True):
    """Paratroops have dropped: they have joined their army in the hex, or are lost."""

    army: Name
    count: int
    lost: bool

    def evolve(self, state: HexState) -> HexState:
        drops = DROPS.of(state)
        ready = {name: count for name, count in drops.ready.items() if name != self.army}
        used = drops.used
        if self.lost:
            state = without_points(state, self.army, points_of("paratroop", self.count))
        else:
            used = {**used, self.army: used.get(self.army, 0) + self.count}
        return DROPS.put(state, replace(drops, ready=ready, used=used))

    def tell(self, world: World, state: HexState) -> str:
        points = times(self.count, "paratroop point")
        return f"{points} of {army_name(self.army)} {'lost' if self.lost else 'dropped'}"


class DropsForgotten(PartEvent, frozen=True):
    """A turn begins: every point may drop again."""

    def evolve(self, state: HexState) -> HexState:
        return DROPS.put(state, Drops())


class Paratroops(Part[NoSettings]):
    """Drops before advances."""

    name = "paratroops"
    memory = DROPS
    actions = (Drop,)
    events = (DropAnnounced, Dropped, DropsForgotten)
    citations = (
        "para.announce",
        "para.once-per-turn",
        "para.not-with-amphibious",
        "para.across-water-assault",
    )

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("combat",)

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        assert isinstance(action, Drop)
        fight = state.combat
        army = own_army(world, state, side, action.army)
        if isinstance(army, Refusal):
            return army
        pending = fight is not None and (
            attack_of(fight, action.army) is not None or action.army in fight.eligible
        )
        if side != state.side or not pending:
            return world.refuse_by("para.announce", f"{action.army} has no advance before it.")
        left = army.points.paratroop - DROPS.of(state).used.get(action.army, 0)
        if not 0 <= action.count <= left:
            why = f"{max(0, left)} paratroop points of {action.army} can still drop this turn."
            return world.refuse_by("para.once-per-turn", why)
        return None

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        fight, drops = state.combat, DROPS.of(state)
        for name, army in state.armies_of(side) if fight is not None and side == state.side else ():
            left = army.points.paratroop - drops.used.get(name, 0)
            if left > 0 and drops.ready.get(name) != left:
                yield Drop(name, left)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        assert isinstance(action, Drop)
        run.emit(DropAnnounced(army=action.army, count=action.count))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Drop)
        return f"drop {times(action.count, 'paratroop point')} with {army_name(action.army)}"

    # armies

    def merges(self, world: World, state: HexState, nation: str, points: Points, into: Army) -> Refusal | None:
        both = points + into.points
        if both.paratroop and both.amphibious:
            why = "Paratroop and amphibious points can't be in the same army."
            return world.refuse_by("para.not-with-amphibious", why)
        return None

    def leaps(self, world: World, state: HexState, army: Army) -> frozenset[Place]:
        points = army.points
        if points.total != points.paratroop + points.tac_air:
            return frozenset()
        near = world.near(army.at)
        return frozenset(place for place in world.board.touching(army.at) if place in world.board) - set(near)

    # advances

    def pushes(self, world: World, state: HexState, name: Name, army: Army, target: Place) -> int:
        return 2 * min(DROPS.of(state).ready.get(name, 0), army.points.paratroop)

    def holds_back(self, world: World, state: HexState, name: Name, army: Army, target: Place) -> Refusal | None:
        if target in world.near(army.at) or DROPS.of(state).ready.get(name, 0):
            return None
        why = f"{name} can cross the water only by a drop. Announce one first."
        return world.refuse_by("para.across-water-assault", why)

    def tried(self, run: Unfolding, name: Name, target: Place, success: bool) -> None:
        army = run.state.armies.get(name)
        there = army.points.paratroop if army is not None else 0  # some may have been lost since the announcement
        count = min(DROPS.of(run.state).ready.get(name, 0), there)
        if count:
            run.emit(Dropped(army=name, count=count, lost=not success))

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        if DROPS.of(run.state) != Drops():
            run.emit(DropsForgotten())


PART = Paratroops
