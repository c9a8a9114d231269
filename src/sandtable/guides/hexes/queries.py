"""What may be asked of a hex game itself, without a table: the odds of an attack that somebody supposes."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from sandtable.hexes.atlas import Terrain
from sandtable.hexes.combat.fire import defence_strength
from sandtable.hexes.strength import KINDS, NONE, Kind, Points
from sandtable.hexes.tables import Tables, TerrainEffect
from sandtable.odds.hexes import ORDER, Corps, Offensive, Stage, prospects

ARMIES = 24
"""Armies that a supposed attack may have."""
LONGEST = 8
"""Hexes that it may go along: no die succeeds after so many."""
MOST = 20
"""Points that an army or a hex may have."""
PLAIN = TerrainEffect()


class Query(msgspec.Struct, frozen=True, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    """Base of everything that may be asked."""


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Armies that attack from one hex: they fire together."""

    armies: tuple[Points, ...]
    terrain: Terrain = "clear"
    """Where they stand."""
    winter: int = 0
    """What winter adds to their dice."""


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hex that is attacked."""

    points: Points = NONE
    """Of all armies in it."""
    fort: int = 0
    garrison: bool = True
    """Its own, which defends it where neither armies nor a fort stand."""
    friendly: bool = False
    """The attacker holds it: nobody fires, and only the advance is rolled."""
    fires: bool = True
    """Whether its defenders make their defensive assault."""
    terrain: Terrain = "clear"
    winter: int = 0
    """What winter adds to the dice of whoever attacks out of it."""
    their_winter: int = 0
    """What winter adds to the defenders' dice."""


class Suppose(Query, frozen=True):
    """The odds of this attack on the first hex of a path, and of one army's way along the others."""

    groups: tuple[Group, ...]
    """The first army of the first group is the spearhead."""
    path: tuple[Ground, ...]
    fire_at: int = 0
    """At which hex of the path the spearhead makes its one assault of the turn."""
    losses: tuple[Kind, ...] = ORDER
    """The order in which the attacker gives points up; of each kind the spearhead's go last."""


QueryAsked = Suppose


class Reply(msgspec.Struct, frozen=True, tag=str.lower, tag_field="about"):
    """Base of all answers."""


class Outlook(Reply, frozen=True, tag="outlook"):
    """What an attack is worth. The chances are exact."""

    captured: float
    """That anybody enters the first hex."""
    entered: tuple[float, ...]
    """That the spearhead enters each hex of the path."""
    own: Mapping[int, float]
    """That the attacker loses so many points in all."""
    enemy: Mapping[int, float]
    """That the defenders lose so many to fire in all."""
    mean_own: float
    mean_enemy: float


class Senseless(Reply, frozen=True, tag="senseless"):
    """Why there are no odds to tell."""

    why: str


ReplyGiven = Outlook | Senseless


def reply_to(tables: Tables, query: QueryAsked) -> ReplyGiven:
    """The odds of a supposed attack."""
    wrong = fault_of(query)
    return Senseless(wrong) if wrong else outlook(tables, offensive_in(tables, query))


def outlook(tables: Tables, offensive: Offensive) -> Outlook:
    """What an offensive is worth, in plain numbers."""
    found = prospects(tables, offensive)
    return Outlook(
        captured=_rounded(found.captured),
        entered=tuple(_rounded(chance) for chance in found.reached),
        own={number: _rounded(chance) for number, chance in found.lost.items()},
        enemy={number: _rounded(chance) for number, chance in found.inflicted.items()},
        mean_own=_rounded(found.mean_lost),
        mean_enemy=_rounded(found.mean_inflicted),
    )


def _rounded(chance: Fraction | float) -> float:
    """Enough figures for a page, and few enough for a wire."""
    return round(float(chance), 6)


def offensive_in(tables: Tables, query: Suppose) -> Offensive:
    """The offensive that is supposed."""

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
        Stage(
            defence=one.points.total,
            fires=defence_strength(one.points, one.fort) if one.fires and not one.friendly else 0,
            fort=one.fort,
            garrison=one.garrison,
            friendly=one.friendly,
            terrain=effect(one.terrain),
            their_winter=one.their_winter,
            winter=one.winter,
            assault=number == query.fire_at,
        )
        for number, one in enumerate(query.path)
    )
    return Offensive(tuple(corps), stages, query.losses)


def fault_of(query: Suppose) -> str:
    """What makes no sense in a supposed attack; empty: nothing."""
    armies = [army for group in query.groups for army in group.armies]
    if not 1 <= len(armies) <= ARMIES or any(not group.armies for group in query.groups):
        return f"Name one to {ARMIES} armies that attack."
    if not 1 <= len(query.path) <= LONGEST:
        return f"Name one to {LONGEST} hexes that are attacked."
    if not all(_sound(army) and army.total for army in armies):
        return f"Every army has one to {MOST} points."
    if not all(_sound(one.points) and 0 <= one.fort <= MOST for one in query.path):
        return f"A hex has none to {MOST} points."
    if any(abs(number) > MOST for number in _winters(query)):
        return f"Winters beyond {MOST} make no difference."
    if not 0 <= query.fire_at < len(query.path):
        return "The spearhead fires at a hex of its path."
    if sorted(query.losses) != sorted(KINDS):
        return "Losses name every kind of points once."
    return ""


def _sound(points: Points) -> bool:
    return points.sound and points.total <= MOST


def _winters(query: Suppose) -> Iterator[int]:
    yield from (group.winter for group in query.groups)
    for one in query.path:
        yield one.winter
        yield one.their_winter
