"""The course of a voyage: who intercepts it, who intercepts the interceptors, and where it ends."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.vocabulary import SpaceName
from sandtable.hexes.actions import Move
from sandtable.hexes.events import Moved
from sandtable.hexes.evolve import with_fleet
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.fleets import (
    bases,
    battle,
    invaders,
    lookouts,
    search,
    strikes,
    terror,
    transport,
    uncovered,
)
from sandtable.hexes.parts.fleets.meeting import (
    chasers,
    check_chaser,
    check_sortie,
    distance_to,
    needed,
    way_out,
)
from sandtable.hexes.parts.fleets.memory import NAVY, Chase, Mission, Shipment, Voyage, changed, on_top
from sandtable.hexes.parts.fleets.navies import crowded_out
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.state import Attack, HexState, Name, Place, Side
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

Strike = Callable[[Unfolding, Settings, Name, str, Place], None]
"""What a fleet does when it has found a route."""

NESTED = 2
"""A fleet sailing against an interceptor can't be intercepted itself."""


class Meet(PartAction, frozen=True):
    """Try to intercept the fleet at sea in one hex of its route."""

    phrase: ClassVar[str] = "meet it in {at} with {fleet}"
    example: ClassVar[str] = "meet it in 1530 with Home Fleet"

    fleet: str
    at: SpaceName
    foe: str = ""
    """The fleet it chooses, if there are several."""
    route: tuple[str, ...] = ()
    """The hexes your fleet enters on its way there. Empty: the shortest route."""


class LetPass(PartAction, frozen=True):
    """Send no more fleets against what is at sea; if it isn't spotted, search for it no more."""

    phrase: ClassVar[str] = "let it sail"
    example: ClassVar[str] = "let it sail"


class Sailed(PartEvent, frozen=True):
    """A fleet puts to sea."""

    voyage: Voyage

    def evolve(self, state: HexState) -> HexState:
        known = NAVY.of(state)
        patrols, moved, sent = known.patrols, known.moved, known.sent
        homing = tuple(name for name in known.homing if name != self.voyage.fleet)
        match self.voyage.mission:
            case "home":
                patrols = {name: place for name, place in patrols.items() if name != self.voyage.fleet}
            case "base":
                moved = tuple(sorted({*moved, self.voyage.fleet}))
            case "patrol" | "port" | "terror":
                sent = tuple(sorted({*sent, self.voyage.fleet}))
        voyages, escorts = (*known.voyages, self.voyage), known.escorts
        if self.voyage.shipment is not None and self.voyage.fleet:
            port = state.fleets[self.voyage.fleet].at
            escorts = transport.bound(escorts, self.voyage.fleet, port, self.voyage.route[-1])
        return changed(
            state, voyages=voyages, patrols=patrols, moved=moved, sent=sent, escorts=escorts, homing=homing
        )

    def tell(self, world: World, state: HexState) -> str | None:
        if self.voyage.force is not None:
            return None
        who = fleet_name(self.voyage.fleet)
        where = world.title(self.voyage.route[-1]) if self.voyage.route else "sea"
        shipment = self.voyage.shipment
        if shipment is not None:
            under = f" escorted by {who}" if self.voyage.fleet else ""
            return f"{shipment.moved.points} of {shipment.moved.army} sail for {where}{under}"
        match self.voyage.mission:
            case "base":
                return f"{who} sails for {where}"
            case "patrol":
                return f"{who} sails to patrol {where}"
            case "home" | "haven":
                return f"{who} returns to {where}"
            case "port" if self.voyage.morale:
                return f"{who} sails against the coast of {where}"
            case "port":
                return f"{who} sails against the base in {where}"
            case "terror":
                return f"{who} sails for the coast of {where}"
            case _:
                return f"{who} puts to sea to meet the enemy in {where}"


class ChaseDeclared(PartEvent, frozen=True):
    """A fleet will try to intercept the one at sea."""

    chase: Chase

    def evolve(self, state: HexState) -> HexState:
        voyage = NAVY.of(state).voyages[-1]
        chases = sorted((*voyage.chases, self.chase), key=lambda one: voyage.way.index(one.at))
        return on_top(state, chases=tuple(chases))

    def tell(self, world: World, state: HexState) -> str:
        return f"{fleet_name(self.chase.fleet)} tries to meet it in {world.title(self.chase.at)}"


class SideAsked(PartEvent, frozen=True):
    """A side sends no more fleets against the one at sea."""

    side: Side

    def evolve(self, state: HexState) -> HexState:
        unasked = tuple(side for side in NAVY.of(state).voyages[-1].unasked if side != self.side)
        return on_top(state, unasked=unasked)


class InterceptionRolled(PartEvent, frozen=True):
    """A die decides whether a fleet intercepts another."""

    fleet: Name
    at: Place
    distance: int
    needed: int
    die: int
    success: bool
    modifier: int = 0

    def evolve(self, state: HexState) -> HexState:
        known = NAVY.of(state)
        fleet = state.fleets[self.fleet]
        if fleet.at not in state.control and self.fleet not in known.patrols:
            state = changed(state, preyed=tuple(sorted({*known.preyed, self.fleet})))
        if not known.voyages:  # it was an invasion, or a route
            return state
        voyage = known.voyages[-1]
        chases = tuple(chase for chase in voyage.chases if chase.fleet != self.fleet)
        return on_top(state, chases=chases, tried=tuple(sorted({*voyage.tried, self.fleet})))

    def rolled(self) -> tuple[int, ...]:
        return (self.die,)

    def tell(self, world: World, state: HexState) -> str:
        result = "meets it" if self.success else "does not find it"
        added = f" + {self.modifier}" if self.modifier else ""
        roll = f"rolled {self.die}{added}, needed {self.needed} or less"
        return f"{fleet_name(self.fleet)} {result} in {world.title(self.at)} ({roll})"


class PassageReopened(PartEvent, frozen=True):
    """An interception has been tried: enemies that waited for its result may still meet the fleet farther on."""

    at: Place
    sides: tuple[Side, ...]

    def evolve(self, state: HexState) -> HexState:
        voyage = NAVY.of(state).voyages[-1]
        return on_top(state, leg=voyage.way.index(self.at), unasked=self.sides)


class Arrived(PartEvent, frozen=True):
    """A voyage is over: the fleet has reached its destination."""

    fleet: Name
    mission: Mission
    at: Place

    def evolve(self, state: HexState) -> HexState:
        known = NAVY.of(state)
        state = changed(state, voyages=known.voyages[:-1])
        match self.mission:
            case "base" | "home" | "haven":
                return with_fleet(state, self.fleet, replace(state.fleets[self.fleet], at=self.at))
            case "patrol":
                return changed(state, patrols={**known.patrols, self.fleet: self.at})
        return state

    def tell(self, world: World, state: HexState) -> str | None:
        if self.mission in ("intercept", "port", "terror"):
            return None
        verb = "is on patrol in" if self.mission == "patrol" else "is in port in"
        return f"{fleet_name(self.fleet)} {verb} {world.title(self.at)}"


class TurnedBack(PartEvent, frozen=True):
    """A voyage is over: the fleet is back in its port of departure, or lost. A raider is in its new port."""

    fleet: Name

    def evolve(self, state: HexState) -> HexState:
        voyages = NAVY.of(state).voyages
        fleet = state.fleets.get(self.fleet)
        if voyages[-1].mission == "haven" and fleet is not None:
            state = with_fleet(state, self.fleet, replace(fleet, at=voyages[-1].route[-1]))
        return changed(state, voyages=voyages[:-1])


def set_out(
    run: Unfolding,
    terms: Settings,
    fleet: Name,
    mission: Mission,
    route: tuple[Place, ...],
    raid: str = "",
    foe: Name = "",
    morale: bool = False,
) -> None:
    """A fleet puts to sea. ``raid``: the route it will attack; ``foe``: the fleet it will fight; ``morale``: it
    attacks the morale of a coast."""
    start = NAVY.of(run.state).patrols.get(fleet, "") if mission == "home" else ""
    voyage = Voyage(fleet, mission, route, raid=raid, foe=foe, morale=morale)
    own = run.state.fleets[fleet]
    run.emit(Sailed(voyage=_opposed(run, terms, voyage, own.side, start or own.at)))


def _opposed(run: Unfolding, terms: Settings, voyage: Voyage, side: Side, start: Place) -> Voyage:
    """A voyage with its enemies: those that may search for it, or may intercept it without a search."""
    if terms.search is None:
        return replace(voyage, unasked=_enemies(run.world, side))
    begin = "" if voyage.route and voyage.route[0] == start else start
    foes = search.watchers(run.world, run.state, side)
    return replace(voyage, foes=foes, watch=foes, start=begin)


def _side_of(state: HexState, voyage: Voyage) -> Side:
    return voyage.shipment.side if voyage.shipment is not None else state.fleets[voyage.fleet].side


def _enemies(world: World, side: Side) -> tuple[Side, ...]:
    return tuple(other for other in world.order if world.hostile(other, side))


def advance_until_decision(run: Unfolding, terms: Settings, strike: Strike) -> None:
    """Carry out everything that needs no decision; ``strike``: what happens when a fleet has found a route."""
    while _busy(run.state):
        if run.state.combat is not None and run.state.combat.toll is not None:
            return
        if NAVY.of(run.state).battle is not None:
            if not battle.settle(run, terms):
                return
            continue
        if NAVY.of(run.state).damage is not None:
            if not strikes.settle(run):
                return
            continue
        if NAVY.of(run.state).sortie is not None:
            bases.fire_back(run)
            continue
        if not NAVY.of(run.state).voyages:
            run.emit(strikes.PassageStruck())
            continue
        voyage = NAVY.of(run.state).voyages[-1]
        troops = voyage.shipment
        if troops is not None and not transport.settle(run):
            return
        if troops is not None and not transport.left(run.state):
            transport.land(run)
        elif voyage.striking and _turned_back(run.state, voyage) and NAVY.of(run.state).closing:
            run.emit(strikes.StrikesOver())
        elif troops is None and _turned_back(run.state, voyage):
            run.emit(TurnedBack(fleet=voyage.fleet) if voyage.force is None else search.InvasionPassed())
        elif voyage.chases and (voyage.seen or not voyage.unasked):
            chase(run, terms, voyage, voyage.chases[0])
        elif voyage.striking and voyage.unasked:
            side = voyage.unasked[0]
            if any(strikes.bases(run.world, run.state, terms, side, voyage)):
                return
            run.emit(SideAsked(side=side))
        elif voyage.unasked:
            side = voyage.unasked[0]
            if any(catchers(run.world, run.state, terms, side, voyage)):
                return
            run.emit(SideAsked(side=side))
        elif voyage.seen:
            run.emit(search.WentOn())
        elif voyage.watch:
            if not search.step(run, terms, voyage):
                return
        elif voyage.striking and NAVY.of(run.state).closing:
            run.emit(strikes.StrikesOver())
        elif _struck_at_once(run.state, voyage):
            run.emit(strikes.StrikesBegan())
        else:
            strikes.passed(run, terms, voyage)
            _arrive(run, terms, voyage, strike)


def _busy(state: HexState) -> bool:
    """Whether anything is at sea, or losses are due."""
    known = NAVY.of(state)
    due = known.battle is not None or known.damage is not None or known.sortie is not None
    return due or bool(known.voyages) or (known.closing and bool(known.passages))


def _struck_at_once(state: HexState, voyage: Voyage) -> bool:
    """Whether coastal aircraft strike a voyage when it arrives: outside naval movement, where they come last."""
    fair = bool(voyage.spotted) and voyage.mission in strikes.STRUCK
    return fair and not voyage.striking and state.phase != "naval"


def _turned_back(state: HexState, voyage: Voyage) -> bool:
    """Whether what is at sea was lost, or beaten."""
    if voyage.force is not None and voyage.force.army:
        return voyage.force.army not in state.armies
    return voyage.fleet not in state.fleets or voyage.fleet in NAVY.of(state).beaten


def catchers(
    world: World, state: HexState, terms: Settings, side: Side, voyage: Voyage
) -> Iterator[tuple[Name, dict[Place, int]]]:
    """A side's fleets that could intercept a voyage now: anywhere, or in the hex where it is spotted."""
    for name, where in chasers(world, state, terms, side, voyage):
        if not voyage.seen:
            ahead = {place: far for place, far in where.items() if voyage.way.index(place) >= voyage.leg}
            if ahead:
                yield name, ahead
        elif voyage.way[voyage.leg] in where:
            yield name, {voyage.way[voyage.leg]: where[voyage.way[voyage.leg]]}


def chase(run: Unfolding, terms: Settings, voyage: Voyage, one: Chase) -> None:
    """A fleet rolls for its interception."""
    if one.fleet not in run.state.fleets:
        return
    found = roll(run, terms, one, voyage.way)
    if terms.search is None:
        run.emit(PassageReopened(at=one.at, sides=_enemies(run.world, _side_of(run.state, voyage))))
    if not found:
        return
    patrol = one.fleet in NAVY.of(run.state).patrols
    way = way_out(run.world, run.state, one)
    if patrol or not way or voyage.raid or len(NAVY.of(run.state).voyages) == NESTED:
        _engage(run, terms, one, voyage)
    else:
        set_out(run, terms, one.fleet, "intercept", way, foe=one.foe)


def _engage(run: Unfolding, terms: Settings, one: Chase, voyage: Voyage) -> None:
    """A fleet has found what is at sea. Troops are safe as long as they have an escort."""
    name, at = one.fleet, one.at
    if voyage.force is not None:
        invaders.engage(run, terms, one, voyage)
    elif voyage.shipment is None:
        battle.fight(run, terms, name, voyage.fleet, at)
    elif transport.guarded(run.state, voyage):
        battle.fight(run, terms, name, voyage.fleet, at, troops=True)
    else:
        transport.fire(run, terms, name, at, alone=not voyage.fleet)


def embark(run: Unfolding, terms: Settings, action: Move, moved: Moved, strike: Strike) -> bool:
    """Troops put to sea, and every enemy may intercept them."""
    assert action.ports is not None, "they go by land"
    state, side = run.state, run.state.side
    way = transport.course_of(run.world, state, side, action, moved.seas)
    if not way:
        return False
    escort = transport.escort_of(state, side, action.ports)
    voyage = Voyage(escort, "troops", way, shipment=Shipment(side, moved))
    run.emit(Sailed(voyage=_opposed(run, terms, voyage, side, action.ports[0])))
    advance_until_decision(run, terms, strike)
    return True


def roll(run: Unfolding, terms: Settings, one: Chase, route: tuple[Place, ...]) -> bool:
    """Whether a fleet intercepts another in a hex."""
    distance = distance_to(run.world, run.state, terms, one, route)
    most = needed(terms, run.state, one.fleet, distance)
    modifier = NAVY.of(run.state).strained.get(one.fleet, 0)
    die = run.roll()
    success = die + modifier <= most
    run.emit(
        InterceptionRolled(
            fleet=one.fleet,
            at=one.at,
            distance=distance,
            needed=most,
            die=die,
            success=success,
            modifier=modifier,
        )
    )
    return success


def _arrive(run: Unfolding, terms: Settings, voyage: Voyage, strike: Strike) -> None:
    """A fleet has reached its destination; if that is another fleet, they fight."""
    at = voyage.route[-1]
    if voyage.force is not None:
        run.emit(search.InvasionPassed())
        return
    if voyage.shipment is not None:
        transport.land(run)
        return
    run.emit(Arrived(fleet=voyage.fleet, mission=voyage.mission, at=at))
    if voyage.mission == "home" and terms.naval is not None:
        lost = crowded_out(run.world, run.state, terms.naval, voyage.fleet)
        if lost is not None:
            run.emit(lost)
    uncovered.note(run, terms, voyage)
    if voyage.mission == "port" and not voyage.met:
        bases.attack(run, voyage.fleet, at, voyage.morale)
    elif voyage.mission == "terror":
        terror.surface(run, terms, voyage.fleet, at)
    elif voyage.raid:
        strike(run, terms, voyage.fleet, voyage.raid, at)
    elif voyage.mission == "intercept":
        _engage(run, terms, Chase(voyage.fleet, at, voyage.foe), NAVY.of(run.state).voyages[-1])


# the question


def asks(state: HexState) -> Decision | None:
    """The decision about a fleet at sea. None if there is none."""
    known = NAVY.of(state)
    if state.combat is not None and state.combat.toll is not None:
        return None  # an army at sea takes its losses first
    if known.battle is not None and (known.battle.owed or known.battle.aimed):
        return battle.asks(state, known.battle)
    voyage = known.voyages[-1] if known.voyages else None
    if voyage is not None and voyage.shipment is not None and voyage.shipment.owed:
        return transport.asks(voyage, voyage.shipment)
    if known.damage is not None:
        return strikes.asks_sinking(known.damage)
    if voyage is not None and voyage.striking and voyage.unasked:
        return strikes.asks(voyage, voyage.unasked[0])
    seeking = search.asked(state)
    if voyage is not None and seeking is not None:
        return search.asks(voyage, seeking)
    if voyage is None or not voyage.unasked:
        return None
    target = "the troops at sea" if voyage.shipment is not None else fleet_name(voyage.title)
    prompt = f"Intercept {target} with a fleet, or let them pass."
    return Decision(voyage.unasked[0], "meet", voyage.route[-1], prompt)


def check_meet(world: World, state: HexState, terms: Settings, side: Side, action: Meet) -> Refusal | None:
    """Validate an interception."""
    voyage = NAVY.of(state).voyages[-1]
    if voyage.striking:
        return world.refuse_by("search.procedure", f"{voyage.title} has arrived.")
    if action.at not in voyage.way:
        why = f"{voyage.title} doesn't pass through {world.title(action.at)}."
        return world.refuse_by("fleet.route-fixed", why)
    refusal = check_chaser(world, state, terms, side, voyage, action.fleet)
    if refusal is not None:
        return refusal
    if terms.search is None and voyage.way.index(action.at) < voyage.leg:
        return world.refuse_by("fleet.route-fixed", f"{voyage.title} has passed {world.title(action.at)}.")
    if terms.search is not None and not (voyage.seen and action.at == voyage.way[voyage.leg]):
        why = f"{voyage.title} is not spotted in {world.title(action.at)}."
        return world.refuse_by("search.before-interception", why)
    if not invaders.check_foe(state, voyage, action.foe):
        return world.refuse_by("naval.choose-target-fleet", f"{action.foe} isn't with {voyage.title}.")
    return check_sortie(world, state, terms, Chase(action.fleet, action.at, route=action.route), voyage.way)


def offers_meeting(world: World, state: HexState, terms: Settings, side: Side) -> Iterator[PartAction]:
    """Each fleet in the hex where it is most likely to intercept the one at sea, or none."""
    voyage = NAVY.of(state).voyages[-1]
    if voyage.striking:
        yield from strikes.offers(world, state, terms, side)
    elif search.asked(state) is not None:
        yield from search.offers(world, state, terms, side)
    else:
        foes = lookouts.companions(state, voyage)[1:] if voyage.force is not None else []
        for name, where in catchers(world, state, terms, side, voyage):
            at = min(where, key=lambda place: (where[place], voyage.way.index(place)))
            yield from (Meet(name, at, foe) for foe in ("", *foes))
    yield LetPass()


def let_pass(run: Unfolding, side: Side) -> None:
    """A side sends no more fleets against what is at sea, or searches for it no more."""
    run.emit(search.SearchWaived(side=side) if search.asked(run.state) is not None else SideAsked(side=side))


def shadow(run: Unfolding, terms: Settings, force: Attack, strike: Strike) -> bool:
    """An invasion is at sea: its enemies may search for it. Returns whether somebody must decide about that."""
    if not NAVY.of(run.state).voyages:
        voyage = invaders.voyage_of(run.world, run.state, force)
        if voyage is None:
            return False
        run.emit(Sailed(voyage=voyage))
    advance_until_decision(run, terms, strike)
    due = run.state.combat is not None and run.state.combat.toll is not None
    return due or bool(NAVY.of(run.state).voyages)
