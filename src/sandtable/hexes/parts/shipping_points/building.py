"""Shipping points and extra transport are bought; a country's first points are placed there."""

from collections.abc import Iterator
from typing import ClassVar

from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.core.wording import capital, times
from sandtable.hexes.actions import Action, Build
from sandtable.hexes.evolve import paid
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.shipping_points.allotting import check_counter
from sandtable.hexes.parts.shipping_points.memory import SHIPPING, Holdings, changed, holding
from sandtable.hexes.parts.shipping_points.routes import holdings
from sandtable.hexes.parts.shipping_points.settings import Duty, Settings
from sandtable.hexes.production import check_price, purse_of, quoted
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.status import friendly, strength_of, undevastated
from sandtable.hexes.story import side_name
from sandtable.hexes.strength import Amount, whole
from sandtable.hexes.supplying import full_supply
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

ITEM = "shipping"
"""What shipping points are called in price lists."""
SITES = 3
"""How many ports are offered for new points; players can name others."""


class BuildShipping(PartAction, frozen=True):
    """Build shipping points in a supplied port."""

    phrase: ClassVar[str] = "launch {count} shipping in {at}"
    example: ClassVar[str] = "launch 2 shipping in 1332"

    at: SpaceName
    count: int = 1


class BuyTransport(PartAction, frozen=True):
    """Buy transport for strength points across the ocean in the next Movement Phase."""

    phrase: ClassVar[str] = "charter transport for {count}"
    example: ClassVar[str] = "charter transport for 2"

    count: int


class ShippingBuilt(PartEvent, frozen=True):
    """Shipping points were built."""

    side: Side
    at: Place
    count: int
    cost: Amount
    now: Holdings
    purse: str = ""

    def evolve(self, state: HexState) -> HexState:
        return holding(paid(state, self.purse, self.cost), self.side, self.now)

    def tell(self, world: World, state: HexState) -> str:
        what = times(self.count, "shipping point")
        return f"{side_name(world, self.side)} builds {what} in {world.title(self.at)} ({self.cost})"


class TransportBought(PartEvent, frozen=True):
    """Extra transport was bought."""

    side: Side
    count: int
    cost: int

    def evolve(self, state: HexState) -> HexState:
        return changed(paid(state, "", self.cost), ocean=SHIPPING.of(state).ocean + self.count)

    def tell(self, world: World, state: HexState) -> str:
        return f"{side_name(world, self.side)} pays {self.cost} for transport of {self.count} next turn"


class PointsPlaced(PartEvent, frozen=True):
    """Points were built in the country where the first ones must be placed."""

    count: int

    def evolve(self, state: HexState) -> HexState:
        return changed(state, placed=SHIPPING.of(state).placed + self.count)


def check_build(world: World, state: HexState, side: Side, action: BuildShipping) -> Refusal | None:
    """Validate building shipping points."""
    price = quoted(world, state, side, ITEM, action.at)
    if price is None or isinstance(price, Refusal):
        return world.refuse_by("shipping.cost", "Shipping points can't be built in this scenario.")
    if action.count < 1:
        return world.refuse("production.basic-costs", "Build at least one point.")
    refusal = check_counter(world, state, side, action.at)
    refusal = refusal or check_price(world, state, side, price * action.count, action.at)
    if refusal is None and action.at not in full_supply(world, state, side):
        return world.refuse_by("shipping.cost", f"{world.title(action.at)} is not in full supply.")
    return refusal


def build(terms: Settings, run: Unfolding, side: Side, action: BuildShipping) -> None:
    """Build shipping points."""
    price = quoted(run.world, run.state, side, ITEM, action.at)
    assert price is not None and not isinstance(price, Refusal), "it was not checked"
    purse = purse_of(run.world, run.state, side, action.at)
    run.emit(
        ShippingBuilt(
            side=side,
            at=action.at,
            count=action.count,
            cost=whole(price * action.count),
            now=holdings(terms, run.state, side).with_free(action.at, action.count),
            purse=purse,
        )
    )


def joined(state: HexState, country: str, side: Side) -> bool:
    """Whether a country has joined a side."""
    entry = state.joined.get(country)
    return entry is not None and entry.side == side


def check_transport(
    terms: Settings, world: World, state: HexState, side: Side, action: BuyTransport
) -> Refusal | None:
    """Validate buying extra transport."""
    ocean = terms.ocean
    if ocean is None or side != ocean.side or not joined(state, ocean.country, side):
        why = f"{capital(world.the(side))} can't buy transport now."
        return world.refuse_by("shipping.extra-transport", why)
    if action.count < 1:
        return world.refuse("production.basic-costs", "Buy transport for at least one point.")
    return check_price(world, state, side, ocean.price * action.count)


def buy(terms: Settings, run: Unfolding, side: Side, action: BuyTransport) -> None:
    """Buy extra transport."""
    assert terms.ocean is not None, "it was not checked"
    run.emit(TransportBought(side=side, count=action.count, cost=terms.ocean.price * action.count))


def offers(terms: Settings, world: World, state: HexState, side: Side) -> Iterator[PartAction]:
    """A point in a few ports, and transport for one."""
    if state.budget < 1:
        return
    now = holdings(terms, state, side)
    ports = {one.frm for one in now.routes.values()} | set(now.free)
    yield from (BuildShipping(place) for place in sorted(ports)[:SITES])
    if terms.ocean is not None and side == terms.ocean.side:
        yield BuyTransport(1)


# the first points of a country


def check_duty(world: World, state: HexState, side: Side, duty: Duty | None, action: Action) -> Refusal | None:
    """Whether points are built elsewhere while a country has yet to get the first ones."""
    if duty is None or side != duty.side or not isinstance(action, Build):
        return None
    left = duty.points - SHIPPING.of(state).placed
    lands = world.places_in(duty.areas)
    if left <= 0 or not joined(state, duty.country, side) or action.at in lands:
        return None
    if purse_of(world, state, side, action.at) or not any(_takes(world, state, side, place) for place in lands):
        return None
    why = f"The next {times(left, 'point')} you build must be placed in {duty.country}."
    return world.refuse_by("shipping.first-six-in-us", why)


def _takes(world: World, state: HexState, side: Side, place: Place) -> bool:
    """Whether points can be placed in a production hex."""
    room = world.room(place)
    free = room is None or strength_of(state, place) < room
    return free and friendly(state, side, place) and bool(undevastated(world, state, place))


def note(run: Unfolding, duty: Duty | None, side: Side, action: Action) -> None:
    """Count points built in the country."""
    if duty is None or side != duty.side or not isinstance(action, Build):
        return
    if action.at in run.world.places_in(duty.areas) and joined(run.state, duty.country, side):
        run.emit(PointsPlaced(count=action.count))


def capacity(terms: Settings, state: HexState, now: Holdings) -> int:
    """The extra transport that is left this turn."""
    bought = SHIPPING.of(state).ocean
    over = sum(max(0, state.shipped.get(name, 0) - one.points) for name, one in now.routes.items())
    return max(0, bought - over)


def crosses_ocean(terms: Settings, world: World, ports: tuple[Place, Place]) -> bool:
    """Whether points go between the country overseas and the rest of the world."""
    if terms.ocean is None:
        return False
    lands = world.places_in(terms.ocean.areas)
    return (ports[0] in lands) != (ports[1] in lands)
