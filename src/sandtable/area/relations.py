"""Relations between powers: partners, at war, or at peace. Sides are for victory and seating; rules use relations.

Unless a game says otherwise, powers of one side are partners and powers of different sides are at war. Differences
from that are in the state, so they can change during the game.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from sandtable.area.forces import Power

Relation = Literal["partners", "war", "peace"]
Relations = tuple[tuple[Power, Power, Relation], ...]
"""Pairs of powers whose relation differs from that of their sides, sorted."""


class RelationInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Powers whose relation at the start differs from that of their sides; listed in ``game.yaml``."""

    powers: tuple[Power, Power]
    are: Relation


def with_relation(relations: Relations, a: Power, b: Power, relation: Relation) -> Relations:
    """The relations, with that of two powers changed.

    >>> with_relation((), "ussr", "japan", "peace")
    (('japan', 'ussr', 'peace'),)
    """
    pair = tuple(sorted((a, b)))
    others = [one for one in relations if one[:2] != pair]
    return tuple(sorted([*others, (pair[0], pair[1], relation)]))


def at_start(listed: Iterable[RelationInfo]) -> Relations:
    """The relations at the start of a game."""
    found: Relations = ()
    for info in listed:
        found = with_relation(found, *info.powers, info.are)
    return found


def table(side_of: Mapping[Power, str], relations: Relations) -> Mapping[tuple[Power, Power], Relation]:
    """The relation of every pair of powers, and of powers to whole sides; a power is its own partner.

    A side stands for what its powers hold jointly: a partner of those of its powers that are at war with anybody,
    at war with every power that one of its own is at war with, and at peace with all others.
    """
    found: dict[tuple[Power, Power], Relation] = {
        (a, b): "partners" if side_of[a] == side_of[b] else "war" for a in side_of for b in side_of
    }
    for a, b, relation in relations:
        found[a, b] = found[b, a] = relation
    for side in sorted(set(side_of.values())):
        for power in side_of:
            foes = [other for other in side_of if found[power, other] == "war"]
            relation = "peace"
            if side_of[power] == side and foes:
                relation = "partners"
            elif any(side_of[foe] == side for foe in foes):
                relation = "war"
            found[side, power] = found[power, side] = relation
        for other in set(side_of.values()):
            found[side, other] = "partners" if side == other else "war"
    return found
