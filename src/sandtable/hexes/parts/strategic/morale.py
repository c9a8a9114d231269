"""Morale: tracks that mirror each other, and their effect on dice."""

from sandtable.hexes.part import PartEvent
from sandtable.hexes.parts.strategic.memory import STRATEGY, changed
from sandtable.hexes.parts.strategic.settings import MoraleEvent, Settings
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class MoraleMoved(PartEvent, frozen=True):
    """The morale of a country, and of its rival, has changed."""

    country: str
    rival: str
    value: int
    noted: str = ""
    """The one-time cause of the change, if it has one."""

    def evolve(self, state: HexState) -> HexState:
        known = STRATEGY.of(state)
        noted = tuple(sorted({*known.noted, self.noted} - {""}))
        morale = {**known.morale, self.country: self.value, self.rival: -self.value}
        return changed(state, morale=morale, noted=noted)

    def tell(self, world: World, state: HexState) -> str:
        return f"Morale: {self.country} {self.value:+d}, {self.rival} {-self.value:+d}"


class HexesCounted(PartEvent, frozen=True):
    """A hex was captured in a Combat Phase."""

    by: Side
    frm: Side

    def evolve(self, state: HexState) -> HexState:
        known = STRATEGY.of(state)
        gained = {**known.gained, self.by: known.gained.get(self.by, 0) + 1}
        lost = {**known.lost, self.frm: known.lost.get(self.frm, 0) + 1} if self.frm else known.lost
        return changed(state, gained=gained, lost=lost)


class CountsCleared(PartEvent, frozen=True):
    """A Combat Phase is over."""

    def evolve(self, state: HexState) -> HexState:
        return changed(state, gained={}, lost={})


def move(run: Unfolding, terms: Settings, country: str, by: int, noted: str = "") -> None:
    """Move a country's morale, within the limits of its track."""
    old = STRATEGY.of(run.state).morale.get(country, 0)
    new = max(-terms.limit, min(terms.limit, old + by))
    rival = terms.nations[country].rival
    run.emit(MoraleMoved(country=country, rival=rival, value=new, noted=noted))


def nation_of(terms: Settings, side: Side) -> str:
    """The country whose morale counts for a side. Empty: none."""
    return next((name for name, one in terms.nations.items() if one.side == side), "")


def penalty(terms: Settings, state: HexState, side: Side) -> int:
    """What a side's morale adds to the dice of its attacks."""
    value = STRATEGY.of(state).morale.get(nation_of(terms, side), 0)
    return sum(value <= one for one in terms.penalties)


def struck(terms: Settings, world: World, place: Place) -> str:
    """The country with morale that a place is in. Empty: none."""
    area = world.board.area_of(place)
    return next((name for name, one in terms.nations.items() if area in one.areas), "")


def captured(run: Unfolding, terms: Settings, side: Side, place: Place, holder: Side) -> None:
    """Count a captured hex, and move morale if its loss does."""
    run.emit(HexesCounted(by=side, frm=holder))
    for one in terms.events:
        if one.lost == place and terms.nations[one.country].side == holder:
            move(run, terms, one.country, one.by)


def phase_over(run: Unfolding, terms: Settings) -> None:
    """Hexes gained and lost in a Combat Phase move morale."""
    known = STRATEGY.of(run.state)
    for country, nation in terms.nations.items():
        if known.gained.get(nation.side, 0) >= terms.gained:
            move(run, terms, country, 1)
        if known.lost.get(nation.side, 0) >= terms.lost:
            move(run, terms, country, -1)
    if known.gained or known.lost:
        run.emit(CountsCleared())


def note(run: Unfolding, terms: Settings) -> None:
    """Apply the effects of countries that have joined or surrendered since."""
    for one in terms.events:
        name = f"{one.joined or one.surrendered} {one.side}".strip()
        if one.lost or name in STRATEGY.of(run.state).noted or not _happened(run.state, one):
            continue
        move(run, terms, one.country, one.by, name)


def _happened(state: HexState, one: MoraleEvent) -> bool:
    if one.surrendered:
        return one.surrendered in state.surrendered
    entry = state.joined.get(one.joined)
    return entry is not None and entry.side == one.side
