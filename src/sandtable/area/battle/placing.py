"""From the board to the strip: which units take part in a battle."""

import msgspec

from sandtable.area.battle.values import abilities
from sandtable.area.factories import has_factory
from sandtable.area.forces import EMPTY, Piece, Power, Stack, changed, merge, rested, stack, where
from sandtable.area.guns import guns_at
from sandtable.area.state import AreaState, Battle, Strip
from sandtable.area.status import hostile_land
from sandtable.area.world import World


def _attacking(world: World, piece: Piece) -> Piece:
    """Land and sea units can't move again this turn, so their remaining movement no longer distinguishes them;
    air units still have to find a place to land."""
    return msgspec.structs.replace(piece, moved=True, used=piece.used if world.type(piece).kind == "air" else 0)


def defending(world: World, units: Stack) -> Stack:
    """Defenders at rest, with the ships' air units in the air beside them."""
    groups: list[tuple[Piece, int]] = []
    for piece, count in units:
        calm = rested(piece)
        if piece.came:  # flew here in the enemy's turn, and still has to land
            calm = msgspec.structs.replace(calm, moved=True, came=piece.came)
        grounded = () if world.deck_closed(piece) else tuple(rested(one) for one in piece.cargo if one.submerged)
        wing = (
            ()
            if world.deck_closed(piece)
            else tuple(aboard for aboard in calm.cargo if world.type(aboard).kind == "air")
        )
        for one in grounded:  # air units that aborted stay aboard
            wing = _less(wing, one)
        if wing:
            below = calm.cargo
            for one in wing:
                below = _less(below, one)
            calm = msgspec.structs.replace(calm, cargo=below, away=wing)
            groups += [(aboard, count) for aboard in wing]
        groups.append((calm, count))
    return stack(groups)


def _less(pieces: tuple[Piece, ...], one: Piece) -> tuple[Piece, ...]:
    """The pieces without one of them."""
    at = pieces.index(one)
    return pieces[:at] + pieces[at + 1 :]


def takes_part(world: World, power: Power, sequence: str, piece: Piece) -> bool:
    """Whether a piece in the space is put on the strip when ``power`` attacks."""
    declared, joint = world.sequences.sequences[sequence], world.sequences.joint
    mine = world.friends(piece.power, power) if joint else piece.power == power
    if declared.raid:
        return mine and piece.raiding
    if declared.mission:
        if mine:
            return piece.raiding and piece.mission not in declared.unopposed
        return world.type(piece).kind == "air" and not piece.moved  # supporting units don't intercept
    if piece.raiding or piece.submerged or piece.unit in world.unarmed or world.worn(piece):
        return False
    if mine and joint:
        return piece.moved  # other units in the space were not sent to attack
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

    Cargo stays aboard, except that the air units of defending ships take part. The attacker's partners take part
    only if the game allows joint attacks. ``support``: ships that fire into it from elsewhere. A raid or a mission
    is fought only by the units sent on it.
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
    """Guns that come with the factory and city in a territory, for the power that held it at the turn's start."""
    guns = world.sequences.built_in
    if guns is None or not hostile_land(world, state.turn.control, power, space):
        return EMPTY
    count = guns.factory * has_factory(world, state, space) + guns.city * bool(world.board.territories[space].city)
    return stack([(Piece(state.turn.control[space], guns.unit), count)])


def bystanders(world: World, state: AreaState, battle: Battle) -> Stack:
    """Units that stay on the board in a battle's space: the attacker's partners, guns, and raiders."""
    return where(state.at(battle.space), lambda p: not takes_part(world, battle.attacker, battle.sequence, p))
