"""Border forts: forts that appear when an enemy crosses a certain border, once per game."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from sandtable.area.forces import Piece, Power, Stack, first, where
from sandtable.area.part import GameMemory, Part, PartEvent
from sandtable.area.state import AreaState, Slice
from sandtable.area.status import hostile_land, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import swap
from sandtable.area.wording import an, the, unit_name
from sandtable.area.world import World
from sandtable.core.datafile import Misfit


class Border(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A border, and the powers whose crossing counts."""

    by: tuple[Power, ...]
    """The powers that cross it."""
    leaving: str
    """The territory they come from."""
    entering: str
    """The territory they enter, where the fort appears."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The forts: where they are, their owner, and how long they last."""

    holder: Power
    """The forts' owner."""
    unit: str
    """The unit type that appears."""
    borders: tuple[Border, ...]
    """The borders."""
    until: str
    """The forts are removed for good when this territory falls."""


class Manned(Slice, frozen=True, tag="border-forts"):
    """State kept for the whole game."""

    at: tuple[str, ...] = ()
    """Territories where forts have appeared."""
    over: bool = False


MANNED = GameMemory("border-forts", Manned())


class FortManned(PartEvent, frozen=True):
    """A fort appears."""

    power: Power
    space: str
    unit: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = MANNED.of(state)
        state = MANNED.put(state, replace(known, at=(*known.at, self.space)))
        return swap(state, self.space, (), ((Piece(self.power, self.unit), 1),))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} mans {an(unit_name(world, self.unit))} in {self.space}"


class FortsGone(PartEvent, frozen=True):
    """All forts of the border are removed."""

    works: Mapping[str, Stack]
    """By territory."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        for space, works in self.works.items():
            state = swap(state, space, works, ())
        return MANNED.put(state, replace(MANNED.of(state), over=True))

    def tell(self, world: World, state: AreaState) -> str | None:
        return "the border forts are abandoned" if MANNED.of(state).at else None


class BorderForts(Part[Settings]):
    """A line of forts along a border."""

    name = "border-forts"
    Settings = Settings
    game_memory = MANNED
    events = (FortManned, FortsGone)

    def problems(self, world: World) -> Iterable[str | Misfit]:
        if self.settings.unit not in world.units:
            yield Misfit(self.file, f"unknown unit {self.settings.unit!r}", self.settings.unit, world.units)
        lands = world.board.territories
        for name in (self.settings.until, *(n for b in self.settings.borders for n in (b.leaving, b.entering))):
            if name not in lands:
                yield Misfit(self.file, f"unknown territory {name!r}", name, lands)

    def phase_begins(self, run: Unfolding, power: Power) -> None:
        memory, settings = MANNED.of(run.state), self.settings
        if phase_of(run.state, power) != "combat" or memory.over:
            return
        if hostile_land(run.world, run.state.control, settings.holder, settings.until):
            return
        for border in settings.borders:
            there = border.entering
            if power not in border.by or there in memory.at or run.state.control.get(there) != settings.holder:
                continue
            if any(piece.unit == settings.unit for piece, _ in run.state.at(there)):
                continue  # a territory has only one of each kind, and this one serves
            crossed = (border.leaving, there)
            if any(crossed in pairwise(path) for path in run.state.turn.routes.get(there, ())):
                run.emit(FortManned(power=settings.holder, space=there, unit=settings.unit))

    def changes_hands(self, run: Unfolding, power: Power, space: str) -> None:
        lost = hostile_land(run.world, run.state.control, self.settings.holder, space)
        if space == self.settings.until and lost and not MANNED.of(run.state).over:
            run.emit(FortsGone(works=self._manned(run.state)))

    def _manned(self, state: AreaState) -> dict[str, Stack]:
        """The forts that have appeared and are still there."""
        found = {}
        for space in MANNED.of(state).at:
            here = where(state.at(space), lambda p: p.unit == self.settings.unit)
            if here:
                found[space] = first(here, 1)
        return found


PART = BorderForts
