"""Air units: hardly anything blocks them; the question is where they may end."""

from collections.abc import Hashable

from sandtable.area.forces import Piece
from sandtable.area.movement.course import Course
from sandtable.area.movement.landing import lands_alone
from sandtable.area.movement.neutrals import check_violation, violable
from sandtable.area.state import AreaState, Route
from sandtable.area.status import friendly_land, hostile_land, neutral
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital


class AirCourse(Course):
    """The rules for an air unit. Whether all can land together afterwards is checked in ``landing``."""

    sided = False

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
        self.clear = self.outlook.open_air
        self._ends: dict[tuple[str, str, int], Refusal | None] = {}
        for part in world.parts.flight_points:
            self.points = part.flight_points(world, piece, combat, self.points)

    @property
    def manner(self) -> Hashable:
        return self.combat, self.points  # all air units pass the same spaces

    @property
    def too_far(self) -> Refusal:
        refusals = (part.too_far(self.world, self.piece, self.combat) for part in self.world.parts.too_far)
        return next((refusal for refusal in refusals if refusal), super().too_far)

    def enter(self, path: Route, there: str) -> Refusal | None:
        world = self.world
        shut = self.outlook.barred(there, flying=True)
        if shut:
            return shut
        if world.parts.assailable and len(path) > 1 and self.outlook.assailable(path[-1]):
            return world.refuse("air.no-neutral-overflight", f"{path[-1]} is neutral: you can't fly over it.")
        if neutral(world, self.state, there):
            if not self.combat or not violable(world):
                return world.refuse("air.no-neutral-overflight", f"{there} is neutral: you can't fly over it.")
            return check_violation(world, self.state, self.power, (*path[1:], there))
        return None

    def danger(self, space: str) -> int:
        return self.outlook.danger(space) if self.combat and self.world.parts.danger else 0

    def avoids(self, space: str) -> Refusal | None:
        world = self.world
        if not self.combat or not violable(world) or not neutral(world, self.state, space):
            return None
        if self.outlook.assailable(space):
            return None
        return world.refuse("neutral.no-landing", f"{space} is neutral: you can only fly across it.")

    def finish(self, path: Route) -> Refusal | None:
        if not self.combat or self.raid or not self.world.board.neutrals.isdisjoint(path):
            return super().finish(path)
        away = self.unit.can("carrier-landing") and self.outlook.watched(path[0])
        key, known = (self.piece.unit, self.attack, away, path[-1], len(path) > 1), self.outlook.flown
        if key not in known:
            known[key] = super().finish(path)
        return known[key]

    def end(self, path: Route) -> Refusal | None:
        if not self.world.board.neutrals.isdisjoint(path):
            return self._end(path)
        key = (path[0], path[-1], 0 if self.combat else len(path))
        if key not in self._ends:
            self._ends[key] = self._end(path)
        return self._ends[key]

    def _end(self, path: Route) -> Refusal | None:
        if self.raid:
            rules = (
                part.flies_over(self.world, self.state, self.power, self.unit, self.mission, path[-1])
                for part in self.world.parts.flies_over
            )
            return next((rule for rule in rules if rule is not None), None)
        return self._attack_at(path) if self.combat else self._land_at(path)

    def _attack_at(self, path: Route) -> Refusal | None:
        key, known = (self.piece.unit, self.attack, path[-1]), self.outlook.targets
        if key not in known:
            known[key] = self._target(path[-1])
        refusal, excusable = known[key]
        if not excusable:
            return refusal
        if self.unit.can("carrier-landing") and self.outlook.watched(path[0]):
            return None
        if any(neutral(self.world, self.state, space) for space in path):
            return None  # sent only to violate a neutral
        return refusal

    def _target(self, there: str) -> tuple[Refusal | None, bool]:
        """Why a space is no target, if so; and whether a unit may have another reason to go there."""
        world, state = self.world, self.state
        if neutral(world, state, there):
            if self.outlook.assailable(there):
                return None, False
            return world.refuse("neutral.no-landing", f"{there} is neutral: planes can only fly across it."), False
        if world.board.is_sea(there) and self.unit.can("land-targets"):
            why = f"{capital(self.unit.plural)} can't attack at sea."
            return world.refuse("air.not-against-ships", why), False
        if world.board.is_sea(there):
            if self.outlook.hostile(there) or self.outlook.enemies(there):
                return None, False
            if self.attack and state.at(there):
                return world.refuse("sides.no-attack-on-friends", f"There are no enemies in {there}."), False
            if self.outlook.covered(self.piece, there):
                return None, False
        elif hostile_land(world, state.control, self.power, there):
            return None, False
        elif self.attack and friendly_land(world, state.control, self.power, there):
            return world.refuse("sides.no-attack-on-friends", f"{there} is friendly."), False
        if self.taken_at_once(there):
            return None, False
        why = f"There's nothing to attack in {there}. Fly there in the noncombat move."
        return world.refuse("air.combat-move-destination", why), True

    def _land_at(self, path: Route) -> Refusal | None:
        world, state, there = self.world, self.state, path[-1]
        at_sea = world.board.is_sea(there)
        for part in world.parts.lands_at:
            refusal = part.lands_at(world, state, self.piece, self.points, path)
            if refusal:
                return refusal
        if at_sea and self.unit.can("carrier-landing"):
            return None
        if not at_sea and friendly_land(world, state.turn.control, self.power, there):
            return None
        if not at_sea and friendly_land(world, state.control, self.power, there):
            return world.refuse(
                "air.not-in-captured-territory",
                f"You can't land in {there}: it wasn't friendly at the start of your turn.",
            )
        left = self.points - len(path) + 1
        if not lands_alone(world, state, self.power, self.piece.unit, there, left):
            return world.refuse("air.no-suicide", f"No landing place is in range from {there}.")
        if not at_sea:
            return world.refuse("ncm.air-landing-place", f"You can't land in {there}: it is hostile.")
        if any(p.unit in world.carriers and world.friends(p.power, self.power) for p, _ in state.at(there)):
            return world.refuse("air.bombers-not-on-carriers", f"{capital(self.unit.plural)} can't land on ships.")
        return world.refuse("ncm.air-landing-place", f"{capital(self.unit.plural)} can't land at sea.")
