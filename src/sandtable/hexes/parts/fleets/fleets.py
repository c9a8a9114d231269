"""The fleets part: what fleets can be ordered to do, and when."""

from collections.abc import Iterable, Iterator

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.wording import times
from sandtable.hexes.actions import Action, Move
from sandtable.hexes.events import Moved
from sandtable.hexes.part import Part, PartAction, PartEvent
from sandtable.hexes.parts.fleets import (
    battle,
    cargo,
    carriers,
    course,
    instalments,
    navies,
    raiding,
    sailing,
    ships,
    transport,
)
from sandtable.hexes.parts.fleets.meeting import needed, sighted
from sandtable.hexes.parts.fleets.memory import NAVY, Chase, changed
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.state import Fleet, HexState, Name, Phase, Place, Side
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

MOVING: tuple[type[PartAction], ...] = (
    sailing.ChangeBase,
    sailing.Patrol,
    sailing.ReturnToPort,
    raiding.AttackRoute,
    raiding.EscortRoute,
    raiding.Engage,
)
BUILDING: tuple[type[PartAction], ...] = (
    ships.BuildShips,
    ships.RaiseLevel,
    instalments.BeginShip,
    instalments.PayForShip,
)
ANSWERS: tuple[type[PartAction], ...] = (
    course.Meet,
    course.LetPass,
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
            # Troops sail in their own turn only, so whoever escorts them is free when it is over.
            escorts={
                route: name
                for route, name in known.escorts.items()
                if fleets[name].side != self.side and not route.startswith(transport.TROOPS)
            },
            beaten=tuple(name for name in known.beaten if fleets[name].side != self.side),
            strained={name: by for name, by in known.strained.items() if fleets[name].side != self.side},
        )


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
    actions = (*MOVING, ships.Regroup, ships.Moor, navies.PutToSea, *BUILDING, *ANSWERS)
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
        course.Arrived,
        course.TurnedBack,
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
        if action is ships.Regroup:
            return ("naval", "setup")
        return ("setup",) if action in (ships.Moor, navies.PutToSea) else ()

    def misplaced(self, world: World, state: HexState, side: Side, action: Action) -> Refusal:
        if isinstance(action, ANSWERS):
            return self.unanswered(world, state)
        phases = " or ".join(self.when(type(action)))
        return world.untimely(f"You can do that only in another phase: {phases}.")

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
            case course.LetPass() if not losing and not sinking:
                return None
        return self.unanswered(world, state)

    def _sinking(self, state: HexState) -> bool:
        """Whether troops at sea must lose points."""
        voyages = NAVY.of(state).voyages
        return bool(voyages) and voyages[-1].shipment is not None and bool(voyages[-1].shipment.owed)

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        known = NAVY.of(state)
        if known.battle is not None and (known.battle.owed or known.battle.aimed):
            yield from battle.offers(state, known.battle)
        elif self._sinking(state):
            yield from transport.offers_losses(state)
        elif known.voyages:
            yield from course.offers_meeting(world, state, self.settings, side)
        elif state.phase == "naval":
            yield from sailing.offers(world, state, self.settings, side)
            yield from raiding.offers(world, state, self.settings, side)
            yield from ships.offers_regrouping(world, state, side)
        elif state.phase == "movement":
            yield from (raiding.EscortRoute(*task) for task in transport.tasks(world, state, side))
        elif state.phase == "setup":
            yield from ships.offers_mooring(world, state, side)
            yield from ships.offers_regrouping(world, state, side) if world.setup(side).squadrons else ()
            yield from navies.offers_stations(world, state, self.settings, side)
        elif state.phase == "production":
            yield from ships.offers_building(world, state, side)
            yield from instalments.offers(world, state, self.settings, side)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        match action:
            case sailing.ChangeBase() | sailing.Patrol():
                sailing.sail(run, self.settings, action)
            case sailing.ReturnToPort():
                sailing.come_home(run, action)
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
            case navies.PutToSea():
                run.emit(navies.RaiderAtSea(fleet=action.fleet, at=action.at))
            case battle.SinkShips():
                battle.sink_ships(run, action)
            case course.Meet():
                run.emit(course.ChaseDeclared(chase=Chase(action.fleet, action.at)))
            case course.LetPass():
                run.emit(course.SideAsked(side=side))
            case battle.LoseShips():
                battle.take(run, action)
            case transport.LoseTroops():
                transport.lose(run, action)
        course.advance_until_decision(run, self.settings, raiding.strike)

    def words(self, world: World, action: Action) -> str:
        match action:
            case sailing.ChangeBase():
                return f"sail {fleet_name(action.fleet)} to {world.title(action.to)}"
            case sailing.Patrol():
                return f"patrol {world.title(action.to)} with {fleet_name(action.fleet)}"
            case sailing.ReturnToPort():
                return f"return {fleet_name(action.fleet)} to port"
            case raiding.AttackRoute():
                where = f"{cargo.route_name(action.route)} in {world.title(action.at)}"
                return f"attack {where} with {fleet_name(action.fleet)}"
            case raiding.EscortRoute():
                return f"escort {cargo.route_name(action.route)} with {fleet_name(action.fleet)}"
            case raiding.Engage():
                return f"attack {fleet_name(action.foe)} with {fleet_name(action.fleet)}"
            case ships.Regroup():
                what = times(action.count, ships.WORDS.get(action.ship, action.ship))
                return f"regroup {what} from {fleet_name(action.frm)} into {fleet_name(action.into)}"
            case ships.Moor():
                return f"moor {fleet_name(action.fleet)} in {world.title(action.at)}"
            case ships.BuildShips():
                what = times(action.count, ships.WORDS.get(action.ship, action.ship))
                return f"build {what} in {world.title(action.at)} for {fleet_name(action.fleet)}"
            case ships.RaiseLevel():
                return f"raise the A.S.W. level by {action.count}"
            case course.Meet():
                return f"intercept with {fleet_name(action.fleet)} in {world.title(action.at)}"
            case course.LetPass():
                return "let them pass"
            case battle.LoseShips():
                return f"lose {battle.counted(action.capital, action.asw, 0)}"
            case battle.SinkShips():
                return f"sink {battle.counted(action.capital, action.asw, 0, action.carriers)}"
            case navies.PutToSea():
                return f"put {fleet_name(action.fleet)} to sea in {world.title(action.at)}"
            case instalments.BeginShip():
                return f"begin a {ships.WORDS.get(action.ship, action.ship)} and pay {action.pay}"
            case instalments.PayForShip():
                where = (
                    f" and finish it for {fleet_name(action.fleet)} in {world.title(action.at)}"
                    if action.at
                    else ""
                )
                return f"pay {action.pay} for unfinished ship {action.slip}{where}"
            case transport.LoseTroops():
                return f"lose 1 {action.kind.replace('_', ' ')} point at sea"
        raise TypeError(f"{action} is no order to a fleet")

    # questions

    def asks(self, world: World, state: HexState) -> tuple[Decision, ...]:
        asked = course.asks(state)
        return (asked,) if asked is not None else ()

    def unanswered(self, world: World, state: HexState) -> Refusal:
        asked = self.asks(world, state)
        why = asked[0].prompt if asked else "Nothing is at sea now."
        return world.refuse_by("c2-sequence.interception-after-each-fleet", why)

    def lingers(self, world: World, state: HexState, side: Side) -> Refusal | None:
        late = sailing.overdue(state, side) if state.phase == "naval" else []
        if late:
            return world.refuse_by("uboat.patrol-returns", f"{late[0]} must return to port first.")
        return None

    # what others ask

    def sets_up(self, world: World, side: Side) -> bool:
        return bool(world.setup(side).submarines)

    def berths(self, world: World, state: HexState, side: Side, name: Name, at: Place) -> Refusal | None:
        naval = self.settings.naval
        return navies.check_berth(world, state, naval, side, name, at) if naval is not None else None

    def stays(self, world: World, state: HexState, name: Name, fleet: Fleet) -> bool:
        return navies.waiting(world, state, self.settings.naval, name) is not None

    def excuses(self, world: World, state: HexState, name: Name, fleet: Fleet) -> Refusal | None:
        if name in NAVY.of(state).patrols:
            return world.refuse_by("fleet.own-turn-missions", f"{name} is on patrol.")
        if fleet.submarines:
            return world.refuse_by("fleet.own-turn-missions", f"{name} is a fleet of submarines.")
        return None

    def spots(self, world: World, state: HexState, name: Name, route: tuple[Place, ...]) -> bool:
        return bool(sighted(world, state, self.settings, name, route))

    def finds(self, run: Unfolding, name: Name, route: tuple[Place, ...]) -> bool:
        where = sighted(run.world, run.state, self.settings, name, route)
        at = max(where, key=lambda place: (needed(self.settings, run.state, name, where[place]), place))
        return course.roll(run, self.settings, Chase(name, at), route)

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

    # the course of the war

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        self._forget(run)
        instalments.fill_slips(run, self.settings, turn)
        navies.put_to_sea(run, self.settings, turn, side)
        known = NAVY.of(run.state)
        named = (*known.beaten, *known.escorts.values(), *known.strained)
        own = any(run.state.fleets[name].side == side for name in named)
        freed = any(route.startswith(transport.TROOPS) for route in known.escorts)
        if known.moved or known.sent or known.raids or own or freed:
            run.emit(FleetsRested(side=side))

    def hexes_fell(self, run: Unfolding) -> None:
        self._forget(run)

    def tidies(self, run: Unfolding) -> None:
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
            *known.escorts.values(),
        }
        gone = named - set(run.state.fleets)
        if gone:
            run.emit(Strayed(fleets=tuple(sorted(gone))))


__all__ = ["Fleets"]
