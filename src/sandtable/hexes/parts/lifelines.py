"""Lifelines: the production of distant areas doesn't count while the enemy holds a place on the way."""

from collections.abc import Iterable, Mapping

import msgspec

from sandtable.hexes.part import GameMemory, Part, PartEvent, Slice
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose production, and what cuts it off."""

    side: Side
    areas: tuple[str, ...]
    places: tuple[Place, ...]
    enemy: Side
    rule: str
    key: Place = ""
    """The place whose recapture is enough, whatever else the enemy holds."""


class Reopened(Slice, frozen=True, tag="lifelines"):
    """The part's memory."""

    reopened: bool = False
    """The key was recaptured, and nothing has been lost since."""


REOPENED = GameMemory("lifelines", Reopened())


class LifelineChanged(PartEvent, frozen=True):
    """The enemy has taken a place on the way, or the key was recaptured."""

    areas: tuple[str, ...]
    open: bool
    why: str

    def evolve(self, state: HexState) -> HexState:
        return REOPENED.put(state, Reopened(reopened=self.open))

    def tell(self, world: World, state: HexState) -> str:
        where = " and ".join(self.areas)
        return f"production from {where} {'counts again' if self.open else 'is cut off'} ({self.why})"


class Lifelines(Part[Settings]):
    """Production that depends on places on the way."""

    name = "lifelines"
    Settings = Settings
    memory = REOPENED
    events = (LifelineChanged,)

    def rules(self) -> Iterable[str]:
        return (self.settings.rule,)

    def _lost(self, state: HexState) -> bool:
        terms = self.settings
        return any(state.control.get(place) == terms.enemy for place in terms.places)

    def entered(self, run: Unfolding, side: Side, place: Place, holder: Side) -> None:
        terms = self.settings
        if side == terms.enemy and place in terms.places and REOPENED.of(run.state).reopened:
            self._change(run, False)
        elif side == terms.side and place == terms.key and holder == terms.enemy and self._lost(run.state):
            self._change(run, True)

    def _change(self, run: Unfolding, opened: bool) -> None:
        why = run.world.full_id(self.settings.rule)
        run.emit(LifelineChanged(areas=self.settings.areas, open=opened, why=why))

    def harvests(
        self, world: World, state: HexState, side: Side, counted: Mapping[Place, int]
    ) -> Mapping[Place, int]:
        terms = self.settings
        reopened = REOPENED.of(state).reopened and state.control.get(terms.key) != terms.enemy
        if side != terms.side or not self._lost(state) or reopened:
            return counted
        far = world.places_in(terms.areas)
        return {place: points for place, points in counted.items() if place not in far}


PART = Lifelines
