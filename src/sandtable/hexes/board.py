"""The board of a game: which part of an atlas is in play, the boxes that stand for the rest, and adjacency.

Places have small index numbers here, land first, so that whole positions fit in plain arrays. The rest of the
family refers to a place by name: the number of a hex, or the name of a box.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable.core.datafile import AnyFolder, DataFileError, read_yaml, suggestion
from sandtable.hexes.atlas import Atlas, Cell, HexFacts, Port, Terrain, read_atlas, side
from sandtable.hexes.grid import Hex, HexError

Place = str


class BoxFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that stands for whole areas."""

    areas: tuple[str, ...]
    hex: str = ""
    """The hex that is the box: it is reached by sea through its port."""
    borders: str = ""
    """The hexes adjacent to the box, for a box reached by land."""
    roads: str = ""
    """Those of them connected to it by road."""
    drawn: str = ""
    """The hex where a map draws it, if it isn't its own hex."""
    guards: tuple[Place, ...] = ()
    """Fleets based here intercept only invasions of these places. Empty: any invasion that passes through their
    seas."""
    beyond: int = 0
    """And invasions whose route goes at least as far south as this row."""
    rule: str = ""
    """The rule that says so."""


class Theatre(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of a map that a game uses."""

    columns: tuple[int, int]
    out: str
    window: str
    """The window of the atlas that shows it."""
    boxes: Mapping[str, BoxFacts]
    seas: Mapping[str, tuple[str, ...]]
    """The atlas waters that form one sea in this theatre."""
    lakes: Mapping[str, tuple[str, ...]]
    """Waters without ships that carry supply from shore to shore."""
    views: Mapping[str, tuple[Place, Place]] = {}
    """Parts of the map to jump to: their north-western and their south-eastern hex."""


class Absence(msgspec.Struct, frozen=True):
    """Why armies can't be somewhere."""

    why: Literal["unknown", "sea", "theatre", "box", "closed"]
    text: str


class Board(msgspec.Struct, frozen=True):
    """All places in play. The arrays are indexed by place number; land comes first, and only land has facts."""

    atlas: Atlas
    theatre: Theatre
    places: tuple[Place, ...]
    number: Mapping[Place, int]
    land: int
    """The number of land places."""
    steps: tuple[tuple[int, ...], ...]
    """The places armies can step to: over land and crossings, never over open water."""
    roads: tuple[frozenset[int], ...]
    """The places connected by road."""
    terrain: tuple[Terrain, ...]
    areas: tuple[str, ...]
    ports: tuple[Port, ...]
    production: tuple[int, ...]
    """The production points of a place; for a box, of its whole region."""
    coastal: tuple[bool, ...]
    closed: frozenset[int]
    """Land that nobody can ever enter."""
    boxes: Mapping[Place, str]
    """The boxes and their names."""
    titles: tuple[str, ...]

    def __contains__(self, place: object) -> bool:
        """Whether armies can be in a place."""
        number = self.number.get(place) if isinstance(place, str) else None
        return number is not None and number < self.land and number not in self.closed

    def absence(self, place: Place) -> Absence | None:
        """Why armies can't be in a place. None if they can."""
        number = self.number.get(place)
        if number is not None and number < self.land:
            if number in self.closed:
                return Absence("closed", f"{self.title(place)} can never be entered")
            return None
        if number is not None:
            return Absence("sea", f"{place} is all sea")
        try:
            found = self.atlas.grid.parse(place)
        except HexError as error:
            return Absence("unknown", str(error))
        cell = self.atlas.cells.get(found)
        first, last = self.theatre.columns
        box = next((name for name, one in self.theatre.boxes.items() if cell and cell.area in one.areas), "")
        if box and first <= found.column <= last:
            return Absence("box", f"{place} is part of the box {box}")
        return Absence("theatre", f"{place} is outside the theatre of this game")

    def title(self, place: Place) -> str:
        """The name of a place as players see it.

        A named hex has its name and its number, a box its name.
        """
        number = self.number.get(place)
        return self.titles[number] if number is not None and number < self.land else place

    def neighbours(self, place: Place) -> tuple[Place, ...]:
        """The places an army can step to, regardless of who holds them."""
        return tuple(self.places[near] for near in self.steps[self.number[place]])

    def adjacent(self, a: Place, b: Place) -> bool:
        """Whether an army can step from one place to the other."""
        one, other = self.number.get(a), self.number.get(b)
        return one is not None and one < self.land and other in self.steps[one]

    def touching(self, place: Place) -> tuple[Place, ...]:
        """The hexes that share a side with a hex, even across open water; for a box, its borders."""
        found = _hex(self.atlas, place)
        if found is None or place in self.boxes:
            return self.neighbours(place)
        around = (str(near) for near in self.atlas.grid.neighbours(found))
        return tuple(near for near in around if near in self.number)

    def road(self, a: Place, b: Place) -> bool:
        """Whether a road connects two neighbours."""
        return self.number[b] in self.roads[self.number[a]]

    def terrain_of(self, place: Place) -> Terrain:
        return self.terrain[self.number[place]]

    def area_of(self, place: Place) -> str:
        """The country of a place; for a box, the first of its areas."""
        return self.areas[self.number[place]]

    def port_of(self, place: Place) -> Port:
        return self.ports[self.number[place]]

    def production_of(self, place: Place) -> int:
        return self.production[self.number[place]]

    def facts_of(self, place: Place) -> HexFacts:
        """Other facts about a place from the atlas."""
        cell = self._cell(place)
        return cell.facts if cell is not None else HexFacts()

    def allegiance_of(self, place: Place) -> str:
        """The 1939 allegiance of a place in the atlas."""
        return self.atlas.areas[self.area_of(place)].allegiance

    def in_areas(self, areas: tuple[str, ...]) -> Iterator[Place]:
        """The places in the given countries; a box belongs to all of its areas."""
        for number, place in enumerate(self.places[: self.land]):
            box = self.boxes.get(place)
            own = self.theatre.boxes[box].areas if box else (self.areas[number],)
            if any(area in areas for area in own):
                yield place

    def distance(self, a: Place, b: Place) -> int:
        """The shortest distance between two places in hexes; for a box, measured through its borders."""
        return min(
            self.atlas.grid.distance(one, other) + more + extra
            for one, more in self._edge(a)
            for other, extra in self._edge(b)
        )

    def _edge(self, place: Place) -> Iterator[tuple[Hex, int]]:
        found = _hex(self.atlas, place)
        if found is not None:
            yield found, 0
        else:
            for near in self.neighbours(place):
                yield self.atlas.grid.parse(near), 1

    def _cell(self, place: Place) -> Cell | None:
        found = _hex(self.atlas, place)
        return self.atlas.cells.get(found) if found is not None else None


def with_ports(board: Board, ports: Mapping[Place, Port]) -> Board:
    """A board on which some places have other ports than those printed."""
    now = list(board.ports)
    for place, port in ports.items():
        now[board.number[place]] = port
    return replace(board, ports=tuple(now))


def read_board(folder: AnyFolder, theatre: str) -> Board:
    """The board of one theatre in a game's folder."""
    return build_board(read_atlas(folder / "atlas.yaml"), read_theatre(folder, theatre))


def read_theatre(folder: AnyFolder, theatre: str) -> Theatre:
    """One theatre of a game's folder."""
    theatres = read_yaml(folder / "theatres.yaml", dict[str, Theatre])
    if theatre not in theatres:
        known = ", ".join(theatres)
        raise DataFileError(
            f"theatres.yaml: no theatre is called {theatre!r}.{suggestion(theatre, theatres)} There are: {known}."
        )
    return theatres[theatre]


def build_board(atlas: Atlas, theatre: Theatre) -> Board:
    """Build the board of a theatre."""
    return _Building(atlas, theatre).board()


class _Building:
    def __init__(self, atlas: Atlas, theatre: Theatre) -> None:
        self.atlas = atlas
        self.theatre = theatre
        self.of_box = {area: name for name, box in theatre.boxes.items() for area in box.areas}
        for area in self.of_box:
            if area not in atlas.areas:
                raise DataFileError(f"theatres.yaml: {area!r} isn't an area of the atlas")
        self.seats = {box.hex: name for name, box in theatre.boxes.items() if box.hex}
        self.shut = {name for name, one in atlas.areas.items() if atlas.allegiances[one.allegiance].closed}
        hexes = [place for place in atlas.grid.hexes() if self.in_play(place)]
        self.lands = [str(place) for place in hexes if place in atlas.cells]
        self.lands += [name for name, box in theatre.boxes.items() if not box.hex]
        self.places = (*self.lands, *(str(place) for place in hexes if place not in atlas.cells))
        self.number = {place: number for number, place in enumerate(self.places)}

    def in_play(self, place: Hex) -> bool:
        first, last = self.theatre.columns
        cell = self.atlas.cells.get(place)
        if not first <= place.column <= last or str(place) in self.theatre.out.split():
            return False
        return cell is None or cell.area not in self.of_box or str(place) in self.seats

    def walks(self, place: Place) -> Iterator[int]:
        """Where an army can go from a place, except closed land and distant boxes."""
        for name, box in self.theatre.boxes.items():
            if name == place:
                yield from (self.number[near] for near in box.borders.split())
            elif place in box.borders.split():
                yield self.number[name]
        found = _hex(self.atlas, place)
        if found is None or place in self.seats or self.atlas.cells[found].area in self.shut:
            return
        for near in self.atlas.grid.neighbours(found):
            cell = self.atlas.cells.get(near)
            if cell is None or cell.area in self.shut or str(near) in self.seats or str(near) not in self.number:
                continue
            if self.atlas.way(found, near) != "water":
                yield self.number[str(near)]

    def paved(self, place: Place) -> Iterator[int]:
        """The places that roads lead to."""
        for name, box in self.theatre.boxes.items():
            if name == place:
                yield from (self.number[near] for near in box.roads.split())
            elif place in box.roads.split():
                yield self.number[name]
        found = _hex(self.atlas, place)
        if found is not None:
            for near in self.atlas.grid.neighbours(found):
                if side(found, near) in self.atlas.roads and str(near) in self.number:
                    yield self.number[str(near)]

    def made(self, place: Place) -> int:
        """The production points of a place."""
        box = self.seats.get(place, place)
        if box in self.theatre.boxes:
            areas = self.theatre.boxes[box].areas
            return sum(cell.facts.production for cell in self.atlas.cells.values() if cell.area in areas)
        return self.cell(place).facts.production

    def cell(self, place: Place) -> Cell:
        """The land of a place; a box without a hex counts as clear, inland terrain."""
        found = _hex(self.atlas, place)
        if found is not None:
            return self.atlas.cells[found]
        return Cell("clear", False, self.theatre.boxes[place].areas[0], HexFacts(name=place), {})

    def title(self, place: Place) -> str:
        if place in self.seats or place in self.theatre.boxes:
            return self.seats.get(place, place)
        name = self.cell(place).facts.name
        return f"{name} ({place})" if name else place

    def board(self) -> Board:
        cells = [self.cell(place) for place in self.lands]
        steps = tuple(tuple(sorted(set(self.walks(place)))) for place in self.lands)
        return Board(
            atlas=self.atlas,
            theatre=self.theatre,
            places=self.places,
            number=self.number,
            land=len(self.lands),
            steps=steps,
            roads=tuple(frozenset(self.paved(place)) for place in self.lands),
            terrain=tuple(cell.terrain for cell in cells),
            areas=tuple(cell.area for cell in cells),
            ports=tuple(cell.facts.port for cell in cells),
            production=tuple(self.made(place) for place in self.lands),
            coastal=tuple(cell.coastal for cell in cells),
            closed=frozenset(number for number, cell in enumerate(cells) if cell.area in self.shut),
            boxes={
                place: self.seats.get(place, place)
                for place in self.lands
                if place in self.seats or place in self.theatre.boxes
            },
            titles=tuple(self.title(place) for place in self.lands),
        )


def _hex(atlas: Atlas, place: Place) -> Hex | None:
    """The hex of a place. None for a box off the map."""
    return atlas.grid.parse(place) if place[:1].isdigit() else None
