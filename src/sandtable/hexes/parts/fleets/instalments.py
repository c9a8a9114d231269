"""Shipbuilding: capital ships and carriers are paid for over several turns, each on a slip of its own."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.wording import an, capital, times
from sandtable.hexes.evolve import paid, with_fleet
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.fleets.memory import NAVY, Slip, changed
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.parts.fleets.ships import WORDS, BuildShips, check_site, more, offers_sites
from sandtable.hexes.production import check_price, quoted
from sandtable.hexes.state import Fleet, HexState, Name, Place, Side
from sandtable.hexes.story import fleet_name, side_name
from sandtable.hexes.strength import Amount
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

LARGE = ("capital_ship", "carrier")
"""What can be paid for in instalments."""


class BeginShip(PartAction, frozen=True):
    """Begin a ship and pay a part of its price."""

    phrase: ClassVar[str] = "begin a {ship} and pay {pay}"
    example: ClassVar[str] = "begin a capital_ship and pay 4"

    ship: str
    pay: int


class PayForShip(PartAction, frozen=True):
    """Pay another part of an unfinished ship's price. With the last part it joins a fleet in a naval yard."""

    phrase: ClassVar[str] = "pay {pay} for ship {slip}"
    example: ClassVar[str] = "pay 4 for ship 1"

    slip: int
    """Its number among the side's unfinished ships, from 1."""
    pay: int
    at: str = ""
    """With the last part: the naval yard."""
    fleet: str = ""
    """With the last part: the fleet that it joins."""


class ShipBegun(PartEvent, frozen=True):
    """A ship was begun."""

    side: Side
    ship: str
    cost: Amount
    left: Amount

    def evolve(self, state: HexState) -> HexState:
        slips = (*NAVY.of(state).slips, Slip(self.side, self.ship, self.left))
        return changed(paid(state, "", self.cost), slips=slips)

    def tell(self, world: World, state: HexState) -> str:
        return (
            f"{side_name(world, self.side)} begins a {WORDS[self.ship]} for {self.cost}; {self.left} left to pay"
        )


class ShipPaid(PartEvent, frozen=True):
    """Another part of an unfinished ship was paid."""

    side: Side
    slip: int
    cost: Amount

    def evolve(self, state: HexState) -> HexState:
        number = _index(state, self.side, self.slip)
        slips = list(NAVY.of(state).slips)
        slips[number] = replace(slips[number], left=slips[number].left - self.cost)
        return changed(paid(state, "", self.cost), slips=tuple(slips))

    def tell(self, world: World, state: HexState) -> str:
        slip = own_slips(state, self.side)[self.slip - 1]
        who = side_name(world, self.side)
        return f"{who} pays {self.cost} for a {WORDS[slip.ship]}; {slip.left - self.cost} left to pay"


class ShipCompleted(PartEvent, frozen=True):
    """A ship was completed and has joined a fleet."""

    side: Side
    slip: int
    ship: str
    at: Place
    fleet: Name
    cost: Amount

    def evolve(self, state: HexState) -> HexState:
        number = _index(state, self.side, self.slip)
        slips = NAVY.of(state).slips
        state = changed(paid(state, "", self.cost), slips=(*slips[:number], *slips[number + 1 :]))
        old = state.fleets.get(self.fleet, Fleet(self.side, self.at, 0))
        return with_fleet(state, self.fleet, more(old, self.ship, 1))

    def tell(self, world: World, state: HexState) -> str:
        where = f"{fleet_name(self.fleet)} in {world.title(self.at)}"
        return f"{side_name(world, self.side)} completes a {WORDS[self.ship]} for {where} ({self.cost})"


class SlipsFilled(PartEvent, frozen=True):
    """The ships that are unfinished when the first turn begins."""

    slips: tuple[Slip, ...]

    def evolve(self, state: HexState) -> HexState:
        return changed(state, slips=self.slips)


def own_slips(state: HexState, side: Side) -> list[Slip]:
    """A side's unfinished ships."""
    return [slip for slip in NAVY.of(state).slips if slip.side == side]


def _index(state: HexState, side: Side, number: int) -> int:
    """Where a side's unfinished ship is among all of them."""
    places = [place for place, slip in enumerate(NAVY.of(state).slips) if slip.side == side]
    return places[number - 1]


def check_begin(world: World, state: HexState, terms: Settings, side: Side, action: BeginShip) -> Refusal | None:
    """Validate beginning a ship."""
    price = quoted(world, state, side, action.ship)
    if action.ship not in LARGE or terms.naval is None or price is None or isinstance(price, Refusal):
        what = WORDS.get(action.ship, action.ship)
        return world.refuse_by("shipbuild.only-ships", f"{capital(an(what))} must be paid for in full.")
    if not 1 <= action.pay < price:
        why = f"A {WORDS[action.ship]} costs {price}: pay part of it."
        return world.refuse_by("shipbuild.instalments", why)
    return check_price(world, state, side, action.pay)


def check_pay(world: World, state: HexState, terms: Settings, side: Side, action: PayForShip) -> Refusal | None:
    """Validate paying for an unfinished ship."""
    slips = own_slips(state, side)
    if not 1 <= action.slip <= len(slips):
        return world.refuse_by("shipbuild.record", f"{world.having(side)} {times(len(slips), 'unfinished ship')}.")
    slip = slips[action.slip - 1]
    if not 1 <= action.pay <= slip.left:
        return world.refuse_by("shipbuild.price-fixed", f"{slip.left} are still owed on it.")
    refusal = check_price(world, state, side, action.pay)
    if refusal is not None or action.pay < slip.left:
        return refusal
    if not action.at or not action.fleet:
        return world.refuse_by("shipbuild.completion", "Name the naval yard and the fleet that it joins.")
    return check_site(world, state, terms, side, BuildShips(slip.ship, action.at, action.fleet))


def begin(run: Unfolding, side: Side, action: BeginShip) -> None:
    """Begin a ship."""
    price = quoted(run.world, run.state, side, action.ship)
    assert price is not None and not isinstance(price, Refusal), "it was not checked"
    run.emit(ShipBegun(side=side, ship=action.ship, cost=action.pay, left=price - action.pay))


def pay(run: Unfolding, side: Side, action: PayForShip) -> None:
    """Pay for an unfinished ship; with the last part it is completed."""
    slip = own_slips(run.state, side)[action.slip - 1]
    if action.pay < slip.left:
        run.emit(ShipPaid(side=side, slip=action.slip, cost=action.pay))
        return
    run.emit(
        ShipCompleted(
            side=side, slip=action.slip, ship=slip.ship, at=action.at, fleet=action.fleet, cost=action.pay
        )
    )


def fill_slips(run: Unfolding, terms: Settings, turn: int) -> None:
    """Put the ships that are unfinished at the start on their slips."""
    if terms.naval is None or turn != 1 or run.state.phase != "setup" or NAVY.of(run.state).slips:
        return
    slips = tuple(Slip(one.side, one.ship, one.left) for one in terms.naval.unfinished)
    if slips:
        run.emit(SlipsFilled(slips=slips))


def offers(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[PartAction]:
    """Every unfinished ship, completed or half paid; and a new one of each kind."""
    for number, slip in enumerate(own_slips(state, side), 1):
        if slip.left <= state.budget and slip.left == int(slip.left):
            for place, name in offers_sites(world, state, side):
                yield PayForShip(number, int(slip.left), place, name)
        if state.budget >= 1 and slip.left > 1:
            yield PayForShip(number, min(int(state.budget), int(slip.left) // 2 or 1))
    for ship in LARGE if terms.naval is not None else ():
        price = quoted(world, state, side, ship)
        if price is not None and not isinstance(price, Refusal) and state.budget >= 1:
            yield BeginShip(ship, min(int(state.budget), int(price) // 2))
