"""After all combats: the passive team's reinforcements move, then its air units stay or fly home."""

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from sandtable.area.actions import AreaAction, Reland
from sandtable.area.events import AirLost
from sandtable.area.forces import Piece, Power, size
from sandtable.area.movement.airfields import flights_now
from sandtable.area.movement.landing import hosts, open_carrier
from sandtable.area.parts.reaction.actions import Pin
from sandtable.area.parts.reaction.events import HeldBack, Reinforced, Returned
from sandtable.area.parts.reaction.memory import ORDERS, Reinforcement
from sandtable.area.parts.reaction.orders import going, passive_powers
from sandtable.area.phases.noncombat_move import RELANDS
from sandtable.area.reader import Reader
from sandtable.area.state import AreaState
from sandtable.area.status import barred, friendly_land
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal

PINS = "pin"
"""Decision kind: which reinforcements stay behind."""

REACH = 2
"""How many spaces an air unit of the passive team may fly to find a place to land."""


def orders_out_of(world: World, state: AreaState, space: str) -> tuple[Reinforcement, ...]:
    """Reinforcement orders by land out of a territory, limited to the units that could move now."""
    found = []
    for order in ORDERS.of(state).reinforcements:
        if order.space == space and world.units[order.unit].kind == "land":
            count = size(going(world, state, order))
            if count:
                found.append(replace(order, count=count))
    return tuple(found)


def chooser(world: World, state: AreaState, space: str, orders: tuple[Reinforcement, ...]) -> Power:
    """Who chooses which reinforcements stay: the territory's holder, or the power with the most orders."""
    counts: dict[Power, int] = {}
    for order in orders:
        counts[order.power] = counts.get(order.power, 0) + order.count
    holder = state.control.get(space, "")
    return holder if holder in counts else max(world.order, key=lambda p: counts.get(p, 0))


def pinned(world: World, state: AreaState) -> tuple[str, int, tuple[Reinforcement, ...]] | None:
    """The next territory where reinforcements must stay behind, how many, and the orders to choose from."""
    held = ORDERS.of(state).held
    for part in world.parts.pins:
        for space, count in part.pins(state).items():
            orders = orders_out_of(world, state, space) if space not in held else ()
            if orders:
                return space, count, orders
    return None


def named(reader: Reader, text: str) -> tuple[Reinforcement, ...]:
    """The reinforcement orders named in a text; naming too many units is for the game to refuse."""
    question = pinned(reader.world, reader.state)
    orders: list[Reinforcement] = []
    for entry in reader.entries(text):
        left = entry.count
        for order in question[2] if question else ():
            if order.unit == entry.unit and entry.power in ("", order.power):
                orders.append(replace(order, count=min(order.count, left)))
                left -= orders[-1].count
        if left:
            orders.append(Reinforcement(entry.power or reader.seat, "", "", entry.unit, left))
    return tuple(order for order in orders if order.count)


def homeless(world: World, state: AreaState) -> tuple[tuple[str, Piece], ...]:
    """Air units of the passive team that must still land: those that flew in support or found no place on leaving
    a battle, and those at sea.
    """
    others = passive_powers(world, state)
    return tuple(
        (space, piece)
        for space, pieces in state.stacks.items()
        for piece, _ in pieces
        if piece.power in others
        and world.type(piece).kind == "air"
        and (piece.came or piece.submerged or world.board.is_sea(space))
    )


def places(world: World, state: AreaState, space: str, piece: Piece) -> tuple[str, ...]:
    """Where it may land: here or where it came from; if neither is possible, nearby.

    An air unit that left a battle and flew to its landing place gets no second flight.
    """
    near = [there for there in (space, piece.came) if there and _takes(world, state, piece, there)]
    if near or (piece.retreated and not piece.submerged):
        return tuple(dict.fromkeys(near))
    flights = flights_now(world, state, piece.power)[space]
    return tuple(t for t, far in flights.items() if far <= REACH and _takes(world, state, piece, t))


def ways_down(world: World, state: AreaState, space: str, piece: Piece) -> tuple[tuple[str, Power], ...]:
    """Every place where it may land, and at sea the owner of the carrier."""
    return tuple(
        (to, owner)
        for to in places(world, state, space, piece)
        for owner in hosts(world, state, piece.power, to, piece.unit)
    )


def _takes(world: World, state: AreaState, piece: Piece, there: str) -> bool:
    if world.board.is_sea(there):
        return open_carrier(world, state, piece.power, there, piece.unit) is not None
    if barred(world, state, piece.power, there):
        return False
    return friendly_land(world, state.control, piece.power, there)


def advance_until_decision(run: Unfolding) -> None:
    """Carry out everything that needs no decision."""
    while True:
        question = pinned(run.world, run.state)
        if question is None:
            break
        space, count, orders = question
        if sum(order.count for order in orders) > count:
            if len(orders) > 1:
                return
            orders = (replace(orders[0], count=count),)
        run.emit(HeldBack(space=space, orders=orders))
    for order in ORDERS.of(run.state).reinforcements:
        units = going(run.world, run.state, order)
        if units:
            run.emit(Reinforced(order=order, units=units))
        else:
            run.emit(HeldBack(space=order.space, orders=(order,)))
    settled = False
    while not settled:
        settled = True
        for space, piece in homeless(run.world, run.state):
            found = ways_down(run.world, run.state, space, piece)
            if len(found) < 2:
                if found:
                    _come_down(run, space, piece, *found[0])
                else:
                    run.emit(AirLost(space=space, units=((piece, 1),)))
                settled = False
                break


def _come_down(run: Unfolding, space: str, piece: Piece, to: str, owner: Power = "") -> None:
    ship = None
    if run.world.board.is_sea(to):
        ship = open_carrier(run.world, run.state, piece.power, to, piece.unit, owner)
    run.emit(Returned(piece=piece, space=space, to=to, carrier=ship))


def pending(world: World, state: AreaState) -> tuple[Decision, ...]:
    question = pinned(world, state)
    if question is not None:
        space, count, orders = question
        prompt = f"The roads in {space} were bombed: {count} of the reinforcements stay behind. Which?"
        return (Decision(chooser(world, state, space, orders), PINS, space, prompt),)
    seen: dict[Power, Decision] = {}
    for space, piece in homeless(world, state):
        stays = space in places(world, state, space, piece)
        prompt = (
            f"Does the air unit in {space} stay, or fly back?"
            if stays
            else f"Where does the air unit in {space} land?"
        )
        seen.setdefault(piece.power, Decision(piece.power, RELANDS, space, prompt))
    return tuple(seen.values())


def check(world: World, state: AreaState, seat: Power, action: Pin | Reland) -> Refusal | None:
    question = pinned(world, state)
    if isinstance(action, Pin):
        return _check_pin(world, state, seat, action, question)
    if question is not None:
        return world.refuse("interdiction.pinned", "First choose which reinforcements stay behind.")
    mine = _named(world, state, seat, action)
    if any(_means(world, state, action, piece) for piece in mine):
        return None
    if mine:
        return world.refuse("carrier.stranded-fighters", f"It can't land in {action.to}.")
    return world.refuse("carrier.stranded-fighters", "You have no such air unit left to land.")


def _named(world: World, state: AreaState, seat: Power, action: Reland) -> list[Piece]:
    """The air units that a landing order might mean."""
    return [
        piece
        for space, piece in homeless(world, state)
        if (space, piece.power, piece.unit) == (action.space, seat, action.unit)
    ]


def _means(world: World, state: AreaState, action: Reland, piece: Piece) -> bool:
    """Whether a landing order is one of the ways this air unit can land."""
    return any(
        to == action.to and action.owner in ("", owner)
        for to, owner in ways_down(world, state, action.space, piece)
    )


def _check_pin(
    world: World,
    state: AreaState,
    seat: Power,
    action: Pin,
    question: tuple[str, int, tuple[Reinforcement, ...]] | None,
) -> Refusal | None:
    if question is None:
        return world.refuse("interdiction.pinned", "No reinforcements are held back by bombing.")
    space, count, orders = question
    if seat != chooser(world, state, space, orders):
        return world.refuse("interdiction.pinned", "That isn't your decision.")
    most = {replace(order, count=0): order.count for order in orders}
    named: dict[Reinforcement, int] = {}
    for order in action.orders:
        key = replace(order, count=0)
        named[key] = named.get(key, 0) + order.count
    if any(n < 1 or n > most.get(key, 0) for key, n in named.items()):
        return world.refuse("interdiction.pinned", f"You can choose only units with orders to leave {space}.")
    if sum(named.values()) != count:
        return world.refuse("interdiction.pinned", f"Exactly {count} units must stay in {space}.")
    return None


def answer(run: Unfolding, seat: Power, action: Pin | Reland) -> None:
    if isinstance(action, Pin):
        question = pinned(run.world, run.state)
        assert question is not None
        run.emit(HeldBack(space=question[0], orders=action.orders))
        return
    piece = next(
        piece
        for piece in _named(run.world, run.state, seat, action)
        if _means(run.world, run.state, action, piece)
    )
    _come_down(run, action.space, piece, action.to, action.owner)


def legal(world: World, state: AreaState, seat: Power) -> Iterator[AreaAction]:
    question = pinned(world, state)
    if question is not None:
        space, count, orders = question
        if seat == chooser(world, state, space, orders):
            single = [replace(order, count=1) for order in orders for _ in range(order.count)]
            seen = dict.fromkeys(tuple(sorted(some)) for some in combinations(single, count))
            yield from (Pin(some) for some in seen)
        return
    for space, piece in homeless(world, state):
        if piece.power == seat:
            yield from (Reland(piece.unit, space, *way) for way in ways_down(world, state, space, piece))
