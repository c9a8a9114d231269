"""Draws a map as SVG, with or without a position on it.

Every space is a group with the class ``space`` and its name in ``data-space``, so that a page can find it, colour
it and listen to it. A position comes in as :class:`Pieces`; nothing here knows the rules.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import pairwise
from math import hypot

import msgspec

from sandtable.area.board import Board
from sandtable.maps.geometry import UNIT, Geometry, Link, Shape
from sandtable.maps.sizes import LEADING, MARKER, badge_radius, text_width
from sandtable.maps.style import DARK, LETTERS, LIGHT, Ink, drawings, livery, mix, readable_on, silhouette

READABLE = 0.6
"""The smallest scale of markers."""
CROWD = 1.5
"""Where markers would cover this many times their area, a power's units become one marker."""
ARMY = "army"
"""The drawing for several units in one marker."""
MARGIN = 52.0
"""The margin, which shows what is beyond the edges."""


class Group(msgspec.Struct, frozen=True, order=True):
    """Units of one kind and one power in a space."""

    power: str
    unit: str
    count: int


class Pieces(msgspec.Struct, frozen=True):
    """A position: who holds which territory, and which units are where."""

    control: Mapping[str, str] = {}
    stacks: Mapping[str, tuple[Group, ...]] = {}


def slug(name: str) -> str:
    """A name as an id.

    >>> slug("Belgian Congo/Kenya")
    'belgian-congo-kenya'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def draw(
    board: Board,
    geometry: Geometry,
    pieces: Pieces | None = None,
    *,
    dark: bool = False,
    without_names: bool = False,
) -> str:
    """The map as SVG."""
    return (
        "\n".join(_Drawing(board, geometry, pieces or Pieces(), DARK if dark else LIGHT, without_names).parts())
        + "\n"
    )


def ground(board: Board, geometry: Geometry, powers: Iterable[str] = ()) -> str:
    """The ground for a page to put names, emblems and pieces on: areas, coasts, borders and passages.

    It follows the page between light and dark. A territory changes hands by its class, since colours are
    variables.
    """
    return "\n".join(_Ground(board, geometry, tuple(powers)).parts()) + "\n"


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _steps(points: Iterable[tuple[int, int]]) -> str:
    """A path through points: the first absolute, the others relative (which is shorter)."""
    found = list(points)
    x, y = found[0]
    text = f"M{_number(x / UNIT)} {_number(y / UNIT)}l" if len(found) > 1 else f"M{x / UNIT} {y / UNIT}"
    return text + " ".join(
        f"{_number((c - a) / UNIT)} {_number((d - b) / UNIT)}" for (a, b), (c, d) in pairwise(found)
    )


class _Drawing:
    def __init__(self, board: Board, geometry: Geometry, pieces: Pieces, ink: Ink, without_names: bool) -> None:
        self.board = board
        self.geometry = geometry
        self.pieces = pieces
        self.ink = ink
        self.without_names = without_names
        self.width, self.height = geometry.size[0] / UNIT, geometry.size[1] / UNIT

    def parts(self) -> Iterator[str]:
        width, height = _number(self.width + 2 * MARGIN), _number(self.height + 2 * MARGIN)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="{-MARGIN:g} {-MARGIN:g} {width} {height}" '
            'class="sandtable-map" role="img" aria-label="Map">'
        )
        yield f"<style>{self._css()}</style>"
        yield f"<defs>{''.join(self._defs())}</defs>"
        yield f'<rect class="margin" x="{-MARGIN:g}" y="{-MARGIN:g}" width="{width}" height="{height}"/>'
        yield f'<rect class="sea-floor" width="{_number(self.width)}" height="{_number(self.height)}"/>'
        yield '<g class="spaces sea">' + "".join(self._spaces("sea")) + "</g>"
        yield '<g class="voids">' + "".join(self._voids()) + "</g>"
        yield "".join(self._shores())
        yield '<g class="spaces land">' + "".join(self._spaces("land")) + "</g>"
        yield "".join(self._borders())
        yield '<g class="emblems">' + "".join(self._emblems()) + "</g>"
        yield '<g class="links">' + "".join(self._links()) + "</g>"
        yield '<g class="boxes">' + "".join(self._boxes()) + "</g>"
        yield '<g class="labels">' + "".join(self._labels()) + "</g>"
        yield '<g class="stacks">' + "".join(self._stacks()) + "</g>"
        yield self._frame()
        yield "</svg>"

    # -- style

    def _css(self) -> str:
        return "".join([*self._ground_rules(), *self._upper_rules(), *self._power_rules()])

    def _ground_rules(self) -> list[str]:
        """Styles of areas and lines."""
        ink = self.ink
        return [
            f".sea-floor{{fill:{ink.water}}}",
            f".sea .area{{fill:{ink.water}}}",
            f".void-sea{{fill:{ink.ice}}}",
            f".void-lake{{fill:{ink.lake}}}",
            f".void-land{{fill:{ink.neutral}}}",
            ".line{fill:none;stroke-linejoin:round;stroke-linecap:round}",
            f".shore{{stroke:{ink.shore}}}",
            f".coast{{stroke:{ink.coast};stroke-width:2.2}}",
            f".border{{stroke:{ink.border};stroke-width:2}}",
            f".lane{{stroke:{ink.lane};stroke-width:1.8}}",
            f".neutral .area{{fill:{ink.neutral}}}",
            f".leader{{fill:none;stroke:{ink.coast};stroke-opacity:.7;stroke-width:1.6}}",
            f".link{{fill:none;stroke:{ink.coast};stroke-width:7;stroke-linecap:round}}",
            f".link-in{{fill:none;stroke:{ink.water};stroke-width:3.6;stroke-linecap:round}}",
            *(f".of-{slug(power)} .area{{fill:{self._land(power)}}}" for power in self._powers()),
        ]

    def _upper_rules(self) -> list[str]:
        """Styles of names, badges, markers and the frame."""
        ink = self.ink
        return [
            f".sandtable-map text{{font-family:{LETTERS};text-anchor:middle}}",
            f".margin{{fill:{ink.paper}}}",
            f".land .name{{fill:{ink.text};font-weight:600;stroke:{ink.halo};stroke-width:3.2;stroke-opacity:.55;"
            "stroke-linejoin:round;paint-order:stroke}",
            f".sea .name{{fill:{ink.water_text};font-style:italic;font-weight:600}}",
            f".value{{fill:{ink.halo};fill-opacity:.82;stroke:{ink.text};stroke-opacity:.6;stroke-width:1.2}}",
            f".capital{{fill:none;stroke:{ink.text};stroke-width:2}}",
            f".value-text{{fill:{ink.text};font-weight:700}}",
            f".box{{fill:{ink.paper};fill-opacity:.78;stroke:{ink.coast};stroke-opacity:.55;stroke-width:1.2}}",
            f".wrap{{fill:{ink.water_text}}}.sandtable-map .wrap-text{{fill:{ink.water_text};font-style:italic}}",
            f".frame{{fill:none;stroke:{ink.frame};stroke-width:2}}",
            f".frame-out{{fill:none;stroke:{ink.frame};stroke-width:4}}",
            f".sandtable-map .credit{{fill:{ink.water_text};font-size:15px;text-anchor:end}}",
            ".emblem{fill-opacity:.75}",
            f".marker{{stroke:{ink.text};stroke-opacity:.7;stroke-width:1.2}}",
            ".sandtable-map .count{font-weight:700;font-size:26px}",
        ]

    def _power_rules(self) -> list[str]:
        colours = {slug(power): livery(power).colour for power in self._powers()}
        return [
            f".by-{power}{{fill:{colour}}}.on-{power}{{fill:{readable_on(colour)}}}"
            for power, colour in colours.items()
        ]

    def _land(self, power: str) -> str:
        """The colour of a power's land."""
        return mix(livery(power).colour, self.ink.paper, self.ink.blend)

    def _powers(self) -> list[str]:
        found = {land.owner for land in self.board.territories.values()} | set(self.pieces.control.values())
        found |= {group.power for stack in self.pieces.stacks.values() for group in stack}
        known = list(drawings().powers)
        return sorted(found - {""}, key=lambda p: (known.index(p) if p in known else 99, p))

    def _hatch(self) -> str:
        return (
            '<pattern id="hatch" width="11" height="11" patternUnits="userSpaceOnUse" '
            'patternTransform="rotate(45)">'
            f'<path d="M0 0V11" stroke="{self.ink.hatch}" stroke-width="3"/></pattern>'
        )

    def _defs(self) -> Iterator[str]:
        yield self._hatch()
        for power in self._powers():
            yield f'<path id="emblem-{slug(power)}" d="{livery(power).emblem}" fill-rule="evenodd"/>'
        units = sorted(
            {group.unit for stack in self.pieces.stacks.values() for group in stack} | {"factory", ARMY}
        )
        for unit in units:
            yield f'<path id="unit-{slug(unit)}" d="{silhouette(unit)}"/>'

    # -- areas and lines

    def _path(self, shape: Shape) -> str:
        return "".join(_steps(self.geometry.outline(ring)) + "z" for ring in shape.rings)

    def _owner(self, name: str) -> str:
        land = self.board.territories.get(name)
        return self.pieces.control.get(name, land.holder if land else "")

    def _spaces(self, medium: str) -> Iterator[str]:
        for name, shape in self.geometry.shapes.items():
            if shape.medium != medium:
                continue
            owner = self._owner(name)
            holder = f" of-{slug(owner)}" if owner else " neutral" if medium == "land" else ""
            path = self._path(shape)
            hatch = ""
            if self.board.is_neutral(name) and not owner:
                hatch = f'<path d="{path}" fill="url(#hatch)" fill-opacity=".5" fill-rule="evenodd"/>'
            yield (
                f'<g id="space-{slug(name)}" class="space{holder}" data-space="{escape(name)}">'
                f'<title>{escape(name)}</title><path class="area" d="{path}" fill-rule="evenodd"/>{hatch}</g>'
            )

    def _voids(self) -> Iterator[str]:
        for shape in self.geometry.voids:
            kind = "lake" if shape.lake else shape.medium
            path = self._path(shape)
            yield f'<path class="void-{kind}" d="{path}" fill-rule="evenodd"/>'
            if kind == "land":
                yield f'<path d="{path}" fill="url(#hatch)" fill-rule="evenodd"/>'

    def _sorted_lines(self) -> dict[str, list[int]]:
        """The numbers of the lines that are coasts, land borders and sea borders, without the frame."""
        media: dict[int, list[str]] = {}
        voids: dict[int, bool] = {}
        for shape in [*self.geometry.shapes.values(), *self.geometry.voids]:
            for ring in shape.rings:
                for number in ring:
                    plain = number if number >= 0 else -1 - number
                    media.setdefault(plain, []).append(shape.medium)
                    voids[plain] = voids.get(plain, False) or shape.void
        found: dict[str, list[int]] = {"coast": [], "border": [], "lane": []}
        for number, sides in sorted(media.items()):
            if len(sides) == 2:
                kind = "coast" if sides[0] != sides[1] else "border" if sides[0] == "land" else "lane"
                found[kind].append(number)
        return found

    def _shores(self) -> Iterator[str]:
        coast = "".join(_steps(self.geometry.points[n]) for n in self._sorted_lines()["coast"])
        yield f'<defs><path id="coasts" d="{coast}"/></defs>'
        for stroke, opacity in ((34, 0.10), (22, 0.13), (11, 0.2)):
            yield f'<use href="#coasts" class="line shore" stroke-width="{stroke}" stroke-opacity="{opacity}"/>'
        lanes = "".join(_steps(self.geometry.points[n]) for n in self._sorted_lines()["lane"])
        yield f'<path class="line lane" d="{lanes}"/>'

    def _borders(self) -> Iterator[str]:
        border = "".join(_steps(self.geometry.points[n]) for n in self._sorted_lines()["border"])
        yield f'<path class="line border" d="{border}"/><use href="#coasts" class="line coast"/>'

    def _emblems(self) -> Iterator[str]:
        """Who holds a territory, without relying on colour: the emblem after its name."""
        for name, shape in self.geometry.shapes.items():
            owner = self._owner(name)
            if shape.medium != "land" or not owner:
                continue
            x, y, w, h = (value / UNIT for value in shape.stack)
            cx, cy = (
                (x + w / 2, y + h / 2) if shape.box is None else (shape.centre[0] / UNIT, shape.centre[1] / UNIT)
            )
            scale = 2.4 if shape.box is None else 0.9
            yield (
                f'<use href="#emblem-{slug(owner)}" class="emblem by-{slug(owner)}" '
                f'transform="translate({_number(cx)} {_number(cy)}) scale({scale})"/>'
            )

    # -- links

    def _links(self) -> Iterator[str]:
        for link in self.geometry.links:
            if link.kind != "wrap":
                yield from self._line(link)
        for side in (0, 1):
            yield from self._wraps(side)

    def _line(self, link: Link) -> Iterator[str]:
        path = _steps(link.line)
        title = f"<title>{escape(link.name or ' - '.join(link.between))}</title>"
        strokes = f'<path class="link" d="{path}"/><path class="link-in" d="{path}"/>'
        yield f'<g class="passage {link.kind}">{title}{strokes}</g>'

    def _wraps(self, side: int) -> Iterator[str]:
        """The margin at an edge: arrows and the names of what is beyond, without overlap."""
        way = 1 if side else -1
        marks = sorted(
            (
                link.line[side][1] / UNIT,
                link.line[side][0] / UNIT,
                " ".join(self.geometry.shapes[beyond].label.lines),
            )
            for link in self.geometry.links
            if link.kind == "wrap"
            for beyond in (link.between[1 - side],)
        )
        texts = _spread([(level, text_width(text, 18) + 10) for level, _, text in marks], self.height)
        for (level, at, text), middle in zip(marks, texts, strict=True):
            yield f'<path class="wrap" d="M{_number(at + way * 12)} {_number(level - 9)}v18l{way * 11} -9z"/>'
            yield (
                f'<text class="wrap-text" transform="translate({_number(at + way * 38 + 5)} {_number(middle)}) '
                f'rotate(-90)" font-size="18">{escape(text)}</text>'
            )

    # -- names, boxes, stacks

    def _boxes(self) -> Iterator[str]:
        """Lines from the names of small spaces to the spaces, where they aren't adjacent."""
        for shape in self.geometry.shapes.values():
            if shape.box is None or self.without_names:
                continue
            x, y, w, h = (value / UNIT for value in shape.box)
            points = [(a / UNIT, b / UNIT) for ring in shape.rings for a, b in self.geometry.outline(ring)]
            far, end, start = min(
                (
                    hypot(a - min(max(a, x), x + w), b - min(max(b, y), y + h)),
                    (a, b),
                    (min(max(a, x), x + w), min(max(b, y), y + h)),
                )
                for a, b in points
            )
            if far > 30:
                yield (
                    f'<path class="leader" d="M{_number(start[0])} {_number(start[1])}'
                    f'L{_number(end[0])} {_number(end[1])}"/>'
                )

    def _labels(self) -> Iterator[str]:
        if self.without_names:
            return
        for name, shape in self.geometry.shapes.items():
            label = shape.label
            size = label.size / UNIT
            lines = "".join(
                f'<text class="name" font-size="{_number(size)}" x="{_number(label.x / UNIT)}" '
                f'y="{_number(label.y / UNIT + i * size * LEADING)}">{escape(line)}</text>'
                for i, line in enumerate(label.lines)
            )
            yield f'<g class="{shape.medium}">{lines}</g>'
            yield from self._badges(name, shape)

    def _badges(self, name: str, shape: Shape) -> Iterator[str]:
        """After the last line of the name, the territory's value; a second ring marks a city."""
        land = self.board.territories.get(name)
        if land is None or not (land.value or land.factory or land.city):
            return
        label = shape.label
        size = label.size / UNIT
        radius = badge_radius(size)
        x = label.x / UNIT + text_width(label.lines[-1], size) / 2 * 0.93 + radius + 3
        y = label.y / UNIT + (len(label.lines) - 1) * size * LEADING - size * 0.33
        if land.city:
            ring = _number(radius + 3.5)
            yield f'<circle class="capital" cx="{_number(x)}" cy="{_number(y)}" r="{ring}"/>'
        if land.value:
            yield (
                f'<circle class="value" cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}"/>'
                f'<text class="value-text" x="{_number(x)}" y="{_number(y + radius * 0.48)}" '
                f'font-size="{_number(radius * 1.4)}">{land.value}</text>'
            )

    def _stacks(self) -> Iterator[str]:
        for name, shape in self.geometry.shapes.items():
            stack = self.pieces.stacks.get(name, ())
            land = self.board.territories.get(name)
            factory = land is not None and land.factory
            if not stack and not factory:
                continue
            yield (
                f'<g class="stack" data-space="{escape(name)}">'
                + "".join(self._stack(shape, stack, factory))
                + "</g>"
            )

    def _stack(self, shape: Shape, stack: tuple[Group, ...], factory: bool) -> Iterator[str]:
        x, y, w, h = (value / UNIT for value in shape.stack)
        if stack:
            yield f"<title>{escape(_in_words(stack))}</title>"
        if _crowd(len(stack) + factory, w, h):
            stack = _together(stack)
        tokens: list[Group | None] = [*([None] if factory else []), *stack]
        columns, scale = _grid(len(tokens), w, h)
        width, height = MARKER[0] * scale, MARKER[1] * scale
        for i, token in enumerate(tokens):
            row, column = divmod(i, columns)
            in_row = min(columns, len(tokens) - row * columns)
            left = x + (w - in_row * width) / 2 + column * width
            move = f"translate({_number(left)} {_number(y + row * height)}) scale({scale:.3f})"
            yield f'<g transform="{move}">{self._marker(token)}</g>'

    def _marker(self, group: Group | None) -> str:
        if group is None:
            return (
                f'<rect class="marker" x="8" y="2" width="44" height="41" rx="4" fill="{self.ink.paper}"/>'
                f'<use href="#unit-factory" transform="translate(9 7) scale(1.3)" fill="{self.ink.text}"/>'
            )
        power = slug(group.power)
        shift = "translate(3 9) scale(1.17)" if group.count > 1 else "translate(8 8) scale(1.3)"
        count = f'<text class="count on-{power}" x="47.5" y="37">{group.count}</text>' if group.count > 1 else ""
        return (
            f'<rect class="marker by-{power}" x="1.5" y="2" width="57" height="41" rx="5"/>'
            f'<use href="#unit-{slug(group.unit)}" class="on-{power}" transform="{shift}"/>{count}'
            f'<use href="#emblem-{power}" class="on-{power}" transform="translate(49.5 11.5) scale(.62)"/>'
        )

    def _frame(self) -> str:
        credit = escape(self.geometry.credit)
        x, y = _number(self.width - 4), _number(self.height + MARGIN - 18)
        inner, outer = (
            f'<rect class="{kind}" x="{-d:g}" y="{-d:g}" width="{_number(self.width + 2 * d)}" '
            f'height="{_number(self.height + 2 * d)}"/>'
            for kind, d in (("frame", 0), ("frame-out", 5))
        )
        return f'<text class="credit" x="{x}" y="{y}">{credit}</text>{inner}{outer}'


class _Ground(_Drawing):
    """The drawing without what a page draws itself."""

    def __init__(self, board: Board, geometry: Geometry, powers: tuple[str, ...]) -> None:
        names = (name for name in Ink.__struct_fields__ if name != "blend")
        ink = Ink(**{name: f"var(--map-{slug(name)})" for name in names}, blend=1.0)
        super().__init__(board, geometry, Pieces(), ink, without_names=False)
        self.powers = powers

    def parts(self) -> Iterator[str]:
        width, height = _number(self.width), _number(self.height)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" class="sandtable-map" data-credit="{escape(self.geometry.credit)}">'
        )
        yield f"<style>{self._variables()}{self._css()}</style>"
        yield f"<defs>{self._hatch()}</defs>"
        yield f'<rect class="sea-floor" width="{width}" height="{height}"/>'
        yield '<g class="spaces sea">' + "".join(self._spaces("sea")) + "</g>"
        yield '<g class="voids">' + "".join(self._voids()) + "</g>"
        yield "".join(self._shores())
        yield '<g class="spaces land">' + "".join(self._spaces("land")) + "</g>"
        yield "".join(self._borders())
        yield '<g class="links">' + "".join(self._links()) + "</g>"
        yield '<g class="boxes">' + "".join(self._boxes()) + "</g>"
        yield "</svg>"

    def _css(self) -> str:
        """Styles scoped to the map, since it shares the page with other drawings."""
        return "".join(f".sandtable-map {rule}" for rule in self._ground_rules())

    def _powers(self) -> list[str]:
        return sorted({*super()._powers(), *self.powers} - {""})

    def _land(self, power: str) -> str:
        return f"var(--land-{slug(power)})"

    def _variables(self) -> str:
        """Every colour for light mode, and ``light-dark()`` where the browser supports it."""
        day, night = self._colours(LIGHT), self._colours(DARK)
        plain = "".join(f"{name}:{colour};" for name, colour in day.items())
        both = "".join(f"{name}:light-dark({colour},{night[name]});" for name, colour in day.items())
        query = "@supports (color:light-dark(#000,#fff))"
        return f":root{{{plain}}}{query}{{:root{{{both}}}}}svg:root{{color-scheme:light dark}}"

    def _colours(self, ink: Ink) -> dict[str, str]:
        names = (name for name in Ink.__struct_fields__ if name != "blend")
        found = {f"--map-{slug(name)}": str(getattr(ink, name)) for name in names}
        for power in self._powers():
            found[f"--land-{slug(power)}"] = mix(livery(power).colour, ink.paper, ink.blend)
        return found

    def _wraps(self, side: int) -> Iterator[str]:
        """Half of a bridge at each edge: the page repeats the sheet, and the halves meet."""
        for link in self.geometry.links:
            if link.kind == "wrap":
                (x, y), way = link.line[side], -1 if side else 1
                path = f"M{_number(x / UNIT)} {_number(y / UNIT)}h{14 * way}"
                title = f"<title>{escape(' - '.join(link.between))}</title>"
                yield (
                    f'<g class="passage wrap-half">{title}<path class="link" d="{path}"/>'
                    f'<path class="link-in" d="{path}"/></g>'
                )


def _spread(wanted: list[tuple[float, float]], height: float) -> list[float]:
    """Centres of bars along an edge, in order: as requested, moved only to avoid overlaps.

    >>> _spread([(50, 40), (60, 40), (300, 40)], 400)
    [50, 90.0, 300]
    """
    found: list[float] = []
    for middle, length in wanted:
        least = found[-1] + (wanted[len(found) - 1][1] + length) / 2 if found else length / 2
        found.append(max(middle, least))
    limit = height
    for i in range(len(found) - 1, -1, -1):
        found[i] = min(found[i], limit - wanted[i][1] / 2)
        limit = found[i] - wanted[i][1] / 2
    return found


def _crowd(count: int, width: float, height: float) -> bool:
    """Whether ``count`` markers at the smallest size would cover much more than their area."""
    return count * MARKER[0] * MARKER[1] * READABLE**2 > CROWD * width * height


def _together(stack: tuple[Group, ...]) -> tuple[Group, ...]:
    """One marker for all units of a power, with their number."""
    totals: dict[str, int] = {}
    for group in stack:
        totals[group.power] = totals.get(group.power, 0) + group.count
    return tuple(Group(power, ARMY, count) for power, count in totals.items())


def _in_words(stack: tuple[Group, ...]) -> str:
    return ", ".join(f"{group.count} {group.power} {group.unit.replace('_', ' ')}" for group in stack)


def _grid(count: int, width: float, height: float) -> tuple[int, float]:
    """The columns and scale with which ``count`` markers fit an area, as large as possible."""
    best = (1, 0.0)
    area = count * MARKER[0] * MARKER[1]
    if area * READABLE**2 > width * height:  # too many to fit at a readable size
        columns = max(1, min(count, round((count * width / height * MARKER[1] / MARKER[0]) ** 0.5)))
        return columns, READABLE
    for columns in range(1, max(1, count) + 1):
        rows = -(-count // columns)
        scale = min(1.0, width / (columns * MARKER[0]), height / (rows * MARKER[1]))
        if scale > best[1] + 1e-9:
            best = (columns, scale)
    return best[0], max(best[1], READABLE)
