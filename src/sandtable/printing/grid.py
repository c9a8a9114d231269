"""Tables: rows of cells that wrap, with a line below each."""

from collections.abc import Collection, Iterator, Sequence

from sandtable.printing.flow import LEADING, Block
from sandtable.printing.letters import Cut, wrapped
from sandtable.printing.sheet import MARK, PALE, RULE, TEXT, words

_PAD = 1.3


def row(
    cells: Sequence[str],
    widths: Sequence[float],
    *,
    size: float = 3.3,
    cut: Cut = "Regular",
    first: Cut = "Semibold",
    centred: frozenset[int] = frozenset(),
    picture: str = "",
    least: float = 0,
    marked: Collection[int] = (),
) -> Block:
    """One row; ``picture`` is drawn on the left, over an empty first cell. ``marked``: the
    cells that a variant changes.
    """
    drawn, x, height = [], 0.0, least
    for number, (text, room) in enumerate(zip(cells, widths, strict=True)):
        own = first if number == (1 if picture else 0) or number in marked else cut
        ink = MARK if number in marked else TEXT
        lines = wrapped(text, room - 2, size, own)
        height = max(height, len(lines) * size * LEADING)
        for at, line in enumerate(lines):
            y = _PAD + size + at * size * LEADING
            middle = number in centred
            anchor = "middle" if middle else "start"
            drawn.append(words(line, x + room / 2 if middle else x, y, size, own, colour=ink, anchor=anchor))
        x += room
    height += 2 * _PAD
    drawn.append(f'<path d="M0 {height:.2f}H{x:.2f}" stroke="{RULE}" stroke-width=".2"/>')
    return Block(height, picture + "".join(drawn))


def head(cells: Sequence[str], widths: Sequence[float], centred: frozenset[int] = frozenset()) -> Iterator[Block]:
    """The column names, which stay with the first row."""
    drawn, x = [], 0.0
    for number, (text, room) in enumerate(zip(cells, widths, strict=True)):
        middle = number in centred
        anchor = "middle" if middle else "start"
        at = x + room / 2 if middle else x
        drawn.append(words(text, at, 3.4, 2.8, "Semibold", colour=PALE, anchor=anchor))
        x += room
    drawn.append(f'<path d="M0 4.8H{x:.2f}" stroke="{PALE}" stroke-width=".35"/>')
    yield Block(4.8, "".join(drawn), keep=True)
