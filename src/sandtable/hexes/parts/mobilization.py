"""Mobilization: at peace a side counts only part of its production, and nothing from a distant region."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from sandtable.hexes.part import GameMemory, Part, PartEvent, Slice
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.story import side_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limit, and what lifts it."""

    side: Side
    areas: tuple[str, ...]
    """The areas whose production is limited."""
    limit: int
    """The most production points that count there."""
    enemy: Side
    """The enemy: its attack on the side's own hexes there lifts the limit."""
    also: tuple[str, ...]
    """Areas on which the enemy's attack lifts it too; the side itself may attack them freely."""
    date: str
    """The turn from which the limit no longer applies."""
    invaded: int
    """After attacking others, the side is limited until the enemy holds this many of its hexes,"""
    late: str
    """or until this turn."""
    rule: str
    """The rule that sets the limit."""
    aggression: str
    """The rule for a side that has attacked others before."""
    later: tuple[str, ...] = ()
    """Areas that produce from the turn after the limit was lifted."""
    later_rule: str = ""
    """The rule for those areas."""


class Readiness(Slice, frozen=True, tag="mobilization"):
    """The part's memory."""

    aggressor: bool = False
    """The side has attacked others while it was limited."""
    lifted: int = 0
    """The turn in which the limit was lifted; 0: it still applies."""


READINESS = GameMemory("mobilization", Readiness())


class Aggression(PartEvent, frozen=True):
    """A side has attacked others while its production was limited: the limit lasts longer."""

    side: Side
    why: str

    def evolve(self, state: HexState) -> HexState:
        return READINESS.put(state, replace(READINESS.of(state), aggressor=True))

    def tell(self, world: World, state: HexState) -> str:
        return f"{side_name(world, self.side)} will mobilize later ({self.why})"


class Mobilized(PartEvent, frozen=True):
    """All of a side's production counts from now on."""

    side: Side
    turn: int
    why: str

    def evolve(self, state: HexState) -> HexState:
        return READINESS.put(state, replace(READINESS.of(state), lifted=self.turn))

    def tell(self, world: World, state: HexState) -> str:
        return f"{side_name(world, self.side)} mobilized ({self.why})"


class Mobilization(Part[Settings]):
    """Limited production at peace."""

    name = "mobilization"
    Settings = Settings
    memory = READINESS
    events = (Aggression, Mobilized)

    def rules(self) -> Iterable[str]:
        return filter(None, (self.settings.rule, self.settings.aggression, self.settings.later_rule))

    def problems(self, world: World) -> Iterable[str]:
        dates = (self.settings.date, self.settings.late)
        return (f"no turn {date!r}" for date in dates if date not in world.facts.turns)

    def attacked(self, run: Unfolding, side: Side, frm: Place, place: Place) -> None:
        terms, memory = self.settings, READINESS.of(run.state)
        if memory.lifted or run.state.control.get(place) == side:
            return
        area = run.world.board.area_of(place)
        own = run.state.control.get(place) == terms.side
        if side == terms.enemy and not memory.aggressor and ((own and area in terms.areas) or area in terms.also):
            self._lift(run, run.state.turn, terms.rule)
        elif side == terms.side and area not in terms.also and not memory.aggressor:
            run.emit(Aggression(side=side, why=run.world.full_id(terms.aggression)))

    def _lift(self, run: Unfolding, turn: int, rule: str) -> None:
        run.emit(Mobilized(side=self.settings.side, turn=turn, why=run.world.full_id(rule)))

    def _lost(self, world: World, state: HexState) -> int:
        """How many of the side's own hexes the enemy holds."""
        return sum(
            state.control.get(place) == self.settings.enemy for place in world.places_in(self.settings.areas)
        )

    def hexes_fell(self, run: Unfolding) -> None:
        memory = READINESS.of(run.state)
        if memory.aggressor and not memory.lifted and self._lost(run.world, run.state) >= self.settings.invaded:
            self._lift(run, run.state.turn, self.settings.aggression)

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        memory, terms = READINESS.of(run.state), self.settings
        date = terms.late if memory.aggressor else terms.date
        if not memory.lifted and turn >= run.world.scenario.turn_of(date):
            self._lift(run, run.world.scenario.turn_of(date), terms.aggression if memory.aggressor else terms.rule)

    def produces(self, world: World, state: HexState, place: Place) -> int | None:
        lifted = READINESS.of(state).lifted
        waiting = not lifted or state.turn <= lifted
        return 0 if waiting and place in world.places_in(self.settings.later) else None

    def harvests(
        self, world: World, state: HexState, side: Side, counted: Mapping[Place, int]
    ) -> Mapping[Place, int]:
        terms, memory = self.settings, READINESS.of(state)
        if side != terms.side:
            return counted
        if memory.lifted:
            return counted
        found = dict(counted)
        left = terms.limit
        for place in sorted(world.places_in(terms.areas) & set(found)):
            found[place] = min(found[place], left)
            left -= found[place]
        return found


PART = Mobilization
