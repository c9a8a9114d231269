"""Ships: building and regrouping them, and anti-submarine warfare levels."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import times
from sandtable.hexes.evolve import paid, with_fleet
from sandtable.hexes.fleets import check_harbour
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.fleets.memory import NAVY, changed
from sandtable.hexes.parts.fleets.navies import check_builder, check_kin, check_mooring, waiting
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.production import check_price, purse_of, quoted
from sandtable.hexes.state import Fleet, HexState, Name, Place, Side
from sandtable.hexes.status import committed, friendly
from sandtable.hexes.story import fleet_name, side_name
from sandtable.hexes.strength import Amount, whole
from sandtable.hexes.supplying import full_supply
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

Ship = Literal["capital_ship", "asw", "u_boat", "carrier"]
SHIPS: tuple[Ship, ...] = ("capital_ship", "asw", "u_boat", "carrier")
FIELDS: dict[str, str] = {"capital_ship": "points", "asw": "asw", "u_boat": "submarines", "carrier": "carriers"}
WORDS: dict[str, str] = {
    "capital_ship": "capital ship",
    "asw": "escort",
    "u_boat": "submarine",
    "carrier": "carrier",
}
GATHER = ("anchor", "yard")
"""Where ships can be regrouped."""
SITES = 2
"""How many yards are offered for new ships; players can name others."""


class BuildShips(PartAction, frozen=True):
    """Build ships for a fleet in a naval yard. A fleet not yet in play is formed there."""

    phrase: ClassVar[str] = "lay down {count} {ship} in {at} for {fleet}"
    example: ClassVar[str] = "lay down 1 u_boat in 1236 for Western U-boat Fleet"

    ship: str
    at: SpaceName
    fleet: str
    count: int = 1


class RaiseLevel(PartAction, frozen=True):
    """Raise the A.S.W. level: every fleet with a capital ship adds it against submarines."""

    phrase: ClassVar[str] = "raise the level by {count}"
    example: ClassVar[str] = "raise the level by 1"

    count: int = 1


class Regroup(PartAction, frozen=True):
    """Transfer ships between fleets in one hex. A fleet not yet in play is formed there."""

    phrase: ClassVar[str] = "regroup {count} {ship} from {frm} into {into}"
    example: ClassVar[str] = "regroup 2 capital_ship from Home Fleet into Force H"

    ship: str
    frm: str
    into: str
    count: int = 1


class Moor(PartAction, frozen=True):
    """Move a submarine fleet to another port before the first turn."""

    phrase: ClassVar[str] = "moor {fleet} in {at}"
    example: ClassVar[str] = "moor Western U-boat Fleet in 1236"

    fleet: str
    at: SpaceName


class ShipsBuilt(PartEvent, frozen=True):
    """Ships were built."""

    side: Side
    ship: str
    at: Place
    fleet: Name
    count: int
    cost: Amount
    purse: str = ""

    def evolve(self, state: HexState) -> HexState:
        old = state.fleets.get(self.fleet, Fleet(self.side, self.at, 0))
        return with_fleet(paid(state, self.purse, self.cost), self.fleet, more(old, self.ship, self.count))

    def tell(self, world: World, state: HexState) -> str:
        what = times(self.count, WORDS[self.ship])
        where = f"{fleet_name(self.fleet)} in {world.title(self.at)}"
        return f"{side_name(world, self.side)} builds {what} for {where} ({self.cost})"


class LevelRaised(PartEvent, frozen=True):
    """A side has raised its A.S.W. level."""

    side: Side
    count: int
    cost: Amount

    def evolve(self, state: HexState) -> HexState:
        levels = NAVY.of(state).levels
        raised = {**levels, self.side: levels.get(self.side, 0) + self.count}
        return changed(paid(state, "", self.cost), levels=raised)

    def tell(self, world: World, state: HexState) -> str:
        level = NAVY.of(state).levels.get(self.side, 0) + self.count
        return f"{side_name(world, self.side)} raises its A.S.W. level to {level} for {self.cost}"


class Regrouped(PartEvent, frozen=True):
    """Ships moved from one fleet to another."""

    ship: str
    frm: Name
    into: Name
    count: int

    def evolve(self, state: HexState) -> HexState:
        old = state.fleets[self.frm]
        new = state.fleets.get(self.into, Fleet(old.side, old.at, 0))
        state = with_fleet(state, self.frm, more(old, self.ship, -self.count))
        return with_fleet(state, self.into, more(new, self.ship, self.count))

    def tell(self, world: World, state: HexState) -> str:
        what = times(self.count, WORDS[self.ship])
        return f"{what} from {fleet_name(self.frm)} to {fleet_name(self.into)}"


class Moored(PartEvent, frozen=True):
    """A submarine fleet moved to another port."""

    fleet: Name
    at: Place

    def evolve(self, state: HexState) -> HexState:
        return with_fleet(state, self.fleet, replace(state.fleets[self.fleet], at=self.at))

    def tell(self, world: World, state: HexState) -> str:
        return f"{fleet_name(self.fleet)} lies in {world.title(self.at)}"


def more(fleet: Fleet, ship: str, count: int) -> Fleet:
    """A fleet with more ships of a kind."""
    field = FIELDS[ship]
    return replace(fleet, **{field: getattr(fleet, field) + count})


def _mixes(fleet: Fleet, ship: str) -> bool:
    """Whether submarines and other ships would be in one fleet."""
    return bool(fleet.points or fleet.asw or fleet.carriers) if ship == "u_boat" else bool(fleet.submarines)


def check_taker(world: World, state: HexState, side: Side, ship: str, name: Name, at: Place) -> Refusal | None:
    """Whether a fleet in a hex can take ships of a kind."""
    if ship not in SHIPS:
        return world.refuse_by("fleet.capital-ships-only", f"There are no ships of the kind {ship}.")
    if name not in world.who(side).fleets:
        return world.refuse_by("uboat.own-fleets", f"{world.having(side)} no fleet {name}.")
    fleet = state.fleets.get(name)
    if fleet is None:
        return None
    if fleet.at != at or name in NAVY.of(state).patrols:
        rule = "fleet.new-ships-in-naval-yard" if state.phase == "production" else "fleet.regrouping-in-one-hex"
        return world.refuse_by(rule, f"{name} isn't in port in {world.title(at)}.")
    if name in NAVY.of(state).raiders:
        return world.refuse_by("raider.declaration", f"{name} is a raider: ships are declared one by one.")
    if _mixes(fleet, ship):
        return world.refuse_by("fleet.no-mixing-with-submarines", f"{name} can't take {WORDS[ship]}s.")
    return None


def check_build(world: World, state: HexState, terms: Settings, side: Side, action: BuildShips) -> Refusal | None:
    """Validate building ships."""
    refusal = check_site(world, state, terms, side, action)
    if refusal is not None:
        return refusal
    return check_price(world, state, side, _cost(world, state, side, action.ship, action.count), action.at)


def check_site(world: World, state: HexState, terms: Settings, side: Side, action: BuildShips) -> Refusal | None:
    """Whether ships can be added to a fleet in a naval yard."""
    if action.ship not in SHIPS or quoted(world, state, side, action.ship) is None:
        return world.refuse_by("fleet.capital-ships-only", f"{action.ship} can't be built in this scenario.")
    if action.count < 1:
        return world.refuse("production.basic-costs", "Build at least one.")
    absent = world.out_of_play(action.at)
    if absent is not None:
        return absent
    if not any(world.board.port_of(place) == "yard" for place in state.control if friendly(state, side, place)):
        return world.refuse_by("fleet.naval-yard-to-build", f"{world.having(side)} no naval yard.")
    yard = world.board.port_of(action.at) == "yard" and friendly(state, side, action.at)
    if not yard or action.at not in full_supply(world, state, side):
        rule = "uboat.new-in-naval-yards" if action.ship == "u_boat" else "fleet.new-ships-in-naval-yard"
        why = f"{world.title(action.at)} isn't a supplied naval yard of {world.the(side)}."
        return world.refuse_by(rule, why)
    return check_taker(world, state, side, action.ship, action.fleet, action.at) or check_builder(
        world, state, terms.naval, action.fleet
    )


def _cost(world: World, state: HexState, side: Side, item: str, count: int) -> Amount:
    found = quoted(world, state, side, item)
    assert found is not None and not isinstance(found, Refusal), f"{item} has no price"
    return whole(found * count)


def check_level(world: World, state: HexState, side: Side, action: RaiseLevel) -> Refusal | None:
    """Validate raising the A.S.W. level."""
    if action.count < 1:
        return world.refuse_by("asw.level-strength", "Raise the level by at least one.")
    return check_price(world, state, side, _cost(world, state, side, "asw", action.count))


def check_regroup(world: World, state: HexState, terms: Settings, side: Side, action: Regroup) -> Refusal | None:
    """Validate moving ships from one fleet to another."""
    known, rule = NAVY.of(state), "fleet.regrouping-in-one-hex"
    fleet = state.fleets.get(action.frm)
    if fleet is None or fleet.side != side:
        return world.refuse_by("fleet.who-has-fleets", f"{world.having(side)} no fleet {action.frm}.")
    if action.frm == action.into:
        return world.refuse_by(rule, "Name two fleets.")
    raider = terms.naval.raider if terms.naval is not None and state.phase == "setup" else None
    if raider is not None and raider.fleet in (action.frm, action.into):
        return world.refuse_by("naval.at-start-ships", f"{raider.fleet} is at sea when the game begins.")
    refusal = check_taker(world, state, side, action.ship, action.into, fleet.at) or check_kin(
        world, terms.naval, action.frm, action.into
    )
    if refusal is not None:
        return refusal
    if world.board.port_of(fleet.at) not in GATHER or action.frm in known.patrols:
        return world.refuse_by(rule, f"{action.frm} isn't in an anchor or a naval yard.")
    if any(committed(state, name) for name in (action.frm, action.into)):
        return world.refuse_by("fleet.own-turn-missions", "A fleet that sails with an invasion stays as it is.")
    if {action.frm, action.into} & {*known.moved, *known.sent}:
        return world.refuse_by(rule, "Only ships that began the phase in the same hex are regrouped.")
    if not 1 <= action.count <= getattr(fleet, FIELDS[action.ship]):
        return world.refuse_by(rule, f"{action.frm} doesn't have {times(action.count, WORDS[action.ship])}.")
    return None


def check_moor(world: World, state: HexState, terms: Settings, side: Side, action: Moor) -> Refusal | None:
    """Validate where submarines, and in the naval game all ships, start."""
    fleet = state.fleets.get(action.fleet)
    if fleet is None or fleet.side != side or not (fleet.submarines or terms.naval is not None):
        return world.refuse_by("campaign2.fleets-at-start", f"{action.fleet} isn't a submarine fleet.")
    if terms.naval is not None and waiting(world, state, terms.naval, action.fleet) is not None:
        return check_mooring(world, state, terms.naval, side, action.fleet, action.at)
    return check_harbour(world, state, side, action.fleet, fleet.ships, action.at)


def build(run: Unfolding, side: Side, action: BuildShips) -> None:
    """Build ships."""
    cost = _cost(run.world, run.state, side, action.ship, action.count)
    purse = purse_of(run.world, run.state, side, action.at)
    run.emit(
        ShipsBuilt(
            side=side,
            ship=action.ship,
            at=action.at,
            fleet=action.fleet,
            count=action.count,
            cost=cost,
            purse=purse,
        )
    )


def raise_level(run: Unfolding, side: Side, action: RaiseLevel) -> None:
    """Raise the A.S.W. level."""
    cost = _cost(run.world, run.state, side, "asw", action.count)
    run.emit(LevelRaised(side=side, count=action.count, cost=cost))


def yards(world: World, state: HexState, side: Side) -> list[Place]:
    """The naval yards a side holds."""
    return sorted(
        place for place, holder in state.control.items() if holder == side and world.board.port_of(place) == "yard"
    )


def offers_building(world: World, state: HexState, side: Side) -> Iterator[PartAction]:
    """One ship of each kind for every fleet in a yard and for a new one, and the next A.S.W. level."""
    free = [name for name in world.who(side).fleets if name not in state.fleets][:1]
    for place in yards(world, state, side)[:SITES]:
        here = [name for name, fleet in state.fleets.items() if fleet.side == side and fleet.at == place]
        yield from (BuildShips(ship, place, name) for name in (*here, *free) for ship in SHIPS)
    yield RaiseLevel()


def offers_sites(world: World, state: HexState, side: Side) -> Iterator[tuple[Place, Name]]:
    """Fleets in naval yards that can take new ships."""
    for place in yards(world, state, side)[:SITES]:
        for name, fleet in state.fleets.items():
            if fleet.side == side and fleet.at == place and not fleet.submarines:
                yield place, name
        yield from ((place, name) for name in world.who(side).fleets if name not in state.fleets)


def offers_regrouping(world: World, state: HexState, side: Side) -> Iterator[PartAction]:
    """One ship of each kind to every other fleet in the same hex, and to a new one."""
    free = [name for name in world.who(side).fleets if name not in state.fleets][:1]
    own = [(name, fleet) for name, fleet in state.fleets.items() if fleet.side == side]
    for name, fleet in own:
        others = [other for other, one in own if one.at == fleet.at and other != name]
        others += free if fleet.ships > 1 else []
        kinds = [ship for ship in SHIPS if getattr(fleet, FIELDS[ship])]
        yield from (Regroup(ship, name, other) for other in others for ship in kinds)


def offers_mooring(world: World, state: HexState, side: Side) -> Iterator[PartAction]:
    """Other ports for submarines at the start."""
    for name, fleet in state.fleets.items():
        if fleet.side == side and (fleet.submarines or world.setup(side).squadrons):
            ports = [place for place, holder in state.control.items() if holder == side and place != fleet.at]
            yield from (Moor(name, place) for place in ports if place in world.waters.harbours)
