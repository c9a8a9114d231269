"""Navies: which nation a ship belongs to, where its fleets can be based, and what happens when it surrenders."""

from collections.abc import Iterator
from math import ceil
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import times
from sandtable.hexes.evolve import with_fleet
from sandtable.hexes.fleets import expel
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.fleets.battle import ShipsLost
from sandtable.hexes.parts.fleets.memory import NAVY, changed
from sandtable.hexes.parts.fleets.settings import NavalAction, Settings
from sandtable.hexes.shipping import sea_friends
from sandtable.hexes.state import Fleet, HexState, Name, Place, Side
from sandtable.hexes.status import friendly
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

STATIONS = 3
"""How many patrol hexes are offered to a raider before the first turn; players can name others."""


class PutToSea(PartAction, frozen=True):
    """Choose the patrol hex in which a raider starts."""

    phrase: ClassVar[str] = "put {fleet} to sea in {at}"
    example: ClassVar[str] = "put Raiders to sea in 1124"

    fleet: str
    at: SpaceName


class RaiderAtSea(PartEvent, frozen=True):
    """A fleet is in its patrol hex when the first turn begins."""

    fleet: Name
    at: Place

    def evolve(self, state: HexState) -> HexState:
        known = NAVY.of(state)
        raiders = tuple(sorted({*known.raiders, self.fleet}))
        return changed(state, patrols={**known.patrols, self.fleet: self.at}, raiders=raiders)

    def tell(self, world: World, state: HexState) -> str:
        return f"{fleet_name(self.fleet)} is at sea in {world.title(self.at)}"


class Strained(PartEvent, frozen=True):
    """A fleet has come a long way: it intercepts less well until its owner's next turn."""

    fleet: Name
    by: int

    def evolve(self, state: HexState) -> HexState:
        return changed(state, strained={**NAVY.of(state).strained, self.fleet: self.by})

    def tell(self, world: World, state: HexState) -> str:
        return f"{fleet_name(self.fleet)} comes a long way: {self.by} is added to its interception dice"


class ShipsScuttled(PartEvent, frozen=True):
    """A country's ships were lost with its ports."""

    fleet: Name
    country: str

    def evolve(self, state: HexState) -> HexState:
        return with_fleet(
            state, self.fleet, replace(state.fleets[self.fleet], points=0, asw=0, submarines=0, carriers=0)
        )

    def tell(self, world: World, state: HexState) -> str:
        return f"{fleet_name(self.fleet)} is lost with the ports of {self.country}"


# where fleets can be based


def waiting(world: World, state: HexState, action: NavalAction | None, name: Name) -> Refusal | None:
    """Why a fleet can do nothing yet: its country hasn't joined its side."""
    navy = action.navy(name) if action is not None else None
    fleet = state.fleets.get(name)
    if navy is None or fleet is None or fleet.at in state.control or not _unaligned(world, state, navy.country):
        return None
    return world.refuse_by("naval.at-start-ships", f"{name} waits in port until {navy.country} joins its side.")


def _unaligned(world: World, state: HexState, country: str) -> bool:
    """Whether none of a country's own places is friendly to anybody."""
    return not any(place in state.control for place in world.lands.get(country, ()))


def check_berth(
    world: World, state: HexState, action: NavalAction, side: Side, name: Name, at: Place
) -> Refusal | None:
    """Whether a fleet may be based in a place, by its nation and the room there."""
    navy = action.navy(name)
    if navy is None:
        return None
    known = NAVY.of(state)
    if at not in state.control and name not in known.raiders and _private(world, state, side, at):
        rule = "raider.redeclare" if name in known.lapsed else "raider.neutral-ports"
        return world.refuse_by(rule, f"{name} isn't a raider: neutral ports are closed to it.")
    bound = navy.bound and navy.country not in state.surrendered
    if bound and world.realm(world.country_of[at]) != navy.country:
        why = f"{name} can be based only in {navy.country} and its possessions."
        return world.refuse_by("naval.basing-rights", why)
    fleet = state.fleets.get(name)
    if fleet is None or fits(world, state, action, name, fleet, at):
        return None
    return world.refuse_by("naval.port-capacity", f"{world.title(at)} has no room for {name}.")


def _private(world: World, state: HexState, side: Side, at: Place) -> bool:
    """Whether a neutral port is open only to raiders."""
    lent = (part.harbours(world, state, side) for part in world.parts.harbours if part.name != "fleets")
    own = any(fleet.side == side and fleet.at == at for fleet in state.fleets.values())
    return own and not any(at in places for places in lent)


def fits(world: World, state: HexState, action: NavalAction, name: Name, fleet: Fleet, at: Place) -> bool:
    """Whether a port has room for a fleet besides those that are based there."""
    others = [one for other, one in state.fleets.items() if one.at == at and other != name]
    every = [*others, fleet]
    room = action.room.get(at)
    if room is not None:
        return sum(one.ships for one in every) <= room
    if world.board.port_of(at) != "port":
        return True
    large = sum(one.points + one.carriers for one in every)
    return large <= action.large and sum(one.submarines for one in every) <= action.boats


def crowded_out(world: World, state: HexState, action: NavalAction, name: Name) -> ShipsLost | None:
    """The ships for which there is no room in their port, capital ships before carriers. None: all fit."""
    fleet = state.fleets[name]
    kept = fleet
    while kept.ships and not fits(world, state, action, name, kept, fleet.at):
        if kept.submarines:
            kept = replace(kept, submarines=kept.submarines - 1)
        elif kept.points:
            kept = replace(kept, points=kept.points - 1)
        elif kept.carriers:
            kept = replace(kept, carriers=kept.carriers - 1)
        else:
            kept = replace(kept, asw=kept.asw - 1)
    if kept == fleet:
        return None
    return ShipsLost(
        fleet=name,
        capital=fleet.points - kept.points,
        asw=fleet.asw - kept.asw,
        submarines=fleet.submarines - kept.submarines,
        carriers=fleet.carriers - kept.carriers,
    )


def check_kin(world: World, action: NavalAction | None, frm: Name, into: Name) -> Refusal | None:
    """Whether ships may go from one fleet to another."""
    if action is None or action.navy(frm) == action.navy(into):
        return None
    why = f"{frm} and {into} belong to different nations."
    return world.refuse_by("naval.transfer-same-nation", why)


def check_builder(world: World, state: HexState, action: NavalAction | None, name: Name) -> Refusal | None:
    """Whether ships can be built for a fleet."""
    navy = action.navy(name) if action is not None else None
    if navy is None:
        return None
    if not navy.builds:
        return world.refuse_by("naval.minor-navies", f"No ships are built for {name}.")
    if navy.country not in state.surrendered and _unaligned(world, state, navy.country):
        return world.refuse_by("naval.ships-belong-to-nations", f"{navy.country} hasn't joined its side yet.")
    return None


def check_mooring(
    world: World, state: HexState, action: NavalAction, side: Side, name: Name, at: Place
) -> Refusal | None:
    """Validate the port of a fleet whose country is unaligned before the first turn: one of its own."""
    navy = action.navy(name)
    own = navy is not None and at in world.waters.harbours and world.country_of.get(at) == navy.country
    if not own or world.board.port_of(at) == "none":
        return world.refuse_by("naval.at-start-ships", f"{name} starts in a port of its own country.")
    return check_berth(world, state, action, side, name, at)


# raiders at the start


def check_station(world: World, state: HexState, terms: Settings, side: Side, action: PutToSea) -> Refusal | None:
    """Validate the patrol hex of a raider before the first turn."""
    raider = terms.naval.raider if terms.naval is not None else None
    fleet = state.fleets.get(action.fleet)
    rule = "naval.at-start-ships"
    if raider is None or fleet is None or fleet.side != side or action.fleet != raider.fleet:
        return world.refuse_by(rule, f"{action.fleet} isn't at sea when the game begins.")
    if action.at not in stations(world, state, terms, fleet, raider.sea):
        why = f"{world.title(action.at)} isn't a hex of the {raider.sea} within {terms.surface.patrol} of a base."
        return world.refuse_by(rule, why)
    return None


def stations(world: World, state: HexState, terms: Settings, fleet: Fleet, sea: str) -> list[Place]:
    """The patrol hexes of a sea that are close enough to a friendly base."""
    own = sea_friends(world, state, fleet.side)
    bases = [place for place in sorted(own) if place in world.waters.harbours and _base(world, place)]
    near: set[Place] = set()
    for base in bases:
        reached = world.chart(base, own).distance.items()
        near |= {place for place, far in reached if ceil(far) <= terms.surface.patrol}
    open_sea = (place for place in near if place not in world.waters.harbours)
    return sorted(place for place in open_sea if sea in _seas(world, place))


def _seas(world: World, place: Place) -> set[str]:
    """The seas of an open hex."""
    waters = world.waters
    return {waters.group[sea] for node in waters.shores.get(place, ()) for sea in waters.seas[node]}


def _base(world: World, place: Place) -> bool:
    return world.board.port_of(place) != "none"


def offers_stations(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[PutToSea]:
    """A few patrol hexes for a raider before the first turn."""
    raider = terms.naval.raider if terms.naval is not None else None
    fleet = state.fleets.get(raider.fleet) if raider is not None else None
    if raider is None or fleet is None or fleet.side != side:
        return
    found = stations(world, state, terms, fleet, raider.sea)
    step = max(1, len(found) // STATIONS)
    yield from (PutToSea(raider.fleet, place) for place in found[step // 2 :: step])


def put_to_sea(run: Unfolding, terms: Settings, turn: int, side: Side) -> None:
    """A raider that nobody has stationed is in its usual hex when the first turn begins."""
    raider = terms.naval.raider if terms.naval is not None else None
    fleet = run.state.fleets.get(raider.fleet) if raider is not None else None
    if raider is None or fleet is None or fleet.side != side or turn != 1 or run.state.phase != "setup":
        return
    if raider.fleet not in NAVY.of(run.state).patrols:
        run.emit(RaiderAtSea(fleet=raider.fleet, at=raider.at))


# surrender


def surrendered(run: Unfolding, action: NavalAction) -> None:
    """Ships of a country that has surrendered are lost in the ports that went with it; others must leave them."""
    for name, fleet in list(run.state.fleets.items()):
        navy = action.navy(name)
        if navy is None or not navy.bound or navy.country not in run.state.surrendered:
            continue
        if not friendly(run.state, fleet.side, fleet.at):
            run.emit(ShipsScuttled(fleet=name, country=navy.country))
    expel(run)


def described(fleet: Fleet) -> str:
    """A fleet's ships in words.

    >>> described(Fleet("allied", "0932", 2, carriers=1))
    '2 capital ships and 1 carrier'
    """
    kinds = ((fleet.points, "capital ship"), (fleet.carriers, "carrier"), (fleet.asw, "escort"))
    words = [times(count, word) for count, word in (*kinds, (fleet.submarines, "submarine")) if count]
    return " and ".join(words)
