"""Home-bound nations: their armies never leave their lands, and may rise behind the lines instead of attacking."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.hexes.actions import Action
from sandtable.hexes.capture import hexes_fell
from sandtable.hexes.combat.announcing import check_bound
from sandtable.hexes.events import FortFell
from sandtable.hexes.part import GameMemory, Part, PartAction, PartEvent, Slice
from sandtable.hexes.state import Army, HexState, Name, Phase, Place, Side
from sandtable.hexes.status import attack_of, own_army
from sandtable.hexes.story import army_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which nations stay where, and how they rise."""

    nations: tuple[str, ...]
    lands: tuple[str, ...]
    """The areas they don't leave."""
    enemy: Side
    border_rule: str
    rising_rule: str
    need: int = 2
    """The highest die that takes a hex."""
    sources: Mapping[str, tuple[Place, ...]] = {}
    """Nations that only these places give full supply; they supply nobody else."""
    source_rule: str = ""


class Risen(Slice, frozen=True, tag="home-bound"):
    """The part's memory."""

    armies: tuple[Name, ...] = ()
    """Armies that have risen this turn."""


RISEN = GameMemory("home-bound", Risen())


class Rise(PartAction, frozen=True):
    """An army tries to take a hex beside it as partisans do, and stays where it is."""

    phrase: ClassVar[str] = "rise in {at} with {army}"
    example: ClassVar[str] = "rise in 2169 with Chungking Garrison"

    army: str
    at: SpaceName


class ArmyRose(PartEvent, frozen=True):
    """An army tried to take a hex as partisans do."""

    army: Name
    side: Side
    at: Place
    die: int
    success: bool
    devastated: int = 0

    def evolve(self, state: HexState) -> HexState:
        risen = Risen(tuple(sorted({*RISEN.of(state).armies, self.army})))
        state = RISEN.put(state, risen)
        if not self.success:
            return state
        devastated = {**state.devastated, self.at: self.devastated} if self.devastated else state.devastated
        return replace(
            state,
            control={**state.control, self.at: self.side},
            marked=tuple(place for place in state.marked if place != self.at),
            beachheads={place: last for place, last in state.beachheads.items() if place != self.at},
            devastated=devastated,
        )

    def rolled(self) -> tuple[int, ...]:
        return (self.die,)

    def tell(self, world: World, state: HexState) -> str:
        what = "takes" if self.success else "fails to take"
        return f"{army_name(self.army)} {what} {world.title(self.at)} by partisans ({self.die})"


class RisingsOver(PartEvent, frozen=True):
    """A turn begins: every army may rise again."""

    def evolve(self, state: HexState) -> HexState:
        return RISEN.put(state, Risen())


class HomeBound(Part[Settings]):
    """Armies that fight only in their own lands."""

    name = "home-bound"
    Settings = Settings
    memory = RISEN
    actions = (Rise,)
    events = (ArmyRose, RisingsOver)
    citations = ("partisan.valid-hexes",)

    def rules(self) -> Iterable[str]:
        return filter(None, (self.settings.border_rule, self.settings.rising_rule, self.settings.source_rule))

    def problems(self, world: World) -> Iterable[str]:
        terms = self.settings
        nations = (*terms.nations, *terms.sources)
        yield from (f"there is no nation {one!r}" for one in nations if one not in world.facts.nations)
        yield from (f"{area!r} isn't an area of the atlas" for area in terms.lands if not world.places_in((area,)))

    # the border

    def _abroad(self, world: World, army: Army, place: Place) -> bool:
        return army.nation in self.settings.nations and place not in world.places_in(self.settings.lands)

    def _stay(self, world: World, army: Army, place: Place) -> Refusal | None:
        if not self._abroad(world, army, place):
            return None
        who = world.facts.nations[army.nation].name
        return world.refuse_by(self.settings.border_rule, f"{who} armies never leave their own lands.")

    def keeps(self, world: World, state: HexState, army: Army, to: Place) -> Refusal | None:
        return self._stay(world, army, to)

    def bars_attack(self, world: World, state: HexState, army: Army, target: Place) -> Refusal | None:
        return self._stay(world, army, target)

    def shelters(self, world: World, state: HexState, army: Army, place: Place) -> bool | None:
        return False if self._abroad(world, army, place) else None

    # supply

    def fed_from(self, world: World, state: HexState, nation: str, places: frozenset[Place]) -> frozenset[Place]:
        own = self.settings.sources.get(nation)
        if own is not None:
            return places & frozenset(own)
        return places.difference(*self.settings.sources.values())

    # risings

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("combat",)

    def binds(self, world: World, state: HexState, name: Name, army: Army) -> Refusal | None:
        if name not in RISEN.of(state).armies:
            return None
        return world.refuse_by(self.settings.rising_rule, f"{name} has attacked as partisans this turn.")

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        assert isinstance(action, Rise)
        terms, fight = self.settings, state.combat
        army = own_army(world, state, side, action.army)
        if isinstance(army, Refusal):
            return army
        if fight is None or fight.step != "announce" or attack_of(fight, action.army) is not None:
            return world.refuse_by(terms.rising_rule, "An army rises instead of its normal attack, first.")
        if army.nation not in terms.nations:
            return world.refuse_by(terms.rising_rule, f"{action.army} can't attack as partisans.")
        bound = check_bound(world, state, army, action.army)
        if bound is not None:
            return bound
        title = world.title(action.at)
        if not world.board.adjacent(army.at, action.at):
            return world.refuse("attack.adjacent-one-hex", f"{title} isn't adjacent to {world.title(army.at)}.")
        abroad = self._stay(world, army, action.at)
        if abroad is not None:
            return abroad
        if state.control.get(action.at) != terms.enemy:
            return world.refuse_by("partisan.valid-hexes", f"{title} isn't friendly to {world.the(terms.enemy)}.")
        if any(True for _ in state.armies_at(action.at)):
            return world.refuse_by("partisan.valid-hexes", f"An army is in {title}.")
        return None

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        fight = state.combat
        if fight is None or fight.step != "announce" or state.side != side:
            return
        for name, army in state.armies_of(side):
            if army.nation in self.settings.nations:
                yield from (Rise(name, near) for near in world.near(army.at))

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        assert isinstance(action, Rise)
        die = run.roll()
        success = die <= self.settings.need
        ruins = run.world.most_production(action.at) if success else 0
        run.emit(ArmyRose(army=action.army, side=side, at=action.at, die=die, success=success, devastated=ruins))
        if success and action.at in run.state.forts:
            run.emit(FortFell(at=action.at))
        if success:
            hexes_fell(run)

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Rise)
        return f"rise in {world.title(action.at)} with {army_name(action.army)}"

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        if RISEN.of(run.state).armies:
            run.emit(RisingsOver())


PART = HomeBound
