"""From the strip to the board: survivors as they stand after a battle, and who has no place to land."""

import msgspec

from sandtable.area.battle.volleys import sequence_of
from sandtable.area.forces import Piece, Stack, changed, merge, stack
from sandtable.area.state import AreaState, Battle
from sandtable.area.units import fits
from sandtable.area.world import World


def mended(world: World, battle: Battle, units: Stack) -> Stack:
    """Units that leave a battle, without the damage that goes with it."""
    if not sequence_of(world, battle).repaired or not any(piece.damage for piece, _ in units):
        return units
    return changed(units, lambda p: msgspec.structs.replace(p, damage=0))


def attackers(world: World, battle: Battle) -> Stack:
    """The attackers that go back to the board."""
    return mended(world, battle, merge(battle.attack.units, battle.attack.submerged))


def defenders(world: World, state: AreaState, battle: Battle) -> tuple[Stack, Stack]:
    """The defenders that go back to the board, and those among them that have no ship to land on.

    At sea air units land on the ship they came from, if it survives; the others on any friendly ship with
    room whose owner lets them, their own power's ships first.
    """
    units = mended(world, battle, merge(battle.defend.units, battle.defend.submerged))
    if not world.board.is_sea(battle.space):
        return units, ()
    flying = {piece: count for piece, count in units if world.type(piece).kind == "air"}
    ships = [piece for piece, count in units if world.type(piece).berths for _ in range(count)]
    if not flying:
        return changed(units, lambda p: _landed(p, ()) if p.away else p), ()
    rest = [(p, n) for p, n in units if p not in flying and not world.type(p).berths]
    aboard: list[list[Piece]] = [[] for _ in ships]
    for ship, deck in zip(ships, aboard, strict=True):
        for one in ship.away:
            if flying.get(one, 0):
                flying[one] -= 1
                deck.append(one)
    turn = {power: i for i, power in enumerate(world.order)}
    for one in sorted(flying, key=lambda p: (turn[p.power], p)):
        decks = sorted(zip(ships, aboard, strict=True), key=lambda d: (d[0].power != one.power, turn[d[0].power]))
        for ship, deck in decks:
            if ship.power != one.power and (ship.power, one.power) in state.no_room:
                continue
            berths = world.type(ship).berths
            while flying[one] and fits(berths, tuple(p.unit for p in (*ship.cargo, *deck, one))):
                flying[one] -= 1
                deck.append(one)
    stranded = stack(flying.items())
    home = [(_landed(ship, tuple(deck)), 1) for ship, deck in zip(ships, aboard, strict=True)]
    return stack([*rest, *home, *stranded]), stranded


def _landed(ship: Piece, deck: tuple[Piece, ...]) -> Piece:
    return msgspec.structs.replace(ship, cargo=tuple(sorted((*ship.cargo, *deck))), away=())
