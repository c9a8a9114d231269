"""Air units: hardly anything is in their way; where they may end is the question."""

from sandtable.area.factories import has_factory
from sandtable.area.forces import Piece
from sandtable.area.guns import guns_at
from sandtable.area.movement.course import Course, check_adjacent
from sandtable.area.movement.landing import flights_now, lands_alone, open_carrier, safe_territories
from sandtable.area.movement.neutrals import check_fee
from sandtable.area.state import AreaState, Route
from sandtable.area.status import enemies_at, friendly_land, hostile_land, hostile_zone, neutral
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


class AirCourse(Course):
    """What an air unit may do. That all can come down together afterwards is proved in ``landing``."""

    def __init__(
        self,
        world: World,
        state: AreaState,
        piece: Piece,
        combat: bool,
        attack: bool = False,
        raid: bool = False,
        mission: str = "",
    ) -> None:
        super().__init__(world, state, piece, combat, attack)
        self.raid = raid
        """The unit goes to bomb a factory, or on another mission."""
        self.mission = mission
        self.halved = world.game.conduct.half_flights
        if combat and self.halved:
            self.points = self.unit.move // 2 - piece.used

    @property
    def too_far(self) -> Refusal:
        if self.halved and not self.combat and not self.piece.moved:
            why = f"The move value of {self.unit.plural} is {self.unit.move}."
            return self.world.refuse("air.full-range", why)
        if self.halved:
            half, what = self.unit.move // 2, "to land" if not self.combat else "to reach its target"
            why = f"A {self.unit.name} spends at most {half} of its {self.unit.move} movement points {what}."
            return self.world.refuse("air.total-range" if self.combat else "air.noncombat-range", why)
        return super().too_far

    def enter(self, path: Route, there: str) -> Refusal | None:
        world = self.world
        refusal = check_adjacent(world, path[-1], there)
        if refusal:
            return refusal
        shut = world.shut_out(self.power, there, self.state.opened, flying=True)
        if shut:
            return shut
        if neutral(world, self.state, there):
            if not self.combat or world.game.conduct.neutral_fee is None:
                return world.refuse("air.no-neutral-overflight", f"{there} is neutral: nobody flies over it.")
            return check_fee(world, self.state, self.power, (*path[1:], there))
        return None

    def danger(self, space: str) -> int:
        if not self.combat or "support" not in self.world.features:
            return 0
        return int(bool(guns_at(self.world, self.state, self.power, space)))

    def shuns(self, space: str) -> Refusal | None:
        if self.combat and self.world.game.conduct.neutral_fee and neutral(self.world, self.state, space):
            return self.world.refuse("neutral.no-landing", f"{space} is neutral; it can only be crossed.")
        return None

    def end(self, path: Route) -> Refusal | None:
        if self.raid:
            return self._raid_at(path[-1])
        return self._attack_at(path) if self.combat else self._land_at(path)

    def _raid_at(self, there: str) -> Refusal | None:
        world, state = self.world, self.state
        if "missions" in world.features:
            return self._fly_mission(there)
        if not self.unit.can("bombs"):
            return world.refuse("raid.bombers-only", f"{self.unit.plural.capitalize()} do not raid.")
        if hostile_land(world, state.control, self.power, there) and has_factory(world, state, there):
            return None
        if hostile_land(world, state.turn.control, self.power, there) and has_factory(world, state, there):
            return world.refuse(
                "raid.not-where-taken", f"{there} has been taken: its factory is no enemy's any more."
            )
        return world.refuse("raid.bombers-only", f"There is no enemy factory in {there} to bomb.")

    def _fly_mission(self, there: str) -> Refusal | None:
        world, state = self.world, self.state
        if not self.mission:
            return world.refuse("mission.name", "Say which mission is flown.")
        if self.mission == "night-bombing" and not self.unit.can("bombs"):
            return world.refuse("raid.bombers-only", f"{self.unit.plural.capitalize()} do not bomb by night.")
        if not hostile_land(world, state.control, self.power, there):
            return world.refuse("mission.target", f"{there} is no hostile territory.")
        if self.mission == "night-bombing" and not has_factory(world, state, there):
            return world.refuse("mission.factory", f"There is no factory in {there} to bomb by night.")
        return None

    def _attack_at(self, path: Route) -> Refusal | None:
        world, state, there = self.world, self.state, path[-1]
        if neutral(world, state, there):
            return world.refuse("neutral.no-landing", f"{there} is neutral: planes cross it and fly on.")
        if world.board.is_sea(there) and self.unit.can("land-targets"):
            return world.refuse("air.not-against-ships", f"{self.unit.plural.capitalize()} attack nothing at sea.")
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
        if any(neutral(world, state, space) for space in path):
            return None  # sent only to violate
        if self.taken_at_once(there):
            return None
        return world.refuse(
            "air.combat-move-destination",
            f"There is nothing to attack in {there}; fly there in the noncombat move.",
        )

    def _land_at(self, path: Route) -> Refusal | None:
        world, state, there = self.world, self.state, path[-1]
        at_sea = world.board.is_sea(there)
        if self.piece.mission == "counter-air" and there != self.piece.came and self._home_again(path[0]):
            return world.refuse("mission.home", f"Who flew against air units returns to {self.piece.came}.")
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

    def _home_again(self, here: str) -> bool:
        """Whether the place that it started from can still receive it."""
        world, state, home = self.world, self.state, self.piece.came
        if flights_now(world, state, self.power)[here].get(home, self.points + 1) > self.points:
            return False
        if world.board.is_sea(home):
            return open_carrier(world, state, self.power, home, self.piece.unit) is not None
        return home in safe_territories(world, state, self.power)
