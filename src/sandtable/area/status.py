"""What a space is to a power right now: friendly, hostile or neutral; and who is in it."""

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.area.forces import Piece, Power, Stack, where
from sandtable.area.state import AreaState
from sandtable.area.techs import techs_of
from sandtable.area.world import World
from sandtable.core.refusal import Refusal

NOWHERE: frozenset[str] = frozenset()


def active(state: AreaState) -> tuple[Power, ...]:
    """The powers whose turn it is."""
    return tuple(state.turn.phases)


def phase_of(state: AreaState, power: Power) -> str:
    """A power's phase; empty if it is not its turn."""
    return state.turn.phases.get(power, "")


def friendly_land(world: World, control: Mapping[str, Power], power: Power, space: str) -> bool:
    """Whether ``power`` or a partner holds a territory."""
    holder = control.get(space)
    return holder is not None and holder in world.partners[power]


def hostile_land(world: World, control: Mapping[str, Power], power: Power, space: str) -> bool:
    """Whether an enemy holds a territory."""
    holder = control.get(space)
    return holder is not None and holder in world.enemies[power]


def neutral(world: World, state: AreaState, space: str) -> bool:
    """Whether nobody holds a territory: it was neutral at the start and has not been violated."""
    return space in world.board.neutrals and space not in state.control


def barred(world: World, state: AreaState, power: Power, space: str, flying: bool = False) -> Refusal | None:
    """The rule that keeps a power out of a space, or out of the air above it, if any."""
    for part in world.parts.bars:
        refusal = part.bars(world, state, power, space, flying)
        if refusal:
            return refusal
    holder = state.control.get(space) if world.relations else None
    if holder is not None and world.relation(holder, power) == "peace":
        return world.refuse("sides.at-peace", f"{world.the(power)} is at peace with {world.the(holder)}.")
    return None


def closed_to(world: World, state: AreaState, power: Power) -> frozenset[str]:
    """The spaces that a power may not enter."""
    closed = NOWHERE
    for part in world.parts.closed:
        closed |= part.closed(world, state, power)
    calm = world.at_peace[power] if world.relations else None
    if calm:
        closed |= {space for space, holder in state.control.items() if holder in calm}
    return closed


def enemies_at(world: World, state: AreaState, power: Power, space: str) -> Stack:
    """Enemy units that hold a space, not counting those that simply go with the territory."""
    foes, unarmed = world.enemies[power], world.unarmed
    found = where(state.at(space), lambda p: p.power in foes and p.unit not in unarmed and not p.submerged)
    return where(found, lambda p: not world.worn(p)) if world.shields else found


def own_at(state: AreaState, power: Power, space: str) -> Stack:
    """A power's own units in a space, not counting those aboard other units."""
    return tuple([group for group in state.at(space) if group[0].power == power])


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
    """Whether a sea zone holds an enemy that blocks it."""
    foes, barring = world.enemies[power], world.barring
    return any(p.power in foes and p.unit in barring and not p.submerged for p, _ in state.at(zone))


def ignorable(world: World, state: AreaState, power: Power, zone: str) -> bool:
    """Whether a sea zone holds enemies, but only ones that may be ignored."""
    if not world.board.is_sea(zone) or hostile_zone(world, state, power, zone):
        return False
    foes = enemies_at(world, state, power, zone)
    return bool(foes) and not any(p.came for p, _ in foes)  # units that came to meet somebody can't be ignored


def hostile(world: World, state: AreaState, power: Power, space: str) -> bool:
    """Whether a space is hostile to a power, on land or at sea."""
    if world.board.is_sea(space):
        return hostile_zone(world, state, power, space)
    return hostile_land(world, state.control, power, space)


def holds(world: World, state: AreaState, power: Power, space: str, ability: str) -> bool:
    """Whether an enemy of ``power`` with this ability is in a space."""
    foes = world.enemies[power]
    return any(p.power in foes and ability in world.type(p).abilities for p, _ in state.at(space))


def capital(world: World, state: AreaState, power: Power) -> str:
    """The capital of a power now; empty if it has none."""
    for part in world.parts.capital:
        moved = part.capital(state, power)
        if moved is not None:
            return moved
    return world.powers[power].capital


def capital_lost(world: World, state: AreaState, power: Power) -> bool:
    """Whether an enemy holds the capital of ``power``."""
    return hostile_land(world, state.control, power, capital(world, state, power))


def production(world: World, state: AreaState, power: Power) -> int:
    """The national production level: the sum of the values of a power's territories."""
    lands = world.board.territories
    total = sum(lands[space].value for space, holder in state.control.items() if holder == power)
    for part in world.parts.extra_value:
        more = part.extra_value(world, state)
        total += sum(amount for space, amount in more.items() if state.control.get(space) == power)
    return total


def points_of(world: World, state: AreaState, territory: str) -> int:
    """The value of the city in a territory; options may change it."""
    land = world.board.territories[territory]
    for name, option in world.game.options.items():
        if state.options.get(name) and land.city in option.points:
            return option.points[land.city]
    return land.points


def city_points(world: World, state: AreaState, side: str) -> int:
    """The total value of the cities that a side holds."""
    return sum(points_of(world, state, space) for space, p in state.control.items() if world.side(p) == side)


def player_of(state: AreaState, power: Power) -> str:
    """The player who commands a power."""
    return next((player for player, powers in state.players.items() if power in powers), power)


def undeveloped(world: World, state: AreaState, power: Power) -> tuple[str, ...]:
    """The developments a power doesn't have yet."""
    owned = techs_of(state.techs, power)
    return tuple(tech for tech in world.tech_table if tech not in owned)


def stranded_piece(state: AreaState, space: str, piece: Piece) -> Piece:
    """A stranded air unit as a piece: in the air over a lost territory, or ordinary at sea."""
    aloft = replace(piece, submerged=True)
    return aloft if any(p == aloft for p, _ in state.at(space)) else piece
