"""Half flights: air units spend at most half of their movement to attack, and at most half to land afterwards."""

from sandtable.area.forces import Piece
from sandtable.area.part import NoSettings, Part
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital


class HalfFlights(Part[NoSettings]):
    """Air units use half of their movement to attack and half to land."""

    name = "half-flights"
    citations = ("air.full-range",)

    def flight_points(self, world: World, piece: Piece, combat: bool, points: int) -> int:
        return world.type(piece).move // 2 - piece.used if combat else points

    def flight_used(self, world: World, piece: Piece, used: int) -> int:
        move = world.type(piece).move
        return move - move // 2

    def too_far(self, world: World, piece: Piece, combat: bool) -> Refusal | None:
        unit = world.type(piece)
        if not combat and not piece.moved:
            return world.refuse("air.full-range", f"{capital(unit.plural)} have a move of {unit.move}.")
        half, what = unit.move // 2, "to reach their target" if combat else "to land"
        why = f"{capital(unit.plural)} can use at most {half} of their {unit.move} movement points {what}."
        return world.refuse("air.total-range" if combat else "air.noncombat-range", why)


PART = HalfFlights
