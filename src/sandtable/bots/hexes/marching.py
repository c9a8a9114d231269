"""From current to planned positions: the fewest orders that a redistribution needs."""

from collections.abc import Mapping

import msgspec

from sandtable.hexes.actions import Move
from sandtable.hexes.state import Army, Name, Place
from sandtable.hexes.strength import KINDS, NONE, Points, points_of


class Post(msgspec.Struct, frozen=True):
    """An army's planned place and points."""

    at: Place
    points: Points


def orders(armies: Mapping[Name, Army], posts: list[Post], fresh: list[Name]) -> list[Move]:
    """Orders that turn these armies into those posts; ``fresh``: counters not in play."""
    names = _matched(armies, posts)
    found: list[Move] = []
    at = {name: army.at for name, army in armies.items()}
    left = {name: army.points for name, army in armies.items()}
    for post, name in zip(posts, names, strict=True):
        if name and at[name] != post.at:
            found.append(Move(name, post.at))
            at[name] = post.at
    want = {name: post.points for post, name in zip(posts, names, strict=True) if name}
    spare = list(fresh)
    fill = [(name, post) for post, name in zip(posts, names, strict=True) if name]
    fill += [(spare.pop(0), post) for post, name in zip(posts, names, strict=True) if not name and spare]
    givers = sorted(left, key=lambda name: (name in want, name))
    for name, post in fill:
        for kind in KINDS:
            for giver in givers:
                lack = post.points.of(kind) - left.get(name, NONE).of(kind)
                much = min(lack, left[giver].of(kind) - want.get(giver, NONE).of(kind))
                if giver == name or much <= 0:
                    continue
                part = points_of(kind, much)
                found.append(Move(giver, post.at, part, name))
                left[giver] = left[giver] - part
                left[name] = left.get(name, NONE) + part
    return found


def _matched(armies: Mapping[Name, Army], posts: list[Post]) -> list[Name]:
    """The army for each post: one that is there, otherwise a similar one; empty for a new one."""
    names = [""] * len(posts)
    free = set(armies)
    for stays in (True, False):
        for number, post in sorted(enumerate(posts), key=lambda one: (-one[1].points.total, one[0])):
            fit = [name for name in free if not stays or armies[name].at == post.at]
            if not names[number] and fit:
                names[number] = max(fit, key=lambda name: (_alike(armies[name].points, post.points), name))
                free.discard(names[number])
    return names


def _alike(one: Points, other: Points) -> int:
    return sum(min(one.of(kind), other.of(kind)) for kind in KINDS)
