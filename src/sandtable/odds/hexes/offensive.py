"""The odds of an offensive in the hex family: exact chances along a chain of hexes.

An offensive starts as an initial attack by several armies on one hex: the defenders fire, the attackers fire hex
by hex, and the armies try to advance, one after the other. Aircraft fight enemy aircraft before each assault, and
the rest fire with the ground. Then the first of the armies, the *spearhead*, continues alone, with a cumulative +1
to its die for each hex, until it fails or the chain ends. Dice are read on the game's own tables. Losses are
chosen to keep mechanized points: infantry goes first, and the spearhead's mechanized points last.

Displaced defenders do not reinforce the next hex here; to include that, ask again.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from sandtable.hexes.combat.advancing import Chance
from sandtable.hexes.combat.fire import aimed, counted, defence_strength, led
from sandtable.hexes.parts.paratroops import DROPS
from sandtable.hexes.parts.tactical_air.memory import AIR_WAR, lane
from sandtable.hexes.state import Army, HexState, Name, Place, fort_name
from sandtable.hexes.status import friendly
from sandtable.hexes.strength import NONE, Kind, Points, points_of, total
from sandtable.hexes.tables import Counted, Tables, TerrainEffect
from sandtable.hexes.weather import winter_modifier
from sandtable.hexes.world import World
from sandtable.odds.hexes.course import DIE, FACES, Course, Salvos, mean
from sandtable.odds.hexes.taking import NOBODY, ORDER, Defenders, grounded, shot_down, suffer


class Corps(msgspec.Struct, frozen=True):
    """An attacking army: its points, its position, and what it does in the initial attack."""

    points: Points
    place: Place
    leaving: Counted = "full"
    """How much its mechanized points count for an advance out of its hex."""
    winter: int = 0
    """Added to its dice there."""
    assaults: bool = True
    advances: bool = True
    over_water: bool = False
    """Only water connects its hex with the target: no ground points fire, and only a drop gets across."""
    drop: int = 0
    """Paratroop points that drop before its first advance."""
    led: int = 0
    """What its leader adds to its dice. He is lost with a six when it takes losses."""
    name: Name = ""
    """Of two armies with as many aircraft, the first by name loses them first."""
    ordered: int = -1
    """How many aircraft of its hex were ordered to fight enemy aircraft; -1: as many as the enemy has."""


class Stage(msgspec.Struct, frozen=True):
    """A hex of the chain and its contents."""

    defence: int
    """The strength points of its armies, without aircraft."""
    fires: int = 0
    """The firing strength of its defensive assault, including forts; 0 if it does not fire."""
    armies: tuple[Points, ...] = ()
    """Its armies one by one, if there are aircraft among them; of each kind the last army's points go first."""
    flying: int = 0
    """Those of firing armies with ground points: they fight enemy aircraft, or fire with the ground."""
    circling: int = 0
    """Those of firing armies without: they only fight enemy aircraft."""
    ordered: int = -1
    """How many of them were ordered to fight; -1: as many as the enemy has."""
    fort: int = 0
    cover: int | None = None
    """Losses the fort can still absorb this turn, if fewer than its points."""
    garrison: bool = False
    """Whether it has a garrison while neither points nor a fort are in it. Once an army is eliminated in it, there
    is none."""
    friendly: bool = False
    """Whether it already belongs to the attackers."""
    terrain: TerrainEffect = TerrainEffect()
    their_winter: int = 0
    """Added to the defenders' die."""
    winter: int = 0
    """Added to the spearhead's dice when it is in this hex."""
    assault: bool = False
    """In exploitation: whether the spearhead assaults here, if it still can."""

    @property
    def held(self) -> tuple[Points, ...]:
        """The armies that defend it."""
        return self.armies or ((Points(self.defence),) if self.defence else ())


class Offensive(msgspec.Struct, frozen=True):
    """The armies of an initial attack, the spearhead first, and the chain of hexes."""

    corps: tuple[Corps, ...]
    stages: tuple[Stage, ...]
    losses: tuple[Kind, ...] = ORDER
    """The order of attackers' losses; of each kind the spearhead's points go last."""
    advanced: int = 0
    """Hexes the spearhead has already advanced this turn."""
    spent: bool = False
    """Whether it has already made its assault."""
    assault_modifier: int = 0
    """Added to the dice of all assaults of the attackers, such as for low morale."""
    advance_modifier: int = 0
    """Added to the dice of all their advances."""
    their_modifier: int = 0
    """Added to the defenders' dice."""


class Prospects(msgspec.Struct, frozen=True):
    """The possible results of an offensive. The chances are exact."""

    captured: Fraction
    """That any army enters the first hex."""
    reached: tuple[Fraction, ...]
    """That the spearhead enters each hex of the chain."""
    lost: Mapping[int, Fraction]
    """Points the attackers lose."""
    inflicted: Mapping[int, Fraction]
    """Points of armies and forts that the defenders lose to fire, and to aircraft when they are driven off."""
    spearhead: Mapping[Points, Fraction]
    """What the spearhead has at the end."""

    @property
    def mean_lost(self) -> float:
        return mean(self.lost)

    @property
    def mean_inflicted(self) -> float:
        return mean(self.inflicted)


class _Stand(msgspec.Struct, frozen=True):
    """A state in the middle of an offensive."""

    corps: tuple[Points, ...]
    led: tuple[bool, ...]
    """Whether each army still has its leader."""
    defenders: Defenders
    inflicted: int = 0
    hurt: tuple[int, ...] = ()
    """Armies that have just lost points."""
    reached: int = 0
    """Hexes the spearhead has entered."""
    taken: bool = False
    """Whether the first hex belongs to the attackers."""
    spent: bool = False
    """Whether the spearhead has made its assault."""
    over: bool = False


class _Plan(msgspec.Struct, frozen=True):
    """What the steps of an offensive read."""

    offensive: Offensive
    salvos: Salvos
    garrisons: bool

    @property
    def tables(self) -> Tables:
        return self.salvos.tables


Outcomes = Iterator[tuple[_Stand, int]]


def prospects(tables: Tables, offensive: Offensive, garrisons: bool = False) -> Prospects:
    """The exact chances of an offensive; with ``garrisons`` they count among the points lost to fire."""
    first = offensive.stages[0]
    points = tuple(one.points for one in offensive.corps)
    leaders = tuple(bool(one.led) for one in offensive.corps)
    start = _Stand(points, leaders, NOBODY, taken=first.friendly, spent=offensive.spent)
    course = Course(_facing(first, start))
    plan = _Plan(offensive, Salvos(tables), garrisons)
    _initial(plan, course)
    for number, (before, stage) in enumerate(pairwise(offensive.stages), 1):
        _exploit(plan, stage, before, number, course)
    return _told(offensive, list(course.chances()))


def _facing(stage: Stage, stand: _Stand) -> _Stand:
    """Move on to the next hex."""
    if stand.over:
        return stand
    cover = stage.fort if stage.cover is None else stage.cover
    return replace(stand, defenders=Defenders(stage.held, stage.fort, cover, stage.garrison), hurt=())


def _initial(plan: _Plan, course: Course[_Stand]) -> None:
    offensive = plan.offensive
    stage, corps = offensive.stages[0], offensive.corps
    if not stage.friendly:
        _defended(plan, stage, tuple(range(len(corps))), course)
        for place in dict.fromkeys(one.place for one in corps if one.assaults):
            group = tuple(n for n, one in enumerate(corps) if one.place == place and one.assaults)
            _assaulted(plan, stage, group, corps[group[0]], course)
    for number, one in enumerate(corps):
        if one.advances:
            begun = 0 if number else offensive.advanced
            course.roll(partial(_advance, plan, stage, number, one, 0, begun))
    course.turn(lambda stand: replace(stand, over=not stand.reached))


def _exploit(plan: _Plan, stage: Stage, before: Stage, number: int, course: Course[_Stand]) -> None:
    """The spearhead continues alone out of the previous hex."""
    course.turn(partial(_facing, stage))
    spearhead = plan.offensive.corps[0]
    corps = Corps(NONE, "", before.terrain.leaving, before.winter, led=spearhead.led)
    if not stage.friendly:
        _defended(plan, stage, (0,), course)
        if stage.assault:
            _assaulted(plan, stage, (0,), corps, course)
    course.roll(partial(_advance, plan, stage, 0, corps, number, plan.offensive.advanced))
    course.turn(lambda stand: replace(stand, over=stand.reached <= number))


def _defended(plan: _Plan, stage: Stage, attackers: tuple[int, ...], course: Course[_Stand]) -> None:
    """The defensive assault, and what becomes of the attackers' leaders."""
    flying = stage.flying + stage.circling
    if not stage.fires and not flying:
        return
    foes = any(one.points.tac_air for one in plan.offensive.corps)
    duel = plan.salvos.dice(flying) if foes else 0
    fire = max(1, plan.salvos.dice(min(stage.fires, plan.tables.most) + stage.flying))
    course.roll(partial(_defence, plan, stage, attackers, duel, fire), duel + fire)
    for number in attackers:
        if plan.offensive.corps[number].led:
            course.roll(partial(_risk, number))


def _assaulted(plan: _Plan, stage: Stage, group: tuple[int, ...], corps: Corps, course: Course[_Stand]) -> None:
    """One assault by the armies of one hex."""
    flying = sum(plan.offensive.corps[number].points.tac_air for number in group)
    duel = plan.salvos.dice(flying) if any(one.tac_air for one in stage.armies) else 0
    fire = plan.salvos.dice(plan.tables.most + flying)
    course.roll(partial(_volley, plan, stage, group, corps, duel, fire), duel + fire)


def committed(only: int, free: int, theirs: int, ordered: int) -> tuple[int, int]:
    """How many aircraft fight enemy aircraft, and how many fire with the ground forces. ``only``: those that can
    do nothing else.

    >>> committed(0, 6, 4, -1), committed(2, 3, 4, -1), committed(0, 6, 4, 5), committed(3, 2, 0, -1)
    ((4, 2), (4, 1), (5, 1), (0, 2))
    """
    fights = min(only + free, max(ordered, theirs)) if theirs else 0
    return fights, free - max(0, fights - only)


def _defence(
    plan: _Plan, stage: Stage, attackers: tuple[int, ...], duel: int, fire: int, stand: _Stand
) -> Outcomes:
    """Aircraft fight, then the defenders fire."""
    if stand.over:
        yield stand, FACES ** (duel + fire)
        return
    theirs = sum(stand.corps[number].tac_air for number in attackers)
    fights, joins = committed(stage.circling, stage.flying, theirs, stage.ordered)
    strength = min(stage.fires, plan.tables.most) + joins
    order, salvos = plan.offensive.losses, plan.salvos
    by_name = tuple(sorted(attackers, key=lambda number: plan.offensive.corps[number].name))
    modifier = plan.offensive.their_modifier
    for downed, chance in salvos.hits(fights, modifier, duel):
        corps = shot_down(stand.corps, by_name, downed)
        for hits, ways in salvos.hits(strength, modifier + stage.their_winter, fire):
            left = suffer(corps, attackers, hits, order)
            hurt = tuple(number for number in attackers if left[number] != corps[number])
            yield replace(stand, corps=left, hurt=hurt), chance * ways


def _risk(number: int, stand: _Stand) -> Outcomes:
    """An army that took losses may lose its leader."""
    if number not in stand.hurt or not stand.led[number] or not stand.corps[number].total:
        yield stand, FACES
        return
    yield stand, FACES - 1
    yield replace(stand, led=tuple(one and n != number for n, one in enumerate(stand.led))), 1


def _volley(
    plan: _Plan, stage: Stage, group: tuple[int, ...], corps: Corps, duel: int, fire: int, stand: _Stand
) -> Outcomes:
    """One assault by the armies of one hex: aircraft fight, then all others fire."""
    armies = [stand.corps[number] for number in group]
    points = total(armies)
    only = 0 if corps.over_water else sum(one.tac_air for one in armies if grounded(one))
    fights, joins = committed(only, points.tac_air - only, stand.defenders.air, corps.ordered)
    ground = points.infantry + points.paratroop + counted(points.mechanized, stage.terrain.assault)
    strength = (0 if corps.over_water else min(plan.tables.most, ground)) + joins
    if stand.over or not (strength or fights) or (stand.spent and 0 in group):
        yield stand, FACES ** (duel + fire)
        return
    spent = stand.spent or 0 in group
    lead = min((plan.offensive.corps[n].led for n in group if stand.led[n] and stand.corps[n].total), default=0)
    modifier = plan.offensive.assault_modifier + lead
    for downed, chance in plan.salvos.hits(fights, modifier, duel):
        clear = stand.defenders.downed(downed)
        for hits, ways in plan.salvos.hits(strength, modifier + corps.winter, fire):
            left, lost = clear.hit(hits, plan.garrisons)
            yield replace(stand, defenders=left, inflicted=stand.inflicted + lost, spent=spent), chance * ways


def _advance(
    plan: _Plan, stage: Stage, number: int, corps: Corps, advanced: int, begun: int, stand: _Stand
) -> Outcomes:
    """One army tries to enter the hex; ``begun``: hexes it had advanced before the offensive."""
    points, tables = stand.corps[number], plan.tables
    drop = min(corps.drop, points.paratroop)
    if stand.over or not points.total or (corps.over_water and not drop):
        yield stand, FACES
        return
    ours = stage.friendly or (stand.taken and not advanced)
    against = None if ours else stand.defenders.strength
    strength = counted(points.mechanized, corps.leaving)
    strength = min(len(tables.advance) - 1, strength + 2 * drop) if drop else strength
    empty = against == 0 or (stage.friendly and not stage.defence)
    modifier = begun + advanced + stage.terrain.advance + (stage.terrain.empty if empty else 0) + corps.winter
    modifier += plan.offensive.advance_modifier + (corps.led if stand.led[number] else 0)
    odds = Chance(strength, against, tables.reach(strength, against), modifier)
    made = sum(1 for die in DIE if odds.succeeds(die))
    if made:
        reached = stand.reached + 1 if number == 0 else stand.reached
        foes = stand.defenders
        strafed = 0 if ours else min(max(0, points.tac_air - foes.air), foes.ground)
        yield replace(stand, inflicted=stand.inflicted + strafed, reached=reached, taken=True), made
    if made < FACES:
        lost = points_of("paratroop", drop)
        left = tuple(one - lost if n == number else one for n, one in enumerate(stand.corps))
        yield (replace(stand, corps=left) if drop else stand), FACES - made


def _told(offensive: Offensive, chances: Sequence[tuple[_Stand, Fraction]]) -> Prospects:
    whole = total(one.points for one in offensive.corps).total
    lost: dict[int, Fraction] = defaultdict(Fraction)
    inflicted: dict[int, Fraction] = defaultdict(Fraction)
    spearhead: dict[Points, Fraction] = defaultdict(Fraction)
    for stand, chance in chances:
        lost[whole - total(stand.corps).total] += chance
        inflicted[stand.inflicted] += chance
        spearhead[stand.corps[0]] += chance
    return Prospects(
        captured=sum((chance for stand, chance in chances if stand.taken), Fraction(0)),
        reached=tuple(
            sum((chance for stand, chance in chances if stand.reached > number), Fraction(0))
            for number in range(len(offensive.stages))
        ),
        lost=dict(sorted(lost.items())),
        inflicted=dict(sorted(inflicted.items())),
        spearhead=dict(sorted(spearhead.items())),
    )


def offensive_of(
    world: World,
    state: HexState,
    armies: Sequence[Name],
    chain: Sequence[Place],
    assaults: Sequence[Name] | None = None,
    assault_at: int = 0,
) -> Offensive:
    """An offensive in a position: armies, the spearhead first, against a chain of hexes.

    ``assaults``: the armies that fire in the initial attack; default: all. ``assault_at``: where in the chain the
    spearhead fires if it has kept its assault.
    """
    firing = set(armies if assaults is None else assaults)
    combat = state.combat
    corps = tuple(_corps(world, state, name, state.armies[name], chain[0], name in firing) for name in armies)
    spearhead = state.armies[armies[0]]
    stages = tuple(
        stage_of(world, state, spearhead, place, assault=number == assault_at)
        for number, place in enumerate(chain)
    )
    side = spearhead.side
    return Offensive(
        corps,
        stages,
        advanced=combat.advanced.get(armies[0], 0) if combat is not None else 0,
        spent=combat is not None and armies[0] in combat.assaulted,
        assault_modifier=aimed(world, state, side, "assault", spearhead.nation),
        advance_modifier=aimed(world, state, side, "advance", spearhead.nation),
        their_modifier=defence_modifier(world, state, chain[0]),
    )


def defence_modifier(world: World, state: HexState, place: Place) -> int:
    """The parts' modifier to the dice of whoever defends a place."""
    holder = state.control.get(place)
    return aimed(world, state, holder, "defence") if holder is not None else 0


def _corps(world: World, state: HexState, name: Name, army: Army, target: Place, assaults: bool) -> Corps:
    over_water = army.at != target and target not in world.near(army.at)
    # Who can only drop is supposed to drop with all that still can.
    idle = army.points.paratroop - DROPS.of(state).used.get(name, 0)
    drop = DROPS.of(state).ready.get(name, idle if over_water else 0)
    return Corps(
        army.points,
        army.at,
        world.effect(army.at).leaving,
        winter_modifier(world, state, army),
        assaults,
        over_water=over_water,
        drop=drop,
        led=led(world, state, (name,), target, "assault"),
        name=name,
        ordered=AIR_WAR.of(state).ordered.get(lane(army.at, target), -1),
    )


def stage_of(
    world: World, state: HexState, spearhead: Army, place: Place, assault: bool = False, apart: bool = False
) -> Stage:
    """A hex as a spearhead meets it. ``apart``: with its armies one by one in any case."""
    there = list(state.armies_at(place))
    own = friendly(state, spearhead.side, place)
    fresh = [army.points for name, army in there if name not in state.fired] if not own else []
    fort = state.fort_at(place)
    walls = fort if fort_name(place) not in state.fired and not own else 0
    points = total(army.points for _, army in there)
    circling = sum(one.tac_air for one in fresh if grounded(one))
    return Stage(
        defence=points.ground,
        fires=defence_strength(total(fresh), walls),
        armies=tuple(army.points for _, army in reversed(there)) if (points.tac_air or apart) and not own else (),
        flying=total(fresh).tac_air - circling,
        circling=circling,
        ordered=AIR_WAR.of(state).ordered.get(lane(place, place), -1),
        fort=fort,
        cover=state.cover.get(place),
        garrison=world.garrisoned(place) and place not in state.ungarrisoned,
        friendly=own,
        terrain=world.effect(place),
        their_winter=winter_modifier(world, state, there[0][1]) if there else 0,
        winter=winter_modifier(world, state, replace(spearhead, at=place)),
        assault=assault,
    )
