"""Ships: they stop at enemy warships; submersibles pass all but the anti-submarine ones."""

from sandtable.area.forces import Piece, Power
from sandtable.area.movement.course import Course, check_passage
from sandtable.area.movement.neutrals import check_violation, violable
from sandtable.area.movement.outlook import outlook
from sandtable.area.state import AreaState, Route
from sandtable.area.status import barred, holds, hostile_land, neutral
from sandtable.area.world import World
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital


class SeaCourse(Course):
    """The rules for a ship; ``assault`` names the territory of the landing it takes part in."""

    def __init__(
        self,
        world: World,
        state: AreaState,
        piece: Piece,
        combat: bool,
        attack: bool = False,
        assault: str = "",
        shipping: bool = False,
    ) -> None:
        super().__init__(world, state, piece, combat, attack)
        self.shipping = shipping
        """It carries troops to a friendly coast."""
        self.assault = assault

    @property
    def purpose(self) -> str:
        return self.assault or super().purpose

    def enter(self, path: Route, there: str) -> Refusal | None:
        world, here = self.world, path[-1]
        if not world.board.is_sea(there):
            return world.refuse("units.sea-role", f"{capital(self.unit.plural)} can't enter {there}: it is land.")
        refusal = check_passage(world, self.state, self.power, here, there, self.unit)
        if refusal:
            return refusal
        if len(path) > 1 or self.under_way:
            refusal = self.held_here(path) or self._sail_on(here)
            if refusal:
                return refusal
        if not self.combat and not self.unit.can("submersible") and self._bars(there):
            return world.refuse("ncm.sea", f"{there} is hostile: ships can enter it only in a combat move.")
        return None

    def _hostile(self, zone: str) -> bool:
        return self.outlook.hostile(zone)

    def _bars(self, zone: str) -> bool:
        """Whether ships can't even pass through a zone."""
        passes = self.world.parts.lets_pass
        return self._hostile(zone) and not any(
            part.lets_pass(self.world, self.state, self.power, zone) for part in passes
        )

    def _sail_on(self, here: str) -> Refusal | None:
        """May the ship go on after entering ``here``?"""
        world = self.world
        if self.unit.can("submersible"):
            if holds(world, self.state, self.power, here, "anti-submarine"):
                return world.refuse("sub.stops-at-destroyer", f"An enemy destroyer in {here} ends the move there.")
            return None
        if not self._bars(here):
            return None
        if self.piece.unit in world.transports:
            return world.refuse(
                "transport.stops-at-surface-warships", f"Enemy warships in {here} end the voyage there."
            )
        return world.refuse("cmove.sea-stops-at-hostile", f"{here} is hostile: the move ends there.")

    def end(self, path: Route) -> Refusal | None:
        world, zone = self.world, path[-1]
        if not self.combat:
            if world.game.conduct.fleets.share_zones and len(path) > 1 and self._hostile(zone):
                return world.refuse(
                    "ncm.sea", f"{zone} is hostile: ships can end a move there only in a combat move."
                )
            return None
        foes = self.outlook.enemies(zone)
        if self._hostile(zone) and (len(path) > 1 or self.attack):
            return None
        if self.attack:
            if foes:
                return None
            if self.state.at(zone) and any(p.power != self.power for p, _ in self.state.at(zone)):
                return world.refuse("sides.no-attack-on-friends", f"There are no enemies in {zone}.")
            if any(self.outlook.enemies(passed) for passed in path[1:-1]):
                return world.refuse(
                    "ignore.attackers-must-stop",
                    f"Ships that attack on the way stop there. There's nothing to attack in {zone}.",
                )
            return world.refuse("cmove.exception-subs-transports", f"There's nothing to attack in {zone}.")
        if self.assault:
            return check_assault(world, self.state, self.power, zone, self.assault)
        if self.shipping or excused(world, self.state, self.piece, path):
            return None
        why = f"A combat move to {zone} needs an enemy to attack or an amphibious assault to support."
        if foes and len(path) > 1:
            why = f"Submarines and transports in {zone} can be ignored: order an attack to fight them."
        return world.refuse("cmove.must-end-hostile", why)


def excused(world: World, state: AreaState, piece: Piece, path: Route) -> bool:
    """Whether a combat move may end in a friendly zone: out of a fight, or past enemies that watch the way."""
    if len(path) > 1 and outlook(world, state, piece.power).watched(path[0]):
        return True
    # Enemies could still start a fight in the zone that the ship has left.
    if len(path) > 1 and outlook(world, state, piece.power).covered(piece, path[0]):
        return True
    ventures = world.parts.ventures
    return any(part.ventures(world, state, piece, passed) for part in ventures for passed in path[1:-1])


def check_assault(world: World, state: AreaState, power: Power, zone: str, territory: str) -> Refusal | None:
    """Whether an amphibious assault from ``zone`` on ``territory`` is possible at all."""
    if territory not in world.board.territories or territory not in world.board.coasts[zone]:
        return world.refuse("transport.no-coast", f"{territory} isn't on the coast of {zone}.")
    if neutral(world, state, territory):
        if not violable(world):
            return world.refuse("board.neutral-impassable", f"{territory} is neutral.")
        return check_violation(world, state, power, (territory,))
    shut = barred(world, state, power, territory)
    if shut:
        return shut
    if not hostile_land(world, state.control, power, territory):
        return world.refuse("amphib.definition", f"{territory} isn't hostile: there's nothing to assault.")
    return None
