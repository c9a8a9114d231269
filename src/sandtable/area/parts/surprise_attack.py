"""Surprise attack: once per game a power attacks unprepared fleets.

It names sea zones in its combat move. The battles there, and assaults by troops that were aboard when the turn
began, have their own battle sequence, and no air units take off against them.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.event import Event
from sandtable.area.events import RelationChanged, SitesSet
from sandtable.area.forces import Power
from sandtable.area.part import GameMemory, Part, PartEvent, TurnMemory
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import enemies_at, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import listed, the
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName

AT_SEA, ON_LAND = "surprise-sea", "surprise-land"
"""The sequences in ``battle.yaml``."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The surprise attack: by whom, and where."""

    power: Power
    """The attacking power."""
    zones: int
    """How many sea zones in one turn."""
    within: tuple[str, ...]
    """In which regions."""
    before: Power
    """The other power: the two must not have been at war when the turn began."""
    never: tuple[str, ...] = ()
    """Territories that can't be surprised."""


class Surprises(Slice, frozen=True, tag="surprise-attack"):
    """State kept for the whole game."""

    used: bool = False


class Surprised(Slice, frozen=True, tag="surprise-attack"):
    """State kept for one turn."""

    zones: tuple[str, ...] = ()
    lands: tuple[str, ...] = ()
    """Territories assaulted by surprise."""
    settled: bool = False
    """Whether ``lands`` is final, since the turn's combats are known."""
    new_war: bool = False
    """Whether the war that rules out surprise attacks began this turn."""


USED = GameMemory("surprise-attack", Surprises())
SURPRISED = TurnMemory("surprise-attack", Surprised())


class Surprise(Action, frozen=True):
    """Name the sea zones to attack by surprise."""

    phrase: ClassVar[str] = "surprise {zones}"
    example: ClassVar[str] = "surprise sz 26, sz 35"

    zones: tuple[SpaceName, ...]
    """The sea zones."""


class SurpriseDeclared(PartEvent, frozen=True):
    """Sea zones are attacked by surprise."""

    power: Power
    zones: tuple[str, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        state = SURPRISED.put(state, replace(SURPRISED.of(state), zones=self.zones))
        return USED.put(state, Surprises(used=True))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} attacks {listed(self.zones)} by surprise"


class SurpriseAttack(Part[Settings]):
    """A surprise attack."""

    name = "surprise-attack"
    Settings = Settings
    game_memory = USED
    turn_memory = SURPRISED
    actions = (Surprise,)
    events = (SurpriseDeclared,)
    reacts_to = (RelationChanged, SitesSet)
    citations = ("surprise.attack", "surprise.before-war", "surprise.needs-war")

    def problems(self, world: World) -> Iterable[str | Misfit]:
        for power in (self.settings.power, self.settings.before):
            if power not in world.powers:
                yield Misfit(self.file, f"unknown power {power!r}", power, world.powers)
        for land in self.settings.never:
            if land not in world.board.territories:
                yield Misfit(self.file, f"unknown territory {land!r}", land, world.board.territories)
        for sequence in (AT_SEA, ON_LAND):
            if sequence not in world.sequences.sequences:
                yield f"battle.yaml has no sequence {sequence!r}"

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        memory = SURPRISED.of(state)
        if isinstance(event, SitesSet) and memory.zones:
            return SURPRISED.put(state, replace(memory, lands=self._lands(state), settled=True))
        if not isinstance(event, RelationChanged) or event.now != "war":
            return state
        if {*event.powers} != {self.settings.power, self.settings.before}:
            return state
        return SURPRISED.put(state, replace(memory, new_war=True))

    # the order

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat-move",)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Surprise)
        refusal = self._check_moment(world, state, power)
        if refusal:
            return refusal
        zones, most = action.zones, self.settings.zones
        if not 1 <= len(set(zones)) == len(zones) <= most:
            return world.refuse("surprise.attack", f"Name at most {most} sea zones.")
        for zone in zones:
            if zone not in world.board.sea_zones or zone not in world.board.named(self.settings.within):
                return world.refuse("surprise.attack", f"{zone} can't be attacked by surprise.")
            if not enemies_at(world, state, power, zone) and not any(z == zone for z, _ in state.turn.assaults):
                return world.refuse("surprise.needs-war", f"There's nobody in {zone} to surprise.")
            if not own_at(state, power, zone):
                return world.refuse("surprise.attack", f"{world.the(power)} attacks nobody in {zone}.")
        return None

    def _check_moment(self, world: World, state: AreaState, power: Power) -> Refusal | None:
        if power != self.settings.power:
            return world.refuse("surprise.attack", f"{world.the(power)} can't attack by surprise.")
        if USED.of(state).used:
            return world.refuse("surprise.attack", "There is only one surprise attack in the game.")
        at_war = world.relation(power, self.settings.before) == "war"
        if at_war and not SURPRISED.of(state).new_war:
            why = f"{world.the(self.settings.before)} has been at war since before this turn."
            return world.refuse("surprise.before-war", why)
        return None

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        if self._check_moment(world, state, power):
            return
        zones = [
            zone
            for zone in sorted(state.stacks)
            if self.check(world, state, power, seat, Surprise((zone,))) is None
        ]
        for count in range(1, self.settings.zones + 1):
            yield from (Surprise(some) for some in combinations(zones, count))

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Surprise)
        run.emit(SurpriseDeclared(power=power, zones=tuple(sorted(action.zones))))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, Surprise)
        return f"attack {listed(action.zones)} by surprise"

    # the battles

    def surprised(self, world: World, state: AreaState, space: str) -> bool:
        memory = SURPRISED.of(state)
        if not memory.zones or space in memory.zones:
            return space in memory.zones
        return space in (memory.lands if memory.settled else self._lands(state))

    def _lands(self, state: AreaState) -> tuple[str, ...]:
        """The territories assaulted only by troops that were aboard when the turn began."""
        zones = SURPRISED.of(state).zones
        ready: dict[str, bool] = {}
        for zone, land in state.turn.assaults:
            for ship, _ in own_at(state, self.settings.power, zone):
                for one in ship.cargo:
                    if one.landing == land:
                        ready[land] = ready.get(land, True) and zone in zones and not one.boarded
        return tuple(
            sorted(land for land, all_ready in ready.items() if all_ready and land not in self.settings.never)
        )

    def sequence(self, world: World, state: AreaState, space: str) -> str:
        if not self.surprised(world, state, space):
            return ""
        return AT_SEA if world.board.is_sea(space) else ON_LAND


PART = SurpriseAttack
