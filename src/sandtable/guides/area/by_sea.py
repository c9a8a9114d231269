"""Ways by sea: transports fetch land units from a coast, or land their cargo."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sandtable.area.actions import AreaAction, Board, Disembark, Load, Move, Voyage
from sandtable.area.forces import Piece
from sandtable.area.movement.course import Reached
from sandtable.area.movement.orders import check_rested, pick_of
from sandtable.area.state import Route
from sandtable.area.status import hostile_zone
from sandtable.area.wording import counts, times
from sandtable.core.refusal import Refusal
from sandtable.guides.area.direct import PLAIN, Found, Purpose, Scout, note
from sandtable.guides.area.party import Member
from sandtable.guides.area.questions import Way
from sandtable.guides.area.ships import Ship, coasts, sailing
from sandtable.guides.area.trial import tried
from sandtable.guides.area.words import adjective

ENOUGH = 2
"""How many zones to land from are offered per coast."""


class Plan(NamedTuple):
    """Orders, and the units they are for."""

    voyages: tuple[Voyage, ...]
    path: Route
    """For display: from the troops' space to their destination."""
    carried: Mapping[str, int]


class Harbour:
    """Finds a party's ways by sea."""

    def __init__(self, scout: Scout, via: Route = ()) -> None:
        self.scout = scout
        """Finds the way for units that don't go by transport. It ignores ``via``."""
        self.game = scout.game
        self.world = scout.world
        self.state = scout.state
        self.party = scout.party
        self.power = scout.party.power
        self.combat = scout.combat
        self.via = via

    def ways(self) -> Found:
        """Every coast and zone that transports can take the party to."""
        found: Found = {}
        land, board = self.party.of(self.world, "land"), self.world.board
        if land and not board.is_sea(self.party.space):
            self._ferry(found, land)
            if not self.combat and len(land) == len(self.party.members):
                self._board(found, land)
        elif board.is_sea(self.party.space) and not self.via:
            if self.party.passengers and not self.party.members:
                self._disembark(found)
            elif not self.party.passengers:
                self._unload(found)
        return found

    def _ship(self, piece: Piece, zone: str, via: Route = ()) -> Ship:
        return sailing(self.world, self.state, piece, zone, self.combat, via)

    def _coasts(self, zone: str) -> Iterator[str]:
        return coasts(self.world, self.state, self.power, zone, self.combat)

    # troops on a coast

    def _ferry(self, found: Found, land: tuple[Member, ...]) -> None:
        """Transports fetch the party's land units and take them to another coast."""
        start = self.party.space
        troops = {member: member.count for member in land}
        if any(member.piece.used or member.piece.moved for member in land):
            return
        fleet: dict[str, list[tuple[str, Ship]]] = {}
        """For each landing zone, the ships that can get there via the loading zone."""
        for pier in self.world.board.coasts[start]:
            under_fire = hostile_zone(self.world, self.state, self.power, pier)
            if under_fire and not (self.combat and self.world.game.conduct.landings.load_under_fire):
                continue
            for ship in self._fetching(pier):
                for zone in ship.paths:
                    if zone == pier or not under_fire:  # units that board under fire land from the same zone
                        fleet.setdefault(zone, []).append((pier, ship))
        targets: dict[str, list[str]] = {}
        for zone in sorted(fleet, key=lambda z: min(len(ship.to(z)) for _, ship in fleet[z])):
            for coast in self._coasts(zone):
                if coast != start:
                    targets.setdefault(coast, []).append(zone)
            if not self.combat:
                targets.setdefault(zone, []).append(zone)
        for there, zones in targets.items():
            self._bring(found, there, [(zone, self._load(troops, fleet[zone], zone, there)) for zone in zones])

    def _fetching(self, pier: str) -> Iterator[Ship]:
        """Own transports with room that can reach a zone next to the troops, with their paths through it."""
        for zone, pieces in self.state.stacks.items():
            if not self.world.board.is_sea(zone):
                continue
            for piece, count in pieces:
                if piece.power != self.power or piece.unit not in self.world.transports or piece.offloaded:
                    continue
                if check_rested(self.world, self.state, piece, self.combat, zone) is not None:
                    continue
                via = (*((pier,) if pier != zone else ()), *self.via)
                ship = self._ship(piece, zone, via)
                if ship.paths:
                    yield from [ship] * count

    def _load(self, troops: Mapping[Member, int], fleet: list[tuple[str, Ship]], zone: str, there: str) -> Plan:
        """Fill ships, the nearest ships and bulkiest units first, until everyone is aboard or no ship is left."""
        left = {member.piece.unit: 0 for member in troops}
        for member, count in troops.items():
            left[member.piece.unit] += count
        voyages: list[Voyage] = []
        carried: dict[str, int] = {}
        path: Route = ()
        used: list[Ship] = []
        for pier, ship in sorted(fleet, key=lambda one: (len(one[1].to(zone)), len(one[1].piece.cargo))):
            if sum(left.values()) == 0:
                break
            aboard = self._fill(ship.piece, left) if self._another(ship, used) else {}
            if not aboard:
                continue
            used.append(ship)
            for unit, count in aboard.items():
                left[unit] -= count
                carried[unit] = carried.get(unit, 0) + count
            sails = ship.to(zone)
            loads = tuple(Load(pier, self.party.space, unit, count) for unit, count in aboard.items())
            voyages.append(Voyage(pick_of(ship.piece), sails, loads, "" if there == zone else there))
            path = path or (self.party.space, *sails[sails.index(pier) :], *(() if there == zone else (there,)))
        return Plan(tuple(voyages), path, carried)

    def _another(self, ship: Ship, used: list[Ship]) -> bool:
        """Whether there is an unused ship like this one."""
        have = dict(self.state.at(ship.zone)).get(ship.piece, 0)
        return sum(one.piece == ship.piece and one.zone == ship.zone for one in used) < have

    def _fill(self, ship: Piece, left: Mapping[str, int]) -> dict[str, int]:
        """The cargo of a transport: as many units as fit, those that fit in the fewest berths first."""
        kind = self.world.type(ship)
        bulky = sorted(
            left, key=lambda unit: (sum(unit in berth for berth in kind.berths), -self.world.units[unit].cost)
        )
        cargo = tuple(p.unit for p in ship.cargo)
        aboard: dict[str, int] = {}
        for unit in bulky:
            while aboard.get(unit, 0) < left[unit] and kind.takes((*cargo, unit)):
                cargo = (*cargo, unit)
                aboard[unit] = aboard.get(unit, 0) + 1
        return aboard

    def _bring(self, found: Found, there: str, plans: Iterable[tuple[str, Plan]]) -> None:
        """Record the plans that work: those that carry everyone, or else the one that carries the most."""
        everybody = sum(member.count for member in self.party.of(self.world, "land"))
        ready = [(zone, plan) for zone, plan in plans if plan.voyages]
        whole = [one for one in ready if sum(one[1].carried.values()) == everybody]
        alone = len(self.party.of(self.world, "land")) == len(self.party.members)
        partly = sorted(ready, key=lambda one: -sum(one[1].carried.values())) if alone and not whole else []
        ways = 0
        for zone, plan in whole or partly:
            way = self._with_others(plan.voyages, plan, zone, there)
            if isinstance(way, Refusal):
                note(found, there, way)
                continue
            note(found, there, [way])
            ways += 1
            if ways == ENOUGH or partly:
                break

    def _with_others(self, voyages: tuple[AreaAction, ...], plan: Plan, zone: str, there: str) -> Way | Refusal:
        """The way for the whole party: other ships first, then the voyages, then the air units."""
        escorts = self._escorts(zone, there)
        flyers = self._flyers(there)
        if isinstance(escorts, Refusal):
            return escorts
        if isinstance(flyers, Refusal):
            return flyers
        orders = (*escorts, *voyages, *self.scout.orders(flyers))
        refusal = tried(self.game, self.state, self.power, orders)
        if refusal is not None:
            return refusal
        return Way(
            orders=orders,
            path=plan.path,
            cost=max((len(one.path) - 1 for one in voyages if isinstance(one, Voyage)), default=0),
            left=0,
            text=self._text(plan, zone, there),
            attack=self.combat,
            landing=self.scout.landing(there, flyers),
        )

    def _flyers(self, there: str) -> dict[Member, Route] | Refusal:
        """How the party's air units get to the same space."""
        found: dict[Member, Route] = {}
        for member in self.party.of(self.world, "air"):
            route = self.scout.routes(member).get(there)
            if not isinstance(route, Reached):
                return route or self.scout.course(member).too_far
            found[member] = route.path
        return found

    def _escorts(self, zone: str, there: str) -> tuple[Move, ...] | Refusal:
        """How the party's other ships get to the zone of the landing."""
        paths: dict[Member, Route] = {}
        fought = hostile_zone(self.world, self.state, self.power, zone)
        purpose = PLAIN if fought or not self.combat else Purpose(assault=there)
        for member in self.party.of(self.world, "sea"):
            if self._loaded(member) or zone == self.party.space:
                continue
            route = self.scout.routes(member, purpose).get(zone)
            if not isinstance(route, Reached):
                return route or self.scout.course(member, purpose).too_far
            paths[member] = route.path
        return self.scout.orders(paths, purpose)

    def _text(self, plan: Plan, zone: str, there: str) -> str:
        text, ships = counts(self.world, plan.carried), len(plan.voyages)
        if zone == there:
            text += f" aboard {times(ships, 'transport') if ships > 1 else 'a transport'}"
        else:
            by = f" by {times(ships, 'transport') if ships > 1 else 'transport'}" if ships else ""
            text += f"{by}, landing from {zone}"
        stay = self._staying(plan)
        if stay:
            text += f"; {counts(self.world, stay)} {'stays' if sum(stay.values()) == 1 else 'stay'}"
        return text

    def _staying(self, plan: Plan) -> dict[str, int]:
        stay: dict[str, int] = {}
        for member in self.party.of(self.world, "land"):
            stay[member.piece.unit] = stay.get(member.piece.unit, 0) + member.count
        return {unit: n - plan.carried.get(unit, 0) for unit, n in stay.items() if n > plan.carried.get(unit, 0)}

    # loaded transports

    def _loaded(self, member: Member) -> bool:
        """Whether a member is a transport carrying its own power's troops that are free to land."""
        piece = member.piece
        return piece.unit in self.world.transports and any(
            p.power == self.power and not p.landing for p in piece.cargo
        )

    def _unload(self, found: Found) -> None:
        """The party's loaded transports land their troops; the other units come along."""
        loaded = [member for member in self.party.members if self._loaded(member)]
        if not loaded:
            return
        ships = {member: self._ship(member.piece, self.party.space) for member in loaded}
        first = ships[loaded[0]]
        common = [zone for zone in first.paths if all(zone in ship.paths for ship in ships.values())]
        for zone in sorted(common, key=lambda z: len(first.to(z))):
            for coast in self._coasts(zone):
                known = found.get(coast)
                if isinstance(known, list) and len(known) >= ENOUGH:
                    continue
                plan = self._landing(ships, zone, coast)
                way = self._with_others(plan.voyages, plan, zone, coast)
                note(found, coast, way if isinstance(way, Refusal) else [way])

    def _landing(self, ships: Mapping[Member, Ship], zone: str, coast: str) -> Plan:
        voyages: list[Voyage] = []
        carried: dict[str, int] = {}
        path: Route = ()
        for member, ship in ships.items():
            voyage = Voyage(pick_of(member.piece), ship.to(zone), land=coast)
            voyages += [voyage] * member.count
            path = path or (*voyage.path, coast)
            for unit in (p.unit for p in member.piece.cargo if p.power == self.power):
                carried[unit] = carried.get(unit, 0) + member.count
        return Plan(tuple(voyages), path, carried)

    # passengers

    def _disembark(self, found: Found) -> None:
        """Land units picked aboard ships go ashore: from own ships wherever they can sail, otherwise from here."""
        zone = self.party.space
        own = [one for one in self.party.passengers if one.ship.power == self.power]
        ships = [self._ship(one.ship, zone) for one in own]
        guests = len(own) < len(self.party.passengers)
        zones = {zone: 0}
        if not guests:
            zones = {z: len(path) for z, path in ships[0].paths.items() if all(z in ship.paths for ship in ships)}
        for there in sorted(zones, key=lambda z: zones[z]):
            for coast in self._coasts(there):
                if isinstance(found.get(coast), list):
                    continue
                orders: list[AreaAction] = []
                carried: dict[str, int] = {}
                path: Route = ()
                sailing = iter(ships)
                for one in self.party.passengers:
                    for unit in one.units:
                        carried[unit] = carried.get(unit, 0) + 1
                    if one.ship.power == self.power:
                        sails = next(sailing).to(there)
                        orders.append(Voyage(pick_of(one.ship), sails, land=coast, ashore=one.units))
                        path = path or sails
                    else:
                        orders.append(Disembark(one.units, zone, one.ship.power, coast))
                plan = Plan((), (*(path or (zone,)), coast), carried)
                way = self._with_others(tuple(orders), plan, there, coast)
                note(found, coast, way if isinstance(way, Refusal) else [way])

    # partners' transports

    def _board(self, found: Found, land: tuple[Member, ...]) -> None:
        """The troops board one partner's transports in an adjacent zone."""
        start = self.party.space
        for zone in self.world.board.coasts[start]:
            owners = dict.fromkeys(
                piece.power
                for piece, _ in self.state.at(zone)
                if piece.power != self.power
                and piece.unit in self.world.transports
                and self.world.friends(piece.power, self.power)
            )
            for owner in owners:
                orders = tuple(Board(m.piece.unit, start, zone, owner, m.count) for m in land)
                refusal = tried(self.game, self.state, self.power, orders)
                if refusal is not None:
                    note(found, zone, refusal)
                    continue
                text = f"board {adjective(self.world, owner)} transports"
                note(found, zone, [Way(orders, (start, zone), 1, 0, text)])
