"""The fleets part: what fleets can be ordered to do, and when."""

from collections.abc import Iterable, Iterator

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Action, Move
from sandtable.hexes.events import Moved
from sandtable.hexes.part import Part, PartAction, PartEvent
from sandtable.hexes.parts.fleets import (
    airfields,
    alarms,
    base_raids,
    bases,
    battle,
    cargo,
    carriers,
    course,
    instalments,
    navies,
    raiders,
    raiding,
    sailing,
    search,
    shelters,
    ships,
    strikes,
    terror,
    transport,
    uncovered,
)
from sandtable.hexes.parts.fleets.meeting import needed, sighted
from sandtable.hexes.parts.fleets.memory import NAVY, Chase, Voyage, changed
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.parts.fleets.wording import told
from sandtable.hexes.state import Army, Attack, Fleet, HexState, Name, Phase, Place, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

MOVING: tuple[type[PartAction], ...] = (
    sailing.ChangeBase,
    sailing.Patrol,
    sailing.ReturnToPort,
    raiding.AttackRoute,
    raiding.EscortRoute,
    raiding.Engage,
    search.SearchRoute,
    base_raids.AttackBase,
    base_raids.RaidBase,
    alarms.AlarmCoast,
)
BUILDING: tuple[type[PartAction], ...] = (
    ships.BuildShips,
    ships.RaiseLevel,
    instalments.BeginShip,
    instalments.PayForShip,
    raiders.DeclareRaider,
    airfields.BuyAircraft,
)
ANSWERS: tuple[type[PartAction], ...] = (
    course.Meet,
    course.LetPass,
    search.Search,
    raiders.SeekHaven,
    strikes.StrikeFleet,
    strikes.SinkShip,
    battle.LoseShips,
    battle.SinkShips,
    transport.LoseTroops,
)


class FleetsRested(PartEvent, frozen=True):
    """A turn begins: nobody has moved yet, and the fleets of the side on turn recover."""

    side: Side

    def evolve(self, state: HexState) -> HexState:
        known, fleets = NAVY.of(state), state.fleets
        return changed(
            state,
            moved=(),
            sent=(),
            raids={},
            scouts=(),
            flown={},
            sought={},
            sightings={},
            # Troops sail in their own turn only, so whoever escorts them is free when it is over.
            escorts={
                route: name
                for route, name in known.escorts.items()
                if fleets[name].side != self.side and not route.startswith(transport.TROOPS)
            },
            beaten=tuple(name for name in known.beaten if fleets[name].side != self.side),
            strained={name: by for name, by in known.strained.items() if fleets[name].side != self.side},
        )


class BasesMended(PartEvent, frozen=True):
    """A season is over: what has hit major naval ports without reducing them is forgotten."""

    def evolve(self, state: HexState) -> HexState:
        return changed(state, holed={})


class Strayed(PartEvent, frozen=True):
    """Patrols whose fleet was lost, or whose base has moved."""

    fleets: tuple[Name, ...]

    def evolve(self, state: HexState) -> HexState:
        for name in self.fleets:
            state = battle.forgotten(state, name)
        return state


class Fleets(Part[Settings]):
    """Fleets that sail, patrol and fight."""

    name = "fleets"
    Settings = Settings
    memory = NAVY
    actions = (*MOVING, airfields.MoveAircraft, ships.Regroup, ships.Moor, navies.PutToSea, *BUILDING, *ANSWERS)
    answers = ANSWERS
    events = (
        ships.ShipsBuilt,
        ships.LevelRaised,
        ships.Regrouped,
        ships.Moored,
        instalments.ShipBegun,
        instalments.ShipPaid,
        instalments.ShipCompleted,
        instalments.SlipsFilled,
        navies.RaiderAtSea,
        navies.Strained,
        navies.ShipsScuttled,
        carriers.CarriersStruck,
        course.Sailed,
        course.ChaseDeclared,
        course.SideAsked,
        course.InterceptionRolled,
        course.PassageReopened,
        course.Arrived,
        course.TurnedBack,
        raiders.RaiderDeclared,
        raiders.DeclarationsLapsed,
        raiders.RaidersDue,
        raiders.HuntsOver,
        airfields.AircraftBought,
        airfields.AircraftMoved,
        airfields.AircraftRecovered,
        airfields.AircraftGone,
        airfields.WingsClipped,
        bases.BaseAttacked,
        bases.SortieFlown,
        bases.AircraftFought,
        bases.BaseRaided,
        bases.SortieOver,
        strikes.StrikesBegan,
        strikes.Passed,
        strikes.PassageStruck,
        strikes.StrikesDue,
        strikes.StrikesOver,
        strikes.CoastStruck,
        strikes.DamageDue,
        strikes.AircraftDowned,
        strikes.ShipSunk,
        strikes.BaseHit,
        BasesMended,
        terror.CoastAlarmed,
        uncovered.PortUncovered,
        search.SearchOrdered,
        search.SearchWaived,
        search.Searched,
        search.WentOn,
        search.InvasionPassed,
        raiding.RouteHunted,
        raiding.Escorted,
        cargo.RouteAttacked,
        transport.TroopsHit,
        transport.TroopsSunk,
        transport.TroopsArrived,
        battle.BattleJoined,
        battle.ShipsLost,
        battle.BattleEnded,
        battle.Beaten,
        FleetsRested,
        Strayed,
    )
    citations = (
        "fleet.who-has-fleets",
        "fleet.sea-route-required",
        "fleet.naval-yard-to-build",
        "fleet.no-mixing-with-submarines",
        "fleet.capital-ships-only",
        "fleet.new-ships-in-naval-yard",
        "fleet.regrouping-in-one-hex",
        "fleet.one-at-a-time",
        "fleet.interception-roll",
        "fleet.route-fixed",
        "fleet.own-turn-missions",
        "fleet.patrol-like-u-boats",
        "uboat.own-fleets",
        "uboat.new-in-naval-yards",
        "uboat.patrol",
        "uboat.patrol-returns",
        "uboat.patrol-can-be-intercepted",
        "uboat.patrol-interception-zone",
        "uboat.port-interception",
        "uboat.one-attempt-per-target",
        "uboat.keeps-intercepting",
        "uboat.route-disclosure",
        "fleet.attacks-on-routes",
        "fleet.enemy-turn-missions",
        "asw.escort-what",
        "asw.escort-base",
        "asw.level-strength",
        "asw.half-in-surface-combat",
        "asw.escort-losses",
        "shipping.troops-can-be-intercepted",
        "shipping.escort-shields-troops",
        "c2-sequence.naval-movement-steps",
        "c2-sequence.expended-markers-removed",
        "c2-sequence.interception-after-each-fleet",
        "campaign2.fleets-at-start",
        "naval.at-start-ships",
        "naval.basing-rights",
        "naval.port-capacity",
        "naval.transfer-same-nation",
        "naval.minor-navies",
        "naval.ships-belong-to-nations",
        "naval.escort-exclusive",
        "replenish.reach-first",
        "replenish.single-use",
        "naval.ways-to-battle",
        "naval.safe-in-port",
        "naval.winner-continues",
        "shipbuild.only-ships",
        "shipbuild.instalments",
        "shipbuild.record",
        "shipbuild.price-fixed",
        "shipbuild.completion",
        "carrier.air-losses",
        "naval.choose-target-fleet",
        "carrier.naval-base-attack",
        "chart.ranges",
        "morale.coastal-attacks",
        "morale.submarine-attack",
        "port.hidden-indian-ocean",
        "navalport.damage",
        "coastalair.naval-base-attack",
        "coastalair.purchase",
        "coastalair.in-armies",
        "coastalair.strike-range",
        "coastal-air.passing-fleets",
        "coastalair.spotted-attack",
        "search.coastal-air-strikes",
        "raider.declaration",
        "raider.neutral-ports",
        "raider.redeclare",
        "raider.return",
        "search.before-interception",
        "search.procedure",
        "search.once-per-hex",
        "search.roll",
        "search.who-searches-from-land",
        "search.coastal-air-searches",
        "search.not-from-port",
        "search.only-at-war",
        "search.coastal-air-allowance",
        "search.carrier-air-allowance",
        "chart.spotting-table",
    )

    def rules(self) -> Iterable[str]:
        return (self.settings.weather.rule,) if self.settings.weather is not None else ()

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        if action is raiding.EscortRoute:
            return ("naval", "movement")
        if action in MOVING:
            return ("naval",)
        if action in BUILDING:
            return ("production",)
        if action is airfields.MoveAircraft:
            return ("movement",)
        if action is ships.Regroup:
            return ("naval", "setup")
        return ("setup",) if action in (ships.Moor, navies.PutToSea) else ()

    def misplaced(self, world: World, state: HexState, side: Side, action: Action) -> Refusal:
        if isinstance(action, raiders.DeclareRaider):
            return world.refuse_by("raider.declaration", "Raiders are declared in the Production Phase.")
        if isinstance(action, ANSWERS):
            return self.unanswered(world, state)
        phases = " or ".join(self.when(type(action)))
        return world.untimely(f"You can do that only in another phase: {phases}.")

    def out_of_turn(self, world: World, state: HexState, action: Action) -> Refusal | None:
        if isinstance(action, raiding.AttackRoute):
            why = "Routes are attacked in your own naval movement."
            return world.refuse_by("fleet.attacks-on-routes", why)
        if isinstance(action, sailing.ChangeBase | sailing.Patrol | sailing.ReturnToPort):
            why = "In the turns of others your fleets can only intercept."
            return world.refuse_by("fleet.enemy-turn-missions", why)
        return None

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        terms = self.settings
        match action:
            case sailing.ChangeBase():
                return sailing.check_base(world, state, terms, side, action)
            case sailing.Patrol():
                return sailing.check_patrol(world, state, terms, side, action)
            case sailing.ReturnToPort():
                return sailing.check_return(world, state, terms, side, action)
            case raiding.AttackRoute():
                return raiding.check_attack(world, state, terms, side, action)
            case raiding.EscortRoute():
                return raiding.check_escort(world, state, terms, side, action)
            case search.SearchRoute():
                late = sailing.check_homecoming(world, state, side)
                return late or search.check_route(world, state, terms, side, action)
            case raiding.Engage():
                return raiding.check_engage(world, state, terms, side, action)
            case ships.Regroup():
                return ships.check_regroup(world, state, terms, side, action)
            case ships.Moor():
                return ships.check_moor(world, state, terms, side, action)
            case ships.BuildShips():
                return ships.check_build(world, state, terms, side, action)
            case ships.RaiseLevel():
                return ships.check_level(world, state, side, action)
            case instalments.BeginShip():
                return instalments.check_begin(world, state, terms, side, action)
            case instalments.PayForShip():
                return instalments.check_pay(world, state, terms, side, action)
            case base_raids.AttackBase():
                return base_raids.check_attack(world, state, terms, side, action)
            case base_raids.RaidBase():
                return base_raids.check_raid(world, state, terms, side, action)
            case alarms.AlarmCoast():
                return alarms.check(world, state, terms, side, action)
            case airfields.BuyAircraft():
                return airfields.check_buy(world, state, terms, side, action)
            case airfields.MoveAircraft():
                return airfields.check_move(world, state, side, action)
            case raiders.DeclareRaider():
                return raiders.check_declare(world, state, terms, side, action)
            case navies.PutToSea():
                return navies.check_station(world, state, terms, side, action)
        return self._check_answer(world, state, side, action)

    def _check_answer(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        fight = NAVY.of(state).battle
        losing = fight is not None and bool(fight.owed or fight.aimed)
        sinking = self._sinking(state)
        match action:
            case battle.SinkShips() if fight is not None and fight.aimed:
                return battle.check_sinking(world, state, fight, action)
            case transport.LoseTroops() if sinking and not losing:
                return transport.check_loss(world, state, action)
            case battle.LoseShips() if fight is not None and fight.owed:
                return battle.check(world, state, fight, action)
            case course.Meet() if not losing and not sinking:
                return course.check_meet(world, state, self.settings, side, action)
            case strikes.SinkShip() if NAVY.of(state).damage is not None and not losing:
                return strikes.check_sinking(world, state, action)
            case strikes.StrikeFleet() if self._striking(state):
                return strikes.check(world, state, self.settings, side, action)
            case raiders.SeekHaven() if raiders.asks(state) is not None:
                return raiders.check_seek(world, state, side, action)
            case search.Search() if not losing and not sinking:
                return search.check(world, state, self.settings, side, action)
            case course.LetPass() if not losing and not sinking and NAVY.of(state).damage is None:
                return None
        return self.unanswered(world, state)

    def _striking(self, state: HexState) -> bool:
        """Whether coastal aircraft may strike what is at sea."""
        known = NAVY.of(state)
        return known.damage is None and bool(known.voyages) and known.voyages[-1].striking

    def _sinking(self, state: HexState) -> bool:
        """Whether troops at sea must lose points."""
        voyages = NAVY.of(state).voyages
        return bool(voyages) and voyages[-1].shipment is not None and bool(voyages[-1].shipment.owed)

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        known = NAVY.of(state)
        if known.battle is not None and (known.battle.owed or known.battle.aimed):
            yield from battle.offers(state, known.battle)
        elif known.damage is not None:
            yield from strikes.choices(world, state, known.damage)
        elif self._sinking(state):
            yield from transport.offers_losses(state)
        elif known.voyages:
            yield from course.offers_meeting(world, state, self.settings, side)
        elif known.homing:
            yield from raiders.offers_havens(world, state)
        elif state.phase == "naval":
            yield from sailing.offers(world, state, self.settings, side)
            yield from raiding.offers(world, state, self.settings, side)
            yield from base_raids.offers(world, state, self.settings, side)
            yield from alarms.offers(world, state, self.settings, side)
            yield from search.offers_routes(world, state, self.settings, side)
            yield from ships.offers_regrouping(world, state, side)
        elif state.phase == "movement":
            yield from (raiding.EscortRoute(*task) for task in transport.tasks(world, state, side))
            yield from airfields.offers_moving(world, state, side)
        elif state.phase == "setup":
            yield from ships.offers_mooring(world, state, side)
            yield from ships.offers_regrouping(world, state, side) if world.setup(side).squadrons else ()
            yield from navies.offers_stations(world, state, self.settings, side)
        elif state.phase == "production":
            yield from ships.offers_building(world, state, side)
            yield from instalments.offers(world, state, self.settings, side)
            yield from raiders.offers_declaring(world, state, self.settings, side)
            yield from airfields.offers_buying(world, state, side)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        match action:
            case sailing.ChangeBase() | sailing.Patrol():
                sailing.sail(run, self.settings, action)
            case sailing.ReturnToPort():
                sailing.come_home(run, self.settings, action)
            case raiding.AttackRoute():
                raiding.attack(run, self.settings, action)
            case raiding.EscortRoute():
                run.emit(raiding.Escorted(fleet=action.fleet, route=action.route))
            case raiding.Engage():
                raiding.engage(run, self.settings, action)
            case ships.Regroup():
                run.emit(ships.Regrouped(ship=action.ship, frm=action.frm, into=action.into, count=action.count))
            case ships.Moor():
                run.emit(ships.Moored(fleet=action.fleet, at=action.at))
            case ships.BuildShips():
                ships.build(run, side, action)
            case ships.RaiseLevel():
                ships.raise_level(run, side, action)
            case instalments.BeginShip():
                instalments.begin(run, side, action)
            case instalments.PayForShip():
                instalments.pay(run, side, action)
            case airfields.BuyAircraft():
                airfields.buy(run, side, action)
            case airfields.MoveAircraft():
                run.emit(airfields.AircraftMoved(army=action.army, into=action.into, count=action.count))
            case raiders.DeclareRaider():
                raiders.declare(run, action)
            case navies.PutToSea():
                run.emit(navies.RaiderAtSea(fleet=action.fleet, at=action.at))
            case base_raids.AttackBase():
                base_raids.sail(run, self.settings, action)
            case base_raids.RaidBase():
                base_raids.raid(run, self.settings, side, action)
            case alarms.AlarmCoast():
                alarms.sail(run, self.settings, action)
            case search.SearchRoute():
                search.search_route(run, self.settings, side, action)
            case _:
                self._answer(run, side, action)
        self._sail_on(run)

    def _answer(self, run: Unfolding, side: Side, action: Action) -> None:
        """Carry out the answer to a question."""
        match action:
            case strikes.StrikeFleet():
                strikes.strike(run, self.settings, side, action)
            case strikes.SinkShip():
                strikes.sink(run, action)
            case raiders.SeekHaven():
                raiders.seek(run, self.settings, action.fleet, action.to)
            case battle.SinkShips():
                battle.sink_ships(run, action)
            case course.Meet():
                run.emit(course.ChaseDeclared(chase=Chase(action.fleet, action.at, action.foe, action.route)))
            case course.LetPass():
                course.let_pass(run, side)
            case search.Search():
                search.order(run, side, action)
            case battle.LoseShips():
                battle.take(run, action)
            case transport.LoseTroops():
                transport.lose(run, action)

    def _sail_on(self, run: Unfolding) -> None:
        """Carry out everything that needs no decision."""
        course.advance_until_decision(run, self.settings, raiding.strike)
        while raiders.bring_home(run, self.settings):
            course.advance_until_decision(run, self.settings, raiding.strike)

    def words(self, world: World, action: Action) -> str:
        return told(world, action)

    # questions

    def asks(self, world: World, state: HexState) -> tuple[Decision, ...]:
        asked = course.asks(state) or raiders.asks(state)
        return (asked,) if asked is not None else ()

    def unanswered(self, world: World, state: HexState) -> Refusal:
        asked = self.asks(world, state)
        why = asked[0].prompt if asked else "Nothing is at sea now."
        return world.refuse_by("c2-sequence.interception-after-each-fleet", why)

    def closes(self, run: Unfolding, over: bool) -> bool:
        if over and NAVY.of(run.state).passages:
            run.emit(strikes.StrikesDue(closing=True))
        self._sail_on(run)
        known = NAVY.of(run.state)
        due = known.voyages or known.damage is not None
        if not known.closing or due:
            return False
        run.emit(strikes.StrikesDue(closing=False))
        return True

    def lingers(self, world: World, state: HexState, side: Side) -> Refusal | None:
        late = sailing.overdue(state, side) if state.phase == "naval" else []
        if late:
            return world.refuse_by("uboat.patrol-returns", f"{late[0]} must return to port first.")
        return None

    # what is hidden

    def view(self, state: HexState, seat: Side | None) -> HexState:
        return search.veiled(state, seat)

    def visible(self, event: PartEvent, seat: Side | None) -> PartEvent | None:
        return search.shown(event, seat)

    # what others ask

    def sets_up(self, world: World, side: Side) -> bool:
        return bool(world.setup(side).submarines)

    def berths(self, world: World, state: HexState, side: Side, name: Name, at: Place) -> Refusal | None:
        naval = self.settings.naval
        return navies.check_berth(world, state, naval, side, name, at) if naval is not None else None

    def stays(self, world: World, state: HexState, name: Name, fleet: Fleet) -> bool:
        return navies.waiting(world, state, self.settings.naval, name) is not None

    def harbours(self, world: World, state: HexState, side: Side) -> frozenset[Place]:
        return shelters.havens(world, state, self.settings.naval, side)

    def excuses(self, world: World, state: HexState, name: Name, fleet: Fleet) -> Refusal | None:
        known = NAVY.of(state)
        if name in known.patrols:
            return world.refuse_by("fleet.own-turn-missions", f"{name} is on patrol.")
        if name in {*known.sent, *known.raids, *known.escorts.values()}:
            return world.refuse_by("fleet.own-turn-missions", f"{name} has another mission this turn.")
        if fleet.submarines:
            return world.refuse_by("fleet.own-turn-missions", f"{name} is a fleet of submarines.")
        return None

    def spots(self, world: World, state: HexState, name: Name, route: tuple[Place, ...]) -> bool:
        return bool(sighted(world, state, self.settings, name, route))

    def asks_interceptors(self) -> bool:
        return self.settings.search is not None  # an invasion must be spotted first

    def finds(self, run: Unfolding, name: Name, route: tuple[Place, ...]) -> bool:
        where = sighted(run.world, run.state, self.settings, name, route)
        at = max(where, key=lambda place: (needed(self.settings, run.state, name, where[place]), place))
        return course.roll(run, self.settings, Chase(name, at), route)

    def shadows(self, run: Unfolding, force: Attack) -> bool:
        return self.settings.search is not None and course.shadow(run, self.settings, force, raiding.strike)

    def reached(self, run: Unfolding, force: Attack) -> None:
        if self.settings.search is None:
            strikes.passed(
                run, self.settings, Voyage("" if force.army else force.fleet, "invasion", force.route, force=force)
            )

    def notices(self, world: World, state: HexState, side: Side, coast: Place, force: Attack) -> bool:
        return self.settings.search is None  # they strike what was spotted, when it has arrived

    def crosses(
        self, world: World, state: HexState, side: Side, action: Move, seas: tuple[str, ...]
    ) -> Refusal | None:
        return transport.check_course(world, state, side, action, seas)

    def embarked(self, run: Unfolding, action: Move, moved: Moved) -> bool:
        return course.embark(run, self.settings, action, moved, raiding.strike)

    def allots(self, world: World, state: HexState, side: Side) -> Refusal | None:
        return sailing.check_allotting(world, state, side)

    def hunts(self, world: World, state: HexState, side: Side) -> int:
        return NAVY.of(state).levels.get(side, 0)

    def beaten(self, run: Unfolding, name: Name) -> None:
        run.emit(battle.Beaten(fleet=name))

    def tires(self, world: World, state: HexState) -> frozenset[Name]:
        return frozenset(NAVY.of(state).beaten)

    def navy(self, world: World, state: HexState, name: Name) -> str:
        naval = self.settings.naval
        service = naval.navy(name) if naval is not None else None
        return "" if service is None or navies.waiting(world, state, naval, name) is not None else service.country

    # aircraft

    def wings(self, world: World, state: HexState, name: Name) -> int:
        return airfields.as_tac_air(world, state, name)

    def clipped(self, run: Unfolding, name: Name, count: int) -> None:
        run.emit(airfields.WingsClipped(army=name, count=airfields.DOZEN * count))

    def flights(self, world: World, state: HexState, at: Place) -> int:
        return carriers.in_support(state, at)

    def grounded(self, world: World, state: HexState, place: Place) -> int:
        return NAVY.of(state).downed.get(place, 0)

    def embarks(self, world: World, state: HexState, name: Name, army: Army) -> Refusal | None:
        if name in NAVY.of(state).squadrons:
            why = f"{name} has coastal aircraft. Move them to another army before it invades."
            return world.refuse_by("coastalair.in-armies", why)
        return None

    # the course of the war

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        self._forget(run)
        if turn != run.state.turn and NAVY.of(run.state).holed:
            run.emit(BasesMended())
        instalments.fill_slips(run, self.settings, turn)
        navies.put_to_sea(run, self.settings, turn, side)
        known = NAVY.of(run.state)
        named = (*known.beaten, *known.escorts.values(), *known.strained)
        own = any(run.state.fleets[name].side == side for name in named)
        freed = any(route.startswith(transport.TROOPS) for route in known.escorts)
        searched = known.scouts or known.sought or known.sightings or known.flown
        if known.moved or known.sent or known.raids or own or freed or searched:
            run.emit(FleetsRested(side=side))

    def resumes(self, world: World, state: HexState, written: HexState) -> HexState:
        order = world.facts.phases
        if order.index(state.phase) <= order.index("naval"):
            return state
        done = NAVY.of(written)
        return changed(
            state,
            escorts=done.escorts,
            moved=done.moved,
            sent=done.sent,
            raids=done.raids,
            scouts=done.scouts,
            flown=done.flown,
        )

    def combat_ends(self, run: Unfolding) -> None:
        airfields.recover(run, run.state.side)
        raiders.begin_homing(run, self.settings, run.state.side)
        self._sail_on(run)

    def production_begins(self, run: Unfolding) -> None:
        raiders.lapse(run, run.state.side)

    def hexes_fell(self, run: Unfolding) -> None:
        self._forget(run)

    def tidies(self, run: Unfolding) -> None:
        airfields.forget(run)
        self._forget(run)

    def realigned(self, run: Unfolding) -> None:
        if self.settings.naval is not None:
            navies.surrendered(run, self.settings.naval)
            self._forget(run)

    def _forget(self, run: Unfolding) -> None:
        """Forget fleets lost with their base or in an invasion: they are no longer at sea."""
        known = NAVY.of(run.state)
        named = {
            *known.patrols,
            *known.beaten,
            *known.strained,
            *known.moved,
            *known.sent,
            *known.raids,
            *known.raiders,
            *known.lapsed,
            *known.preyed,
            *known.homing,
            *known.scouts,
            *known.escorts.values(),
        }
        gone = named - set(run.state.fleets)
        if gone:
            run.emit(Strayed(fleets=tuple(sorted(gone))))


__all__ = ["Fleets"]
