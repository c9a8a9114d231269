"""Borders: the places that the map is built from, a draft of the map, and the final map.

Places are shown and moved on the sheet; the file has them in degrees. Building needs SciPy and the world outline,
so both are required only here.
"""

import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable import games
from sandtable.area.board import Board
from sandtable.core.datafile import Folder, read_yaml, refuse_misfits
from sandtable.maps.check import CORNER, Difference, check
from sandtable.maps.draw import Pieces, draw
from sandtable.maps.geometry import FILE, read_geometry, write_geometry
from sandtable.maps.places import MapLayout, Places, Space, fingerprint, read_places, runs_of
from sandtable.variants.comparing import parent_of

if TYPE_CHECKING:
    from sandtable.maps.build import Built
    from sandtable.maps.projection import Projection

PLACES = "places.yaml"
DRAFT = 2000
"""Cells across a draft: enough to show borders, in a few seconds."""
DECIMALS = 2
"""Decimals of a degree in the file: about a kilometre."""
_building = threading.Lock()


class NoMap(Exception):
    """Why a map can't be shown or built; the message says what to do."""


class Place(msgspec.Struct, frozen=True):
    """One place of a space, or one point of a line of places, on the sheet."""

    spot: int
    """Its index in the file's list,"""
    point: int
    """and its index in a line; -1 if it isn't a line."""
    x: float
    y: float
    lon: float
    lat: float


class Wrong(msgspec.Struct, frozen=True):
    """Something drawn differently from the board's data, and where on the sheet, if anywhere."""

    words: str
    spaces: tuple[str, ...]
    x: float = 0.0
    y: float = 0.0


class Sheet(msgspec.Struct, frozen=True):
    """The current map or a draft, with its places and whether it matches the board."""

    picture: str
    draft: bool
    """Made from the current places, and not saved yet."""
    stale: bool
    """The places have changed since the map was built."""
    places: dict[str, tuple[Place, ...]]
    wrong: tuple[Wrong, ...]


def sheet(path: Path, draft: bool) -> Sheet:
    """The map of a variant: its current one, or a draft from its places."""
    folder = games.folder_at(path)
    board, places = _read(folder)
    changed = is_stale(folder)
    if draft:
        built = _built(board, places, DRAFT)
        geometry, found = built.geometry, check(board, built.geometry, CORNER * built.raster.step)
        wrong = tuple(_wrong(found, built))
    else:
        geometry = read_geometry(folder)
        wrong = tuple(Wrong(f"{one}.", _ends(one)) for one in check(board, geometry))
    return Sheet(
        draw(board, geometry, Pieces(_owners(board))),
        draft,
        changed,
        dict(_places(places, board)),
        wrong,
    )


def built_map(path: Path) -> str:
    """The final map's file content, built from a variant's places."""
    board, places = _read(games.folder_at(path))
    return write_geometry(_built(board, places, 0).geometry).decode()


def moved(path: Path, space: str, spot: int, point: int, x: float, y: float) -> list[Any]:
    """The places of a space with one moved to a point on the sheet; ``spot`` -1 adds one."""
    spots, projection = _spots(path, space)
    lon, lat = _globe(projection, x, y)
    if spot == -1:
        return [*spots, [lon, lat]]
    _known(spots, spot, point)
    if point == -1 and _is_line(spots[spot]):
        raise NoMap("This place is a line now: move one of its points.")
    if point == -1:
        spots[spot] = [lon, lat]
    else:
        spots[spot][point] = [lon, lat]
    return spots


def without(path: Path, space: str, spot: int) -> list[Any]:
    """The places of a space with one removed; the last one stays."""
    spots, _ = _spots(path, space)
    _known(spots, spot, -1)
    if len(spots) == 1:
        raise NoMap(f"{space} needs at least one place.")
    return spots[:spot] + spots[spot + 1 :]


def place_path(path: Path, space: str) -> tuple[str, ...]:
    """The path of a space's places in the file: a list, or next to drawing hints."""
    _, places = _read(games.folder_at(path))
    return ("spaces", space, "at") if isinstance(places.spaces[space], Space) else ("spaces", space)


def is_stale(folder: Folder) -> bool:
    """Whether a variant's places or neighbours differ from those its map was built from."""
    source = _source(folder)
    if FILE in folder.layers[0].names():
        built_from = read_geometry(folder).made_from
        return built_from not in ("", source)
    parent = parent_of(folder)
    return parent is not None and _source(parent) != source


def _source(folder: Folder) -> str:
    board, places = _read(folder)
    return fingerprint(places, board)


def _read(folder: Folder) -> tuple[Board, Places]:
    board = read_yaml(folder / "board.yaml", Board)
    refuse_misfits(folder, board.problems())
    if not (folder / PLACES).is_file():
        raise NoMap("This game has no places, so no map can be built.")
    return board, read_places(folder / PLACES, board)


def _built(board: Board, places: Places, columns: int) -> "Built":
    """Build a map, one at a time: building takes a whole core."""
    try:
        from sandtable.maps.build import FINE, build  # noqa: PLC0415 - needs SciPy
        from sandtable.maps.outline import OutlineError  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise NoMap(f"Building a map needs {error.name}: pip install 'sandtable[maps]'.") from None
    with _building:
        try:
            return build(board, places, "", columns or FINE)
        except OutlineError as error:
            raise NoMap(f"The world's coasts can't be fetched: {error}") from None


def _wrong(found: Iterable[Difference], built: "Built") -> Iterator[Wrong]:
    for one in found:
        if not one.b:
            yield Wrong(f"{one}.", _ends(one))
            continue
        lon, lat, _ = built.where(one.a, one.b)
        between = built.between(one.a, one.b) if one.kind == "apart" else []
        more = f"; {', '.join(between)} is between them." if between else "."
        yield Wrong(f"{one}{more}", _ends(one), *_on_sheet(built.raster.projection, lon, lat))


def _ends(one: Difference) -> tuple[str, ...]:
    return tuple(name for name in (one.a, one.b) if name)


def _owners(board: Board) -> dict[str, str]:
    return {name: one.owner for name, one in board.territories.items() if one.owner}


def _places(places: Places, board: Board) -> Iterator[tuple[str, tuple[Place, ...]]]:
    projection = _projection(places.sheet)
    for space in board.spaces:
        found: list[Place] = []
        for number, spot in enumerate(places.space(space).at):
            line = runs_of(spot)
            for point, (lon, lat) in enumerate(line):
                x, y = _on_sheet(projection, lon, lat)
                found.append(Place(number, point if _is_line(spot) else -1, x, y, lon, lat))
        yield space, tuple(found)


def _is_line(spot: Any) -> bool:
    return isinstance(spot[0], list | tuple)


def _spots(path: Path, space: str) -> tuple[list[Any], "Projection"]:
    _, places = _read(games.folder_at(path))
    if space not in places.spaces:
        raise NoMap(f"There is no space {space!r}.")
    return msgspec.json.decode(msgspec.json.encode(places.space(space).at)), _projection(places.sheet)


def _known(spots: list[Any], spot: int, point: int) -> None:
    if not 0 <= spot < len(spots) or (
        point != -1 and not (_is_line(spots[spot]) and 0 <= point < len(spots[spot]))
    ):
        raise NoMap("This place is not there any more.")


@lru_cache(maxsize=4)
def _projection(layout: MapLayout) -> "Projection":
    try:
        from sandtable.maps.projection import Projection  # noqa: PLC0415 - needs SciPy
    except ModuleNotFoundError as error:
        raise NoMap(f"Showing places needs {error.name}: pip install 'sandtable[maps]'.") from None
    return Projection(layout)


def _on_sheet(projection: "Projection", lon: float, lat: float) -> tuple[float, float]:
    import numpy as np  # noqa: PLC0415

    x, y = projection.to_sheet(np.array([lon]), np.array([lat]))
    return round(float(x[0]), 1), round(float(y[0]), 1)


def _globe(projection: "Projection", x: float, y: float) -> tuple[float, float]:
    import numpy as np  # noqa: PLC0415

    if not (0 <= x <= projection.width and 0 <= y <= projection.height):
        raise NoMap("A place must be on the map.")
    lon, lat = projection.to_globe(np.array([x]), np.array([y]))
    return round(float(lon[0]), DECIMALS), round(float(lat[0]), DECIMALS)
