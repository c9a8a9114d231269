"""Reactions during the enemy's turn: which units a team can send where, and which of its spaces are in danger."""

from msgspec.structs import replace

from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.parts.reaction import orders, phase
from sandtable.area.parts.reaction.actions import Reinforce, Support
from sandtable.area.parts.reaction.memory import ORDERS
from sandtable.area.state import AreaState
from sandtable.area.status import active, enemies_at
from sandtable.area.wording import unit_name
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import ReactionAnswer, Sending
from sandtable.guides.area.words import word


def reaction(game: AreaGame, state: AreaState, seat: Power | None) -> ReactionAnswer | Refusal:
    """What a power of the reacting team can order now, attacked spaces first."""
    world = game.world.as_of(state)
    if seat is None or not any(d.seat == seat and d.kind == phase.ASKS for d in game.pending(state)):
        return world.refuse("players.one-power-at-a-time", "This power has no orders to give now.")
    danger = attacked(world, state, seat)
    found = [_sending(game, state, seat, order, danger) for order in orders.offers(world, state, seat)]
    found.sort(key=lambda one: (not one.attacked, isinstance(one.order, Reinforce), one.to, one.space))
    return ReactionAnswer(danger, tuple(found), _given(world, state, seat))


def attacked(world: World, state: AreaState, seat: Power) -> tuple[str, ...]:
    """The spaces where the team on turn has set up a combat against a power's side."""
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
    """The same order for ``count`` units."""
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
        f"{one.count} {unit_name(world, one.unit, one.count)}: go from {one.space} to {one.to} after combat"
        for one in ORDERS.of(state).reinforcements
        if one.power == seat
    ]
    return (*flown, *ordered)
