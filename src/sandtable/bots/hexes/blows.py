"""Offensives: what an attack is worth by exact odds, and which ones to prepare with the points available."""

from collections.abc import Iterator, Mapping
from random import Random

import msgspec
from msgspec.structs import replace

from sandtable.bots.hexes.drive import Chain, Spearhead, drives
from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.state import Army, Name
from sandtable.hexes.strength import NONE, Kind, Points, cheapest
from sandtable.odds.hexes.offensive import Prospects, offensive_of, prospects

LEAST = 3
"""The fewest points that can lead an offensive. Infantry gets into a hex only once nobody is left in it."""
ESCORT = 2
"""Infantry that goes with a spearhead, to be lost first."""
SCREENED = 10
"""How many targets are examined closely."""


class Attempt(msgspec.Struct, frozen=True):
    """An evaluated attack on a place."""

    target: int
    odds: Prospects
    ways: tuple[Chain, ...]
    """How its spearhead could continue, best first."""
    value: float

    @property
    def best(self) -> Chain:
        return self.ways[0]


class Blow(msgspec.Struct, frozen=True):
    """An offensive to prepare: which army leads it from where, and which ones fire from adjacent hexes."""

    attempt: Attempt
    stage: int
    spearhead: Points
    supports: tuple[tuple[int, Points], ...]
    value: float


def weigh(outlook: Outlook, armies: Mapping[Name, Army], target: int, leads: bool = True) -> Attempt:
    """What an attack by some armies on a place is worth; the first of them leads, if any does."""
    world, style = outlook.world, outlook.style
    others = {name: army for name, army in outlook.state.armies.items() if army.side != outlook.side}
    supposed = replace(outlook.state, armies=others | dict(armies))
    names = list(armies)
    offensive = offensive_of(world, supposed, names, [outlook.board.places[target]])
    if not leads:
        offensive = replace(offensive, corps=tuple(replace(one, advances=False) for one in offensive.corps))
    odds = prospects(world.tables, offensive)
    ways: tuple[Chain, ...] = (Chain((), (), 0.0),)
    if leads and odds.reached[0]:
        left = max(odds.spearhead, key=lambda points: (odds.spearhead[points], points))
        reach = float(odds.reached[0])
        start = Chain((target,), (reach,), float(odds.captured) * outlook.stake[target])
        ways = tuple(drives(outlook, Spearhead(left, target), (start,), int(style.depth)))
    cost = world.tables.cost
    cover = sum(army.points.infantry for army in armies.values())
    each = cost["infantry"] if cover >= 2 * odds.mean_lost else cost["mechanized"]
    fought = style.attrition * cost["infantry"] * odds.mean_inflicted - each * odds.mean_lost
    won = float(odds.captured) * _won(outlook, target)
    return Attempt(target, odds, ways, ways[0].value + fought + won)


def _won(outlook: Outlook, target: int) -> float:
    """What it is worth beyond its stake that the game ends with a place."""
    end = outlook.world.facts.ends_with
    ends = end is not None and outlook.board.number[end.place] == target
    return (
        outlook.style.siege
        if ends and end is not None and outlook.world.hostile(outlook.side, end.lost_by)
        else 0.0
    )


class Staff:
    """Prepares offensives from a pool of points that can go anywhere in a region."""

    def __init__(self, outlook: Outlook, region: set[int], chance: Random) -> None:
        self._outlook = outlook
        self._region = region
        self._chance = chance

    def best(self, pool: Points, room: Mapping[int, int], taken: frozenset[int]) -> Blow | None:
        """The best offensive that the pool allows; None if none is worth it."""
        if pool.ground < LEAST:
            return None
        style = self._outlook.style
        found: list[Blow] = []
        for target in self._targets(taken)[:SCREENED]:
            if self._outlook.brake.pulled:
                break
            found += self._blows(target, pool, room)
        seen = [blow for blow in found if self._chance.random() >= style.lapse]
        if style.noise:
            off = [self._chance.gauss(0, style.noise) for _ in seen]
            seen = [replace(blow, value=blow.value + more) for blow, more in zip(seen, off, strict=True)]
        best = max(seen, key=lambda blow: (blow.value, -blow.stage), default=None)
        return best if best is not None and best.value > style.threshold else None

    def _targets(self, taken: frozenset[int]) -> list[int]:
        """Enemy places next to the region, the most promising first."""
        outlook = self._outlook
        near = {other for here in self._region for other in outlook.steps[here] if outlook.foe[other]} - taken

        def promise(here: int) -> float:
            beyond = max((outlook.stake[next_] for next_ in outlook.steps[here] if outlook.foe[next_]), default=0)
            return outlook.stake[here] + 0.5 * beyond - 1.5 * outlook.guard(here)

        return sorted(near, key=lambda here: (-promise(here), here))

    def _blows(self, target: int, pool: Points, room: Mapping[int, int]) -> Iterator[Blow]:
        outlook, places = self._outlook, self._outlook.board.places
        stages = [
            here
            for here in outlook.steps[target]
            if here in self._region and outlook.supply.full(places[here]) and room[here] >= LEAST
        ]
        stages.sort(key=lambda here: (outlook.effects[here].leaving != "full", -room[here], here))
        if not stages:
            return
        stage, beside = stages[0], stages[1:]
        lead = min(pool.mechanized, int(outlook.style.spearhead), room[stage])
        escort = min(pool.infantry, room[stage] - lead, max(ESCORT, int(outlook.style.spearhead) - lead))
        # Aircraft need no room; those of the spearhead also strike armies that it drives off.
        spearhead = Points(escort, lead, tac_air=pool.tac_air)
        # A fort swallows the fire of two or three hexes each turn: only a siege from all sides gets in.
        siege = outlook.style.support > 1 and outlook.state.fort_at(places[target]) > 0
        most = len(beside) if siege else int(outlook.style.support)
        for number in range(min(len(beside), most) + 1):
            supports: list[tuple[int, Points]] = []
            left = pool - spearhead
            for here in beside[:number]:
                kinds: tuple[Kind, ...] = ("infantry", "mechanized") if siege else ("infantry",)
                points = cheapest(left, min(room[here], outlook.world.tables.most), kinds)
                if points.total:
                    supports.append((here, points))
                    left = left - points
            if len(supports) < number:
                return
            armies = {"": Army(outlook.side, places[stage], spearhead)}
            armies |= {str(n): Army(outlook.side, places[at], points) for n, (at, points) in enumerate(supports)}
            attempt = weigh(outlook, armies, target)
            tied = sum((points.total for _, points in supports), spearhead.ground)
            yield Blow(attempt, stage, spearhead, tuple(supports), attempt.value - outlook.style.tie * tied)
            if not outlook.held[target]:
                return


def pool_of(armies: Mapping[Name, Army]) -> Points:
    """All points of some armies."""
    whole = NONE
    for army in armies.values():
        whole = whole + army.points
    return whole
