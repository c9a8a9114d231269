"""Lays out lines and small drawings below each other, on as many pages and columns as they need."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from sandtable.printing.letters import Cut, wrapped
from sandtable.printing.sheet import A4, MARGIN, PALE, RULE, TEXT, Sheet, words

GAP = 8.0
"""The space between two columns."""
LEADING = 1.3
BOTTOM = 18.0
TOP = 32.0


class Block(msgspec.Struct, frozen=True):
    """Something that isn't split across pages, drawn from its upper left corner."""

    height: float
    svg: str = ""
    keep: bool = False
    """It stays with the next block."""


def column_width(columns: int, size: tuple[float, float] = A4) -> float:
    """The width of one of several columns."""
    return (size[0] - 2 * MARGIN - GAP * (columns - 1)) / columns


def space(height: float) -> Block:
    return Block(height)


def heading(text: str, room: float, size: float = 5.0) -> Iterator[Block]:
    """A heading, which stays with the next block."""
    yield Block(size * 0.7, keep=True)
    for line in wrapped(text, room, size, "Bold"):
        yield Block(size * 1.25, words(line, 0, size, size, "Bold"), keep=True)
    yield Block(2.4, f'<path d="M0 .3H{room:g}" stroke="{RULE}" stroke-width=".3"/>', keep=True)


def paragraph(
    text: str,
    room: float,
    size: float = 3.4,
    cut: Cut = "Regular",
    *,
    indent: float = 0,
    colour: str = TEXT,
    struck: bool = False,
    bullet: bool = False,
) -> Iterator[Block]:
    """A text as lines, without widows and orphans."""
    lines = wrapped(text, room - indent, size, cut)
    for number, line in enumerate(lines):
        drawn = words(line, indent, size, size, cut, colour=colour, struck=struck)
        if bullet and not number:
            drawn += f'<circle cx="{indent - 2:.2f}" cy="{size * 0.68:.2f}" r=".55" fill="{PALE}"/>'
        yield Block(size * LEADING, drawn, keep=len(lines) > 1 and number in (0, len(lines) - 2))


def sheets(
    kind: str, title: str, blocks: Iterable[Block], *, columns: int = 1, size: tuple[float, float] = A4
) -> Iterator[Sheet]:
    """Pages with a title that contain all blocks, in order."""
    room = size[1] - TOP - BOTTOM
    step = column_width(columns, size) + GAP
    for number, page in enumerate(_pages(_columns(tuple(blocks), room), columns)):
        drawn = [words(title if not number else f"{title} (continued)", MARGIN, 22, 7.5, "Bold")]
        for at, column in enumerate(page):
            y = TOP
            for block in column:
                if block.svg:
                    drawn.append(f'<g transform="translate({MARGIN + at * step:.2f} {y:.2f})">{block.svg}</g>')
                y += block.height
        yield Sheet(kind, "".join(drawn), size)


def _pages(columns: Iterable[Sequence[Block]], count: int) -> Iterator[list[Sequence[Block]]]:
    page: list[Sequence[Block]] = []
    for column in columns:
        page.append(column)
        if len(page) == count:
            yield page
            page = []
    if page:
        yield page


def _columns(blocks: Sequence[Block], room: float) -> Iterator[list[Block]]:
    column: list[Block] = []
    used = 0.0
    for group in _groups(blocks):
        tall = sum(block.height for block in group)
        if column and used + tall > room:
            yield column
            column, used = [], 0.0
        for block in group:
            if column and used + block.height > room:  # a group taller than a page
                yield column
                column, used = [], 0.0
            if column or block.svg:  # no gap at the top of a column
                column.append(block)
                used += block.height
    if column:
        yield column


def _groups(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    group: list[Block] = []
    for block in blocks:
        group.append(block)
        if not block.keep:
            yield group
            group = []
    if group:
        yield group
