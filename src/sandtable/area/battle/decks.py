"""Room aboard ships: for air units on decks, and for troops that return to their transports."""

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.area.forces import Piece, Power, Stack, aboard, stack
from sandtable.area.state import Battle
from sandtable.area.world import World


def is_seaborne(battle: Battle, piece: Piece) -> bool:
    """Whether a unit came ashore in this battle."""
    return battle.amphibious and piece.landing == battle.space


def settled(world: World, ships: Stack, planes: Iterable[Piece]) -> tuple[Stack, tuple[Piece, ...]]:
    """Ships with as many of these air units aboard as fit, and the air units left over.

    An air unit goes to the ship it came from, then to one of its own power, then to a partner's.
    """
    fleet = [ship for ship, count in ships for _ in range(count)]
    decks = [i for i, ship in enumerate(fleet) if ship.unit in world.carriers]
    homeless = []
    for plane in planes:
        able = [
            i
            for i in decks
            if world.friends(fleet[i].power, plane.power) and _room_for(world, fleet[i], plane.unit)
        ]
        best = min(
            able, key=lambda i: (plane not in fleet[i].away, fleet[i].power != plane.power, i), default=None
        )
        if best is None:
            homeless.append(plane)
            continue
        ship = fleet[best]
        away = list(ship.away)
        if plane in away:
            away.remove(plane)
        fleet[best] = replace(aboard(ship, plane), away=tuple(away))
    return stack((replace(ship, away=()), 1) for ship in fleet), tuple(homeless)


def _room_for(world: World, ship: Piece, unit: str) -> bool:
    return world.type(ship).takes((*(one.unit for one in ship.cargo), unit))


def room(world: World, ships: Stack, power: Power, unit: str) -> int:
    """How many air units of a type fit on ships of a power's side."""
    planes = [Piece(power, unit)] * sum(
        len(world.type(ship).berths) * count for ship, count in ships if ship.unit in world.carriers
    )
    return len(planes) - len(settled(world, ships, planes)[1])


def embarked(world: World, ships: Stack, troops: Iterable[Piece], land: str) -> tuple[Stack, int]:
    """Transports that landed troops in ``land``, with these troops aboard again, and how many don't fit."""
    fleet = [ship for ship, count in ships for _ in range(count)]
    left = 0
    for one in troops:
        able = [
            i
            for i, ship in enumerate(fleet)
            if ship.offloaded == land and world.friends(ship.power, one.power) and _room_for(world, ship, one.unit)
        ]
        if able:
            best = min(able, key=lambda i: (fleet[i].power != one.power, i))
            fleet[best] = aboard(fleet[best], one)
        else:
            left += 1
    return stack((ship, 1) for ship in fleet), left
