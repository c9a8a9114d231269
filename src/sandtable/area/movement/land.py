"""Land units: they stop at enemies unless they blitz, and always at neutrals."""

from collections.abc import Hashable

from sandtable.area.forces import Piece
from sandtable.area.movement.course import Course
from sandtable.area.movement.limits import check_limit
from sandtable.area.movement.neutrals import admitted, check_violation, refuse_entry, violable
from sandtable.area.state import AreaState, Route
from sandtable.area.status import friendly_land, hostile_land, neutral
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital, listed


class LandCourse(Course):
    """The rules for a land unit; ``blitzes`` if others take it along through an empty hostile territory."""

    def __init__(
        self,
        world: World,
        state: AreaState,
        piece: Piece,
        combat: bool,
        attack: bool = False,
        blitzes: bool = False,
        points: int = 0,
    ) -> None:
        super().__init__(world, state, piece, combat, attack)
        self.blitzes = blitzes or self.unit.can("blitz")
        self.points = max(self.points, points)

    @property
    def manner(self) -> Hashable:
        return super().manner, self.blitzes

    def enter(self, path: Route, there: str) -> Refusal | None:
        world, here = self.world, path[-1]
        if world.board.is_sea(there):
            return world.refuse(
                "units.land-not-at-sea", f"{capital(self.unit.plural)} need a transport to go to sea."
            )
        refusal = (
            self.held_here(path)
            or self.outlook.barred(there)
            or self._check_gun(there)
            or self._check_neutral(path, there)
        )
        if refusal:
            return refusal
        if not self.combat and hostile_land(world, self.state.control, self.power, there):
            return world.refuse("ncm.land", f"{there} is in enemy hands: you can enter it only in a combat move.")
        if len(path) > 1 and hostile_land(world, self.state.control, self.power, here):
            return self._drive_on(here)
        return None

    def _check_gun(self, there: str) -> Refusal | None:
        """Whether a unit that never attacks stays out of the combat move."""
        if not self.combat or not self.unit.can("never-attacks"):
            return None
        if friendly_land(self.world, self.state.control, self.power, there):
            return self.world.refuse(
                "aa.move", f"{capital(self.unit.plural)} can move only in the noncombat move."
            )
        return self.world.refuse("aa.no-attack", f"{capital(self.unit.plural)} never attack.")

    def _check_neutral(self, path: Route, there: str) -> Refusal | None:
        world, state, here = self.world, self.state, path[-1]
        if neutral(world, state, there):
            if not self.combat and admitted(world, state, self.power, there):
                return None
            if not self.combat:
                return refuse_entry(world, state, there)
            if not violable(world):
                return world.refuse("cmove.no-neutral", f"{there} is neutral: you can't enter it.")
            if self.goal not in ("", there) and admitted(world, state, self.power, there):
                why = f"{there} is a friendly neutral: units can't pass through it."
                return world.refuse("cmove.not-through-neutrals", why)
        if len(path) > 1 and neutral(world, state, here):
            return world.refuse("neutral.land-units-stop", f"Entering neutral {here} ends the move.")
        return check_violation(world, state, self.power, (there,)) if neutral(world, state, there) else None

    def _drive_on(self, here: str) -> Refusal | None:
        """May the unit go on after entering hostile ``here``?"""
        world = self.world
        occupied = bool(self.outlook.enemies(here))
        if not self.blitzes:
            if occupied:
                return world.refuse("cmove.land-stops-at-hostile", f"Entering hostile {here} ends the move.")
            if self.unit.blitzes_with:
                helpers = listed([world.units[name].name for name in self.unit.blitzes_with], "or")
                return world.refuse(
                    "blitz.beside",
                    f"{capital(self.unit.plural)} can move on through {here} only beside {helpers}.",
                )
            return world.refuse("blitz.tanks-only", f"Only units that can blitz can move on through {here}.")
        if occupied:
            return world.refuse("blitz.stops-at-units", f"Enemy units in {here} stop the blitz.")
        pieces = [
            p
            for p, _ in self.state.at(here)
            if (p.unit in world.prizes or p.unit in world.shields) and p.power in world.enemies[self.power]
        ]
        if pieces and world.game.conduct.factories.stop_blitz:
            return world.refuse(
                "blitz.stops-at-units", f"The {world.type(pieces[0]).name} in {here} stops the blitz."
            )
        if world.board.territories[here].factory and not world.factory_units:
            return world.refuse(
                "complex.counts-as-unit-for-blitz", f"The industrial complex in {here} stops the blitz."
            )
        return None

    def end(self, path: Route) -> Refusal | None:
        world, there = self.world, path[-1]
        refusal = check_limit(world, self.state, self.piece.unit, there)
        if refusal:
            return refusal
        if not self.combat or hostile_land(world, self.state.control, self.power, there):
            return None
        if self.blitzed(path) or neutral(world, self.state, there) or self.taken_at_once(there):
            return None
        if self.attack:
            return self.world.refuse("sides.no-attack-on-friends", f"{path[-1]} is friendly.")
        return self.world.refuse(
            "cmove.two-movement-phases",
            f"{path[-1]} is friendly: move there in the noncombat move.",
        )

    def blitzed(self, path: Route) -> tuple[str, ...]:
        """The hostile territories that this path captures on the way."""
        return tuple(s for s in path[1:-1] if hostile_land(self.world, self.state.control, self.power, s))
