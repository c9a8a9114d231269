"""Ships: they stop at enemy warships; submersibles slip past all but the anti-submarine ones."""

from sandtable.area.forces import Piece, Power
from sandtable.area.movement.course import Course, check_adjacent, check_passage
from sandtable.area.movement.neutrals import check_fee
from sandtable.area.state import AreaState, Route
from sandtable.area.status import enemies_at, holds, hostile_land, hostile_zone, neutral
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


class SeaCourse(Course):
    """What a ship may do; ``assault`` names the territory of the landing that it takes part in."""

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
        self.under_way = piece.used > 0
        """Has moved this turn already: the zone where it is now was entered, not where it began."""

    def enter(self, path: Route, there: str) -> Refusal | None:
        world, here = self.world, path[-1]
        refusal = check_adjacent(world, here, there)
        if refusal:
            return refusal
        if not world.board.is_sea(there):
            return world.refuse("units.sea-role", f"A {self.unit.name} cannot enter {there}: it is land.")
        refusal = check_passage(world, self.state, self.power, here, there, self.unit)
        if refusal:
            return refusal
        if len(path) > 1 or self.under_way:
            refusal = self._sail_on(here)
            if refusal:
                return refusal
        if not self.combat and not self.unit.can("submersible") and self._bars(there):
            return world.refuse("ncm.sea", f"{there} is hostile: ships enter it only in a combat move.")
        return None

    def _hostile(self, zone: str) -> bool:
        return hostile_zone(self.world, self.state, self.power, zone)

    def _bars(self, zone: str) -> bool:
        """Whether ships cannot even pass through a zone."""
        if self.world.game.conduct.interdiction:
            return holds(self.world, self.state, self.power, zone, "surface-warship")
        return self._hostile(zone)

    def _may_be_stopped(self, zone: str) -> bool:
        """Whether to pass a zone is a venture of its own: submarines watch it, or a submarine slips through it."""
        return self._hostile(zone) and (
            self.unit.can("submersible") or holds(self.world, self.state, self.power, zone, "submersible")
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
            if world.game.conduct.shared_zones and len(path) > 1 and self._hostile(zone):
                return world.refuse("ncm.sea", f"{zone} is hostile: ships end a move there only in a combat move.")
            return None
        foes = enemies_at(world, self.state, self.power, zone)
        if self._hostile(zone) and (len(path) > 1 or self.attack):
            return None
        if self.attack:
            if foes:
                return None
            if self.state.at(zone) and any(p.power != self.power for p, _ in self.state.at(zone)):
                return world.refuse("sides.no-attack-on-friends", f"There is no enemy in {zone}, only friends.")
            if any(enemies_at(world, self.state, self.power, passed) for passed in path[1:-1]):
                return world.refuse(
                    "ignore.attackers-must-stop",
                    f"Who attacks on the way stays there; {zone} has nobody to attack.",
                )
            return world.refuse("cmove.exception-subs-transports", f"There is nothing to attack in {zone}.")
        if self.assault:
            return check_assault(world, self.state, self.power, zone, self.assault)
        if path[0] in self.state.turn.hostile and len(path) > 1:
            return None
        if self.shipping or (world.game.conduct.interdiction and any(map(self._may_be_stopped, path[1:-1]))):
            return None
        return world.refuse(
            "cmove.must-end-hostile",
            f"A combat move to {zone} needs an enemy there to attack, or an amphibious assault to take part in.",
        )


def check_assault(world: World, state: AreaState, power: Power, zone: str, territory: str) -> Refusal | None:
    """Whether an amphibious assault from ``zone`` on ``territory`` makes sense at all."""
    if territory not in world.board.territories or territory not in world.board.coasts[zone]:
        return world.refuse("transport.no-coast", f"{territory} is no coast of {zone}.")
    if neutral(world, state, territory):
        if world.game.conduct.neutral_fee is None:
            return world.refuse("board.neutral-impassable", f"{territory} is neutral.")
        return check_fee(world, state, power, (territory,))
    shut = world.shut_out(power, territory, state.opened)
    if shut:
        return shut
    if not hostile_land(world, state.control, power, territory):
        return world.refuse("amphib.definition", f"{territory} is not hostile: there is nothing to assault.")
    return None
