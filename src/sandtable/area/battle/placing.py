"""From the board to the strip: who takes part in a battle."""

import msgspec

from sandtable.area.battle.values import abilities
from sandtable.area.factories import has_factory
from sandtable.area.forces import EMPTY, Piece, Power, Stack, changed, merge, rested, stack, where
from sandtable.area.guns import guns_at
from sandtable.area.state import AreaState, Battle, Strip
from sandtable.area.status import hostile_land
from sandtable.area.world import World


def _attacking(world: World, piece: Piece) -> Piece:
    """Land and sea units are spent for this turn whatever happens, so what they had left no longer tells them
    apart; air units still have to find a place to land."""
    return msgspec.structs.replace(piece, moved=True, used=piece.used if world.type(piece).kind == "air" else 0)


def defending(world: World, units: Stack) -> Stack:
    """Defenders as they stand at rest, with the air units of ships in the air beside them."""
    groups: list[tuple[Piece, int]] = []
    for piece, count in units:
        calm = rested(piece)
        if piece.came:  # it has flown here in the enemy's turn, and has yet to land
            calm = msgspec.structs.replace(calm, moved=True, came=piece.came)
        wing = tuple(aboard for aboard in calm.cargo if world.type(aboard).kind == "air")
        if wing:
            below = tuple(aboard for aboard in calm.cargo if aboard not in wing)
            calm = msgspec.structs.replace(calm, cargo=below, away=wing)
            groups += [(aboard, count) for aboard in wing]
        groups.append((calm, count))
    return stack(groups)


def takes_part(world: World, power: Power, sequence: str, piece: Piece) -> bool:
    """Whether a piece in the space is put on the strip when ``power`` attacks."""
    declared, joint = world.sequences.sequences[sequence], world.sequences.joint
    mine = world.friends(piece.power, power) if joint else piece.power == power
    if declared.raid:
        return mine and piece.raiding
    if declared.mission:
        if mine:
            return piece.raiding and piece.mission != "night-bombing"
        return world.type(piece).kind == "air" and not piece.moved  # who came to support others does not rise here
    if piece.raiding or piece.submerged or piece.unit in world.prizes:
        return False
    if mine and joint:
        return piece.moved  # others in the space were not sent to attack
    return mine or piece.power in world.enemies[power]


def place(
    world: World,
    state: AreaState,
    power: Power,
    space: str,
    amphibious: bool = False,
    *,
    sequence: str = "",
    support: Stack = EMPTY,
) -> Battle:
    """The battle that ``power`` fights in a space: all its own units there against all enemy units there.

    Cargo stays aboard, except that the air units of defending ships take part. Partners of the attacker do so only
    where a game says that they attack together. ``support``: ships that fire into it from elsewhere. A raid or a
    mission is fought by those who came for it.
    """
    name = sequence or ("sea" if world.board.is_sea(space) else "land")
    here = where(state.at(space), lambda p: takes_part(world, power, name, p))
    foes = world.enemies[power]
    attackers = changed(where(here, lambda p: p.power not in foes), lambda p: _attacking(world, p))
    defenders = defending(world, where(here, lambda p: p.power in foes))
    guns = where(
        merge(guns_at(world, state, power, space), _built_in(world, state, power, space)),
        lambda p: world.sequences.supports(name, "defend", world.type(p)),
    )
    return Battle(
        space,
        name,
        power,
        Strip(attackers, abilities=abilities(world, attackers, defenders), support=support),
        Strip(defenders, abilities=abilities(world, defenders, attackers), support=guns),
        amphibious,
    )


def _built_in(world: World, state: AreaState, power: Power, space: str) -> Stack:
    """Guns that come with the factory and the city in a territory, for whoever held it when the turn began."""
    guns = world.sequences.built_in
    if guns is None or not hostile_land(world, state.turn.control, power, space):
        return EMPTY
    count = guns.factory * has_factory(world, state, space) + guns.city * bool(world.board.territories[space].city)
    return stack([(Piece(state.turn.control[space], guns.unit), count)])


def bystanders(world: World, state: AreaState, battle: Battle) -> Stack:
    """Who stays on the board in the space of a battle: the attacker's partners, guns, and who came for a raid."""
    return where(state.at(battle.space), lambda p: not takes_part(world, battle.attacker, battle.sequence, p))
