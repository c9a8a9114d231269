"""From the strip to the board: survivors as they stand after a battle, and who has no place to land."""

import msgspec

from sandtable.area.battle.decks import settled
from sandtable.area.battle.volleys import sequence_of
from sandtable.area.forces import Piece, Stack, changed, merge, minus, stack, where
from sandtable.area.state import Battle
from sandtable.area.world import World


def mended(world: World, battle: Battle, units: Stack) -> Stack:
    """Units that leave a battle, without the damage that goes with it."""
    if not sequence_of(world, battle).repaired or not any(piece.damage for piece, _ in units):
        return units
    return changed(units, lambda p: msgspec.structs.replace(p, damage=0))


def attackers(world: World, battle: Battle) -> Stack:
    """The attackers that go back to the board."""
    return mended(world, battle, merge(battle.attack.units, battle.attack.submerged))


def defenders(world: World, battle: Battle) -> tuple[Stack, Stack]:
    """The defenders that go back to the board, and those among them that have no ship to land on.

    At sea air units land on the ship that they came from, if it survives. The others are stranded, even where
    another ship has room: their owners say where they go. Where any deck will do they land on any; only those who
    flew here to support others wait beside the ships, for they may still fly home.
    """
    units = mended(world, battle, merge(battle.defend.units, battle.defend.submerged))
    if not world.board.is_sea(battle.space):
        return units, ()
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
        for one in ship.away:
            if flying.get(one, 0):
                flying[one] -= 1
                deck.append(one)
        home.append((_landed(ship, tuple(deck)), 1))
    stranded = stack(flying.items())
    return stack([*rest, *home, *stranded]), stranded


def _landed(ship: Piece, deck: tuple[Piece, ...]) -> Piece:
    return msgspec.structs.replace(ship, cargo=tuple(sorted((*ship.cargo, *deck))), away=())
