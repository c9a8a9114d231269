"""The hex family: supply of whole positions, from Europe to the whole world, and the odds of an offensive."""

from collections.abc import Iterator

from bench.measure import Result, at_most, median_seconds
from sandtable.core.datafile import read_yaml
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.games import BUILT_IN
from sandtable.hexes.board import Board, read_board
from sandtable.hexes.family import GameFile, read_worlds
from sandtable.hexes.opening import opening
from sandtable.hexes.strength import Points
from sandtable.hexes.supply import Position, trace
from sandtable.hexes.supplying import supply_of
from sandtable.hexes.waters import read_waters
from sandtable.odds.hexes.offensive import Corps, Offensive, Stage, prospects

FOLDER = BUILT_IN / "hgw"
CAMPS = {
    "axis": ("germany", "italy", "leaning-axis", "japan"),
    "soviet": ("soviet-union",),
    "allied": (
        "great-britain",
        "france",
        "belgium",
        "netherlands",
        "united-states",
        "leaning-allies",
        "china",
        "greece",
        "spain",
        "portugal",
        "unaligned",
    ),
}
"""The whole world at war: every colour of the map in one of three camps."""


def hex_results() -> Iterator[Result]:
    worlds = read_worlds(FOLDER, read_yaml(FOLDER / "game.yaml", GameFile))
    world = worlds["fall-of-germany"]
    state = opening(world, Setup())
    assert not isinstance(state, Refusal)

    def europe() -> None:
        for side in world.order:
            supply_of(world, state, side)

    here = median_seconds(europe, inner=20) * 1000
    yield at_most("supply of a whole European position, all three sides", here, 5, "ms")
    board = read_board(FOLDER, "world")
    waters = read_waters(FOLDER, board.atlas, board.theatre)
    camps = [camp(board, colours) for colours in CAMPS.values()]

    def everywhere() -> None:
        for one in camps:
            trace(board, waters, world.tables.terrain, one)

    pacific = worlds["campaign-4"]
    start = opening(pacific, Setup())
    assert not isinstance(start, Refusal)

    def at_war() -> None:
        for side in pacific.order:
            supply_of(pacific, start, side)

    yield at_most("supply of Campaign IV's opening, all sides", median_seconds(at_war, inner=5) * 1000, 25, "ms")
    there = median_seconds(everywhere, inner=5) * 1000
    yield at_most("supply of the whole world, three camps", there, 30, "ms")
    land = board.land / len(state.control)
    yield Result(
        f"growth of supply from Europe to the world, with {land:.1f} times the hexes", there / here, "times"
    )
    offensive = Offensive(
        (Corps(Points(2, 8), "a"), Corps(Points(3, 7), "b"), Corps(Points(5, 5), "c")),
        (Stage(9, 9), Stage(0, garrison=True), Stage(3, 3), Stage(0, garrison=True), Stage(0, garrison=True)),
    )
    exact = median_seconds(lambda: prospects(world.tables, offensive)) * 1000
    yield at_most("exact odds of three armies along a chain of five hexes", exact, 50, "ms")


def camp(board: Board, colours: tuple[str, ...]) -> Position:
    """All places of some colours; every production point of theirs is at home, and every sea is open."""
    places = (place for place in board.places[: board.land] if place in board)
    own = frozenset(place for place in places if board.allegiance_of(place) in colours)
    home = frozenset(place for place in own if board.production_of(place))
    return Position(own, home, home, frozenset((*board.theatre.seas, *board.theatre.lakes)))
