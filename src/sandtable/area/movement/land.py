"""Land units: they stop at the enemy, unless they blitz, and at neutrals always."""

from sandtable.area.movement.course import Course, check_adjacent
from sandtable.area.movement.limits import check_limit
from sandtable.area.movement.neutrals import check_fee
from sandtable.area.state import Route
from sandtable.area.status import enemies_at, friendly_land, hostile_land, neutral
from sandtable.core.refusal import Refusal


class LandCourse(Course):
    """What a land unit may do."""

    def enter(self, path: Route, there: str) -> Refusal | None:
        world, here = self.world, path[-1]
        refusal = check_adjacent(world, here, there)
        if refusal:
            return refusal
        if world.board.is_sea(there):
            return world.refuse(
                "units.land-not-at-sea", f"A {self.unit.name} goes to sea only aboard a transport."
            )
        refusal = (
            world.shut_out(self.power, there, self.state.opened)
            or self._check_gun(there)
            or self._check_neutral(path, there)
        )
        if refusal:
            return refusal
        if not self.combat and hostile_land(world, self.state.control, self.power, there):
            return world.refuse("ncm.land", f"{there} is in enemy hands; it can be entered only in a combat move.")
        if len(path) > 1 and hostile_land(world, self.state.control, self.power, here):
            return self._drive_on(here)
        return None

    def _check_gun(self, there: str) -> Refusal | None:
        """Whether a unit that never attacks stays out of the combat move."""
        if not self.combat or not self.unit.can("never-attacks"):
            return None
        if friendly_land(self.world, self.state.control, self.power, there):
            return self.world.refuse(
                "aa.move", f"{self.unit.plural.capitalize()} move in the noncombat move only."
            )
        return self.world.refuse("aa.no-attack", f"{self.unit.plural.capitalize()} never attack.")

    def _check_neutral(self, path: Route, there: str) -> Refusal | None:
        world, state, here = self.world, self.state, path[-1]
        if neutral(world, state, there):
            if not self.combat:
                return world.refuse("board.neutral-impassable", f"{there} is neutral: nobody may enter it now.")
            if world.game.conduct.neutral_fee is None:
                return world.refuse("cmove.no-neutral", f"{there} is neutral: nobody may enter it.")
        if len(path) > 1 and neutral(world, state, here):
            return world.refuse("neutral.land-units-stop", f"Who enters neutral {here} ends the move there.")
        return check_fee(world, state, self.power, (there,)) if neutral(world, state, there) else None

    def _drive_on(self, here: str) -> Refusal | None:
        """May the unit go on after entering hostile ``here``?"""
        world = self.world
        occupied = bool(enemies_at(world, self.state, self.power, here))
        if not self.unit.can("blitz"):
            if occupied:
                return world.refuse("cmove.land-stops-at-hostile", f"The move ends in hostile {here}.")
            return world.refuse("blitz.tanks-only", f"Only units that blitz go on through {here}.")
        if occupied:
            return world.refuse("blitz.stops-at-units", f"Enemy units in {here} stop the blitz.")
        pieces = [
            p for p, _ in self.state.at(here) if p.unit in world.prizes and p.power in world.enemies[self.power]
        ]
        if pieces and world.game.conduct.prizes_stop:
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
            return self.world.refuse("sides.no-attack-on-friends", f"{path[-1]} is in friendly hands.")
        return self.world.refuse(
            "cmove.two-movement-phases",
            f"{path[-1]} is friendly: moves there belong to the noncombat move.",
        )

    def blitzed(self, path: Route) -> tuple[str, ...]:
        """The hostile territories that this path takes on its way."""
        return tuple(s for s in path[1:-1] if hostile_land(self.world, self.state.control, self.power, s))
