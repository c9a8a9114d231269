"""The Movement Phase: offensives are prepared, the rest forms a line, and orders bring the points there."""

from collections.abc import Iterator, Mapping
from random import Random

import msgspec
from msgspec.structs import replace

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.blows import Blow, Staff, pool_of
from sandtable.bots.hexes.danger import Danger
from sandtable.bots.hexes.line import hold
from sandtable.bots.hexes.marching import Post, orders
from sandtable.bots.hexes.outlook import Outlook
from sandtable.bots.hexes.siege import beleaguer
from sandtable.hexes.actions import HexAction, Move
from sandtable.hexes.combat.announcing import check_bound
from sandtable.hexes.movement import reach
from sandtable.hexes.parts.nations import Nations
from sandtable.hexes.state import Army, HexState, Name
from sandtable.hexes.status import free_counters
from sandtable.hexes.strength import Points, cheapest, points_of

TAKEN = 0.5
"""A hex that a spearhead is at least this likely to reach counts when the next offensive is chosen."""
GIVEN = 3
"""One in this many of a nation's armies gives its counter back if new points would find none."""


class Step(msgspec.Struct, frozen=True):
    """An order, and its reason."""

    action: HexAction
    reason: Reason


class Region(msgspec.Struct, frozen=True):
    """Connected friendly places, and the armies in them that are free to move."""

    places: frozenset[int]
    armies: dict[Name, Army]
    front: bool
    """Whether there are enemy places next to it."""


class Plan(msgspec.Struct, frozen=True):
    """The planned positions, the offensives they prepare, and what that is worth."""

    blows: tuple[Blow, ...]
    posts: list[Post]
    value: float


def regions(outlook: Outlook) -> list[Region]:
    """Where a side's armies can move, the region with most armies first."""
    world, state, side = outlook.world, outlook.state, outlook.side
    found: list[Region] = []
    seen: set[int] = set()
    for name, army in state.armies_of(side):
        number = outlook.board.number[army.at]
        if number in seen or check_bound(world, state, army, name) is not None:
            continue
        places = frozenset(outlook.board.number[place] for place in reach(world, state, side, army.at))
        seen |= places
        free = {
            other: one
            for other, one in state.armies_of(side)
            if outlook.board.number[one.at] in places and check_bound(world, state, one, other) is None
        }
        front = any(outlook.foe[near] for here in places for near in outlook.steps[here])
        found.append(Region(places, free, front))
    return sorted(found, key=lambda one: (-len(one.armies), min(one.places)))


def deploy(outlook: Outlook, chance: Random) -> list[Step]:
    """The orders of a Movement Phase."""
    steps: list[Step] = []
    fresh = free_counters(outlook.world, outlook.state, outlook.side)
    spare = min(len(fresh), int(outlook.style.spare))
    fresh, lacking = fresh[: len(fresh) - spare], int(outlook.style.spare) - spare
    for region in regions(outlook):
        movable = {name: army for name, army in region.armies.items() if not army.points.amphibious}
        if not region.front or not movable:
            continue
        siege = dict(beleaguer(outlook, movable.values(), region.places))
        # Nations do not mix their points, so each makes its own plan.
        for nation in sorted({army.nation for army in movable.values()}):
            own = {name: army for name, army in movable.items() if army.nation == nation}
            fresh = _fitting(outlook, fresh, nation)
            given = min(lacking, len(own) // GIVEN)
            more, posts = _deploy(outlook, replace(region, armies=own), fresh, given, siege, chance)
            siege.pop(nation, None)
            used = max(0, len(posts) - len(own))
            lacking, fresh = lacking - given, fresh[used:]
            steps += more
            outlook = outlook.redeployed(own, [Army(outlook.side, post.at, post.points, nation) for post in posts])
    return steps


def _fitting(outlook: Outlook, fresh: list[Name], nation: str) -> list[Name]:
    """Free counters, those of a nation first, then those of none."""
    whose = outlook.world.nation_of
    return (
        sorted(fresh, key=lambda name: (whose(name) != nation, bool(whose(name))))
        if outlook.world.facts.nations
        else fresh
    )


def _deploy(
    outlook: Outlook,
    region: Region,
    fresh: list[Name],
    given: int,
    siege: Mapping[str, list[Post]],
    chance: Random,
) -> tuple[list[Step], list[Post]]:
    """The orders of some armies, and where they will be.

    ``given``: how many counters they do without; ``siege``: the places of nations in a siege.
    """
    state, board, limit = outlook.state, outlook.board, outlook.world.tables.stack
    places = set(region.places)
    others = replace(
        state, armies={name: army for name, army in state.armies.items() if name not in region.armies}
    )
    nation = next(army.nation for army in region.armies.values())
    room = {
        here: limit - _standing(others, board.places[here]) if _get_on(outlook, others, nation, here) else 0
        for here in places
    }
    fixed = siege.get(nation, [])
    for post in (post for posts in siege.values() for post in posts):
        room[board.number[post.at]] -= post.points.ground
    pool, counters = pool_of(region.armies), len(region.armies) + len(fresh) - given
    for post in fixed:
        pool, counters = pool - post.points, counters - 1
    choices = _campaigns(outlook, places, pool, room, counters - 2, chance)
    taken = {here: limit - free for here, free in room.items() if free < limit}
    danger = Danger(outlook)
    plans = [_plan(outlook, danger, places, pool, taken, blows, counters) for blows in choices]
    plan = max(plans, key=lambda one: one.value)
    whole = [*fixed, *plan.posts]
    march = orders(region.armies, whole, fresh)
    besieging = Reason("Besiege the place that decides the game")
    reasons = {board.number[post.at]: besieging for post in fixed} | {
        here: reason_of(outlook, blow, plans) for blow in plan.blows for here in (blow.stage, *dict(blow.supports))
    }
    line = Reason("Hold the line where the enemy could break through", value=round(plan.value, 1))
    steps = [Step(order, reasons.get(board.number[order.to], line)) for order in march]
    return steps, whole


def _get_on(outlook: Outlook, others: HexState, nation: str, here: int) -> bool:
    """Whether armies of a nation may be where they would meet those of others."""
    nations = Nations.of(outlook.world)
    if nations is None:
        return True
    there = others.armies_at(outlook.board.places[here])
    return all(nations.get_on(nation, army.nation) for _, army in there)


def _plan(
    outlook: Outlook,
    danger: Danger,
    places: set[int],
    pool: Points,
    taken: Mapping[int, int],
    blows: list[Blow],
    counters: int,
) -> Plan:
    """Some offensives, and the line left for the others; weighed by gains and dangers."""
    posts: list[Post] = []
    occupied = dict(taken)
    for blow in blows:
        for here, points in ((blow.stage, blow.spearhead), *blow.supports):
            posts.append(Post(outlook.board.places[here], points))
            occupied[here] = occupied.get(here, 0) + points.ground
            pool = pool - points
    gained = sum(blow.value for blow in blows)
    lines: list[Plan] = []
    several = int(outlook.style.lines) > 1
    for _ in range(int(outlook.style.lines)):
        held, fear = hold(outlook, danger, places, pool.ground, occupied, counters - len(posts))
        line = posts + _manned(outlook.board.places, held, pool)
        feared = fear.cost
        if several:
            danger = danger.fearing([(post.at, post.points) for post in line], fear)
            feared = sum(likely * danger.loss[here] for here, likely in fear.reach.items())
        lines.append(Plan(tuple(blows), line, gained - outlook.style.guard * feared))
        if outlook.brake.pulled:
            break
    return max(lines, key=lambda one: one.value)


def _standing(state: HexState, place: str) -> int:
    return state.points_at(place).ground + state.fort_at(place)


def _campaigns(
    outlook: Outlook, places: set[int], pool: Points, room: dict[int, int], counters: int, chance: Random
) -> list[list[Blow]]:
    """No offensive, one, or more of them; then the same with a different first one."""
    found: list[list[Blow]] = [[]]
    barred: frozenset[int] = frozenset()
    for _ in range(int(outlook.style.plans)):
        blows = _offensives(outlook, places, pool, dict(room), counters, chance, barred)
        if not blows or outlook.brake.pulled:
            break
        found += [blows[:number] for number in range(1, len(blows) + 1)]
        barred |= {blows[0].attempt.target}
    return found


def _offensives(
    outlook: Outlook,
    places: set[int],
    pool: Points,
    room: dict[int, int],
    counters: int,
    chance: Random,
    barred: frozenset[int],
) -> list[Blow]:
    """The offensives worth making, one after the other, each assuming the captures of those before.

    ``barred``: what the first of them must not attack.
    """
    blows: list[Blow] = []
    seen = outlook
    while counters > 0:
        staff = Staff(seen, places, chance)
        blow = staff.best(pool, room, frozenset() if blows else barred)
        if blow is None or 1 + len(blow.supports) > counters:
            break
        blows.append(blow)
        counters -= 1 + len(blow.supports)
        for here, points in ((blow.stage, blow.spearhead), *blow.supports):
            room[here] -= points.ground
            pool = pool - points
        seen = after(seen, blow.attempt.best.path, blow.attempt.best.chances)
    return blows


def after(outlook: Outlook, path: tuple[int, ...], chances: tuple[float, ...]) -> Outlook:
    """The outlook when a spearhead has got as far as is likely."""
    taken = [outlook.board.places[here] for here, likely in zip(path, chances, strict=True) if likely >= TAKEN]
    state = outlook.state
    control = {**state.control, **dict.fromkeys(taken, outlook.side)}
    armies = {name: army for name, army in state.armies.items() if army.at not in taken}
    seen = replace(state, control=control, armies=armies)
    return Outlook(outlook.ground, seen, outlook.side, outlook.style, outlook.brake)


def _manned(names: tuple[str, ...], held: dict[int, int], pool: Points) -> list[Post]:
    """The line's posts with the rest of the pool, infantry where most are needed; the last takes the rest."""
    posts: list[Post] = []
    for here, count in sorted(held.items(), key=lambda one: (-one[1], one[0])):
        # Aircraft need no room: they fly with the largest army.
        points = cheapest(replace(pool, tac_air=0), count) + points_of("tac_air", pool.tac_air)
        pool = pool - points
        if points.total:
            posts.append(Post(names[here], points))
    return posts


def _titled(outlook: Outlook, plan: Plan) -> str:
    """A plan in words."""
    places = [outlook.board.places[blow.attempt.target] for blow in plan.blows]
    return f"through {', '.join(outlook.board.title(place) for place in places)}" if places else "no offensive"


def reason_of(outlook: Outlook, blow: Blow, plans: list[Plan]) -> Reason:
    """An offensive in words, and what fewer or more of them would be worth."""
    attempt = blow.attempt
    way = ", ".join(outlook.board.title(outlook.board.places[here]) for here in attempt.best.path)
    captured = float(attempt.odds.captured)
    return Reason(
        f"Prepare an offensive through {way}",
        odds=f"{blow.spearhead} lead; the first hex falls with {captured:.0%}, all with {attempt.best.reach:.0%}",
        chance=captured,
        value=round(blow.value, 1),
        alternatives=tuple(f"{_titled(outlook, one)}: {one.value:.1f}" for one in plans),
    )


def part_ways(outlook: Outlook) -> Iterator[Step]:
    """Orders that separate armies of nations that may not stack together."""
    world, state, side = outlook.world, outlook.state, outlook.side
    nations = Nations.of(world)
    for place in nations.mixed(state, side) if nations is not None else ():
        for name, to in nations.partings(world, state, side, place) if nations is not None else ():
            yield Step(Move(name, to), Reason("These armies may not stand together"))
