"""Raiders: ships that prey on routes alone, and shelter in neutral ports."""

from collections.abc import Iterator
from typing import ClassVar

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import times
from sandtable.hexes.evolve import with_fleet
from sandtable.hexes.fleets import check_harbour
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.fleets.battle import ShipsLost
from sandtable.hexes.parts.fleets.course import set_out
from sandtable.hexes.parts.fleets.memory import NAVY, changed
from sandtable.hexes.parts.fleets.navies import check_kin
from sandtable.hexes.parts.fleets.sailing import own_fleet
from sandtable.hexes.parts.fleets.settings import NavalAction, Settings
from sandtable.hexes.parts.fleets.shelters import sheltered
from sandtable.hexes.parts.fleets.ships import FIELDS, WORDS, more
from sandtable.hexes.shipping import sea_friends
from sandtable.hexes.state import Fleet, HexState, Name, Place, Side
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

KINDS = ("capital_ship", "asw", "u_boat")
"""Ships that can be raiders."""


class DeclareRaider(PartAction, frozen=True):
    """Declare a fleet a raider, or some of its ships, which form a fleet of their own."""

    phrase: ClassVar[str] = "declare {fleet} a raider"
    example: ClassVar[str] = "declare Kiel Fleet a raider"

    fleet: str
    ship: str = ""
    """Empty: the whole fleet."""
    into: str = ""
    """The fleet that the ships form."""
    count: int = 1


class SeekHaven(PartAction, frozen=True):
    """Bring a raider from a neutral port to a friendly one."""

    phrase: ClassVar[str] = "bring {fleet} to {to}"
    example: ClassVar[str] = "bring Raiders to 1532"

    fleet: str
    to: SpaceName


class RaiderDeclared(PartEvent, frozen=True):
    """A fleet is a raider until its owner's next production."""

    fleet: Name
    ship: str = ""
    into: Name = ""
    count: int = 0

    def evolve(self, state: HexState) -> HexState:
        if self.into:
            old = state.fleets[self.fleet]
            state = with_fleet(state, self.fleet, more(old, self.ship, -self.count))
            state = with_fleet(state, self.into, more(Fleet(old.side, old.at, 0), self.ship, self.count))
        raiders = {*NAVY.of(state).raiders, self.into or self.fleet}
        return changed(state, raiders=tuple(sorted(raiders)))

    def tell(self, world: World, state: HexState) -> str:
        if not self.into:
            return f"{fleet_name(self.fleet)} is a raider"
        what = times(self.count, WORDS[self.ship])
        return f"raiders: {what} of {fleet_name(self.fleet)}, now {fleet_name(self.into)}"


class DeclarationsLapsed(PartEvent, frozen=True):
    """A new production begins: whoever is to stay a raider must be declared again."""

    fleets: tuple[Name, ...]

    def evolve(self, state: HexState) -> HexState:
        known = NAVY.of(state)
        left = tuple(name for name in known.raiders if name not in self.fleets)
        return changed(state, raiders=left, lapsed=tuple(sorted({*known.lapsed, *self.fleets})))


class RaidersDue(PartEvent, frozen=True):
    """Raiders must leave their neutral ports for friendly ones."""

    fleets: tuple[Name, ...]

    def evolve(self, state: HexState) -> HexState:
        return changed(state, homing=self.fleets)


class HuntsOver(PartEvent, frozen=True):
    """Fleets in friendly ports have nothing more to answer for."""

    fleets: tuple[Name, ...]

    def evolve(self, state: HexState) -> HexState:
        left = tuple(name for name in NAVY.of(state).preyed if name not in self.fleets)
        return changed(state, preyed=left)


# declaring


def check_declare(
    world: World, state: HexState, terms: Settings, side: Side, action: DeclareRaider
) -> Refusal | None:
    """Validate the declaration of raiders."""
    rule, known = "raider.declaration", NAVY.of(state)
    if terms.naval is None:
        return world.refuse_by(rule, "There are no raiders in this scenario.")
    fleet = own_fleet(world, state, terms, side, action.fleet)
    if isinstance(fleet, Refusal):
        return fleet
    if action.fleet in known.raiders:
        return world.refuse_by(rule, f"{action.fleet} is a raider already.")
    if not action.into:
        if fleet.carriers:
            return world.refuse_by(rule, "Carriers can't be raiders.")
        return None
    if action.ship not in KINDS or not 1 <= action.count <= getattr(fleet, FIELDS[action.ship]):
        return world.refuse_by(rule, f"{action.fleet} doesn't have these ships.")
    if action.fleet in known.patrols:
        return world.refuse_by(rule, f"{action.fleet} is at sea: it can only be a raider as a whole.")
    if action.into in state.fleets or action.into not in world.who(side).fleets:
        return world.refuse_by(rule, f"Raiders form a fleet of their own: {action.into} isn't free.")
    return check_kin(world, terms.naval, action.fleet, action.into)


def declare(run: Unfolding, action: DeclareRaider) -> None:
    """Declare raiders."""
    into, count = (action.into, action.count) if action.into else ("", 0)
    run.emit(RaiderDeclared(fleet=action.fleet, ship=action.ship, into=into, count=count))


def offers_declaring(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[DeclareRaider]:
    """Each fleet as a whole, and a ship of each kind of it."""
    if terms.naval is None:
        return
    free = [name for name in world.who(side).fleets if name not in state.fleets]
    for name, fleet in state.fleets.items():
        if fleet.side != side:
            continue
        yield DeclareRaider(name)
        kin = [other for other in free if check_kin(world, terms.naval, name, other) is None]
        for ship in KINDS if kin and fleet.ships > 1 else ():
            if getattr(fleet, FIELDS[ship]):
                yield DeclareRaider(name, ship, kin[0])


def lapse(run: Unfolding, side: Side) -> None:
    """The raiders of a side must be declared again."""
    own = tuple(name for name in NAVY.of(run.state).raiders if run.state.fleets[name].side == side)
    if own:
        run.emit(DeclarationsLapsed(fleets=own))


# home again


def due(world: World, state: HexState, action: NavalAction | None, side: Side) -> tuple[Name, ...]:
    """A side's fleets that must leave their neutral port: they have intercepted, or have been there for a turn."""
    known = NAVY.of(state)
    return tuple(
        name
        for name, fleet in state.fleets.items()
        if fleet.side == side
        and name not in known.patrols
        and sheltered(world, state, action, name, fleet)
        and (name in known.preyed or name not in known.moved)
    )


def ports(world: World, state: HexState, name: Name) -> list[Place]:
    """The friendly ports that a raider can go to."""
    fleet = state.fleets[name]
    own = sea_friends(world, state, fleet.side)
    chart = world.chart(fleet.at, own)
    return [
        place
        for place in sorted(own)
        if place in world.waters.harbours
        and chart.route(place) is not None
        and check_harbour(world, state, fleet.side, name, fleet.ships, place) is None
    ]


def begin_homing(run: Unfolding, terms: Settings, side: Side) -> None:
    """Support fleets and interceptors are home; raiders that must leave neutral ports set out."""
    known = NAVY.of(run.state)
    leaving = due(run.world, run.state, terms.naval, side)
    over = tuple(name for name in known.preyed if run.state.fleets[name].side == side and name not in leaving)
    if over:
        run.emit(HuntsOver(fleets=over))
    if leaving:
        run.emit(RaidersDue(fleets=leaving))


def bring_home(run: Unfolding, terms: Settings) -> bool:
    """Send off a raider that has only one port to go to; those without any are lost. Whether one has set out."""
    while True:
        known = NAVY.of(run.state)
        if not known.homing or known.voyages or known.battle is not None:
            return False
        name = known.homing[0]
        found = ports(run.world, run.state, name)
        if len(found) > 1:
            return False
        if found:
            seek(run, terms, name, found[0])
            return True
        fleet = run.state.fleets[name]
        run.emit(
            ShipsLost(
                fleet=name,
                capital=fleet.points,
                asw=fleet.asw,
                submarines=fleet.submarines,
                carriers=fleet.carriers,
            )
        )


def seek(run: Unfolding, terms: Settings, name: Name, to: Place) -> None:
    """A raider sails for a friendly port."""
    fleet = run.state.fleets[name]
    found = run.world.chart(fleet.at, sea_friends(run.world, run.state, fleet.side)).route(to)
    assert found is not None, "the port was not checked"
    run.emit(HuntsOver(fleets=(name,)))
    set_out(run, terms, name, "haven", found.hexes)


def asks(state: HexState) -> Decision | None:
    """The question where a raider goes. None: none is left to go."""
    known = NAVY.of(state)
    if not known.homing or known.voyages:
        return None
    name = known.homing[0]
    fleet = state.fleets[name]
    return Decision(fleet.side, "haven", fleet.at, f"{name} must leave its neutral port: choose a friendly one.")


def check_seek(world: World, state: HexState, side: Side, action: SeekHaven) -> Refusal | None:
    """Validate the port that a raider goes to."""
    homing = NAVY.of(state).homing
    if not homing or action.fleet != homing[0]:
        return world.refuse_by("raider.return", f"{action.fleet} doesn't have to leave its port.")
    if action.to in ports(world, state, action.fleet):
        return None
    return world.refuse_by("raider.return", f"{action.fleet} can't be based in {world.title(action.to)}.")


def offers_havens(world: World, state: HexState) -> Iterator[SeekHaven]:
    """The friendly ports of the raider that must go home."""
    name = NAVY.of(state).homing[0]
    yield from (SeekHaven(name, place) for place in ports(world, state, name))
