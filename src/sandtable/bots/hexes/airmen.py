"""Aircraft: bombers, air defense and tactical aircraft are bought where exact odds say that they pay."""

from collections.abc import Iterator

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.blows import weigh
from sandtable.bots.hexes.deployment import Step
from sandtable.bots.hexes.outlook import Outlook
from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Build
from sandtable.hexes.parts.strategic import Strategic
from sandtable.hexes.parts.strategic.bases import BuildAir
from sandtable.hexes.parts.strategic.bombing import reach_of
from sandtable.hexes.parts.strategic.memory import STRATEGY, Wing, wing_at
from sandtable.hexes.production import check_build, quoted
from sandtable.hexes.state import Army, Name, Place, Side
from sandtable.hexes.status import undevastated
from sandtable.hexes.strength import Amount, points_of
from sandtable.odds.hexes.bombing import Raid, bombing, raid_on
from sandtable.odds.hexes.course import mean

SOON = 3
"""Bombers that pay for themselves within this many turns are bought before troops,"""
LATE = 6
"""and those that take longer with what is left."""
FORMATION = 10
"""The most bombers that raid one place."""
WATCH = 3
"""For how many turns air defense is expected to be raided."""
SHIELD = 6
"""The most air defense points in one place."""
TARGETS = 4
"""How many of the places with most production are weighed as targets."""
SORTIES = 2
"""In how many attacks tactical aircraft are expected to fight."""
FLIGHT = 3
"""How many of them are bought at once,"""
SQUADRON = 9
"""and how many an army has at most."""


def value_of(outlook: Outlook, raid: Raid, bomber: Amount, escort: Amount = 0) -> tuple[float, float, float]:
    """What a raid is worth in production points by exact odds, what it devastates, and how many aircraft it costs.

    What is devastated produces nothing until it is repaired.
    """
    found = bombing(outlook.world.tables, raid)
    ruined, shot, guards = mean(found.devastated), mean(found.bombers), mean(found.escorts)
    value = ruined * (outlook.world.tables.repair_cost + 1) - shot * bomber - guards * escort
    return value, ruined, shot + guards


def price_of(outlook: Outlook, side: Side, item: str) -> Amount | None:
    """What an item costs a side; None if it can't build any."""
    found = quoted(outlook.world, outlook.state, side, item)
    return None if isinstance(found, Refusal) else found


def bombers(outlook: Outlook, patience: int) -> Step | None:
    """Bombers that pay for themselves in time, in the base from which they do most."""
    war, world, state, side = Strategic.of(outlook.world), outlook.world, outlook.state, outlook.side
    cost = price_of(outlook, side, "bomber")
    turns = min(patience, outlook.ground.last_turn - state.turn)
    if war is None or cost is None or turns < 1 or state.budget < cost:
        return None
    far = max(war.settings.ranges[1], reach_of(world, state, war.settings, side))
    best: tuple[float, BuildAir, float] | None = None
    for base in _bases(outlook):
        there = sum(wing.bomber for place, wing in _wings(outlook, side) if world.board.distance(place, base) <= 1)
        for target in _targets(outlook, base, far):
            for count in _counts(int(state.budget // cost), FORMATION - there):
                more, ruined, _ = value_of(outlook, _raid(outlook, target, there + count), cost)
                now = value_of(outlook, _raid(outlook, target, there), cost)[0] if there else 0.0
                gain = turns * (more - max(0.0, now)) - cost * count
                order = BuildAir("bomber", base, count)
                if gain > 0 and (best is None or gain > best[0]) and war.check(world, state, side, order) is None:
                    best = gain, order, ruined
    if best is None:
        return None
    return Step(best[1], Reason("Bombers will pay", f"a raid devastates {best[2]:.1f}", value=round(best[0], 1)))


def _raid(outlook: Outlook, target: Place, count: int) -> Raid:
    return raid_on(outlook.world, outlook.state, outlook.side, target, count)


def _counts(affordable: int, room: int) -> Iterator[int]:
    """Numbers of aircraft worth comparing."""
    most = min(affordable, room)
    return (count for count in dict.fromkeys((most, most // 2)) if count > 0)


def _wings(outlook: Outlook, side: Side) -> Iterator[tuple[Place, Wing]]:
    return ((place, wing) for place, wing in STRATEGY.of(outlook.state).wings.items() if wing.side == side)


def _bases(outlook: Outlook) -> list[Place]:
    """Production places from which enemy production is nearest."""
    world, state, side = outlook.world, outlook.state, outlook.side
    own = [place for place in world.yards(side) if state.control.get(place) == side and place in world.productive]
    prizes = [place for place in world.productive if _hostile(outlook, place)]

    def near(base: Place) -> tuple[int, Place]:
        return min((world.board.distance(base, prize) for prize in prizes), default=0), base

    return sorted(own, key=near)[:TARGETS]


def _hostile(outlook: Outlook, place: Place) -> bool:
    return outlook.state.control.get(place) in outlook.foes


def _targets(outlook: Outlook, base: Place, far: int) -> list[Place]:
    """The places within range with most to ruin, after their air defense."""
    world, state = outlook.world, outlook.state
    near = [
        place
        for place in world.productive
        if _hostile(outlook, place) and world.board.distance(base, place) <= far
    ]

    def promise(place: Place) -> tuple[int, Place]:
        return wing_at(state, state.control[place], place).air_defense - undevastated(world, state, place), place

    return sorted(near, key=promise)[:TARGETS]


def shield(outlook: Outlook) -> Step | None:
    """Air defense where enemy bombers would do more harm than it costs."""
    war, world, state, side = Strategic.of(outlook.world), outlook.world, outlook.state, outlook.side
    cost = price_of(outlook, side, "air_defense")
    if war is None or cost is None or state.budget < cost:
        return None
    best: tuple[float, BuildAir] | None = None
    turns = min(WATCH, outlook.ground.last_turn - state.turn)
    for foe in outlook.foes:
        far, worth = reach_of(world, state, war.settings, foe), price_of(outlook, foe, "bomber") or 0
        for place, raiders in _raided(outlook, foe, far).items():
            there = wing_at(state, side, place).air_defense
            raid = Raid(raiders, 0, there, undevastated(world, state, place))
            now = max(0.0, value_of(outlook, raid, worth)[0])
            for count in _counts(int(state.budget // cost), SHIELD - there):
                guarded = Raid(raiders, 0, there + count, raid.production)
                gain = turns * (now - max(0.0, value_of(outlook, guarded, worth)[0])) - cost * count
                order = BuildAir("air_defense", place, count)
                if gain > 0 and (best is None or gain > best[0]) and war.check(world, state, side, order) is None:
                    best = gain, order
    if best is None:
        return None
    return Step(best[1], Reason("Enemy bombers are within range", value=round(best[0], 1)))


def _raided(outlook: Outlook, foe: Side, far: int) -> dict[Place, int]:
    """For each of an enemy's wings of bombers, our place with most production within its range."""
    world, state = outlook.world, outlook.state
    found: dict[Place, int] = {}
    own = [place for place in world.productive if state.control.get(place) == outlook.side]
    for base, wing in _wings(outlook, foe):
        near = [place for place in own if world.board.distance(base, place) <= far]
        target = max(near, key=lambda place: (undevastated(world, state, place), place), default="")
        if target and wing.bomber:
            found[target] = min(FORMATION, found.get(target, 0) + wing.bomber)
    return found


def squadron(outlook: Outlook) -> Step | None:
    """Tactical aircraft for a spearhead, if its next attack is worth enough more with them."""
    world, state, side = outlook.world, outlook.state, outlook.side
    cost = price_of(outlook, side, "tac_air")
    if "tac_air" not in world.facts.kinds or cost is None or state.budget < FLIGHT * cost:
        return None
    best: tuple[float, Place] | None = None
    for name, army in _spearheads(outlook):
        if state.armies[name].points.tac_air >= SQUADRON:
            continue
        with_air = Army(side, army.at, army.points + points_of("tac_air", FLIGHT), army.nation)
        here = outlook.board.number[army.at]
        for target in (near for near in outlook.steps[here] if outlook.foe[near] and outlook.held[near]):
            gain = weigh(outlook, {name: with_air}, target).value - weigh(outlook, {name: army}, target).value
            if best is None or gain > best[0]:
                best = gain, army.at
    if best is None or SORTIES * best[0] <= FLIGHT * cost:
        return None
    for place in _yards(outlook):
        for taker in (name for name, army in state.armies_at(place) if army.side == side):
            order = Build("tac_air", FLIGHT, place, taker)
            if check_build(world, state, side, order) is None:
                reason = Reason("Aircraft make the next attack better", value=round(best[0], 1))
                return Step(order, reason)
    return None


def _spearheads(outlook: Outlook) -> list[tuple[Name, Army]]:
    """The strongest armies beside an enemy army."""
    number = outlook.board.number
    own = [
        (name, army)
        for name, army in outlook.state.armies_of(outlook.side)
        if any(outlook.foe[near] and outlook.held[near] for near in outlook.steps[number[army.at]])
    ]
    return sorted(own, key=lambda one: (-one[1].points.mechanized, -one[1].points.total, one[0]))[:2]


def _yards(outlook: Outlook) -> list[Place]:
    world, state, side = outlook.world, outlook.state, outlook.side
    own = [place for place in world.yards(side) if state.control.get(place) == side]
    return sorted(own, key=lambda place: (outlook.remote[outlook.board.number[place]], place))
