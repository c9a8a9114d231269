"""The odds of an offensive in the hex family: exact chances along a chain of hexes.

An offensive starts as an initial attack by several armies on one hex: the defenders fire, the attackers fire hex
by hex, and the armies try to advance, one after the other. Then the first of them, the *spearhead*, continues
alone, with a cumulative +1 to its die for each hex, until it fails or the chain ends. Dice are read on the game's
own tables. Losses are chosen to keep mechanized points: infantry goes first, and the spearhead's mechanized points
last.

Displaced defenders do not reinforce the next hex here; to include that, ask again.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from sandtable.hexes.combat.advancing import Chance
from sandtable.hexes.combat.fire import counted, defence_strength
from sandtable.hexes.state import Army, HexState, Name, Place, fort_name
from sandtable.hexes.status import friendly, garrison
from sandtable.hexes.strength import NONE, Kind, Points, points_of, total
from sandtable.hexes.tables import Counted, Tables, TerrainEffect
from sandtable.hexes.weather import winter_modifier
from sandtable.hexes.world import World

DIE = tuple(range(1, 7))
FACES = len(DIE)
ORDER: tuple[Kind, ...] = ("infantry", "amphibious", "mechanized")
"""The order of attackers' losses."""


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


class Stage(msgspec.Struct, frozen=True):
    """A hex of the chain and its contents."""

    defence: int
    """The strength points of its armies."""
    fires: int = 0
    """The firing strength of its defensive assault, including forts; 0 if it does not fire."""
    fort: int = 0
    cover: int | None = None
    """Losses the fort can still absorb this turn, if fewer than its points."""
    garrison: bool = False
    friendly: bool = False
    """Whether it already belongs to the attackers."""
    terrain: TerrainEffect = TerrainEffect()
    their_winter: int = 0
    """Added to the defenders' die."""
    winter: int = 0
    """Added to the spearhead's dice when it is in this hex."""
    assault: bool = False
    """In exploitation: whether the spearhead assaults here, if it still can."""


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


class Prospects(msgspec.Struct, frozen=True):
    """The possible results of an offensive. The chances are exact."""

    captured: Fraction
    """That any army enters the first hex."""
    reached: tuple[Fraction, ...]
    """That the spearhead enters each hex of the chain."""
    lost: Mapping[int, Fraction]
    """Points the attackers lose."""
    inflicted: Mapping[int, Fraction]
    """Points of armies and forts that the defenders lose to fire."""
    spearhead: Mapping[Points, Fraction]
    """What the spearhead has at the end."""

    @property
    def mean_lost(self) -> float:
        return _mean(self.lost)

    @property
    def mean_inflicted(self) -> float:
        return _mean(self.inflicted)


class _Stand(msgspec.Struct, frozen=True):
    """A state in the middle of an offensive."""

    corps: tuple[Points, ...]
    held: int
    """What is left of the defenders, including forts."""
    cover: int
    """Losses the fort can still absorb."""
    garrison: bool
    inflicted: int
    reached: int = 0
    """Hexes the spearhead has entered."""
    taken: bool = False
    """Whether the first hex belongs to the attackers."""
    spent: bool = False
    """Whether the spearhead has made its assault."""
    over: bool = False


Step = Callable[[_Stand], Iterator[tuple[_Stand, int]]]
"""The states that one die leads to from a state, each with how many of the six faces lead there."""


class _Course:
    """All states an offensive can be in. Weights are whole numbers, so nothing is rounded."""

    def __init__(self, stand: _Stand) -> None:
        self.weights = {stand: 1}
        self.whole = 1

    def roll(self, step: Step) -> None:
        """Roll a die in every state, and merge equal results."""
        found: dict[_Stand, int] = defaultdict(int)
        for stand, weight in self.weights.items():
            for after, faces in step(stand):
                found[after] += weight * faces
        self.weights = dict(found)
        self.whole *= FACES

    def turn(self, change: Callable[[_Stand], _Stand]) -> None:
        """Change every state without a die."""
        found: dict[_Stand, int] = defaultdict(int)
        for stand, weight in self.weights.items():
            found[change(stand)] += weight
        self.weights = dict(found)

    def chances(self) -> Iterator[tuple[_Stand, Fraction]]:
        return ((stand, Fraction(weight, self.whole)) for stand, weight in self.weights.items())


def prospects(tables: Tables, offensive: Offensive, garrisons: bool = False) -> Prospects:
    """The exact chances of an offensive; with ``garrisons`` they count among the points lost to fire."""
    first = offensive.stages[0]
    points = tuple(one.points for one in offensive.corps)
    start = _Stand(points, 0, 0, False, 0, taken=first.friendly, spent=offensive.spent)
    course = _Course(_facing(first, start))
    _initial(tables, offensive, course, garrisons)
    for number, (before, stage) in enumerate(pairwise(offensive.stages), 1):
        _exploit(tables, offensive, stage, before, number, course, garrisons)
    return _told(offensive, list(course.chances()))


def _facing(stage: Stage, stand: _Stand) -> _Stand:
    """Move on to the next hex."""
    held = stage.defence + stage.fort
    guarded = stage.garrison and not held
    cover = stage.fort if stage.cover is None else stage.cover
    return replace(stand, held=held, cover=cover, garrison=guarded) if not stand.over else stand


def _initial(tables: Tables, offensive: Offensive, course: _Course, garrisons: bool) -> None:
    stage, corps = offensive.stages[0], offensive.corps
    if not stage.friendly:
        if stage.fires:
            course.roll(partial(_defence, tables, offensive, stage, range(len(corps))))
        for place in dict.fromkeys(one.place for one in corps if one.assaults):
            group = [n for n, one in enumerate(corps) if one.place == place and one.assaults]
            course.roll(partial(_volley, tables, stage, group, corps[group[0]].winter, garrisons))
    for number, one in enumerate(corps):
        if one.advances:
            begun = 0 if number else offensive.advanced
            course.roll(partial(_advance, tables, stage, number, one, 0, begun))
    course.turn(lambda stand: replace(stand, over=not stand.reached))


def _exploit(
    tables: Tables,
    offensive: Offensive,
    stage: Stage,
    before: Stage,
    number: int,
    course: _Course,
    garrisons: bool,
) -> None:
    """The spearhead continues alone out of the previous hex."""
    course.turn(partial(_facing, stage))
    corps = Corps(NONE, "", before.terrain.leaving, before.winter)
    if not stage.friendly:
        if stage.fires:
            course.roll(partial(_defence, tables, offensive, stage, (0,)))
        if stage.assault:
            course.roll(partial(_volley, tables, stage, (0,), before.winter, garrisons))
    course.roll(partial(_advance, tables, stage, 0, corps, number, offensive.advanced))
    course.turn(lambda stand: replace(stand, over=stand.reached <= number))


def _defence(
    tables: Tables, offensive: Offensive, stage: Stage, attackers: Sequence[int], stand: _Stand
) -> Iterator[tuple[_Stand, int]]:
    """The defensive assault."""
    if stand.over:
        yield stand, FACES
        return
    for die in DIE:
        hits = tables.losses(min(stage.fires, tables.most), die + stage.their_winter)
        yield replace(stand, corps=_suffer(stand.corps, attackers, hits, offensive.losses)), 1


def _suffer(
    corps: tuple[Points, ...], attackers: Sequence[int], hits: int, order: tuple[Kind, ...]
) -> tuple[Points, ...]:
    """The attackers' losses: kind by kind, the spearhead's last."""
    left = list(corps)
    for kind in order:
        for number in sorted(attackers, reverse=True):
            gone = min(hits, left[number].of(kind))
            left[number] = left[number] - points_of(kind, gone)
            hits -= gone
    return tuple(left)


def _volley(
    tables: Tables, stage: Stage, group: Sequence[int], winter: int, garrisons: bool, stand: _Stand
) -> Iterator[tuple[_Stand, int]]:
    """One roll by the armies of one hex."""
    points = total(stand.corps[number] for number in group)
    strength = min(tables.most, points.infantry + counted(points.mechanized, stage.terrain.assault))
    if stand.over or not strength or (stand.spent and 0 in group):
        yield stand, FACES
        return
    spent = stand.spent or 0 in group
    for die in DIE:
        hits = tables.losses(strength, die + winter)
        swallowed = min(hits, stand.cover)
        killed = min(stand.held, hits - swallowed)
        yield (
            replace(
                stand,
                held=stand.held - killed,
                cover=stand.cover - swallowed,
                garrison=stand.garrison and not hits,
                inflicted=stand.inflicted + killed + (garrisons and stand.garrison and hits > 0),
                spent=spent,
            ),
            1,
        )


def _advance(
    tables: Tables, stage: Stage, number: int, corps: Corps, advanced: int, begun: int, stand: _Stand
) -> Iterator[tuple[_Stand, int]]:
    """One army tries to enter the hex; ``begun``: hexes it had advanced before the offensive."""
    points = stand.corps[number]
    if stand.over or not points.total:
        yield stand, FACES
        return
    ours = stage.friendly or (stand.taken and not advanced)
    against = None if ours else stand.held or int(stand.garrison)
    strength = counted(points.mechanized, corps.leaving)
    empty = against == 0 or (stage.friendly and not stage.defence)
    modifier = begun + advanced + stage.terrain.advance + (stage.terrain.empty if empty else 0) + corps.winter
    odds = Chance(strength, against, tables.reach(strength, against), modifier)
    made = sum(1 for die in DIE if odds.succeeds(die))
    reached = stand.reached + 1 if number == 0 else stand.reached
    if made:
        yield replace(stand, reached=reached, taken=True), made
    if made < FACES:
        yield stand, FACES - made


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


def _mean(chances: Mapping[int, Fraction]) -> float:
    return float(sum(number * chance for number, chance in chances.items()))


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
    corps = tuple(_corps(world, state, state.armies[name], name in firing) for name in armies)
    spearhead = state.armies[armies[0]]
    stages = tuple(
        _stage(world, state, spearhead, place, assault=number == assault_at) for number, place in enumerate(chain)
    )
    return Offensive(
        corps,
        stages,
        advanced=combat.advanced.get(armies[0], 0) if combat is not None else 0,
        spent=combat is not None and armies[0] in combat.assaulted,
    )


def _corps(world: World, state: HexState, army: Army, assaults: bool) -> Corps:
    winter = winter_modifier(world, state, army)
    return Corps(army.points, army.at, world.effect(army.at).leaving, winter, assaults)


def _stage(world: World, state: HexState, spearhead: Army, place: Place, assault: bool) -> Stage:
    there = [(name, army) for name, army in state.armies_at(place)]
    own = friendly(state, spearhead.side, place)
    fresh = total(army.points for name, army in there if name not in state.fired)
    fort = state.fort_at(place)
    walls = fort if fort_name(place) not in state.fired else 0
    return Stage(
        defence=total(army.points for _, army in there).total,
        fires=0 if own else defence_strength(fresh, walls),
        fort=fort,
        cover=state.cover.get(place),
        garrison=bool(garrison(world, state, place)),
        friendly=own,
        terrain=world.effect(place),
        their_winter=winter_modifier(world, state, there[0][1]) if there else 0,
        winter=winter_modifier(world, state, replace(spearhead, at=place)),
        assault=assault,
    )
