"""The odds of an invasion: the voyage past enemy fleets and coastal air, the fire on both sides, and the landing.

What is assumed: every enemy fleet that may intercept does, one after the other, and all defenders fire. Coastal
air fires at the army with the most amphibious points. At sea an army loses what must be amphibious, then infantry
first, and ships last; in the hex points go before the fort. The armies try to land in the given order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import ceil
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.hexes.combat.advancing import Chance, landing_strength
from sandtable.hexes.combat.fire import aimed, defence_strength, led
from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.invasion.sailing import air_at_target, hungry, interceptors, passing
from sandtable.hexes.parts.fleets.cargo import spirit
from sandtable.hexes.parts.tactical_air import TacticalAir
from sandtable.hexes.parts.tactical_air.memory import AIR_WAR
from sandtable.hexes.state import Army, Attack, Fleet, HexState, Name, Place
from sandtable.hexes.strength import NONE, Kind, Points
from sandtable.hexes.tables import Tables
from sandtable.hexes.weather import winter_modifier
from sandtable.hexes.world import World
from sandtable.odds.hexes.course import DIE, FACES, Course, Salvos, mean
from sandtable.odds.hexes.offensive import Stage, committed, defence_modifier, stage_of
from sandtable.odds.hexes.sea import Strength, faces_to_find
from sandtable.odds.hexes.taking import ORDER, Defenders, grounded, suffer

T = TypeVar("T")


class Squadron(msgspec.Struct, frozen=True):
    """A fleet, and what is added to its dice."""

    fleet: Fleet
    modifier: int = 0


class Force(msgspec.Struct, frozen=True):
    """An army at sea with its escort, or a fleet that sails in support."""

    points: Points
    place: Place
    """The port it sails from: the armies of one port fire together."""
    escort: Squadron | None = None
    met: tuple[tuple[int, int], ...] = ()
    """The enemy fleets that intercept it, each with how many faces of a die find it."""
    coasts: tuple[int, ...] = ()
    """The strengths of the coastal air that it passes."""
    winter: int = 0
    """Added to its dice in its port."""
    led: int = 0
    """What its leader adds to its dice."""
    advanced: int = 0
    """Hexes it has already advanced this turn."""


class Invasion(msgspec.Struct, frozen=True):
    """The forces that invade a hex, armies first, and everything in their way."""

    forces: tuple[Force, ...]
    stage: Stage
    """The hex. Its armies stand in it one by one."""
    strength: Strength
    """How strong a fleet is against another."""
    foes: tuple[Squadron, ...] = ()
    """Enemy fleets that may intercept."""
    air: int = 0
    """The strength of the coastal air that fires at an army before it lands."""
    shield: int = 0
    """Aircraft that defend the coast instead."""
    support: int = 0
    """Aircraft that help the assault from a hex nearby."""
    losses: tuple[Kind, ...] = ORDER
    assault_modifier: int = 0
    advance_modifier: int = 0
    their_modifier: int = 0


class Beachhead(msgspec.Struct, frozen=True):
    """The possible results of an invasion. The chances are exact."""

    captured: Fraction
    ashore: Mapping[int, Fraction]
    """The points in the hex afterwards; none if it was not taken."""
    lost: Mapping[int, Fraction]
    """Points of armies lost, at sea and in the assault."""
    drowned: Mapping[int, Fraction]
    """Those lost at sea, to fleets and coastal air."""
    ships: Mapping[int, Fraction]
    """Ships lost."""
    inflicted: Mapping[int, Fraction]
    """Points that the defenders lose to fire."""
    sunk: Mapping[int, Fraction]
    """Ships that the defenders lose."""

    @property
    def mean_lost(self) -> float:
        return mean(self.lost)

    @property
    def mean_ashore(self) -> float:
        return mean(self.ashore)

    @property
    def mean_inflicted(self) -> float:
        return mean(self.inflicted)


class _Sea(msgspec.Struct, frozen=True):
    """A state in the middle of an invasion."""

    corps: tuple[Points, ...]
    led: tuple[bool, ...]
    ships: tuple[Fleet | None, ...]
    away: tuple[bool, ...]
    """Escorts that have been beaten, or have fired in support."""
    foes: tuple[Fleet, ...]
    beaten: tuple[bool, ...]
    """Enemy fleets that can't intercept any more."""
    defenders: Defenders
    inflicted: int = 0
    drowned: int = 0
    hurt: tuple[int, ...] = ()
    ashore: tuple[int, ...] = ()

    def escort(self, number: int) -> Fleet | None:
        """The fleet that is still with a force."""
        fleet = self.ships[number]
        return fleet if fleet is not None and fleet.ships and not self.away[number] else None

    def afloat(self, number: int) -> bool:
        """Whether a force is still on its way."""
        return self.corps[number].total > 0 or self.escort(number) is not None


Outcomes = Iterator[tuple[_Sea, int]]


class _Plan(msgspec.Struct, frozen=True):
    """What the steps of an invasion read."""

    invasion: Invasion
    salvos: Salvos

    @property
    def armies(self) -> tuple[int, ...]:
        """The forces that are armies."""
        return tuple(number for number, force in enumerate(self.invasion.forces) if force.points.total)


def beachhead(tables: Tables, invasion: Invasion) -> Beachhead:
    """The exact chances of an invasion."""
    forces, stage = invasion.forces, invasion.stage
    cover = stage.fort if stage.cover is None else stage.cover
    start = _Sea(
        corps=tuple(force.points for force in forces),
        led=tuple(bool(force.led) for force in forces),
        ships=tuple(force.escort.fleet if force.escort is not None else None for force in forces),
        away=(False,) * len(forces),
        foes=tuple(one.fleet for one in invasion.foes),
        beaten=(False,) * len(invasion.foes),
        defenders=Defenders(stage.held, stage.fort, cover, stage.garrison),
    )
    plan, course = _Plan(invasion, Salvos(tables)), Course(start)
    for number, force in enumerate(forces):
        _sail(plan, number, force, course)
    if invasion.shield:
        course.turn(lambda sea: replace(sea, defenders=replace(sea.defenders, coast=invasion.shield)))
    elif invasion.air:
        course.roll(partial(_strike, plan), 2)
        _risks(plan, course)
    for number, force in enumerate(forces):
        if force.escort is not None and not stage.friendly:
            course.roll(partial(_bombard, plan, number))
    if not stage.friendly:
        _assault(plan, course)
    for number in plan.armies:
        course.roll(partial(_land, plan, number))
    return _told(start, course)


def _sail(plan: _Plan, number: int, force: Force, course: Course[_Sea]) -> None:
    """The voyage of one force."""
    for foe, faces in force.met:
        course.roll(partial(_meet, plan, number, foe, faces), 3)
        _risks(plan, course)
    for strength in force.coasts:
        course.roll(partial(_pass, plan, number, strength), 2)
        _risks(plan, course)


def _risks(plan: _Plan, course: Course[_Sea]) -> None:
    """Armies that took losses may lose their leaders."""
    for number in plan.armies:
        if plan.invasion.forces[number].led:
            course.roll(partial(_risk, number))
    course.turn(lambda sea: replace(sea, hurt=()) if sea.hurt else sea)


def _risk(number: int, sea: _Sea) -> Outcomes:
    if number not in sea.hurt or not sea.led[number] or not sea.corps[number].total:
        yield sea, FACES
        return
    yield sea, FACES - 1
    yield replace(sea, led=_with(sea.led, number, False)), 1


def _meet(plan: _Plan, number: int, foe: int, faces: int, sea: _Sea) -> Outcomes:
    """An enemy fleet intercepts a force: both fire, and the beaten fleet goes home."""
    whole = FACES**2
    if not _at_sea(plan, number, sea) or sea.beaten[foe] or not sea.foes[foe].ships:
        yield sea, FACES * whole
        return
    if faces < FACES:
        yield sea, (FACES - faces) * whole
    if not faces:
        return
    invasion, force = plan.invasion, plan.invasion.forces[number]
    own, escort = sea.foes[foe], sea.escort(number)
    theirs = invasion.strength(own, escort)
    answer = invasion.strength(escort, own) if escort is not None else 0
    modifier = force.escort.modifier if force.escort is not None else 0
    for dealt, ways in plan.salvos.shot(theirs, invasion.foes[foe].modifier):
        for taken, others in plan.salvos.shot(answer, modifier):
            left = own.without(min(taken, own.ships))
            after = _suffer_at_sea(plan, number, dealt, replace(sea, foes=_with(sea.foes, foe, left)))
            yield _settled(number, foe, dealt, taken, escort is not None, after), faces * ways * others


def _settled(number: int, foe: int, dealt: int, taken: int, escorted: bool, sea: _Sea) -> _Sea:
    """More ships left win, then more hits, then the fleet that was intercepted; the loser is out for the turn."""
    if not escorted:
        return sea
    fleet = sea.ships[number]
    theirs = fleet.ships if fleet is not None else 0
    if (sea.foes[foe].ships, dealt) > (theirs, taken):
        return replace(sea, away=_with(sea.away, number, True))
    return replace(sea, beaten=_with(sea.beaten, foe, True))


def _at_sea(plan: _Plan, number: int, sea: _Sea) -> bool:
    """Whether a force is still at sea: an escort whose army is lost is not."""
    return sea.corps[number].total > 0 if number in plan.armies else sea.escort(number) is not None


def _suffer_at_sea(plan: _Plan, number: int, hits: int, sea: _Sea) -> _Sea:
    """Losses of a force: at least half amphibious, then points, then ships."""
    if not hits:
        return sea
    escort, points = sea.escort(number), sea.corps[number]
    left = suffer((points,), (0,), hits, plan.invasion.losses, ceil(hits / 2))[0]
    gone = points.total - left.total
    ships = sea.ships
    if escort is not None and hits > gone:
        ships = _with(ships, number, escort.without(min(hits - gone, escort.ships)))
    return replace(
        sea,
        corps=_with(sea.corps, number, left),
        ships=ships,
        drowned=sea.drowned + gone,
        hurt=(*sea.hurt, number) if gone else sea.hurt,
    )


def _pass(plan: _Plan, number: int, strength: int, sea: _Sea) -> Outcomes:
    """Coastal air fires at a force; its fleet fires first."""
    if not _at_sea(plan, number, sea):
        yield sea, FACES**2
        return
    escort, force = sea.escort(number), plan.invasion.forces[number]
    guns = escort.points if escort is not None else 0
    modifier = force.escort.modifier if force.escort is not None else 0
    for downed, ways in plan.salvos.shot(guns, modifier):
        for hits, others in plan.salvos.shot(max(0, strength - downed)):
            yield _suffer_at_sea(plan, number, hits, sea), ways * others


def _strike(plan: _Plan, sea: _Sea) -> Outcomes:
    """The coastal air of the target fires at one army."""
    left = [number for number in plan.armies if sea.corps[number].total]
    if not left:
        yield sea, FACES**2
        return
    number = max(left, key=lambda one: sea.corps[one].amphibious)
    yield from _pass(plan, number, plan.invasion.air, sea)


def _bombard(plan: _Plan, number: int, sea: _Sea) -> Outcomes:
    """A fleet that has come along fires at the hex."""
    fleet, invasion = sea.escort(number), plan.invasion
    landing = any(sea.corps[one].total for one in plan.armies)
    if not landing or fleet is None or not fleet.points or not _at_sea(plan, number, sea):
        yield sea, FACES
        return
    squadron = invasion.forces[number].escort
    modifier = invasion.assault_modifier + (squadron.modifier if squadron is not None else 0)
    for hits, ways in plan.salvos.shot(fleet.points, modifier):
        left, lost = sea.defenders.hit(hits)
        yield replace(sea, defenders=left, inflicted=sea.inflicted + lost), ways


def _assault(plan: _Plan, course: Course[_Sea]) -> None:
    """The defenders fire, then the armies of each port."""
    invasion, salvos = plan.invasion, plan.salvos
    most = salvos.tables.most
    flying = sum(one.tac_air for one in invasion.stage.held)
    if invasion.stage.fires or flying or invasion.shield:
        dice = salvos.dice(most + flying + invasion.shield)
        course.roll(partial(_defend, plan, dice), dice)
        _risks(plan, course)
    air = flying + invasion.shield
    duel = salvos.dice(invasion.support) if air else 0
    fire = salvos.dice(most + invasion.support)
    for place in dict.fromkeys(invasion.forces[number].place for number in plan.armies):
        group = tuple(number for number in plan.armies if invasion.forces[number].place == place)
        course.roll(partial(_storm, plan, group, duel, fire), duel + fire)


def _defend(plan: _Plan, dice: int, sea: _Sea) -> Outcomes:
    """The defensive assault of what is left after the fleets' fire, and of the coast's aircraft."""
    stage, held = plan.invasion.stage, sea.defenders
    exposed = tuple(number for number in plan.armies if sea.corps[number].total)
    ground = min(stage.fires, sum(defence_strength(one, 0) for one in held.armies) + held.fort)
    flying = sum(one.tac_air for one in held.armies if not grounded(one)) if stage.flying else 0
    strength = min(plan.salvos.tables.most, ground) + flying + held.coast
    modifier = plan.invasion.their_modifier + (stage.their_winter if held.armies else 0)
    if not exposed:
        yield sea, FACES**dice
        return
    for hits, ways in plan.salvos.hits(strength, modifier, dice):
        left = suffer(sea.corps, exposed, hits, plan.invasion.losses, ceil(hits / 2))
        hurt = tuple(number for number in exposed if left[number] != sea.corps[number])
        yield replace(sea, corps=left, hurt=hurt), ways


def _storm(plan: _Plan, group: tuple[int, ...], duel: int, fire: int, sea: _Sea) -> Outcomes:
    """The armies of one port fire: aircraft in support fight enemy aircraft first."""
    invasion, salvos = plan.invasion, plan.salvos
    left = [number for number in group if sea.corps[number].total]
    fights, joins = committed(0, invasion.support, sea.defenders.air + sea.defenders.coast, invasion.stage.ordered)
    ground = sum(sea.corps[number].amphibious for number in left)
    strength = min(salvos.tables.most, ground) + joins
    if not left or not (strength or fights):
        yield sea, FACES ** (duel + fire)
        return
    lead = min((invasion.forces[number].led for number in left if sea.led[number]), default=0)
    modifier = invasion.assault_modifier + lead
    winter = invasion.forces[left[0]].winter
    for downed, chance in salvos.hits(fights, modifier, duel):
        clear = sea.defenders.downed(downed)
        for hits, ways in salvos.hits(strength, modifier + winter, fire):
            after, lost = clear.hit(hits)
            yield replace(sea, defenders=after, inflicted=sea.inflicted + lost), chance * ways


def _land(plan: _Plan, number: int, sea: _Sea) -> Outcomes:
    """An army tries to land; into a friendly hex no die is needed."""
    points, invasion = sea.corps[number], plan.invasion
    if not points.total:
        yield sea, FACES
        return
    landed = replace(sea, ashore=(*sea.ashore, number))
    if invasion.stage.friendly or sea.ashore:
        yield landed, FACES
        return
    force, into = invasion.forces[number], invasion.stage.terrain
    strength, against = landing_strength(points), sea.defenders.strength
    modifier = force.advanced + into.advance + (0 if against else into.empty) + force.winter
    modifier += invasion.advance_modifier + (force.led if sea.led[number] else 0)
    odds = Chance(strength, against, plan.salvos.tables.reach(strength, against), modifier)
    made = sum(odds.succeeds(die) for die in DIE)
    if made:
        yield landed, made
    if made < FACES:
        yield sea, FACES - made


def _told(start: _Sea, course: Course[_Sea]) -> Beachhead:
    whole = sum(one.total for one in start.corps)
    ships = sum(one.ships for one in start.ships if one is not None)
    foes = sum(one.ships for one in start.foes)

    def spread(of: Callable[[_Sea], int]) -> dict[int, Fraction]:
        return dict(sorted(course.spread(of).items()))

    return Beachhead(
        captured=course.chance(lambda sea: bool(sea.ashore)),
        ashore=spread(lambda sea: sum(sea.corps[number].total for number in sea.ashore)),
        lost=spread(lambda sea: whole - sum(one.total for one in sea.corps)),
        drowned=spread(lambda sea: sea.drowned),
        ships=spread(lambda sea: ships - sum(one.ships for one in sea.ships if one is not None)),
        inflicted=spread(lambda sea: sea.inflicted),
        sunk=spread(lambda sea: foes - sum(one.ships for one in sea.foes)),
    )


def _with(values: tuple[T, ...], number: int, value: T) -> tuple[T, ...]:
    return (*values[:number], value, *values[number + 1 :])


def invasion_of(
    world: World, state: HexState, attacks: Sequence[Attack], supports: Sequence[Attack] = ()
) -> Invasion:
    """The invasion of one hex in a position: armies, in the order in which they land, and fleets in support."""
    target = attacks[0].target
    first = state.armies[attacks[0].army]
    side = first.side
    forces = [*attacks, *supports]
    near = [() if _sailed(state, attack) else tuple(interceptors(world, state, attack)) for attack in forces]
    names = tuple(dict.fromkeys(name for found in near for name in found))
    air = air_at_target(world, state, side, target)
    shields = TacticalAir.of(world)
    return Invasion(
        tuple(
            _force(world, state, attack, [(names.index(name), name) for name in found])
            for attack, found in zip(forces, near, strict=True)
        ),
        stage_of(world, state, first, target, apart=True),
        partial(sea_strength, world, state),
        tuple(_interceptor(world, state, name) for name in names),
        air=_air(world, side, target) if air and shields is None else 0,
        shield=shields.settings.coast if air and shields is not None else 0,
        support=sum(state.armies[name].points.tac_air for name in AIR_WAR.of(state).support.get(target, ())),
        assault_modifier=aimed(world, state, side, "assault", first.nation),
        advance_modifier=aimed(world, state, side, "advance", first.nation),
        their_modifier=defence_modifier(world, state, target),
    )


def _interceptor(world: World, state: HexState, name: Name) -> Squadron:
    return Squadron(state.fleets[name], hungry(world, state, state.fleets[name]) + spirit(world, state, name))


def _sailed(state: HexState, attack: Attack) -> bool:
    """Whether a force has made its voyage in naval movement."""
    return state.combat is not None and (attack.army or attack.fleet) in state.combat.sailed


def _coasts(world: World, state: HexState, attack: Attack) -> tuple[Place, ...]:
    """The coasts that can still strike a force on its way: they have when naval movement is over."""
    return () if _sailed(state, attack) and state.phase != "naval" else passing(world, state, attack)


def _air(world: World, side: str, place: Place) -> int:
    """The strength of a place's coastal air against a side."""
    strength = world.tables.coastal_air
    return world.tables.box_air.get(side, strength) if place in world.board.boxes else strength


def _force(world: World, state: HexState, attack: Attack, foes: Sequence[tuple[int, Name]]) -> Force:
    army = state.armies.get(attack.army)
    fleet = state.fleets.get(attack.fleet) if attack.fleet not in state.expended else None
    side = army.side if army is not None else state.fleets[attack.fleet].side
    combat = state.combat
    return Force(
        army.points if army is not None else NONE,
        army.at if army is not None else "",
        Squadron(fleet, hungry(world, state, fleet)) if fleet is not None else None,
        tuple((number, faces_to_find(world, state, name, attack.route)) for number, name in foes),
        tuple(_air(world, side, place) for place in _coasts(world, state, attack)),
        winter=winter_modifier(world, state, army) if army is not None else 0,
        led=_leader(world, state, attack, army),
        advanced=combat.advanced.get(attack.army, 0) if combat is not None else 0,
    )


def _leader(world: World, state: HexState, attack: Attack, army: Army | None) -> int:
    return led(world, state, (attack.army,), attack.target, "assault") if army is not None else 0
