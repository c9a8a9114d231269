"""The events of politics."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.core.wording import listed, the
from sandtable.hexes.evolve import with_points, without_army, without_points
from sandtable.hexes.part import PartEvent
from sandtable.hexes.parts.politics.memory import AFFAIRS, Due
from sandtable.hexes.state import Entry, HexState, Name, Place, Side
from sandtable.hexes.story import armies, army_name, points_lost, side_name
from sandtable.hexes.strength import Points
from sandtable.hexes.world import World


def _affairs(state: HexState, **changes: Any) -> HexState:
    return AFFAIRS.put(state, replace(AFFAIRS.of(state), **changes))


def _but(mapping: Mapping[str, Due], key: str) -> dict[str, Due]:
    return {name: due for name, due in mapping.items() if name != key}


class NeutralityViolated(PartEvent, frozen=True):
    """An unaligned country was attacked for the first time."""

    country: str
    by: Side
    why: str = ""
    """The rule, if it wasn't the country itself that was attacked."""

    def evolve(self, state: HexState) -> HexState:
        return _affairs(state, violated={**AFFAIRS.of(state).violated, self.country: self.by})

    def tell(self, world: World, state: HexState) -> str:
        why = f" ({self.why})" if self.why else ""
        return f"{side_name(world, self.by)} violated the neutrality of {self.country}{why}"


class ArmyReplaced(PartEvent, frozen=True):
    """The army of an unaligned country changed to another side."""

    army: Name
    by: Name
    side: Side

    def evolve(self, state: HexState) -> HexState:
        old = state.armies[self.army]
        others = {name: army for name, army in state.armies.items() if name != self.army}
        return replace(state, armies={**others, self.by: replace(old, side=self.side, nation="")})

    def tell(self, world: World, state: HexState) -> str:
        return f"{army_name(self.army)} now fights for {side_name(world, self.side)} as {army_name(self.by)}"


class CountryJoined(PartEvent, frozen=True):
    """A country has joined a side with all its uncaptured places."""

    country: str
    side: Side
    turn: int
    places: tuple[Place, ...]
    why: str

    def evolve(self, state: HexState) -> HexState:
        affairs = AFFAIRS.of(state)
        violated = {name: by for name, by in affairs.violated.items() if name != self.country}
        state = replace(
            state,
            control={**state.control, **dict.fromkeys(self.places, self.side)},
            joined={**state.joined, self.country: Entry(self.side, self.turn)},
        )
        return _affairs(state, violated=violated)

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.country} joined {side_name(world, self.side)} ({self.why})"


class LandsRallied(PartEvent, frozen=True):
    """Areas freed by a surrender have joined a side."""

    areas: tuple[str, ...]
    side: Side
    places: tuple[Place, ...]
    why: str

    def evolve(self, state: HexState) -> HexState:
        return replace(state, control={**state.control, **dict.fromkeys(self.places, self.side)})

    def tell(self, world: World, state: HexState) -> str:
        return f"{listed(self.areas)} joined {side_name(world, self.side)} ({self.why})"


class CountrySurrendered(PartEvent, frozen=True):
    """A country has surrendered."""

    country: str
    to: Side
    why: str
    taken: Mapping[Place, Side] = {}
    """Places that have changed hands; to nobody: they are unaligned now."""
    devastated: Mapping[Place, int] = {}
    lost: tuple[Name, ...] = ()
    """Armies that were eliminated."""
    displaced: tuple[Name, ...] = ()
    """Armies that must retreat."""
    adopted: tuple[Name, ...] = ()
    """Armies of its nation that belong to their side in general from now on."""

    def evolve(self, state: HexState) -> HexState:
        for name in self.lost:
            state = without_army(state, name)
        if self.adopted:
            adopted = {name: replace(state.armies[name], nation="") for name in self.adopted}
            state = replace(state, armies={**state.armies, **adopted})
        control = {place: side for place, side in state.control.items() if place not in self.taken}
        control |= {place: side for place, side in self.taken.items() if side}
        state = replace(
            state,
            control=control,
            forts={place: fort for place, fort in state.forts.items() if place not in self.taken},
            marked=tuple(place for place in state.marked if place not in self.taken),
            beachheads={place: last for place, last in state.beachheads.items() if place not in self.taken},
            devastated={**state.devastated, **self.devastated},
            surrendered={**state.surrendered, self.country: self.to},
        )
        if self.displaced and state.combat is not None:
            displaced = (*state.combat.displaced, *self.displaced)
            state = replace(state, combat=replace(state.combat, displaced=displaced))
        violated = {name: by for name, by in AFFAIRS.of(state).violated.items() if name != self.country}
        return _affairs(state, violated=violated)

    def tell(self, world: World, state: HexState) -> str:
        text = f"{self.country} surrendered to {side_name(world, self.to)} ({self.why})"
        if self.lost:
            text += f"; {armies(self.lost)} eliminated"
        return f"{text}; {armies(self.displaced)} had to retreat" if self.displaced else text


class ReinforcementsDue(PartEvent, frozen=True):
    """A country brings points that its new side has yet to place."""

    country: str
    side: Side
    points: Points

    def evolve(self, state: HexState) -> HexState:
        return _affairs(state, gifts={**AFFAIRS.of(state).gifts, self.country: Due(self.side, self.points)})

    def tell(self, world: World, state: HexState) -> str:
        return f"{side_name(world, self.side)} received {self.points} in {self.country}"


class Reinforced(PartEvent, frozen=True):
    """Points that a country brought were placed."""

    country: str
    side: Side
    army: Name
    at: Place
    points: Points

    def evolve(self, state: HexState) -> HexState:
        gifts = AFFAIRS.of(state).gifts
        rest = gifts[self.country].points - self.points
        others = _but(gifts, self.country)
        state = with_points(state, self.army, self.side, self.at, self.points)
        return _affairs(state, gifts={**others, self.country: Due(self.side, rest)} if rest.total else others)

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.points} joined {army_name(self.army)} in {world.title(self.at)}"


class ReinforcementsLost(PartEvent, frozen=True):
    """There was no place for points that a country brought."""

    country: str

    def evolve(self, state: HexState) -> HexState:
        return _affairs(state, gifts=_but(AFFAIRS.of(state).gifts, self.country))

    def tell(self, world: World, state: HexState) -> str:
        left = AFFAIRS.of(state).gifts[self.country].points
        return f"there was no place for {left} in {self.country}"


class ForfeitDue(PartEvent, frozen=True):
    """A side loses points with a country, and has yet to choose them."""

    country: str
    side: Side
    points: Points

    def evolve(self, state: HexState) -> HexState:
        forfeits = {**AFFAIRS.of(state).forfeits, self.country: Due(self.side, self.points)}
        return _affairs(state, forfeits=forfeits)


class Forfeited(PartEvent, frozen=True):
    """Points lost with a country were removed."""

    country: str
    side: Side
    armies: Mapping[Name, Points] = {}

    def evolve(self, state: HexState) -> HexState:
        for name, points in self.armies.items():
            state = without_points(state, name, points)
        return _affairs(state, forfeits=_but(AFFAIRS.of(state).forfeits, self.country))

    def tell(self, world: World, state: HexState) -> str:
        return f"lost with {self.country}: {points_lost(self.armies) or 'nothing'}"


class SurrenderOffered(PartEvent, frozen=True):
    """A side offers to surrender."""

    country: str
    frm: Side
    to: Side

    def evolve(self, state: HexState) -> HexState:
        return _affairs(state, offered=True)

    def tell(self, world: World, state: HexState) -> str:
        return f"{the(self.country)} offered to surrender to {side_name(world, self.to)}"


class OfferAnswered(PartEvent, frozen=True):
    """An offer to surrender was accepted, or refused for good."""

    country: str
    frm: Side
    to: Side
    accepted: bool

    def evolve(self, state: HexState) -> HexState:
        state = _affairs(state, offered=False, refused=not self.accepted)
        if not self.accepted:
            return state
        first, second = sorted((self.frm, self.to))
        return replace(
            state,
            truces=(*state.truces, (first, second)),
            surrendered={**state.surrendered, self.country: self.to},
        )

    def tell(self, world: World, state: HexState) -> str:
        if self.accepted:
            return f"{side_name(world, self.to)} accepted: they and {self.country} are at peace"
        return f"{side_name(world, self.to)} refused the surrender of {the(self.country)}"


class PhaseForgotten(PartEvent, frozen=True):
    """A Combat Phase is over: attacks on countries that join nobody are forgotten."""

    countries: tuple[str, ...]

    def evolve(self, state: HexState) -> HexState:
        violated = AFFAIRS.of(state).violated
        return _affairs(state, violated={name: by for name, by in violated.items() if name not in self.countries})
