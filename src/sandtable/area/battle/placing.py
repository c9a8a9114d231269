"""From the board to the strip: who takes part in a battle."""

import msgspec

from sandtable.area.battle.volleys import abilities
from sandtable.area.forces import Piece, Power, Stack, changed, rested, stack, where
from sandtable.area.state import AreaState, Battle, Strip
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
        wing = tuple(aboard for aboard in calm.cargo if world.type(aboard).kind == "air")
        if wing:
            below = tuple(aboard for aboard in calm.cargo if aboard not in wing)
            calm = msgspec.structs.replace(calm, cargo=below, away=wing)
            groups += [(aboard, count) for aboard in wing]
        groups.append((calm, count))
    return stack(groups)


def place(world: World, state: AreaState, power: Power, space: str, amphibious: bool = False) -> Battle:
    """The battle that ``power`` fights in a space: all its own units there against all enemy units there.

    Cargo stays aboard, except that the air units of defending ships take part. Partners of the attacker do not.
    """
    foes = world.enemies[power]
    here = state.at(space)
    attackers = changed(where(here, lambda p: p.power == power), lambda p: _attacking(world, p))
    defenders = defending(world, where(here, lambda p: p.power in foes))
    return Battle(
        space,
        "sea" if world.board.is_sea(space) else "land",
        power,
        Strip(attackers, abilities=abilities(world, attackers)),
        Strip(defenders, abilities=abilities(world, defenders)),
        amphibious,
    )


def bystanders(world: World, state: AreaState, battle: Battle) -> Stack:
    """Who stays on the board in the space of a battle: the attacker's partners."""
    involved = world.enemies[battle.attacker] | {battle.attacker}
    return where(state.at(battle.space), lambda p: p.power not in involved)
