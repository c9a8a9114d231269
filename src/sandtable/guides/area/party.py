"""A party: the pieces a player has selected, and the picks that orders use to name them."""

import msgspec

from sandtable.area.actions import Pick
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.orders import check_rested, pick_of
from sandtable.area.movement.selection import aboard_partner, select_pieces
from sandtable.area.state import AreaState
from sandtable.area.units import Kind
from sandtable.area.world import World
from sandtable.core.refusal import Refusal

ROUTINE: dict[Kind, int] = {"sea": 0, "land": 1, "air": 2}
"""The sequence of orders: ships first, since other units may need them."""


class Member(msgspec.Struct, frozen=True):
    """Identical pieces in a party."""

    piece: Piece
    count: int
    pick: Pick


class Passenger(msgspec.Struct, frozen=True):
    """Land units aboard: whose ship, its condition, and which of its cargo."""

    ship: Piece
    units: tuple[str, ...]


class Party(msgspec.Struct, frozen=True):
    """The moving units, and where they start."""

    power: Power
    space: str
    members: tuple[Member, ...]
    passengers: tuple[Passenger, ...] = ()

    def of(self, world: World, kind: Kind) -> tuple[Member, ...]:
        return tuple(member for member in self.members if world.type(member.piece).kind == kind)


def gather(
    world: World, state: AreaState, power: Power, space: str, picks: tuple[Pick, ...], combat: bool
) -> Party | Refusal:
    """The party that the picks name, or why it can't move.

    Land units picked at sea are aboard ships: they go ashore.
    """
    if space not in world.board.spaces:
        return world.refuse("board.spaces", f"There is no space {space}.")
    if not picks:
        return world.refuse("board.spaces", "Name at least one unit.")
    members: list[Member] = []
    below: list[Pick] = []
    taken: dict[Piece, int] = {}
    for pick in picks:
        if pick.aboard:
            guest = aboard_partner(world, state, power, space, pick)
            if not isinstance(guest, Refusal):
                members.append(Member(guest[1], 1, msgspec.structs.replace(pick, count=1)))
                continue
        if world.board.is_sea(space) and pick.unit in world.units and world.units[pick.unit].kind == "land":
            below.append(pick)
            continue
        found = select_pieces(world, state, power, space, pick)
        if isinstance(found, Refusal):
            return found
        for piece, count in found:
            taken[piece] = taken.get(piece, 0) + count
    for piece, count in taken.items():
        if count > dict(state.at(space))[piece]:
            return world.refuse("board.spaces", f"There aren't {count} {world.type(piece).plural} in {space}.")
        members.append(Member(piece, count, pick_of(piece, count)))
    passengers = _passengers(world, state, power, space, below)
    if isinstance(passengers, Refusal):
        return passengers
    for member in members:
        tired = check_rested(world, state, member.piece, combat, space)
        if tired is not None:
            return tired
    members.sort(key=lambda member: ROUTINE.get(world.type(member.piece).kind, len(ROUTINE)))
    return Party(power, space, tuple(members), passengers)


def _passengers(
    world: World, state: AreaState, power: Power, zone: str, picks: list[Pick]
) -> tuple[Passenger, ...] | Refusal:
    """The ships that carry the picked land units: own ships first, then those with the most cargo."""
    wanted: dict[tuple[str, Power], int] = {}
    for pick in picks:
        wanted[pick.unit, pick.aboard] = wanted.get((pick.unit, pick.aboard), 0) + pick.count
    ships = [
        ship for ship, count in state.at(zone) for _ in range(count) if any(p.power == power for p in ship.cargo)
    ]
    ships.sort(key=lambda ship: (ship.power != power, -len(ship.cargo)))
    found = []
    for ship in ships:
        going = []
        for one in (p for p in ship.cargo if p.power == power and not p.landing):
            for owner in (ship.power, ""):
                if wanted.get((one.unit, owner), 0) > 0:
                    wanted[one.unit, owner] -= 1
                    going.append(one.unit)
                    break
        if going:
            found.append(Passenger(ship, tuple(going)))
    for (unit, _), missing in wanted.items():
        if missing:
            return world.refuse(
                "transport.cargo-assigned", f"There's no such {world.units[unit].name} aboard in {zone}."
            )
    return tuple(found)
