"""Units in the air: remaining range and landing spaces."""

from sandtable.area.actions import Land
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.landing import landing_places
from sandtable.area.phases.moves import check_order
from sandtable.area.state import AreaState
from sandtable.area.status import active, own_at, phase_of
from sandtable.area.world import World
from sandtable.guides.area.questions import Flight, FlightsAnswer


def flights(world: World, state: AreaState, seat: Power | None) -> FlightsAnswer:
    """A seat's air units (for a spectator: those of the powers on turn) that have taken off and not landed yet.

    Includes units in a zone where they can choose between carriers.
    """
    found = []
    for power in active(state) if seat is None else (seat,):
        lucky = not settles(state, power)
        for space in state.stacks:
            for piece, count in own_at(state, power, space):
                if world.type(piece).kind != "air" or not (piece.used or piece.moved):
                    continue
                ships = decks(world, state, power, space, piece)
                if piece.landed and not ships:
                    continue
                left = 0 if piece.landed else max(0, world.points_left(piece))
                places = landing_places(world, state, power, piece.unit, space, left, lucky=lucky)
                found.append(Flight(space, piece.unit, count, left, places, ships))
    return FlightsAnswer(tuple(found))


def decks(world: World, state: AreaState, power: Power, zone: str, piece: Piece) -> tuple[Land, ...]:
    """The carriers in a zone that an air unit could land on now, if there is more than one."""
    if phase_of(state, power) != "noncombat-move":
        return ()
    ships = (ship for ship, _ in state.at(zone) if ship.unit in world.carriers)
    orders = (Land(piece.unit, zone, ship.power, tuple(sorted(c.unit for c in ship.cargo))) for ship in ships)
    found = tuple(
        order for order in dict.fromkeys(orders) if check_order(world, state, power, order, combat=False) is None
    )
    return found if len(found) > 1 else ()


def settles(state: AreaState, power: Power) -> bool:
    """Whether this turn's combat is over for a power: a space that isn't cleared now won't be."""
    return phase_of(state, power) not in ("combat-move", "combat")
