"""Queries about a hex game that need no table: the odds of a hypothetical attack."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from sandtable.hexes.atlas import Terrain
from sandtable.hexes.combat.fire import defence_strength
from sandtable.hexes.state import Fleet
from sandtable.hexes.strength import BASIC, NONE, Kind, Points
from sandtable.hexes.tables import Tables, TerrainEffect
from sandtable.odds.hexes.course import mean
from sandtable.odds.hexes.landing import Beachhead, Force, Invasion, Squadron, beachhead
from sandtable.odds.hexes.offensive import Corps, Offensive, Stage, prospects
from sandtable.odds.hexes.taking import ORDER, grounded

ARMIES = 24
"""The most armies in a query."""
LONGEST = 8
"""The longest path: after that many hexes no die succeeds."""
MOST = 20
"""The most points in an army or a hex."""
PLAIN = TerrainEffect()


class Query(msgspec.Struct, frozen=True, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    """Base of all queries."""


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Armies that attack from one hex: they fire together."""

    armies: tuple[Points, ...]
    terrain: Terrain = "clear"
    """The terrain they attack from."""
    winter: int = 0
    """The winter modifier to their dice."""
    by_sea: bool = False
    """They invade."""
    fleet: int = 0
    """By sea: the capital ships that come along."""


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hex under attack."""

    points: Points = NONE
    """The total of all armies in it."""
    fort: int = 0
    garrison: bool = True
    """Its own garrison, which defends if there are neither armies nor a fort."""
    friendly: bool = False
    """The attacker holds it: nobody fires, and only the advance is rolled for."""
    coast: bool = False
    """Whether coastal air meets an invasion."""
    fires: bool = True
    """Whether its defenders make their defensive assault."""
    terrain: Terrain = "clear"
    winter: int = 0
    """The winter modifier to the dice of attackers from this hex."""
    their_winter: int = 0
    """The winter modifier to the defenders' dice."""


class Suppose(Query, frozen=True):
    """The odds of this attack on the first hex of a path, and of one army's advance along the rest."""

    groups: tuple[Group, ...]
    """The first army of the first group is the spearhead."""
    path: tuple[Ground, ...]
    fire_at: int = 0
    """The index of the hex in the path where the spearhead makes its one assault of the turn."""
    losses: tuple[Kind, ...] = ORDER
    """The attacker's order of loss; of each kind, the spearhead's points go last."""


QueryAsked = Suppose


class Reply(msgspec.Struct, frozen=True, tag=str.lower, tag_field="about"):
    """Base of all answers."""


class Outlook(Reply, frozen=True, tag="outlook", omit_defaults=True):
    """The odds of an attack, exact."""

    captured: float
    """The chance that any army enters the first hex."""
    entered: tuple[float, ...]
    """The chance that the spearhead enters each hex of the path."""
    own: Mapping[int, float]
    """The chance of each total of the attacker's losses."""
    enemy: Mapping[int, float]
    """The chance of each total of the defenders' losses to fire, including garrisons."""
    mean_own: float
    mean_enemy: float
    ashore: Mapping[int, float] = {}
    """By sea: the chance of each number of points in the hex afterwards."""
    at_sea: float = 0.0
    """By sea: the points lost on the way, on average."""
    ships: float = 0.0
    """By sea: the ships lost, on average."""


class Senseless(Reply, frozen=True, tag="senseless"):
    """Why there are no odds."""

    why: str


ReplyGiven = Outlook | Senseless


def reply_to(tables: Tables, query: QueryAsked) -> ReplyGiven:
    """The odds of a hypothetical attack."""
    wrong = fault_of(query)
    if wrong:
        return Senseless(wrong)
    if query.groups[0].by_sea:
        return outlook_of(beachhead(tables, invasion_in(tables, query)))
    return outlook(tables, offensive_in(tables, query))


def outlook(tables: Tables, offensive: Offensive) -> Outlook:
    """The odds of an offensive, in plain numbers."""
    found = prospects(tables, offensive, garrisons=True)
    return Outlook(
        captured=precise(found.captured),
        entered=tuple(precise(chance) for chance in found.reached),
        own={number: precise(chance) for number, chance in found.lost.items()},
        enemy={number: precise(chance) for number, chance in found.inflicted.items()},
        mean_own=precise(found.mean_lost),
        mean_enemy=precise(found.mean_inflicted),
    )


def outlook_of(found: Beachhead) -> Outlook:
    """The odds of an invasion, in plain numbers."""
    return Outlook(
        captured=precise(found.captured),
        entered=(precise(found.captured),),
        own=_plain(found.lost),
        enemy=_plain(found.inflicted),
        mean_own=precise(found.mean_lost),
        mean_enemy=precise(found.mean_inflicted),
        ashore=_plain(found.ashore),
        at_sea=precise(mean(found.drowned)),
        ships=precise(mean(found.ships)),
    )


def _plain(chances: Mapping[int, Fraction]) -> dict[int, float]:
    return {number: precise(chance) for number, chance in chances.items()}


def precise(chance: Fraction | float) -> float:
    """Precise enough for a page, short enough to send."""
    return round(float(chance), 6)


def offensive_in(tables: Tables, query: Suppose) -> Offensive:
    """The hypothetical offensive."""

    def effect(terrain: Terrain) -> TerrainEffect:
        return tables.terrain.get(terrain, PLAIN)

    corps = [
        Corps(points, str(number), effect(group.terrain).leaving, group.winter)
        for number, group in enumerate(query.groups)
        for points in group.armies
    ]
    if query.fire_at:
        corps[0] = msgspec.structs.replace(corps[0], assaults=False)
    stages = tuple(
        _stage(effect(one.terrain), one, number == query.fire_at) for number, one in enumerate(query.path)
    )
    return Offensive(tuple(corps), stages, query.losses)


def _stage(terrain: TerrainEffect, one: Ground, assault: bool, apart: bool = False) -> Stage:
    fires = one.fires and not one.friendly
    flying = one.points.tac_air if fires else 0
    alone = grounded(one.points)
    return Stage(
        defence=one.points.ground,
        fires=defence_strength(one.points, one.fort) if fires else 0,
        armies=(one.points,) if one.points.total and not one.friendly and (apart or one.points.tac_air) else (),
        flying=0 if alone else flying,
        circling=flying if alone else 0,
        fort=one.fort,
        garrison=one.garrison,
        friendly=one.friendly,
        terrain=terrain,
        their_winter=one.their_winter,
        winter=one.winter,
        assault=assault,
    )


def invasion_in(tables: Tables, query: Suppose) -> Invasion:
    """The hypothetical invasion. Each fleet comes with the first army of its group."""
    ground = query.path[0]
    forces = [
        Force(
            points,
            str(number),
            Squadron(Fleet("", "", group.fleet)) if group.fleet and not place else None,
            winter=group.winter,
        )
        for number, group in enumerate(query.groups)
        for place, points in enumerate(group.armies)
    ]
    stage = _stage(tables.terrain.get(ground.terrain, PLAIN), ground, True, apart=True)
    air = tables.coastal_air if ground.coast else 0
    return Invasion(tuple(forces), stage, lambda fleet, foe: fleet.ships, air=air, losses=query.losses)


def fault_of(query: Suppose) -> str:
    """What is wrong with a hypothetical attack; empty if nothing."""
    armies = [army for group in query.groups for army in group.armies]
    if not 1 <= len(armies) <= ARMIES or any(not group.armies for group in query.groups):
        return f"Name one to {ARMIES} armies that attack."
    if not 1 <= len(query.path) <= LONGEST:
        return f"Name one to {LONGEST} hexes that are attacked."
    if not all(_sound(army) and army.total for army in armies):
        return f"Every army has one to {MOST} points."
    if not all(_sound(one.points) and 0 <= one.fort <= MOST for one in query.path):
        return f"A hex has none to {MOST} points."
    by_sea = [group.by_sea for group in query.groups]
    if any(by_sea) and (not all(by_sea) or len(query.path) > 1):
        return "An invasion is of one hex, and all of its armies come by sea."
    if any(group.by_sea and not army.amphibious for group in query.groups for army in group.armies):
        return "Every army that invades has amphibious points."
    if not all(0 <= group.fleet <= MOST for group in query.groups):
        return f"A fleet has none to {MOST} capital ships."
    if any(abs(number) > MOST for number in _winters(query)):
        return f"Winters beyond {MOST} make no difference."
    if not 0 <= query.fire_at < len(query.path):
        return "The spearhead fires at a hex of its path."
    if len(set(query.losses)) != len(query.losses) or not set(query.losses) >= set(BASIC):
        return "Losses name every kind of points once."
    return ""


def _sound(points: Points) -> bool:
    return points.sound and points.total <= MOST


def _winters(query: Suppose) -> Iterator[int]:
    yield from (group.winter for group in query.groups)
    for one in query.path:
        yield one.winter
        yield one.their_winter
