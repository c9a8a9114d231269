"""Statistics of an area game: measures per round, and dice luck."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from sandtable.area import events as ev
from sandtable.area.conduct import VictoryInfo
from sandtable.area.forces import Power, Stack
from sandtable.area.part import PartEvent
from sandtable.area.parts.guns import ShotDown
from sandtable.area.state import AreaState, Battle
from sandtable.area.status import city_points, production
from sandtable.area.victory import cities_held, conditions, side_production
from sandtable.area.world import World
from sandtable.core.guide import Measure, Moment, Tally, Throw, at_most

FACES = tuple(range(1, 7))
"""The scores of a die that counts its own number."""

_ALWAYS = (
    Measure("income", "Income", "The IPC value of all territories a power holds.", "seat", "stand"),
    Measure(
        "army", "Army value", "The cost of all of a power's units, including those aboard ships.", "seat", "stand"
    ),
    Measure("territories", "Territories", "How many territories a power holds.", "seat", "stand"),
)
_CITIES = Measure(
    "cities", "Cities to victory", "How many more enemy capitals a side must hold to win.", "side", "stand"
)
_PRODUCTION = Measure(
    "production", "Production to victory", "How much more production a side needs to win.", "side", "stand"
)
_POINTS = Measure(
    "points", "City points to victory", "How many more city points a side needs to win.", "side", "stand"
)
_SUMMED = (
    Measure("losses", "Losses", "The cost of the units a power lost in the round.", "seat", "sum"),
    Measure(
        "traded",
        "Losses traded",
        "The cost of all enemy units lost so far, minus the cost of your own.",
        "side",
        "running",
    ),
)


def moment(world: World, state: AreaState) -> Moment:
    """Round, power and phase; if powers act together, the first of them."""
    power, phase = next(iter(state.turn.phases.items()), ("", ""))
    return Moment(state.round, power, world.game.phases[phase].name if phase else "")


def measures(world: World) -> tuple[Measure, ...]:
    """The measures that this game has."""
    every = world.game.victory
    goals = [_CITIES] if any(one.cities for one in every) else []
    goals += [_PRODUCTION] if any(one.production for one in every) else []
    goals += [_POINTS] if any(one.points for one in every) else []
    return (*_ALWAYS, *goals, *_SUMMED)


def measure(world: World, state: AreaState) -> Mapping[str, Mapping[str, float]]:
    """The measures of a position."""
    held = dict.fromkeys(world.order, 0)
    for holder in state.control.values():
        if holder in held:  # jointly held territories belong to no single power
            held[holder] += 1
    known = conditions(world, state)
    return {
        "income": {power: production(world, state, power) for power in world.order},
        "army": army(world, state),
        "territories": held,
        "cities": _nearest(known, lambda one: bool(one.cities), lambda one: _cities_lacking(world, state, one)),
        "production": _nearest(
            known, lambda one: bool(one.production), lambda one: _production_lacking(world, state, one)
        ),
        "points": _nearest(known, lambda one: bool(one.points), lambda one: _points_lacking(world, state, one)),
    }


def _nearest(
    known: Iterable[VictoryInfo], counts: Callable[[VictoryInfo], bool], lacking: Callable[[VictoryInfo], int]
) -> dict[str, float]:
    """For each side, what it lacks for its nearest victory of this kind."""
    found: dict[str, float] = {}
    for one in known:
        if counts(one):
            found[one.side] = min(found.get(one.side, lacking(one)), lacking(one))
    return found


def _cities_lacking(world: World, state: AreaState, one: VictoryInfo) -> int:
    return max(one.at_least - cities_held(world, state, one), 0)


def _production_lacking(world: World, state: AreaState, one: VictoryInfo) -> int:
    return max(one.production - side_production(world, state, one.side), 0)


def _points_lacking(world: World, state: AreaState, one: VictoryInfo) -> int:
    return max(one.points - city_points(world, state, one.side), 0)


def army(world: World, state: AreaState) -> dict[Power, int]:
    """The cost of each power's units. Hit units that only return fire don't count."""
    found = dict.fromkeys(world.order, 0)
    stacks = list(state.stacks.values())
    if state.battle is not None:
        for strip in (state.battle.attack, state.battle.defend):
            stacks += [strip.units, strip.submerged]
    for stack in stacks:
        for power, cost in _costs(world, stack):
            found[power] = found.get(power, 0) + cost
    return found


def _costs(world: World, stack: Stack) -> Iterator[tuple[Power, int]]:
    for piece, count in stack:
        for one in (piece, *piece.cargo, *piece.away):
            if world.units[one.unit].kind != "facility":
                yield one.power, count * world.units[one.unit].cost


def tally(world: World, event: ev.AreaEvent) -> tuple[Tally, ...]:
    """What is lost, and who gains by it."""
    match event:
        case ev.LossesTaken() | ev.GunsFired():
            return _lost(world, event.destroyed)
        case ev.Defenseless() | ev.AirLost() | ShotDown():
            return _lost(world, event.units)
        case _:
            return ()


def _lost(world: World, stack: Stack) -> tuple[Tally, ...]:
    found = []
    for power, cost in _costs(world, stack):
        found.append(Tally("losses", power, cost))
        found += [Tally("traded", side, -cost if side == world.side(power) else cost) for side in world.game.sides]
    return tuple(found)


def throws(world: World, state: AreaState, event: ev.AreaEvent) -> tuple[Throw, ...]:
    """Dice that can score for a power."""
    if isinstance(event, PartEvent):
        return event.throws(world, state)
    match event:
        case ev.Rolled() if state.battle is not None:
            return tuple(_volley(world, state, state.battle, event))
        case ev.AimedFired() | ev.Searched() | ev.GunsFired() if state.battle is not None:
            return tuple(_aimed(world, state, state.battle, event))
        case _:
            return ()


def _volley(world: World, state: AreaState, battle: Battle, event: ev.Rolled) -> Iterator[Throw]:
    strength = 0
    for fire in event.fire:
        need = fire.value
        if fire.units:  # low luck: units that fire together roll one die for the remainder of their strength
            strength += fire.value * fire.units
            need = strength % 6
            if fire.dice or fire.hits:
                strength = 0
        if fire.dice:
            seat = fire.power or _thrower(world, state, battle, event, fire.unit)
            yield Throw(seat, "hits", event.space, fire.dice, at_most(need))


def _aimed(
    world: World, state: AreaState, battle: Battle, event: ev.AimedFired | ev.Searched | ev.GunsFired
) -> Iterator[Throw]:
    """Shots at chosen enemies: units roll for their own power, guns for the territory's holder."""
    for roll in event.rolls:
        for fire in roll.fire:
            seat = fire.power or _thrower(world, state, battle, event, fire.unit)
            yield Throw(seat, "hits", event.space, fire.dice, at_most(fire.value))


def _thrower(
    world: World,
    state: AreaState,
    battle: Battle,
    event: ev.Rolled | ev.AimedFired | ev.Searched | ev.GunsFired,
    unit: str,
) -> Power:
    """Who rolls for units of this type. Of several defenders: the space's holder, or the one with the most."""
    if event.side == "attack":
        return battle.attacker
    strip = battle.defend
    counts: dict[Power, int] = {}
    for piece, count in (*strip.units, *strip.casualties, *strip.support):
        if piece.unit == unit:
            counts[piece.power] = counts.get(piece.power, 0) + count
    holder = state.control.get(event.space, "")
    if holder in counts or not counts:
        return holder
    return max(world.order, key=lambda power: counts.get(power, 0))
