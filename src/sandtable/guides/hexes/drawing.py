"""The drawing of a hex game: its board, and positions on it."""

from functools import cached_property

from sandtable.core.wording import listed
from sandtable.hexes.board import Board
from sandtable.hexes.grid import Hex, centre
from sandtable.hexes.state import Army, HexState, Place
from sandtable.hexes.strength import total
from sandtable.hexes.world import World
from sandtable.maps.hexcoast import SIZE
from sandtable.maps.hexmap import HexDrawing, by_day_and_night
from sandtable.maps.hexpieces import Counter, Pieces
from sandtable.maps.kit import Point
from sandtable.maps.style import DARK, LIGHT


class Canvas:
    """The drawing of one board, light and dark. Its names are laid out once."""

    def __init__(self, board: Board) -> None:
        self._board = board

    @cached_property
    def _day(self) -> HexDrawing:
        return HexDrawing(self._board.atlas, self._board.theatre.window, LIGHT)

    @cached_property
    def _night(self) -> HexDrawing:
        night = HexDrawing(self._board.atlas, self._board.theatre.window, DARK)
        # Names are placed as in the light drawing: placing them takes most of the time.
        night.named, night.areas, night.seas = self._day.named, self._day.areas, self._day.seas
        return night

    def sheet(self, dark: bool) -> str:
        """The board alone."""
        return (self._night if dark else self._day).drawn(Pieces(boxes=boxes_of(self._board)))

    def ground(self) -> str:
        """The board as one drawing that follows the page's light or dark theme, without a legend."""
        boxes = Pieces(boxes=boxes_of(self._board))
        return by_day_and_night(self._day.drawn(boxes, legible=False), self._night.drawn(boxes, legible=False))

    def picture(self, world: World, state: HexState, dark: bool) -> str:
        """A position."""
        return (self._night if dark else self._day).drawn(pieces_of(world, state))


def hex_of(board: Board, place: Place) -> Hex:
    """The hex where a map shows a place."""
    box = board.theatre.boxes.get(board.boxes.get(place, ""))
    return board.atlas.grid.parse((box.drawn or box.hex) if box is not None else place)


def spot(board: Board, place: Place) -> Point:
    """Where a place is on the map."""
    x, y = centre(hex_of(board, place))
    return (x * SIZE, y * SIZE)


def boxes_of(board: Board) -> dict[str, Hex]:
    """Places that are drawn as boxes, away from their real position."""
    return {name: hex_of(board, place) for place, name in board.boxes.items() if board.theatre.boxes[name].drawn}


def pieces_of(world: World, state: HexState) -> Pieces:
    """The pieces on the board."""
    board = world.board
    standing: dict[Place, dict[str, Army]] = {}
    for name, army in state.armies.items():
        standing.setdefault(army.at, {})[name] = army
    return Pieces(
        control={
            hex_of(board, place): world.who(side).colour
            for place, side in state.control.items()
            if place not in board.boxes
        },
        counters={hex_of(board, place): _counter(world, place, own) for place, own in standing.items()},
        boxes=boxes_of(board),
    )


def _counter(world: World, place: Place, armies: dict[str, Army]) -> Counter:
    points = total(army.points for army in armies.values())
    side = next(iter(armies.values())).side
    text = f"{points.infantry}-{points.mechanized}" + (f"-{points.amphibious}" if points.amphibious else "")
    who = listed(f"{name} ({army.points})" for name, army in armies.items())
    return Counter(world.who(side).colour, text, f"{world.title(place)}: {who}")
