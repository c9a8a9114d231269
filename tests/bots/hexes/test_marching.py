"""Redistributions: all points arrive, and nobody is moved who stands well."""

from collections import Counter

from sandtable.bots.hexes.marching import Post, orders
from sandtable.hexes.actions import Move
from sandtable.hexes.state import Army
from sandtable.hexes.strength import NONE, Points


def carried_out(armies: dict[str, Army], moves: list[Move]) -> Counter[tuple[str, Points]]:
    at = {name: army.at for name, army in armies.items()}
    held = {name: army.points for name, army in armies.items()}
    for move in moves:
        part = move.points if move.points.total else held[move.army]
        into = move.into or move.army
        held[move.army] = held[move.army] - part
        held[into] = held.get(into, NONE) + part
        at[into] = move.to
        assert all(points.sound for points in held.values())
    return Counter((at[name], points) for name, points in held.items() if points.total)


ARMIES = {
    "North": Army("axis", "1240", Points(5, 5)),
    "Center": Army("axis", "1441", Points(2, 8)),
    "Fourth": Army("axis", "1340", Points(5)),
}


def test_points_get_where_they_are_wanted() -> None:
    posts = [
        Post("1240", Points(2, 8)),
        Post("1441", Points(0, 5)),
        Post("1339", Points(6)),
        Post("1340", Points(4)),
    ]
    moves = orders(ARMIES, posts, ["OKW"])
    assert carried_out(ARMIES, moves) == Counter((post.at, post.points) for post in posts)


def test_who_stands_well_stays() -> None:
    assert orders(ARMIES, [Post(army.at, army.points) for army in ARMIES.values()], []) == []


def test_armies_that_are_too_many_are_merged() -> None:
    posts = [Post("1340", Points(12, 13))]
    moves = orders(ARMIES, posts, [])
    assert carried_out(ARMIES, moves) == Counter({("1340", Points(12, 13)): 1})
