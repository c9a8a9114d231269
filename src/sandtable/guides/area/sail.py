"""Sail: one transport's voyage, put together zone by zone."""

from collections.abc import Iterator

from sandtable.area.actions import Load, Voyage
from sandtable.area.family import AreaGame
from sandtable.area.forces import Piece, Power
from sandtable.area.movement.orders import check_rested, pick_of
from sandtable.area.movement.selection import select_pieces
from sandtable.area.state import AreaState, Route
from sandtable.area.status import hostile_zone, own_at
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital
from sandtable.guides.area.questions import Cargo, Destination, No, Reach, Sail, SailAnswer, Way
from sandtable.guides.area.reach import moving, no_move
from sandtable.guides.area.ships import coasts, sailing


def sail(game: AreaGame, state: AreaState, seat: Power | None, question: Sail) -> SailAnswer | Refusal:
    """What a transport can do, given the choices so far."""
    world = game.world.as_of(state)
    if seat is None:
        return world.refuse("players.one-power-at-a-time", "Only a power's player can move its ships.")
    spaces = (question.zone, *question.path, *(territory for territory, _, _ in question.loads))
    unknown = next((space for space in spaces if space not in world.board.spaces), None)
    if unknown is not None:
        return world.refuse("board.spaces", f"There is no space {unknown}.")
    combat = moving(game, state, seat)
    if combat is None:
        return _none(no_move(game, state, seat, Reach(question.zone, (question.transport,))))
    group = select_pieces(world, state, seat, question.zone, question.transport)
    if isinstance(group, Refusal):
        return _none(No(group.rule, group.why))
    ship = group[0][0]
    if ship.unit not in world.transports:
        refusal: Refusal | None = world.refuse(
            "units.carry", f"{capital(world.type(ship).plural)} can't carry land units."
        )
    else:
        refusal = check_rested(world, state, ship, combat, question.zone)
    if refusal is not None:
        return _none(No(refusal.rule, refusal.why))
    return _Bridge(game, state, seat, ship, question, combat).answer()


def _none(no: No) -> SailAnswer:
    return SailAnswer((), (), (), no)


class _Bridge:
    """One transport's voyage: the choices so far, and what is still open."""

    def __init__(
        self, game: AreaGame, state: AreaState, seat: Power, ship: Piece, question: Sail, combat: bool
    ) -> None:
        self.game = game
        self.world = game.world.as_of(state)
        self.state = state
        self.seat = seat
        self.combat = combat
        self.ship = ship
        self.path: Route = question.path or (question.zone,)
        self.loads = tuple(self._load(*load) for load in question.loads)

    def _load(self, territory: str, unit: str, count: int) -> Load:
        """Units board in the first zone of the path that is adjacent to their territory."""
        beside = self.world.board.coasts[territory]
        return Load(next((z for z in self.path if z in beside), self.path[0]), territory, unit, count)

    def answer(self) -> SailAnswer:
        return SailAnswer(tuple(self._zones()), tuple(self._cargo()), tuple(self._ashore()))

    def _zones(self) -> Iterator[Destination]:
        """Zones beyond the end of the path. In combat moves no voyage ends at sea: they have no orders yet."""
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
        left = self.world.points_left(self.ship) - cost
        orders = (voyage,) if voyage.land or not self.combat else ()
        return Way(orders, path, cost, left, "", self.combat and bool(voyage.land))

    def _voyage(self, path: Route, land: str = "") -> Voyage:
        return Voyage(pick_of(self.ship), path, self.loads, land)

    def _aboard(self) -> tuple[str, ...]:
        """The cargo including all units chosen."""
        coming = (load.unit for load in self.loads for _ in range(load.count))
        return (*(p.unit for p in self.ship.cargo), *coming)

    def _cargo(self) -> Iterator[Cargo]:
        """Units that can still board: unmoved, next to a friendly zone of the path, and with room for them."""
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
        """Own land units that haven't moved and aren't chosen yet."""
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
        """Coasts at the end of the path where the cargo can go ashore."""
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
