"""The map: a poster, the same as sheets to glue together, and an overview of the opening."""

from collections.abc import Iterator
from math import ceil, prod

import msgspec

from sandtable.printing.sheet import A1, A4, A4_ACROSS, PALE, TEXT, Inset, Sheet, words

EDGE = 10.0
"""The margin around a map sheet: printers need it, and it is cut off."""
OVERLAP = 8.0
ROOM = (815.0, 568.0)
"""The largest map: it fits on A1, and is as wide as three A4 sheets."""
LEAST = 93
"""The percentage of that size it may shrink to, to save sheets."""


class Chart(msgspec.Struct, frozen=True):
    """A drawn map, and its size on paper."""

    svg: str
    drawn: float
    """The width in units of the drawing."""
    size: tuple[float, float]
    """In millimetres."""


def chart(svg: str, drawn: tuple[float, float]) -> Chart:
    """A map as large as A1 allows, or a little smaller if that saves A4 sheets.

    >>> chart("", (815, 500)).size
    (815.0, 500.0)
    >>> chart("", (815, 380)).size
    (790.55, 368.6)
    """
    most = min(ROOM[0] / drawn[0], ROOM[1] / drawn[1])
    sizes = ((drawn[0] * most * share / 100, drawn[1] * most * share / 100) for share in range(100, LEAST - 1, -1))
    return Chart(svg, drawn[0], min(sizes, key=lambda size: prod(_across(size, _paper(size)))))


def poster(made: Chart, title: str) -> Sheet:
    """The map on one A1 sheet, with a title if there is room."""
    at = ((A1[0] - made.size[0]) / 2, (A1[1] - made.size[1]) / 2)
    named = words(title, at[0], at[1] - 14, 24, "Bold") if at[1] > 45 else ""
    return Sheet("map", named, A1, Inset((0, 0), at, made.size), numbered=False)


def tiles(made: Chart) -> Iterator[Sheet]:
    """The map on A4 sheets that overlap a little, portrait or landscape, whichever takes fewer."""
    paper = _paper(made.size)
    columns, rows = _across(made.size, paper)
    room = (paper[0] - 2 * EDGE, paper[1] - 2 * EDGE)
    for row in range(rows):
        for column in range(columns):
            left, top = column * (room[0] - OVERLAP), row * (room[1] - OVERLAP)
            size = (min(room[0], made.size[0] - left), min(room[1], made.size[1] - top))
            name = f"{chr(65 + row)}{column + 1}"
            body = "".join(_marks(size)) + _label(name, (columns, rows), (column, row), paper)
            yield Sheet("map", body, paper, Inset((left, top), (EDGE, EDGE), size), numbered=False)


def _paper(size: tuple[float, float]) -> tuple[float, float]:
    """A4 landscape or portrait, whichever takes fewer sheets."""
    return min((A4_ACROSS, A4), key=lambda paper: prod(_across(size, paper)))


def _across(size: tuple[float, float], paper: tuple[float, float]) -> tuple[int, int]:
    """The number of columns and rows of sheets."""
    columns, rows = (
        max(1, ceil(round((whole - OVERLAP) / (side - 2 * EDGE - OVERLAP), 6)))
        for whole, side in zip(size, paper, strict=True)
    )
    return columns, rows


def _marks(size: tuple[float, float]) -> Iterator[str]:
    """Crop marks at the corners, outside the picture."""
    for x in (EDGE, EDGE + size[0]):
        for y, way in ((EDGE, -1), (EDGE + size[1], 1)):
            yield f'<path d="M{x:.2f} {y + way * 1.2:.2f}v{way * 4.5}" stroke="{TEXT}" stroke-width=".25"/>'
    for y in (EDGE, EDGE + size[1]):
        for x, way in ((EDGE, -1), (EDGE + size[0], 1)):
            yield f'<path d="M{x + way * 1.2:.2f} {y:.2f}h{way * 4.5}" stroke="{TEXT}" stroke-width=".25"/>'


def _label(name: str, of: tuple[int, int], at: tuple[int, int], paper: tuple[float, float]) -> str:
    """Which sheet it is and where the next one goes, in the margin that is cut off."""
    hints = [f"Map, sheet {name}: row {at[1] + 1} of {of[1]}, column {at[0] + 1} of {of[0]}"]
    over = [
        f"{chr(65 + at[1] + down)}{at[0] + 1 + right}"
        for right, down in ((1, 0), (0, 1))
        if at[0] + right < of[0] and at[1] + down < of[1]
    ]
    if over:
        hints.append(f"cut at the marks; {' and '.join(over)} overlap by {OVERLAP:g} mm")
    return words("; ".join(hints), EDGE + 8, paper[1] - 3.4, 2.7, colour=PALE)
