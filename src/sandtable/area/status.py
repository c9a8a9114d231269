"""What a space is to a power right now: friendly, hostile, neutral; who stands in it."""

from collections.abc import Mapping

from sandtable.area.forces import Power, Stack, where
from sandtable.area.state import AreaState
from sandtable.area.world import World


def active(state: AreaState) -> tuple[Power, ...]:
    """The powers whose turn it is."""
    return tuple(state.turn.phases)


def phase_of(state: AreaState, power: Power) -> str:
    """The phase that a power is in; empty if it is not its turn."""
    return state.turn.phases.get(power, "")


def friendly_land(world: World, control: Mapping[str, Power], power: Power, space: str) -> bool:
    """Whether a territory is in the hands of ``power`` or a partner."""
    holder = control.get(space)
    return holder is not None and world.side(holder) == world.side(power)


def hostile_land(world: World, control: Mapping[str, Power], power: Power, space: str) -> bool:
    """Whether a territory is in enemy hands."""
    holder = control.get(space)
    return holder is not None and world.side(holder) != world.side(power)


def neutral(world: World, state: AreaState, space: str) -> bool:
    """Whether nobody holds a territory: it was neutral at the start, and nobody has violated it."""
    return space in world.board.neutrals and space not in state.control


def enemies_at(world: World, state: AreaState, power: Power, space: str) -> Stack:
    """Enemy units that hold a space; not what merely falls to whoever takes it."""
    foes, prizes = world.enemies[power], world.prizes
    return where(state.at(space), lambda p: p.power in foes and p.unit not in prizes and not p.submerged)


def own_at(state: AreaState, power: Power, space: str) -> Stack:
    """A power's own units in a space, those aboard other units not counted."""
    return where(state.at(space), lambda p: p.power == power)


def has_units(state: AreaState, power: Power) -> bool:
    """Whether a power has any unit on the board, cargo included."""
    return any(
        p.power == power or any(c.power == power for c in p.cargo)
        for pieces in state.stacks.values()
        for p, _ in pieces
    )


def can_act(world: World, state: AreaState, power: Power) -> bool:
    """Whether a power has a unit on the board, cargo included, that could take part in an attack."""
    return any(
        one.power == power and world.type(one).move and not world.can(one, "never-attacks")
        for pieces in state.stacks.values()
        for piece, _ in pieces
        for one in (piece, *piece.cargo)
    )


def hostile_zone(world: World, state: AreaState, power: Power, zone: str) -> bool:
    """Whether a sea zone holds an enemy that bars it."""
    foes, barring = world.enemies[power], world.barring
    return any(p.power in foes and p.unit in barring and not p.submerged for p, _ in state.at(zone))


def ignorable(world: World, state: AreaState, power: Power, zone: str) -> bool:
    """Whether a sea zone holds enemies, but only such as may be left alone."""
    if not world.board.is_sea(zone) or hostile_zone(world, state, power, zone):
        return False
    return bool(enemies_at(world, state, power, zone))


def hostile(world: World, state: AreaState, power: Power, space: str) -> bool:
    """Whether a space is hostile to a power, on land or at sea."""
    if world.board.is_sea(space):
        return hostile_zone(world, state, power, space)
    return hostile_land(world, state.control, power, space)


def holds(world: World, state: AreaState, power: Power, space: str, ability: str) -> bool:
    """Whether an enemy of ``power`` with this ability stands in a space."""
    foes = world.enemies[power]
    return any(p.power in foes and ability in world.type(p).abilities for p, _ in state.at(space))


def capital_lost(world: World, state: AreaState, power: Power) -> bool:
    """Whether an enemy holds the capital of ``power``."""
    return hostile_land(world, state.control, power, world.powers[power].capital)


def production(world: World, state: AreaState, power: Power) -> int:
    """The national production level: the sum of the values of what a power controls."""
    lands = world.board.territories
    return sum(lands[space].value for space, holder in state.control.items() if holder == power)


def player_of(state: AreaState, power: Power) -> str:
    """The player who commands a power."""
    return next((player for player, powers in state.players.items() if power in powers), power)
