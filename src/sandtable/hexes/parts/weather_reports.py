"""Weather reports: while a side holds certain areas, one of its armies attacks with better dice each turn."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Action
from sandtable.hexes.part import Firing, GameMemory, Part, PartAction, PartEvent, Slice
from sandtable.hexes.state import HexState, Name, Phase, Place, Side
from sandtable.hexes.status import attack_of, own_army
from sandtable.hexes.story import army_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who gets the reports, from where, and for which attacks."""

    side: Side
    areas: tuple[str, ...]
    """One hex in any of these must be friendly."""
    barred: tuple[str, ...]
    """Areas where they don't help."""
    columns: tuple[int, int]
    """Where they help, from west to east."""
    rule: str


class Briefed(Slice, frozen=True, tag="weather-reports"):
    """The part's memory during a turn."""

    army: Name = ""
    """The army that attacks by the reports this turn."""


BRIEFED = GameMemory("weather-reports", Briefed())


class UseReports(PartAction, frozen=True):
    """Name the army that attacks by the weather reports this turn."""

    phrase: ClassVar[str] = "use reports for {army}"
    example: ClassVar[str] = "use reports for Army Group West"

    army: str


class ReportsUsed(PartEvent, frozen=True):
    """An army attacks by the weather reports. Empty: a turn begins."""

    army: Name

    def evolve(self, state: HexState) -> HexState:
        return BRIEFED.put(state, Briefed(self.army))

    def tell(self, world: World, state: HexState) -> str | None:
        return f"{army_name(self.army)} attacks by the weather reports" if self.army else None


class WeatherReports(Part[Settings]):
    """Better dice for one army a turn."""

    name = "weather-reports"
    Settings = Settings
    memory = BRIEFED
    actions = (UseReports,)
    events = (ReportsUsed,)

    def rules(self) -> Iterable[str]:
        return (self.settings.rule,)

    def problems(self, world: World) -> Iterable[str]:
        return () if self.settings.side in world.order else (f"no side {self.settings.side!r}",)

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("combat",)

    def _received(self, world: World, state: HexState) -> bool:
        places = world.places_in(self.settings.areas)
        return any(state.control.get(place) == self.settings.side for place in places)

    def _helps(self, world: World, target: Place) -> bool:
        first, last = self.settings.columns
        inside = not target[2:].isdigit() or first <= int(target[2:]) <= last
        return inside and target not in world.places_in(self.settings.barred)

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        assert isinstance(action, UseReports)
        rule, fight = self.settings.rule, state.combat
        if side != self.settings.side or side != state.side or not self._received(world, state):
            return world.refuse_by(rule, f"{world.having(side)} no weather reports now.")
        army = own_army(world, state, side, action.army)
        if isinstance(army, Refusal):
            return army
        if army.nation:
            return world.refuse_by(rule, f"{action.army} isn't an army that gets weather reports.")
        if BRIEFED.of(state).army:
            return world.refuse_by(rule, f"{BRIEFED.of(state).army} has the reports this turn.")
        attack = attack_of(fight, action.army) if fight is not None and fight.step == "announce" else None
        if attack is None:
            return world.refuse_by(rule, f"{action.army} has announced no initial attack.")
        if not self._helps(world, attack.target):
            return world.refuse_by(rule, f"Weather reports don't help in {world.title(attack.target)}.")
        return None

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        fight = state.combat
        if fight is not None and fight.step == "announce" and side == self.settings.side:
            yield from (UseReports(attack.army) for attack in fight.attacks if attack.army)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        assert isinstance(action, UseReports)
        run.emit(ReportsUsed(army=action.army))

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, UseReports)
        return f"use the weather reports for {army_name(action.army)}"

    def leads(self, world: World, state: HexState, armies: tuple[Name, ...], target: Place, how: Firing) -> int:
        fight = state.combat
        initial = fight is not None and fight.step != "exploitation"
        named = BRIEFED.of(state).army
        helped = how != "defence" and bool(named) and named in armies and initial
        return -1 if helped and self._helps(world, target) else 0

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        if BRIEFED.of(run.state).army:
            run.emit(ReportsUsed(army=""))


PART = WeatherReports
