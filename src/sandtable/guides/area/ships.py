"""Where a transport can go, and the coasts it can land troops on from there."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sandtable.area.forces import Piece, Power
from sandtable.area.movement.course import Reached, reach
from sandtable.area.movement.sea import SeaCourse
from sandtable.area.movement.voyage import worth_landing
from sandtable.area.state import AreaState, Route
from sandtable.area.status import hostile_zone
from sandtable.area.world import World


class Ship(NamedTuple):
    """One transport, with its paths to each zone."""

    piece: Piece
    zone: str
    paths: Mapping[str, Route]

    def to(self, zone: str) -> Route:
        return self.paths[zone]


def sailing(world: World, state: AreaState, piece: Piece, zone: str, combat: bool, via: Route = ()) -> Ship:
    """A transport with its paths to all zones where it could load or land units; hostile zones only to fight."""
    calm = reach(SeaCourse(world, state, piece, combat=False), zone, via)
    paths = {there: way.path for there, way in calm.items() if isinstance(way, Reached)}
    if combat:
        rough = reach(SeaCourse(world, state, piece, combat=True), zone, via)
        paths |= {
            there: way.path
            for there, way in rough.items()
            if isinstance(way, Reached) and hostile_zone(world, state, piece.power, there)
        }
    return Ship(piece, zone, paths if via else {**paths, zone: (zone,)})


def coasts(world: World, state: AreaState, power: Power, zone: str, combat: bool) -> Iterator[str]:
    """Where troops could go ashore from a zone: enemy coasts during combat moves, friendly ones otherwise."""
    return (coast for coast in world.board.coasts[zone] if worth_landing(world, state, power, coast, combat))
