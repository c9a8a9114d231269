"""The atlas of a hex board: what is in each hex and on its sides, and how certain each fact is.

:func:`read_atlas` reads a board file and rejects invalid data with a line number; :meth:`Atlas.problems` lists
contradictions by hex.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from sandtable.core.datafile import AnyFile, DataFileError, Versions, compose_layers, parse_node, versions_of
from sandtable.hexes.grid import SIDES, Grid, Hex, HexError

Confidence = Literal["text", "implied", "proposed"]
"""Stated by the rules, implied by them, or taken from geography."""
Terrain = Literal["sea", "clear", "mountain", "swamp", "desert", "jungle"]
Port = Literal["none", "port", "anchor", "yard"]
Way = Literal["water", "strait", "land", "both"]
"""What connects two hexes across a side: water only, water that armies may cross, land only, or land and water."""
Side = tuple[Hex, Hex]

LETTERS: Mapping[str, Terrain] = {
    "~": "sea",
    "c": "clear",
    "m": "mountain",
    "s": "swamp",
    "d": "desert",
    "j": "jungle",
}


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the file. Unknown keys are rejected."""


class GridFacts(_Strict, frozen=True):
    """The size of the grid."""

    rows: int
    columns: int
    odd_rows: Literal["east"]


class Crop(_Strict, frozen=True):
    """A window of the map. ``repeat`` columns from the opposite edge are drawn again, pale, beyond each edge."""

    rows: tuple[int, int]
    columns: tuple[int, int]
    repeat: int = 0


class Allegiance(_Strict, frozen=True):
    """A power or leaning in 1939: the colour the rules name it by, and the colour we draw."""

    name: str
    key: str
    colour: str
    emblem: str = ""
    """The livery whose emblem it uses."""
    closed: bool = False
    """Nobody can ever enter its land."""


class AreaFacts(_Strict, frozen=True):
    """A country as written in the file."""

    allegiance: str
    hexes: str
    text: str = ""
    production: tuple[int, Confidence] | None = None
    later: tuple[int, Confidence] | None = None


class HexFacts(_Strict, frozen=True):
    """What is in a hex."""

    name: str = ""
    port: Port = "none"
    production: int = 0
    later: int = 0
    """Production added later in the war."""
    capital: bool = False
    surrender: bool = False
    airbase: bool = False
    nuclear: bool = False
    depot: bool = False
    gate: bool = False
    circular: bool = False
    doubt: Mapping[str, Confidence] = {}


class Correction(_Strict, frozen=True):
    """Where the printed map differs for a hex."""

    terrain: Terrain | None = None
    coastal: bool | None = None
    area: str | None = None
    name: str | None = None
    port: Port | None = None
    production: int | None = None
    capital: bool | None = None
    airbase: bool | None = None


class SideFacts(_Strict, frozen=True):
    """Sides that are special."""

    sea: str
    land: str
    roads: str


class SideRuling(_Strict, frozen=True):
    """Sides that no list covers: what connects the hexes, why, and how certain that is."""

    way: Literal["water", "land"]
    sure: Confidence
    why: str


class Named(_Strict, frozen=True):
    """A strait."""

    name: str


class Seaway(_Strict, frozen=True):
    """A river that ships can use."""

    name: str
    hexes: str


class Water(_Strict, frozen=True):
    """Where the name of a body of water is written, its size (in hundredths of a hex), and the only window that
    shows it."""

    at: str
    size: float
    crop: str = ""


class AtlasFile(_Strict, frozen=True):
    """The file."""

    title: str
    grid: GridFacts
    confidence: Mapping[str, Confidence]
    crops: Mapping[str, Crop]
    terrain: Mapping[str, str]
    terrain_text: str
    allegiances: Mapping[str, Allegiance]
    areas: Mapping[str, AreaFacts]
    hexes: Mapping[str, HexFacts]
    sides: SideFacts
    crossings: Mapping[str, Named]
    parts: Mapping[str, Mapping[str, str]]
    canals: Mapping[str, tuple[str, str, str]]
    seaway: Seaway
    seas: Mapping[str, str]
    waters: Mapping[str, Water]
    side_rulings: Mapping[str, SideRuling] = {}
    corrections: Mapping[str, Correction] = {}


class Cell(msgspec.Struct, frozen=True):
    """A hex with land in it."""

    terrain: Terrain
    coastal: bool
    area: str
    facts: HexFacts
    sure: Mapping[str, Confidence]
    """How certain each fact about this hex is."""


class Atlas(msgspec.Struct, frozen=True):
    """A hex board. A hex without a cell is all sea."""

    title: str
    grid: Grid
    crops: Mapping[str, Crop]
    allegiances: Mapping[str, Allegiance]
    areas: Mapping[str, AreaFacts]
    cells: Mapping[Hex, Cell]
    sea_sides: frozenset[Side]
    land_sides: frozenset[Side]
    roads: frozenset[Side]
    crossings: Mapping[Side, str]
    parts: Mapping[Hex, Mapping[str, tuple[tuple[Hex, str], ...]]]
    """For hexes with separate shores: the neighbours that each shore reaches, and the neighbour's shore."""
    canals: Mapping[Hex, tuple[str, str, str]]
    seaway: tuple[Hex, ...]
    seas: Mapping[str, frozenset[Hex]]
    waters: Mapping[str, Water]
    corrected: frozenset[Hex]

    def way(self, a: Hex, b: Hex) -> Way:
        """What connects two neighbours."""
        one, other = self.cells.get(a), self.cells.get(b)
        key = side(a, b)
        if key in self.crossings:
            return "strait"
        if one is None or other is None or key in self.sea_sides:
            return "water"
        if key in self.land_sides or not (one.coastal and other.coastal):
            return "land"
        return "both"

    def allegiance(self, place: Hex) -> str:
        """The 1939 owner of a land hex."""
        return self.areas[self.cells[place].area].allegiance

    def shore(self, place: Hex, near: Hex) -> frozenset[str]:
        """The shores of a hex that reach a neighbour; empty if it has only one shore."""
        return frozenset(
            part for part, reach in self.parts.get(place, {}).items() if any(h == near for h, _ in reach)
        )

    def problems(self) -> Iterator[str]:
        """Contradictions in the data."""
        yield from _cell_problems(self)
        yield from _side_problems(self)
        yield from _total_problems(self)


def side(a: Hex, b: Hex) -> Side:
    """The side between two hexes, the same in either order."""
    return (a, b) if a <= b else (b, a)


def read_atlas(path: AnyFile) -> Atlas:
    """Read a board file. Errors give the line."""
    return _read(versions_of(path))


def parse_atlas(text: str, name: str = "atlas.yaml") -> Atlas:
    """Parse an atlas from text; ``name`` is the file name used in errors."""
    return _read([(name, text)])


def _read(versions: Versions) -> Atlas:
    return _Reading(parse_node(compose_layers(versions), AtlasFile, versions[-1][0]), versions).atlas()


def _search(lines: Sequence[str], where: Iterable[str]) -> tuple[int, int]:
    """How many of the words occur, each below the one before, and the line of the last one found."""
    number = known = 0
    for depth, word in enumerate(where):
        for i in range(number, len(lines)):
            line = lines[i].partition("#")[0]
            if line.startswith(word) if depth == 0 else word in line:
                number, known = i, known + 1
                break
    return known, number


class _Reading:
    def __init__(self, file: AtlasFile, versions: Versions) -> None:
        self.file = file
        self.versions = versions
        self.grid = Grid(file.grid.rows, file.grid.columns)

    def fail(self, what: str, *where: str) -> DataFileError:
        """An error with a line number. The words give the section, the key below it, and so on."""
        found = [(*_search(text.splitlines(), where), name) for name, text in reversed(self.versions)]
        _, number, name = max(found, key=lambda one: one[0])
        return DataFileError(f"{name}, line {number + 1}: {what}")

    def hex(self, code: str, *where: str) -> Hex:
        try:
            return self.grid.parse(code)
        except HexError as error:
            raise self.fail(str(error), *where, code) from None

    def run(self, text: str, *where: str) -> Iterator[Hex]:
        """Parse hexes and ranges of hexes."""
        for word in text.split():
            first, dash, last = word.partition("-")
            start = self.hex(first, *where)
            end = self.hex(last, *where) if dash else start
            if end.row != start.row or end.column < start.column:
                raise self.fail(f"{word}: a run goes from west to east in one row", *where, word)
            for column in range(start.column, end.column + 1):
                yield Hex(start.row, column)

    def pair(self, word: str, *where: str) -> Side:
        first, _, last = word.partition("|")
        a, b = self.hex(first, *where), self.hex(last, *where)
        if b not in self.grid.neighbours(a):
            raise self.fail(f"{word}: the two hexes do not touch", *where, word)
        return side(a, b)

    def pairs(self, text: str, *where: str) -> frozenset[Side]:
        return frozenset(self.pair(word, *where) for word in text.split())

    def ruled(self, way: str) -> frozenset[Side]:
        """The sides for which a ruling allows this way across."""
        return frozenset(
            pair
            for words, ruling in self.file.side_rulings.items()
            for pair in self.pairs(words, "side_rulings:", words)
            if ruling.way == way
        )

    def atlas(self) -> Atlas:
        file = self.file
        self.check_crops()
        cells = self.cells()
        return Atlas(
            title=file.title,
            grid=self.grid,
            crops=file.crops,
            allegiances=file.allegiances,
            areas=file.areas,
            cells=cells,
            sea_sides=self.pairs(file.sides.sea, "sides:", "sea:") | self.ruled("water"),
            land_sides=self.pairs(file.sides.land, "sides:", "land:") | self.ruled("land"),
            roads=self.pairs(file.sides.roads, "sides:", "roads:"),
            crossings={self.pair(word, "crossings:"): named.name for word, named in file.crossings.items()},
            parts={self.hex(code, "parts:"): self.shores(code, parts) for code, parts in file.parts.items()},
            canals={self.hex(code, "canals:"): canal for code, canal in file.canals.items()},
            seaway=tuple(self.run(file.seaway.hexes, "seaway:")),
            seas={name: frozenset(self.run(text, "seas:", f"{name}:")) for name, text in file.seas.items()},
            waters=self.checked_waters(),
            corrected=frozenset(self.hex(code, "corrections:") for code in file.corrections),
        )

    def check_crops(self) -> None:
        for name, crop in self.file.crops.items():
            (top, bottom), (left, right) = crop.rows, crop.columns
            if not (1 <= top <= bottom <= self.grid.rows and 1 <= left <= right < left + self.grid.columns):
                raise self.fail(f"crop {name}: no such window of the grid", "crops:", f"{name}:")

    def checked_waters(self) -> Mapping[str, Water]:
        for name, water in self.file.waters.items():
            self.hex(water.at, "waters:", f"{name}:")
        return self.file.waters

    def shores(self, code: str, parts: Mapping[str, str]) -> dict[str, tuple[tuple[Hex, str], ...]]:
        place = self.hex(code, "parts:")
        found: dict[str, tuple[tuple[Hex, str], ...]] = {}
        for part, reach in parts.items():
            words = [(word.rstrip("abc"), word) for word in reach.split()]
            found[part] = tuple((self.hex(near, "parts:", code), word[len(near) :]) for near, word in words)
            for near, _ in found[part]:
                if near not in self.grid.neighbours(place):
                    raise self.fail(f"shore {part} of {code}: {near} does not touch it", "parts:", f"'{code}'")
        return found

    def terrain(self) -> dict[Hex, tuple[Terrain, bool]]:
        found: dict[Hex, tuple[Terrain, bool]] = {}
        for row in range(1, self.grid.rows + 1):
            line = self.file.terrain.get(f"{row:02d}")
            if line is None:
                raise self.fail(f"terrain: row {row:02d} is missing", "terrain:")
            if len(line) != self.grid.columns:
                what = f"terrain: row {row:02d} has {len(line)} letters for {self.grid.columns} columns"
                raise self.fail(what, "terrain:", f"'{row:02d}'")
            for column, letter in enumerate(line, 1):
                kind = LETTERS.get(letter.lower())
                if kind is None:
                    what = f"terrain: {Hex(row, column)}: no terrain has the letter {letter!r}"
                    raise self.fail(what, "terrain:", f"'{row:02d}'")
                found[Hex(row, column)] = (kind, letter.isupper())
        return found

    def owners(self) -> tuple[dict[Hex, str], set[Hex]]:
        """The area of each hex, and the hexes for which the rules state it."""
        found: dict[Hex, str] = {}
        text: set[Hex] = set()
        for name, area in self.file.areas.items():
            if area.allegiance not in self.file.allegiances:
                raise self.fail(f"{name}: unknown allegiance {area.allegiance!r}", "areas:", f"  {name}:")
            for place in self.run(area.hexes, "areas:", f"  {name}:"):
                if place in found:
                    raise self.fail(f"{place} is in {found[place]} and in {name}", "areas:", f"  {name}:")
                found[place] = name
            text |= set(self.run(area.text, "areas:", f"  {name}:"))
        return found, text

    def cells(self) -> dict[Hex, Cell]:
        file = self.file
        terrain = self.terrain()
        owners, owned_text = self.owners()
        terrain_text = set(self.run(file.terrain_text, "terrain_text:"))
        facts = {self.hex(code, "hexes:"): one for code, one in file.hexes.items()}
        fixed = {self.hex(code, "corrections:"): one for code, one in file.corrections.items()}
        for place, one in fixed.items():
            if one.area is not None and one.area not in file.areas:
                raise self.fail(f"{place}: unknown area {one.area!r}", "corrections:", f"'{place}'")
        found: dict[Hex, Cell] = {}
        for place in self.grid.hexes():
            kind, coastal = terrain[place]
            area = owners.get(place, "")
            here = facts.get(place, HexFacts())
            sure: dict[str, Confidence] = {
                "terrain": "text" if place in terrain_text else file.confidence["terrain"],
                "coastal": file.confidence["coast"],
                "area": "text" if place in owned_text else file.confidence["areas"],
                **here.doubt,
            }
            if place in fixed:
                kind, coastal, area, here, said = _corrected(fixed[place], kind, coastal, area, here)
                sure |= said
            if kind == "sea" and not area and here == HexFacts():
                continue
            if kind == "sea":
                what = (
                    f"{place} is in {area}, but its terrain is sea"
                    if area
                    else f"{place} is sea and holds nothing"
                )
                raise self.fail(what, *(("areas:", f"  {area}:") if area else ("hexes:", f"'{place}'")))
            if not area:
                raise self.fail(f"{place} is land, but in no area", "terrain:", f"'{place.row:02d}'")
            found[place] = Cell(kind, coastal, area, here, sure)
        return found


def _corrected(
    one: Correction, kind: Terrain, coastal: bool, area: str, facts: HexFacts
) -> tuple[Terrain, bool, str, HexFacts, dict[str, Confidence]]:
    """A hex as on the printed map: the correction where there is one, otherwise the earlier facts."""
    told = {key: value for key in one.__struct_fields__ if (value := getattr(one, key)) is not None}
    said: dict[str, Confidence] = dict.fromkeys(told, "text")
    if one.terrain == "sea":
        return "sea", False, "", HexFacts(), said
    new = {key: value for key, value in told.items() if key not in ("terrain", "coastal", "area")}
    return (
        one.terrain or kind,
        coastal if one.coastal is None else one.coastal,
        one.area or area,
        msgspec.structs.replace(facts, **new),
        said,
    )


def _cell_problems(atlas: Atlas) -> Iterator[str]:
    for place, cell in atlas.cells.items():
        ways = [atlas.way(place, near) for near in atlas.grid.neighbours(place)]
        if cell.coastal and place not in atlas.seaway and not {"water", "both", "strait"} & set(ways):
            yield f"{place} is called coastal, but no side of it has water"
        if cell.facts.port != "none" and not cell.coastal and place not in atlas.seaway:
            yield f"{place} has a port, but no coast"
        if not 0 <= cell.facts.production + cell.facts.later <= 4:
            yield f"{place} produces {cell.facts.production + cell.facts.later}; a hex has at most 4"
    for place, (first, second, name) in atlas.canals.items():
        missing = [part for part in (first, second) if part not in atlas.parts.get(place, {})]
        yield from (f"{place}: the {name} joins shore {part}, which is not there" for part in missing)
    for here, there in zip(atlas.seaway, atlas.seaway[1:], strict=False):
        if there not in atlas.grid.neighbours(here):
            yield f"seaway: {here} and {there} do not touch"


def _side_problems(atlas: Atlas) -> Iterator[str]:
    for what, sides in (("sea", atlas.sea_sides), ("land", atlas.land_sides), ("road", atlas.roads)):
        for a, b in sorted(sides):
            for place in (a, b):
                if place not in atlas.cells and place not in atlas.corrected:
                    yield f"{what} side {a}|{b}: {place} is all sea"
    yield from (f"{a}|{b} is a side of sea and of land" for a, b in sorted(atlas.sea_sides & atlas.land_sides))
    yield from (f"road {a}|{b} leads over water" for a, b in sorted(atlas.roads) if atlas.way(a, b) == "water")
    for a, b in sorted(atlas.land_sides):
        for place in (a, b):
            if place in atlas.cells and not atlas.cells[place].coastal and place not in atlas.corrected:
                yield f"{a}|{b} is listed as land, but {place} is inland, so that it is land anyway"
    for place, parts in atlas.parts.items():
        for part, reach in parts.items():
            for near, _ in reach:
                if place in atlas.cells and atlas.way(place, near) == "land":
                    yield f"shore {part} of {place} reaches {near} over land"


def _total_problems(atlas: Atlas) -> Iterator[str]:
    made: dict[str, tuple[int, int]] = {}
    for cell in atlas.cells.values():
        now, later = made.get(cell.area, (0, 0))
        made[cell.area] = (now + cell.facts.production, later + cell.facts.later)
    for name, area in atlas.areas.items():
        for what, told, counted in zip(
            ("produces", "later adds"), (area.production, area.later), made.get(name, (0, 0)), strict=True
        ):
            total = told[0] if told else 0
            if total != counted:
                yield f"{name} {what} {total}, but its hexes have {counted}"


def touching(atlas: Atlas, places: Iterable[Hex]) -> Iterator[tuple[Hex, int, Hex]]:
    """Every side of the given hexes, with the hex on the other side."""
    for place in places:
        for number in range(SIDES):
            near = atlas.grid.across(place, number)
            if near is not None:
                yield place, number, near
