"""The legend below a hex map."""

from collections.abc import Iterator
from html import escape

from sandtable.hexes.atlas import Atlas
from sandtable.maps.hexlabels import text_width
from sandtable.maps.hexmarks import TERRAIN, terrain_path

LINE = 92
HEAD = 110
TEXT = 44
SWATCH = 104
GAP = 60
SIGNS = (
    ("capital", '<circle class="capital" r="21"/><use href="#sign-star" class="on-capital"/>'),
    (
        "production",
        '<rect class="works" x="-18" y="-20" width="36" height="40" rx="5"/><text class="points" y="12">2</text>',
    ),
    (
        "port",
        '<circle class="disc" r="19"/><use href="#sign-anchor" class="on-disc" transform="scale(.78)"/>',
    ),
    ("major naval port", '<use href="#sign-anchor" class="sign" transform="scale(1.25)"/>'),
    (
        "naval yard",
        '<circle class="yard" r="22"/><use href="#sign-anchor" class="on-yard" transform="scale(.94)"/>',
    ),
    ("airbase", '<use href="#sign-plane" class="sign"/>'),
    ("nuclear materials", '<use href="#sign-atom" class="sign"/>'),
    ("lend-lease depot", '<use href="#sign-crate" class="sign"/>'),
    ("commands a passage", '<use href="#sign-gate" class="sign"/>'),
    ("road", '<path class="line road-out" d="M-26 0H26"/><path class="line road" d="M-26 0H26"/>'),
    (
        "strait to cross",
        '<path class="line strait" d="M-20 0H20"/><path class="strait-end" d="M38 0L14-15V15zM-38 0L-14-15V15z"/>',
    ),
    ("canal", '<path class="line canal-out" d="M-30 0H30"/><path class="line canal" d="M-30 0H30"/>'),
)
NOTE = (
    "Rebuilt from the rules' text and real geography: what is proposed, and not printed anywhere, "
    "is marked so in atlas.yaml."
)

Item = tuple[str, str]


def _items(atlas: Atlas) -> list[Item]:
    """The legend's entries: text and a drawing around the origin."""
    found: list[Item] = []
    patterned = ("leaning-axis", "leaning-allies", "closed")
    box = 'x="-48" y="-27" width="96" height="54" rx="6"'
    for power, facts in atlas.allegiances.items():
        over = f'<rect {box} fill="url(#lean-{power})"/>' if power in patterned else ""
        if facts.emblem:
            over = f'<use href="#emblem-{facts.emblem}" class="emblem" transform="scale(1.9)"/>'
        found.append((facts.name, f'<rect class="of-{power}" {box}/>{over}'))
    for kind in TERRAIN:
        strokes = terrain_path(kind, 0, -8)
        found.append(
            (
                kind,
                f'<rect class="of-unaligned" {box}/><g transform="scale(.42)">'
                f'<path class="line relief legend-{kind}" d="{strokes}"/></g>',
            )
        )
    return [*found, *SIGNS]


def _flow(atlas: Atlas, width: float) -> tuple[list[tuple[float, float, Item]], float]:
    """The position of each entry, and the total height."""
    x, y = 0.0, HEAD + LINE / 2
    found = []
    for item in _items(atlas):
        wide = SWATCH + 24 + text_width(item[0], TEXT) + GAP
        if x and x + wide - GAP > width:
            x, y = 0.0, y + LINE
        found.append((x, y, item))
        x += wide
    return found, y + LINE / 2 + 70


def legend_height(atlas: Atlas, width: float) -> float:
    """The height of the legend."""
    return _flow(atlas, width)[1]


def legend(atlas: Atlas, x: float, y: float, width: float, zoom: float) -> str:
    """The legend, below a point and of this width."""
    return "".join(_parts(atlas, x, y, width / zoom, zoom))


def _parts(atlas: Atlas, x: float, y: float, width: float, zoom: float) -> Iterator[str]:
    items, high = _flow(atlas, width)
    yield f'<g class="legend" transform="translate({x:.0f} {y:.0f}) scale({zoom:.3f})">'
    yield f'<text class="head" x="0" y="62">{escape(atlas.title)}</text>'
    for left, level, (words, drawing) in items:
        yield (
            f'<g transform="translate({left + SWATCH / 2:.0f} {level:.0f})">{drawing}</g>'
            f'<text class="key" x="{left + SWATCH + 18:.0f}" y="{level + 15:.0f}">{escape(words)}</text>'
        )
    yield f'<text class="note" x="0" y="{high - 12:.0f}">{escape(NOTE)}</text></g>'
