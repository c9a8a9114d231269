"""The window of the other team: whom one could send where in the enemy's turn, and where it is in danger."""

from msgspec.structs import replace

from sandtable.area import passive
from sandtable.area.actions import Reinforce, Support
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import active, enemies_at
from sandtable.area.wording import unit_name
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import Sending, WindowAnswer
from sandtable.guides.area.words import word


def window(game: AreaGame, state: AreaState, seat: Power | None) -> WindowAnswer | Refusal:
    """What a power of the team that is not on turn could order now, where it is attacked first."""
    world = game.world.developed(state.techs)
    if seat is None or not any(d.seat == seat and d.kind == "passive" for d in game.pending(state)):
        return world.refuse("players.one-power-at-a-time", "This power has no orders to give now.")
    danger = attacked(world, state, seat)
    found = [_sending(game, state, seat, order, danger) for order in passive.offers(world, state, seat)]
    found.sort(key=lambda one: (not one.attacked, isinstance(one.order, Reinforce), one.to, one.space))
    return WindowAnswer(danger, tuple(found), _given(world, state, seat))


def attacked(world: World, state: AreaState, seat: Power) -> tuple[str, ...]:
    """The spaces where the team on turn has brought about a combat with friends of a power."""
    team = active(state)
    landings = {land for _, land in state.turn.assaults}
    return tuple(
        space
        for space, pieces in state.stacks.items()
        if (space in landings or any(p.power in team and p.moved for p, _ in pieces))
        and (
            enemies_at(world, state, team[0], space)
            or (space in state.control and world.friends(state.control[space], seat))
        )
    )


def _sending(
    game: AreaGame, state: AreaState, seat: Power, order: Support | Reinforce, danger: tuple[str, ...]
) -> Sending:
    unit = order.unit if isinstance(order, Support) else order.units[0].unit
    most = 1
    while game.check(state, seat, many(order, most + 1)) is None:
        most += 1
    return Sending(order, unit, order.space, order.to, most, order.to in danger)


def many(order: Support | Reinforce, count: int) -> Support | Reinforce:
    """The same order for so many units."""
    if isinstance(order, Support):
        return replace(order, count=count)
    return replace(order, units=(replace(order.units[0], count=count),))


def _given(world: World, state: AreaState, seat: Power) -> tuple[str, ...]:
    flown = [
        word(world, seat, Support(piece.unit, piece.came, space, count))
        for space, pieces in state.stacks.items()
        for piece, count in pieces
        if piece.power == seat and piece.came
    ]
    ordered = [
        f"{one.count} {unit_name(world, one.unit, one.count)}: go from {one.space} to {one.to} after the combats"
        for one in state.turn.reinforcements
        if one.power == seat
    ]
    return (*flown, *ordered)
