"""Draws a hex board as SVG: the whole world or a window of it.

Thousands of hexes, few nodes: each country and each terrain is one path, the grid is one row that is reused, and
the numbers are one text per row. Only the contents of a hex (a name, a port, a capital) are a group, with the hex
number in ``data-hex`` and, as its title, what it is and how certain that is.
"""

import re
from collections.abc import Iterator
from html import escape

from sandtable.hexes.atlas import Atlas, Cell
from sandtable.hexes.grid import PITCH, SIDES, WIDTH, Hex, centre, corner, step
from sandtable.maps.hexcoast import SIZE, chains, outline, path
from sandtable.maps.hexlabels import LEADING, Label
from sandtable.maps.hexlegend import legend, legend_height
from sandtable.maps.hexmarks import SIGNS, terrain_path
from sandtable.maps.hexnames import NamedHexWindow
from sandtable.maps.hexpieces import Pieces, draw_control, draw_counters, draw_fronts
from sandtable.maps.hexstyle import CODE, PATTERNS, css
from sandtable.maps.style import DARK, LIGHT, Ink, livery

SCALE = 0.2
"""The default scale of the drawing."""
COLOUR = re.compile(r"#[0-9a-f]{6}\b")
DIGIT, SPACE = 0.497, 0.2
"""The width of a digit and a space in our font."""


def for_pixels(svg: str) -> str:
    """A drawing without what only browsers need: text lengths, in case they use another font."""
    return re.sub(r' textLength="[^"]*"', "", svg)


def draw_hexes(atlas: Atlas, crop: str = "world", *, dark: bool = False, without_names: bool = False) -> str:
    """The map, or a window of it, as SVG."""
    return HexDrawing(atlas, crop, DARK if dark else LIGHT, without_names).drawn()


def by_day_and_night(day: str, night: str) -> str:
    """Combine two drawings that differ only in colours into one that follows light and dark mode.

    >>> by_day_and_night(".sheet{fill:#ffffff}", ".sheet{fill:#000000}")
    '.sheet{fill:light-dark(#ffffff,#000000)}'
    """
    colours = iter(COLOUR.findall(night))

    def both(found: re.Match[str]) -> str:
        other = next(colours)
        return found[0] if found[0] == other else f"light-dark({found[0]},{other})"

    return COLOUR.sub(both, day)


def picture_width(svg: str) -> float:
    """The width that a drawing declares."""
    return float(svg.split('width="', 1)[1].split('"', 1)[0])


class HexDrawing(NamedHexWindow):
    """A drawn sheet."""

    def __init__(self, atlas: Atlas, crop: str, ink: Ink, without_names: bool = False) -> None:
        super().__init__(atlas, crop, without_names)
        self.ink = ink

    def drawn(self, pieces: Pieces | None = None, legible: bool = True) -> str:
        """The drawing with a position, with or without its legend."""
        return "\n".join(self.parts(pieces, legible)) + "\n"

    def parts(self, pieces: Pieces | None = None, legible: bool = True) -> Iterator[str]:
        """The drawing, piece by piece; ``legible``: with its legend."""
        legible = legible and not self.without_names
        key = 0.0 if not legible else self.zoom * legend_height(self.atlas, (self.x1 - self.x0) / self.zoom)
        x, y = round(self.x0 - self.margin), round(self.y0 - self.margin)
        wide = round(self.x1 - self.x0 + 2 * self.margin)
        high = round(self.y1 - self.y0 + 2 * self.margin + key)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide * SCALE:g}" height="{high * SCALE:g}" '
            f'viewBox="{x} {y} {wide} {high}" class="sandtable-hexes" role="img" data-size="{SIZE}">'
        )
        yield f"<title>{escape(self.atlas.title)}</title><style>{css(self.atlas, self.ink, self.zoom)}</style>"
        yield f"<defs>{''.join(self._defs())}</defs>"
        yield f'<rect class="sheet" x="{x}" y="{y}" width="{wide}" height="{high}"/>'
        yield '<g clip-path="url(#window)">'
        yield f'<rect class="water" {self._rect()}/>'
        yield from self._shores()
        yield from self._countries()
        yield from draw_control(pieces) if pieces else ()
        yield from self._terrain()
        yield from self._rings()
        yield from self._grid()
        yield from self._borders()
        yield from self._ways()
        if not self.without_names:
            yield from self._codes()
        yield from self._names()
        yield from (*draw_fronts(pieces), *draw_counters(pieces)) if pieces else ()
        yield from self._again()
        yield "</g>"
        yield from self._frame()
        if legible:
            yield legend(self.atlas, self.x0, self.y1 + self.margin, self.x1 - self.x0, self.zoom)
        yield "</svg>"

    def _rect(self) -> str:
        return (
            f'x="{self.x0:.0f}" y="{self.y0:.0f}" width="{self.x1 - self.x0:.0f}" height="{self.y1 - self.y0:.0f}"'
        )

    def _defs(self) -> Iterator[str]:
        yield f'<clipPath id="window"><rect {self._rect()}/></clipPath>'
        for name, shape in SIGNS.items():
            yield f'<path id="sign-{name}" d="{shape}" fill-rule="evenodd"/>'
        for facts in self.atlas.allegiances.values():
            if facts.emblem:
                yield f'<path id="emblem-{facts.emblem}" d="{livery(facts.emblem).emblem}" fill-rule="evenodd"/>'
        for name, strokes in PATTERNS.items():
            turn = -45 if name == "leaning-allies" else 45
            yield (
                f'<pattern id="lean-{name}" width="18" height="18" patternUnits="userSpaceOnUse" '
                f'patternTransform="rotate({turn})"><g stroke="{self.ink.text}" stroke-opacity=".26">'
                f"{strokes}</g></pattern>"
            )

    # -- land and water

    def _shores(self) -> Iterator[str]:
        coast = [edge for edges in self.edges.values() for edge in edges if edge.near is None]
        yield f'<defs><path id="coasts" d="{"".join(path(chain) for chain in chains(coast))}"/></defs>'
        for stroke, opacity in ((84, 0.1), (56, 0.12), (28, 0.18)):
            yield f'<use href="#coasts" class="line shore" stroke-width="{stroke}" stroke-opacity="{opacity}"/>'

    def _countries(self) -> Iterator[str]:
        yield '<g class="countries">'
        for area, places in self.members.items():
            power = self.atlas.areas[area].allegiance
            shape = outline(edge for place in places for edge in self.edges[place])
            name = escape(area)
            title = f"{name} ({escape(self.atlas.allegiances[power].name)})"
            yield (
                f'<path class="of-{power}" data-area="{name}" fill-rule="evenodd" d="{shape}">'
                f"<title>{title}</title></path>"
            )
            if power in PATTERNS:
                yield f'<path fill="url(#lean-{power})" fill-rule="evenodd" d="{shape}"/>'
        yield "</g>"

    def _terrain(self) -> Iterator[str]:
        strokes: dict[str, list[str]] = {}
        for place in self.places:
            kind = self.cell(place).terrain
            if kind != "clear":
                x, y = centre(place)
                strokes.setdefault(kind, []).append(terrain_path(kind, x * SIZE, y * SIZE))
        for name, found in strokes.items():
            yield f'<path class="line relief {name}" d="{"".join(found)}"/>'

    def _rings(self) -> Iterator[str]:
        """Circular islands that are joined to other land are marked by a ring."""
        rings = []
        for place in self.places:
            if self.cell(place).facts.circular and len(self.edges[place]) > 1:
                x, y = (round(value * SIZE) for value in centre(place))
                rings.append(f"M{x - 52} {y}a52 52 0 1 0 104 0a52 52 0 1 0-104 0")
        if rings:
            yield f'<path class="line ring" d="{"".join(rings)}"/>'

    def _grid(self) -> Iterator[str]:
        """One row, reused for all: the upper edges of its hexes and the lines between them."""
        half, count = round(WIDTH * SIZE / 2), self.right - self.left + 3
        width = WIDTH * SIZE
        zigzag = "".join(f"L{width * i + half:.0f}-50L{width * (i + 1):.0f} 0" for i in range(count))
        bars = "".join(f"M{width * i:.0f} 0v100" for i in range(count + 1))
        yield f'<defs><path id="row" d="M0 0{zigzag}{bars}"/></defs><g class="line grid">'
        for row in range(self.top - 1, self.bottom + 2):
            x, y = corner(Hex(row, self.left - 1), 4)
            yield f'<use href="#row" x="{x * SIZE:.0f}" y="{y * SIZE:.0f}"/>'
        yield "</g>"

    def _borders(self) -> Iterator[str]:
        lines = [
            edge
            for place, edges in self.edges.items()
            for edge in edges
            if edge.near in self.edges and place < edge.near and self.cell(place).area != self.cell(edge.near).area
        ]
        yield f'<path class="line border" d="{"".join(path(chain) for chain in chains(lines))}"/>'
        yield '<use href="#coasts" class="line coast"/>'

    # -- roads, straits, canals

    def _ways(self) -> Iterator[str]:
        roads, straits, heads = [], [], []
        for place, number, near in self.sides():
            pair = tuple(sorted((self.coast.real(place), self.coast.real(near))))
            (ax, ay), (bx, by) = self.middle(place, number, 0.3), self.middle(near, (number + 3) % SIDES, 0.3)
            if pair in self.atlas.roads:
                roads.append(f"M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}")
            if pair in self.atlas.crossings:
                straits.append(f"M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}")
                ux, uy = (bx - ax) / 52, (by - ay) / 52
                for x, y, way in ((bx, by, 1), (ax, ay, -1)):
                    tip = (x + ux * 14 * way, y + uy * 14 * way)
                    left = (x - ux * 10 * way - uy * 15, y - uy * 10 * way + ux * 15)
                    right = (x - ux * 10 * way + uy * 15, y - uy * 10 * way - ux * 15)
                    heads.append("M" + "L".join(f"{a:.0f} {b:.0f}" for a, b in (tip, left, right)) + "z")
        yield f'<defs><path id="roads" d="{"".join(roads)}"/></defs>'
        yield '<use href="#roads" class="line road-out"/><use href="#roads" class="line road"/>'
        yield f'<path class="line strait" d="{"".join(straits)}"/><path class="strait-end" d="{"".join(heads)}"/>'
        yield from self._canals()

    def _canals(self) -> Iterator[str]:
        for place in self.places:
            here = self.coast.real(place)
            if here not in self.atlas.canals:
                continue
            *ends, name = self.atlas.canals[here]
            points = []
            for end in ends:
                sides = [
                    number
                    for number in range(SIDES)
                    if end in self.atlas.shore(here, self.coast.real(step(place, number)))
                ]
                rims = [self.middle(place, number, 0.12) for number in sides]
                points.append((sum(x for x, _ in rims) / len(rims), sum(y for _, y in rims) / len(rims)))
            (ax, ay), (bx, by) = points
            cx, cy = centre(place)
            line = f"M{ax:.0f} {ay:.0f}Q{cx * SIZE:.0f} {cy * SIZE + 8:.0f} {bx:.0f} {by:.0f}"
            yield (
                f'<g><title>{escape(name)}</title><path class="line canal-out" d="{line}"/>'
                f'<path class="line canal" d="{line}"/></g>'
            )
        points = [
            (x * SIZE, y * SIZE + 62) for place in (h for h in self.atlas.seaway) for x, y in [centre(place)]
        ]
        line = "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points)
        yield f'<path class="line canal seaway" d="{line}"/>'

    # -- numbers, names and signs

    def _codes(self) -> Iterator[str]:
        """The numbers: one text for consecutive hexes of a row with numbers of equal length."""
        yield '<g class="codes">'
        step_ = WIDTH * SIZE
        for row in range(self.top, self.bottom + 1):
            column = self.left
            while column <= self.right:
                real = self.atlas.grid.wrap(column)
                figures = 2 if real < 100 else 3
                last = column
                while last < self.right and self.atlas.grid.wrap(last + 1) == real + last + 1 - column:
                    if figures == 2 and self.atlas.grid.wrap(last + 1) == 100:
                        break
                    last += 1
                count, wide = last - column + 1, (figures + 2) * DIGIT * CODE
                gap = step_ - wide - SPACE * CODE
                cx, cy = centre(Hex(row, column))
                text = " ".join(str(Hex(row, real + i)) for i in range(count))
                yield (
                    f'<text class="code" x="{cx * SIZE - wide / 2:.1f}" y="{cy * SIZE - 62:.0f}" '
                    f'style="word-spacing:{gap:.2f}px" textLength="{step_ * (count - 1) + wide:.1f}">{text}</text>'
                )
                column = last + 1
        yield "</g>"

    def _sign(self, name: str, cell: Cell) -> str:
        facts = cell.facts
        if name == "capital":
            return '<circle class="capital" r="21"/><use href="#sign-star" class="on-capital"/>'
        if name == "port":
            return '<circle class="disc" r="19"/><use href="#sign-anchor" class="on-disc" transform="scale(.78)"/>'
        if name == "anchor":
            return '<use href="#sign-anchor" class="sign" transform="scale(1.25)"/>'
        if name == "yard":
            return '<circle class="yard" r="22"/><use href="#sign-anchor" class="on-yard" transform="scale(.94)"/>'
        if name == "works":
            more = (
                f'<rect class="works works-later" x="10" y="-27" width="26" height="30" rx="4"/>'
                f'<text class="points" x="23" y="-3" style="font-size:26px">{facts.later}</text>'
                if facts.later
                else ""
            )
            return (
                '<rect class="works" x="-18" y="-20" width="36" height="40" rx="5"/>'
                f'<text class="points" y="12">{facts.production}</text>{more}'
            )
        drawing = {"airbase": "plane", "nuclear": "atom", "depot": "crate", "gate": "gate"}[name]
        return f'<use href="#sign-{drawing}" class="sign"/>'

    def _text(self, label: Label, kind: str) -> str:
        space = f' letter-spacing="{label.spacing * label.size:.1f}"' if label.spacing else ""
        shift = label.lead * label.size / 2
        return "".join(
            f'<text class="{kind}" x="{label.x + (0 if i else shift):.0f}" '
            f'y="{label.y + i * label.size * LEADING:.0f}" '
            f'font-size="{label.size:g}"{space}>{escape(line)}</text>'
            for i, line in enumerate(label.lines)
        )

    def _area(self, area: str, label: Label) -> str:
        """A country's name, preceded by the emblem of the power that holds it."""
        text = self._text(label, "area" if label.size > 50 else "area small")
        if not label.lead:
            return text
        emblem = self.atlas.allegiances[self.atlas.areas[area].allegiance].emblem
        letters = label.wide(0) - label.lead * label.size
        x = label.x + label.lead * label.size / 2 - 0.47 * letters - 0.6 * label.size
        y = label.y - 0.33 * label.size
        return (
            f'<use href="#emblem-{emblem}" class="emblem" '
            f'transform="translate({x:.0f} {y:.0f}) scale({label.size * 0.042:.2f})"/>{text}'
        )

    def _names(self) -> Iterator[str]:
        if not self.without_names:
            yield '<g class="waters">' + "".join(self._text(label, "sea") for label in self.seas.values()) + "</g>"
            yield '<g class="areas">'
            yield from (self._area(area, label) for area, labels in self.areas.items() for label in labels)
            yield "</g>"
        yield '<g class="hexes">'
        for place, (label, signs) in self.named.items():
            x, y = centre(place)
            pitch = 45 if len(signs) < 4 else 40
            first = x * SIZE - pitch * (len(signs) - 1) / 2
            drawn = "".join(
                f'<g transform="translate({first + pitch * i:.0f} {y * SIZE - 21:.0f})">'
                f"{self._sign(sign, self.cell(place))}</g>"
                for i, sign in enumerate(signs)
            )
            text = self._text(label, "place") if label else ""
            yield (
                f'<g data-hex="{self.coast.real(place)}"><title>{escape(self.describe(place))}</title>'
                f"{drawn}{text}</g>"
            )
        yield "</g>"

    # -- the edges

    def _again(self) -> Iterator[str]:
        """A veil over the repeated columns."""
        if not self.crop.repeat:
            return
        wide = self.crop.repeat * WIDTH * SIZE
        high = self.y1 - self.y0
        for x, edge in ((self.x0, self.x0 + wide), (self.x1 - wide, self.x1 - wide)):
            yield f'<rect class="again" x="{x:.0f}" y="{self.y0:.0f}" width="{wide:.0f}" height="{high:.0f}"/>'
            yield f'<path class="line edge" d="M{edge:.0f} {self.y0:.0f}v{high:.0f}"/>'

    def _frame(self) -> Iterator[str]:
        yield f'<rect class="frame" {self._rect()}/><g class="rulers">'
        for column in range(self.left, self.right + 1):
            real = self.atlas.grid.wrap(column)
            if real % 5 == 0 or real == 1:
                x = WIDTH * SIZE * (column + 0.25)
                for y in (self.y0 - 26 * self.zoom, self.y1 + 50 * self.zoom):
                    yield f'<text class="rule" x="{x:.0f}" y="{y:.0f}">{real:02d}</text>'
        for row in range(self.top, self.bottom + 1):
            if row % 2 == 0:
                y = (PITCH * (row - 1) + 1) * SIZE + 12 * self.zoom
                for x in (self.x0 - 46 * self.zoom, self.x1 + 46 * self.zoom):
                    yield f'<text class="rule" x="{x:.0f}" y="{y:.0f}">{row:02d}</text>'
        yield "</g>"
