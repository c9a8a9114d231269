"""Morale: tracks that mirror each other, and their effect on dice."""

from collections.abc import Iterator, Mapping
from itertools import chain

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


class MoraleSettled(PartEvent, frozen=True):
    """In a written position morale is as written, whatever happened before."""

    noted: tuple[str, ...]

    def evolve(self, state: HexState) -> HexState:
        return changed(state, morale={}, noted=self.noted)


class HexesCounted(PartEvent, frozen=True):
    """A hex was captured in a Combat Phase."""

    by: str = ""
    """The country with morale for which it counts as gained."""
    frm: str = ""
    """The country for which it counts as lost."""

    def evolve(self, state: HexState) -> HexState:
        known = STRATEGY.of(state)
        return changed(state, gained=_one_more(known.gained, self.by), lost=_one_more(known.lost, self.frm))


class CarriersCounted(PartEvent, frozen=True):
    """A navy has lost carriers."""

    country: str
    count: int

    def evolve(self, state: HexState) -> HexState:
        carriers = STRATEGY.of(state).carriers
        return changed(state, carriers={**carriers, self.country: carriers.get(self.country, 0) + self.count})


def _one_more(counted: Mapping[str, int], country: str) -> Mapping[str, int]:
    return {**counted, country: counted.get(country, 0) + 1} if country else counted


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


def nation_of(terms: Settings, side: Side, whose: str = "") -> str:
    """The country whose morale counts for a side's armies of a nation, fleets of a navy or aircraft of an area.
    Empty: none."""
    own = [(name, one) for name, one in terms.nations.items() if one.side == side]
    named = (name for name, one in own if whose and whose in (name, *one.nations, *one.areas))
    rest = (name for name, one in own if not one.nations and whose not in terms.unmoved)
    return next(chain(named, rest), "")


def penalty(terms: Settings, state: HexState, side: Side, whose: str = "") -> int:
    """What morale adds to the dice of a side's attacks."""
    value = STRATEGY.of(state).morale.get(nation_of(terms, side, whose), 0)
    return sum(value <= one for one in terms.penalties)


def struck(terms: Settings, world: World, place: Place) -> str:
    """The country with morale that a place is in. Empty: none."""
    area = world.board.area_of(place)
    return next((name for name, one in terms.nations.items() if area in one.areas), "")


def shaken(terms: Settings, world: World, side: Side, navy: str, nation: str, place: Place) -> str | None:
    """The country whose morale an attack from the sea on a coast lowers: only four countries make such attacks.
    None: it is impossible."""
    by = navy if navy in terms.nations else "" if navy else nation_of(terms, side, nation)
    area = world.board.area_of(place)
    for name, one in terms.nations.items():
        if by and one.side != side and place in world.waters.harbours and area in (one.coasts or one.areas):
            return name
    return None


def _counting(terms: Settings, side: Side, place: Place) -> str:
    """The country with morale for which a side's gain or loss of a hex counts. Empty: none."""
    column = int(place[2:]) if place.isdigit() else 1
    own = (name for name, one in terms.nations.items() if one.side == side)
    return next((name for name in own if _within(terms.nations[name].columns, column)), "")


def _within(columns: tuple[int, int], column: int) -> bool:
    return columns[0] <= column <= columns[1]


def captured(run: Unfolding, terms: Settings, side: Side, place: Place, holder: Side) -> None:
    """Count a captured hex, and move morale if its loss does."""
    by, frm = _counting(terms, side, place), _counting(terms, holder, place)
    if by or frm:
        run.emit(HexesCounted(by=by, frm=frm))
    for one in terms.events:
        if one.lost == place and terms.nations[one.country].side == holder:
            move(run, terms, one.country, one.by)


def phase_over(run: Unfolding, terms: Settings) -> None:
    """Hexes gained and lost in a Combat Phase move morale."""
    known = STRATEGY.of(run.state)
    for country in terms.nations:
        if known.gained.get(country, 0) >= terms.gained:
            move(run, terms, country, 1)
        if known.lost.get(country, 0) >= terms.lost:
            move(run, terms, country, -1)
    if known.gained or known.lost:
        run.emit(CountsCleared())


def carriers_lost(run: Unfolding, terms: Settings, country: str, count: int) -> None:
    """A navy has lost carriers: at a certain number of them its country's morale moves."""
    counting = [one for one in terms.events if one.country == country and one.carriers]
    if not counting:
        return
    run.emit(CarriersCounted(country=country, count=count))
    lost = STRATEGY.of(run.state).carriers[country]
    for one in counting:
        if lost - count < one.carriers <= lost:
            move(run, terms, country, one.by)


def note(run: Unfolding, terms: Settings) -> None:
    """Apply the effects of countries that have joined or surrendered since."""
    for name, one in _past(run.state, terms):
        if name not in STRATEGY.of(run.state).noted:
            move(run, terms, one.country, one.by, name)


def settle(run: Unfolding, terms: Settings) -> None:
    """Forget the effects of countries that have joined or surrendered before."""
    run.emit(MoraleSettled(noted=tuple(sorted(name for name, _ in _past(run.state, terms)))))


def _past(state: HexState, terms: Settings) -> Iterator[tuple[str, MoraleEvent]]:
    """The entries and surrenders that have happened, by name."""
    for one in terms.events:
        if not one.lost and not one.carriers and _happened(state, one):
            yield f"{one.joined or one.surrendered} {one.side}".strip(), one


def _happened(state: HexState, one: MoraleEvent) -> bool:
    if one.surrendered:
        return one.surrendered in state.surrendered
    entry = state.joined.get(one.joined)
    return entry is not None and entry.side == one.side
