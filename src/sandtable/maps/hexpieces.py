"""A position on a hex map: the colour of each hex's holder, and the armies as counters."""

from collections.abc import Iterator, Mapping
from html import escape

import msgspec

from sandtable.hexes.grid import CORNERS, SIDES, Hex, centre, corner, step
from sandtable.maps.hexcoast import SIZE
from sandtable.maps.style import readable_on

WIDE, HIGH = 112, 58
"""The size of a counter, in hundredths of a hex."""


class Counter(msgspec.Struct, frozen=True):
    """Everything one side has in a place, as one counter."""

    colour: str
    text: str
    """Its strength, in a few characters."""
    title: str
    """What it is, in words."""


class Pieces(msgspec.Struct, frozen=True):
    """A position: the colour of each hex that somebody holds, and the counters."""

    control: Mapping[Hex, str] = {}
    counters: Mapping[Hex, Counter] = {}
    boxes: Mapping[str, Hex] = {}
    """Places off the map: where their names are on it."""


def draw_control(pieces: Pieces) -> Iterator[str]:
    """One path per colour."""
    shapes: dict[str, list[str]] = {}
    for place, colour in pieces.control.items():
        x, y = centre(place)
        points = (f"{round((x + dx) * SIZE)} {round((y + dy) * SIZE)}" for dx, dy in CORNERS)
        shapes.setdefault(colour, []).append("M" + "L".join(points) + "z")
    for colour, found in shapes.items():
        yield f'<path class="held" fill="{colour}" fill-opacity=".34" d="{"".join(found)}"/>'


def draw_fronts(pieces: Pieces) -> Iterator[str]:
    """The lines between hexes with different holders."""
    lines = []
    for place, colour in pieces.control.items():
        for side in range(SIDES):
            other = pieces.control.get(step(place, side), colour)
            if colour < other:  # each line once
                (ax, ay), (bx, by) = corner(place, side), corner(place, side + 1)
                lines.append(f"M{round(ax * SIZE)} {round(ay * SIZE)}L{round(bx * SIZE)} {round(by * SIZE)}")
    if lines:
        yield f'<path class="line front" stroke="#16181a" stroke-width="16" d="{"".join(lines)}"/>'


def draw_counters(pieces: Pieces) -> Iterator[str]:
    """The boxes and the counters; southern ones overlap northern ones."""
    for name, place in pieces.boxes.items():
        x, y = (round(value * SIZE) for value in centre(place))
        yield f'<text class="area small" x="{x}" y="{y - 62}" font-size="40">{escape(name)}</text>'
    for place, counter in sorted(pieces.counters.items()):
        x, y = (round(value * SIZE) for value in centre(place))
        yield (
            f'<g class="counter" data-hex="{place}"><title>{escape(counter.title)}</title>'
            f'<rect x="{x - WIDE // 2}" y="{y - HIGH // 2}" width="{WIDE}" height="{HIGH}" rx="8" '
            f'fill="{counter.colour}" stroke="#16181a" stroke-width="4"/>'
            f'<text x="{x}" y="{y + 14}" font-size="42" font-weight="700" fill="{readable_on(counter.colour)}">'
            f"{escape(counter.text)}</text></g>"
        )
