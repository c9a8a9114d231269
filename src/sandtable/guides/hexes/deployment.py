"""What a side still has to set up, and where its fleets may be based."""

from sandtable.core.refusal import Refusal
from sandtable.guides.hexes import questions as ask
from sandtable.guides.hexes.reach import room_in
from sandtable.guides.hexes.words import word
from sandtable.hexes.actions import Base
from sandtable.hexes.deploying import unbased
from sandtable.hexes.family import HexGame
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.status import free_counters
from sandtable.hexes.strength import NONE


def deployment_of(game: HexGame, state: HexState, seat: Side | None) -> ask.DeploymentAnswer | Refusal:
    """A seat's reserve, and where it can be deployed."""
    world = game.world(state)
    if seat is None or state.phase != "setup":
        return world.refuse("setup.procedure", "Nothing is set up now.")
    choice = world.facts.choice
    own = choice if choice is not None and choice.side == seat else None
    return ask.DeploymentAnswer(
        reserve=state.reserve.get(seat, NONE),
        counters=tuple(free_counters(world, state, seat)),
        places=tuple(
            ask.Destination(place, room_in(world, state, place))
            for place, holder in state.control.items()
            if holder == seat
        ),
        fleets=tuple(name for name in world.who(seat).fleets if name not in state.fleets),
        fleet_points=unbased(world, state, seat),
        ruin=own.points if own is not None else 0,
        ruin_areas=own.areas if own is not None else (),
        ruined=dict(own.default) if own is not None else {},
    )


def harbours_of(
    game: HexGame, state: HexState, seat: Side | None, question: ask.Harbours
) -> ask.HarboursAnswer | Refusal:
    """Where a fleet can be based now, as a whole or with a given number of points."""
    world = game.world(state)
    if seat is None or question.fleet not in world.who(seat).fleets:
        return world.refuse("fall.fleets", f"You have no fleet {question.fleet}.")
    fleet = state.fleets.get(question.fleet)
    points = question.points or (fleet.points if fleet is not None else unbased(world, state, seat))
    orders = (Base(question.fleet, place, points) for place, holder in state.control.items() if holder == seat)
    allowed = tuple(order for order in orders if game.check(state, seat, order) is None)
    return ask.HarboursAnswer(
        question.fleet, points, tuple(ask.Order(word(world, state, order), order) for order in allowed)
    )
