"""Units in the air: how far they can still fly, and where they can land."""

from sandtable.area.forces import Power
from sandtable.area.movement.landing import landing_places
from sandtable.area.state import AreaState
from sandtable.area.status import active, own_at, phase_of
from sandtable.area.world import World
from sandtable.guides.area.questions import Flight, FlightsAnswer


def flights(world: World, state: AreaState, seat: Power | None) -> FlightsAnswer:
    """Air units of a seat (of the powers on turn, for a spectator) that have taken off and not come down yet."""
    found = []
    for power in active(state) if seat is None else (seat,):
        lucky = not settles(state, power)
        for space in state.stacks:
            for piece, count in own_at(state, power, space):
                if world.type(piece).kind != "air" or piece.landed or not (piece.used or piece.moved):
                    continue
                left = max(0, world.type(piece).move - piece.used)
                places = landing_places(world, state, power, piece.unit, space, left, lucky=lucky)
                found.append(Flight(space, piece.unit, count, left, places))
    return FlightsAnswer(tuple(found))


def settles(state: AreaState, power: Power) -> bool:
    """Whether this turn's combat is over for a power: what has not been cleared now will not be."""
    return phase_of(state, power) not in ("combat-move", "combat")
