"""From the strip to the board: survivors after a battle, and air units without a place to land."""

import msgspec

from sandtable.area.battle.decks import settled
from sandtable.area.battle.volleys import sequence_of
from sandtable.area.forces import Piece, Stack, changed, merge, minus, stack, where
from sandtable.area.state import Battle
from sandtable.area.world import World


def mended(world: World, battle: Battle, units: Stack) -> Stack:
    """Units that leave a battle, with their damage removed if it doesn't last beyond it."""
    if not sequence_of(world, battle).repaired or not any(piece.damage for piece, _ in units):
        return units
    return changed(units, lambda p: msgspec.structs.replace(p, damage=0))


def attackers(world: World, battle: Battle) -> Stack:
    """The attackers that return to the board."""
    return mended(world, battle, merge(battle.attack.units, battle.attack.submerged))


def defenders(world: World, battle: Battle, lost: bool = False) -> tuple[Stack, Stack]:
    """The defenders that return to the board, and those of them that have no ship to land on.

    At sea, air units land on the ship they came from, if it survives. The others are stranded, even if another
    ship has room: their owners decide where they go. If the sequence allows any deck, they land on any. Air units
    that flew here to support others wait in the zone, because they may still fly home. On land, all air units have
    to leave a territory that is ``lost``.
    """
    units = mended(world, battle, merge(battle.defend.units, battle.defend.submerged))
    if not world.board.is_sea(battle.space):
        taken = lost and any(world.type(piece).kind == "land" for piece, _ in battle.attack.units)
        leaving = where(units, lambda p: taken and world.type(p).kind == "air")
        aloft = changed(leaving, lambda p: msgspec.structs.replace(p, submerged=True))
        return merge(minus(units, leaving), aloft), leaving
    if sequence_of(world, battle).decks == "any":
        planes = where(units, lambda p: world.type(p).kind == "air" and not p.came)
        ships, homeless = settled(world, minus(units, planes), [p for p, n in planes for _ in range(n)])
        stranded = stack((piece, 1) for piece in homeless)
        return merge(ships, stranded), stranded
    flying = {piece: count for piece, count in units if world.type(piece).kind == "air"}
    rest = [(piece, count) for piece, count in units if piece not in flying and not piece.away]
    home: list[tuple[Piece, int]] = []
    for ship in [piece for piece, count in units if piece.away for _ in range(count)]:
        deck: list[Piece] = []
        for one in () if world.deck_closed(ship) else ship.away:
            if flying.get(one, 0):
                flying[one] -= 1
                deck.append(one)
        home.append((_landed(ship, tuple(deck)), 1))
    left = stack(flying.items())
    return stack([*rest, *home, *left]), where(left, lambda p: not p.came)


def _landed(ship: Piece, deck: tuple[Piece, ...]) -> Piece:
    return msgspec.structs.replace(ship, cargo=tuple(sorted((*ship.cargo, *deck))), away=())
