"""Events of reactions, both ordered and carried out."""

from msgspec.structs import replace

from sandtable.area.forces import Piece, Power, Stack, aboard, add, ashore, changed, merge, minus, take
from sandtable.area.movement.landing import open_carrier
from sandtable.area.part import PartEvent
from sandtable.area.parts.reaction.memory import ORDERS, Reinforcement
from sandtable.area.state import AreaState
from sandtable.area.updates import put
from sandtable.area.wording import force, listed, the, unit_name
from sandtable.area.world import World


class Supported(PartEvent, frozen=True):
    """An air unit flies to an adjacent space in the enemy's turn."""

    piece: Piece
    start: str
    to: str
    carrier: Piece | None = None
    """The ship it takes off from."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        if self.carrier is not None:
            here = add(take(state.at(self.start), self.carrier), ashore(self.carrier, self.piece))
        else:
            here = take(state.at(self.start), self.piece)
        flown = replace(self.piece, moved=True, came=self.start)
        return put(state, {self.start: here, self.to: add(state.at(self.to), flown)})

    def tell(self, world: World, state: AreaState) -> str:
        return f"{force(world, ((self.piece, 1),))} flies from {self.start} to support {self.to}"


class ReinforcementOrdered(PartEvent, frozen=True):
    """Units have orders to move to an adjacent space after all combats."""

    order: Reinforcement

    def evolve(self, world: World, state: AreaState) -> AreaState:
        memory = ORDERS.of(state)
        orders = [*memory.reinforcements]
        same = next((o for o in orders if replace(o, count=0) == replace(self.order, count=0)), None)
        if same is not None:
            orders.remove(same)
            orders.append(replace(same, count=same.count + self.order.count))
        else:
            orders.append(self.order)
        return ORDERS.put(state, replace(memory, reinforcements=tuple(sorted(orders))))

    def tell(self, world: World, state: AreaState) -> str:
        order = self.order
        who = f"{order.count} {unit_name(world, order.unit, order.count)}"
        return f"{the(world.name(order.power))} orders {who} from {order.space} to {order.to}"


class Recalled(PartEvent, frozen=True):
    """A power cancels its orders in the enemy's turn."""

    power: Power

    def evolve(self, world: World, state: AreaState) -> AreaState:
        memory = ORDERS.of(state)
        left = tuple(o for o in memory.reinforcements if o.power != self.power)
        state = ORDERS.put(state, replace(memory, reinforcements=left))
        for space, pieces in tuple(state.stacks.items()):
            for piece, count in pieces:
                if piece.power == self.power and piece.came:
                    for _ in range(count):
                        state = _home(world, state, piece, space)
        return state

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} cancels its orders"


def _home(world: World, state: AreaState, piece: Piece, space: str) -> AreaState:
    """The state with an air unit back where it came from."""
    start, calm = piece.came, replace(piece, moved=False, came="")
    state = put(state, {space: take(state.at(space), piece)})
    ship = open_carrier(world, state, piece.power, start, piece.unit) if world.board.is_sea(start) else None
    if ship is not None:
        return put(state, {start: add(take(state.at(start), ship), aboard(ship, calm))})
    return put(state, {start: add(state.at(start), calm)})


class OrdersClosed(PartEvent, frozen=True):
    """A power has finished its orders in the enemy's turn."""

    power: Power

    def evolve(self, world: World, state: AreaState) -> AreaState:
        memory = ORDERS.of(state)
        return ORDERS.put(state, replace(memory, closed=(*memory.closed, self.power)))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} has given its orders"


class CombatsOver(PartEvent, frozen=True):
    """All combats are over; the passive team's reinforcements move."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        state = replace(state, turn=replace(state.turn, stranded=()))
        return ORDERS.put(state, replace(ORDERS.of(state), settled=True))


class HeldBack(PartEvent, frozen=True):
    """Reinforcements stay behind: the roads were bombed, or the order has become void."""

    space: str
    orders: tuple[Reinforcement, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        memory = ORDERS.of(state)
        left = _without(memory.reinforcements, self.orders)
        held = tuple(sorted({*memory.held, self.space}))
        return ORDERS.put(state, replace(memory, reinforcements=left, held=held))

    def tell(self, world: World, state: AreaState) -> str | None:
        who = listed(f"{o.count} {unit_name(world, o.unit, o.count)}" for o in self.orders)
        return f"{who} stay in {self.space}" if self.orders else None


def _without(orders: tuple[Reinforcement, ...], gone: tuple[Reinforcement, ...]) -> tuple[Reinforcement, ...]:
    counts: dict[Reinforcement, int] = {}
    for order in gone:
        key = replace(order, count=0)
        counts[key] = counts.get(key, 0) + order.count
    left = [replace(o, count=o.count - counts.get(replace(o, count=0), 0)) for o in orders]
    return tuple(order for order in left if order.count > 0)


class Reinforced(PartEvent, frozen=True):
    """Reinforcements have moved to an adjacent space."""

    order: Reinforcement
    units: Stack

    def evolve(self, world: World, state: AreaState) -> AreaState:
        memory, order = ORDERS.of(state), self.order
        moved = changed(self.units, lambda p: replace(p, moved=True))
        stacks = {order.space: minus(state.at(order.space), self.units)}
        stacks[order.to] = merge(state.at(order.to), moved)
        left = tuple(o for o in memory.reinforcements if o != order)
        return ORDERS.put(put(state, stacks), replace(memory, reinforcements=left))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{force(world, self.units)} go from {self.order.space} to {self.order.to}"


class Returned(PartEvent, frozen=True):
    """An air unit that flew in support stays, or flies back."""

    piece: Piece
    space: str
    to: str
    carrier: Piece | None = None
    """The ship it lands on, as it was before."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        state = put(state, {self.space: take(state.at(self.space), self.piece)})
        calm = Piece(self.piece.power, self.piece.unit)
        if self.carrier is not None:
            return put(state, {self.to: add(take(state.at(self.to), self.carrier), aboard(self.carrier, calm))})
        return put(state, {self.to: add(state.at(self.to), calm)})

    def tell(self, world: World, state: AreaState) -> str:
        what = "stays in" if self.space == self.to else "lands in"
        return f"{force(world, ((self.piece, 1),))} {what} {self.to}"
