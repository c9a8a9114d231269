"""A page: its size and its SVG content, in millimetres."""

from html import escape

import msgspec

from sandtable.maps.style import LETTERS
from sandtable.printing.letters import Cut

A4 = (210.0, 297.0)
A4_ACROSS = (297.0, 210.0)
A1 = (841.0, 594.0)
MARGIN = 16.0
TEXT, PALE, RULE, MARK = "#22201c", "#6d675b", "#b9b1a0", "#b3261e"
_STYLES: dict[Cut, str] = {
    "Regular": "",
    "It": ' font-style="italic"',
    "Semibold": ' font-weight="600"',
    "Bold": ' font-weight="700"',
}


class Inset(msgspec.Struct, frozen=True):
    """A part of the map on a sheet: its position on the drawn map and on the paper, in millimetres."""

    source: tuple[float, float]
    at: tuple[float, float]
    size: tuple[float, float]


class Sheet(msgspec.Struct, frozen=True):
    """One page."""

    kind: str
    """The kind of page: ``cover``, ``rules``; shown in the footer."""
    body: str
    size: tuple[float, float] = A4
    inset: Inset | None = None
    numbered: bool = True

    def svg(self, title: str = "", number: int = 0, total: int = 0) -> str:
        """The whole page, with its footer."""
        across, down = self.size
        foot = ""
        if self.numbered and number:
            foot = (
                f'<path d="M{MARGIN} {down - 12}H{across - MARGIN}" stroke="{RULE}" stroke-width=".2"/>'
                + words(f"{title} · {self.kind}", MARGIN, down - 7.6, 2.9, colour=PALE)
                + words(f"{number} / {total}", across - MARGIN, down - 7.6, 2.9, colour=PALE, anchor="end")
            )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:g}" height="{down:g}" '
            f'viewBox="0 0 {across:g} {down:g}" font-family="{escape(LETTERS)}">'
            f'<rect width="{across:g}" height="{down:g}" fill="#fff"/>{self.body}{foot}</svg>'
        )


def words(
    text: str,
    x: float,
    y: float,
    size: float,
    cut: Cut = "Regular",
    *,
    colour: str = TEXT,
    anchor: str = "start",
    struck: bool = False,
) -> str:
    """A line of text with its baseline at a point."""
    line = ' text-decoration="line-through"' if struck else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}"'
        f'{_STYLES[cut]}{line} xml:space="preserve">{escape(text)}</text>'
    )
