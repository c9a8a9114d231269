"""Air units: nothing but neutrals is in their way; where they may end is the question."""

from sandtable.area.movement.course import Course, check_adjacent
from sandtable.area.movement.landing import lands_alone
from sandtable.area.state import Route
from sandtable.area.status import enemies_at, friendly_land, hostile_land, hostile_zone
from sandtable.core.refusal import Refusal


class AirCourse(Course):
    """What an air unit may do. That all can come down together afterwards is proved in ``landing``."""

    def enter(self, path: Route, there: str) -> Refusal | None:
        refusal = check_adjacent(self.world, path[-1], there)
        if refusal:
            return refusal
        if self.world.board.is_neutral(there):
            return self.world.refuse("air.no-neutral-overflight", f"{there} is neutral: nobody flies over it.")
        return None

    def end(self, path: Route) -> Refusal | None:
        return self._attack_at(path) if self.combat else self._land_at(path)

    def _attack_at(self, path: Route) -> Refusal | None:
        world, state, there = self.world, self.state, path[-1]
        if world.board.is_sea(there):
            if hostile_zone(world, state, self.power, there) or enemies_at(world, state, self.power, there):
                return None
            if self.attack and state.at(there):
                return world.refuse("sides.no-attack-on-friends", f"There is no enemy in {there}, only friends.")
        elif hostile_land(world, state.control, self.power, there):
            return None
        elif self.attack and friendly_land(world, state.control, self.power, there):
            return world.refuse("sides.no-attack-on-friends", f"{there} is in friendly hands.")
        if path[0] in state.turn.hostile and self.unit.can("carrier-landing"):
            return None
        return world.refuse(
            "air.combat-move-destination",
            f"There is nothing to attack in {there}; fly there in the noncombat move.",
        )

    def _land_at(self, path: Route) -> Refusal | None:
        world, state, there = self.world, self.state, path[-1]
        at_sea = world.board.is_sea(there)
        if at_sea and self.unit.can("carrier-landing"):
            return None
        if not at_sea and friendly_land(world, state.turn.control, self.power, there):
            return None
        if not at_sea and friendly_land(world, state.control, self.power, there):
            return world.refuse(
                "air.not-in-captured-territory", f"{there} was not friendly when the turn began: no landing there."
            )
        left = self.points - len(path) + 1
        if not lands_alone(world, state, self.power, self.piece.unit, there, left):
            return world.refuse("air.no-suicide", f"From {there} no landing place is in range any more.")
        if not at_sea:
            return world.refuse("ncm.air-landing-place", f"{there} is hostile: no landing there.")
        if any(p.unit in world.carriers and world.friends(p.power, self.power) for p, _ in state.at(there)):
            return world.refuse("air.bombers-not-on-carriers", f"A {self.unit.name} cannot land on a ship.")
        return world.refuse("ncm.air-landing-place", f"A {self.unit.name} cannot land at sea.")
