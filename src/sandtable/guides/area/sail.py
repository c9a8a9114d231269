"""Sail: one transport's voyage, put together zone by zone."""

from collections.abc import Iterator

from sandtable.area.actions import Load, Voyage
from sandtable.area.family import AreaGame
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.muster import muster
from sandtable.area.movement.orders import check_rested, pick_of
from sandtable.area.state import AreaState, Route
from sandtable.area.status import hostile_zone, own_at
from sandtable.core.refusal import Refusal
from sandtable.guides.area.questions import Cargo, Destination, No, Reach, Sail, SailAnswer, Way
from sandtable.guides.area.reach import moving, no_move
from sandtable.guides.area.ships import coasts, sailing


def sail(game: AreaGame, state: AreaState, seat: Power | None, question: Sail) -> SailAnswer | Refusal:
    """What a transport can do with what is chosen so far."""
    world = game.world.developed(state.techs)
    if seat is None:
        return world.refuse("players.one-power-at-a-time", "Only who plays a power can move its ships.")
    spaces = (question.zone, *question.path, *(territory for territory, _, _ in question.loads))
    unknown = next((space for space in spaces if space not in world.board.spaces), None)
    if unknown is not None:
        return world.refuse("board.spaces", f"There is no space {unknown}.")
    combat = moving(game, state, seat)
    if combat is None:
        return _none(no_move(game, state, seat, Reach(question.zone, (question.transport,))))
    group = muster(world, state, seat, question.zone, question.transport)
    if isinstance(group, Refusal):
        return _none(No(group.rule, group.why))
    ship = group[0][0]
    if ship.unit not in world.transports:
        refusal: Refusal | None = world.refuse("units.carry", f"A {world.type(ship).name} carries no land units.")
    else:
        refusal = check_rested(world, state, ship, combat, question.zone)
    if refusal is not None:
        return _none(No(refusal.rule, refusal.why))
    return _Bridge(game, state, seat, ship, question, combat).answer()


def _none(no: No) -> SailAnswer:
    return SailAnswer((), (), (), no)


class _Bridge:
    """The bridge of one transport: what has been decided so far, and what is still open."""

    def __init__(
        self, game: AreaGame, state: AreaState, seat: Power, ship: Piece, question: Sail, combat: bool
    ) -> None:
        self.game = game
        self.world = game.world.developed(state.techs)
        self.state = state
        self.seat = seat
        self.combat = combat
        self.ship = ship
        self.path: Route = question.path or (question.zone,)
        self.loads = tuple(self._load(*load) for load in question.loads)

    def _load(self, territory: str, unit: str, count: int) -> Load:
        """Who boards does so in the first zone of the path beside their territory."""
        beside = self.world.board.coasts[territory]
        return Load(next((z for z in self.path if z in beside), self.path[0]), territory, unit, count)

    def answer(self) -> SailAnswer:
        return SailAnswer(tuple(self._zones()), tuple(self._cargo()), tuple(self._ashore()))

    def _zones(self) -> Iterator[Destination]:
        """Zones beyond the path's end. In the combat move no voyage ends at sea: those ways have no orders yet."""
        ship = sailing(self.world, self.state, self.ship, self.path[0], self.combat, self.path[1:])
        for zone, path in ship.paths.items():
            if zone == self.path[-1]:
                continue
            voyage = self._voyage(path)
            refusal = None if self.combat else self.game.check(self.state, self.seat, voyage)
            if refusal is not None:
                yield Destination(zone, no=No(refusal.rule, refusal.why))
            else:
                yield Destination(zone, (self._way(voyage, path),))

    def _way(self, voyage: Voyage, path: Route) -> Way:
        cost = len(voyage.path) - 1
        left = self.world.type(self.ship).move - self.ship.used - cost
        orders = (voyage,) if voyage.land or not self.combat else ()
        return Way(orders, path, cost, left, "", self.combat and bool(voyage.land))

    def _voyage(self, path: Route, land: str = "") -> Voyage:
        return Voyage(pick_of(self.ship), path, self.loads, land)

    def _aboard(self) -> tuple[str, ...]:
        """Who is aboard with all that have been chosen."""
        coming = (load.unit for load in self.loads for _ in range(load.count))
        return (*(p.unit for p in self.ship.cargo), *coming)

    def _cargo(self) -> Iterator[Cargo]:
        """Who could still board: at rest on a coast of a friendly zone of the path, with room for them."""
        seen: set[str] = set()
        for zone in dict.fromkeys(self.path):
            if hostile_zone(self.world, self.state, self.seat, zone):
                continue
            for territory in self.world.board.coasts[zone]:
                if territory in seen:
                    continue
                seen.add(territory)
                for unit, ready in self._ready(territory).items():
                    count = self._fitting(unit, ready)
                    if count:
                        yield Cargo(zone, territory, unit, count)

    def _ready(self, territory: str) -> dict[str, int]:
        """Own land units that have not moved and are not chosen yet."""
        ready: dict[str, int] = {}
        for piece, count in own_at(self.state, self.seat, territory):
            if self.world.type(piece).kind == "land" and not piece.used and not piece.moved:
                ready[piece.unit] = ready.get(piece.unit, 0) + count
        for load in self.loads:
            if load.territory == territory and load.unit in ready:
                ready[load.unit] -= load.count
        return ready

    def _fitting(self, unit: str, ready: int) -> int:
        kind, aboard, count = self.world.type(self.ship), self._aboard(), 0
        while count < ready and kind.takes((*aboard, *((unit,) * (count + 1)))):
            count += 1
        return count

    def _ashore(self) -> Iterator[Destination]:
        """Coasts of the path's end where those aboard could go ashore."""
        own = self.loads or any(p.power == self.seat for p in self.ship.cargo)
        if not own:
            return
        for coast in coasts(self.world, self.state, self.seat, self.path[-1], self.combat):
            voyage = self._voyage(self.path, coast)
            refusal = self.game.check(self.state, self.seat, voyage)
            if refusal is not None:
                yield Destination(coast, no=No(refusal.rule, refusal.why))
            else:
                yield Destination(coast, (self._way(voyage, (*self.path, coast)),))
