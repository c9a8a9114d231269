"""The style of a hex map: colours of the sheet in light and dark, and of the powers."""

from sandtable.hexes.atlas import Atlas
from sandtable.maps.style import DARK, LETTERS, Ink, mix

CODE = 21
"""The font size of hex numbers."""
PATTERNS = {
    "leaning-axis": '<path d="M0 9H18" stroke-width="4"/>',
    "leaning-allies": '<path d="M0 9H18" stroke-width="4"/>',
    "closed": '<path d="M0 4H18M0 13H18" stroke-width="2.4"/>',
}
"""Alignments have a pattern as well as a colour."""


def css(atlas: Atlas, ink: Ink, zoom: float) -> str:
    """The style sheet of a drawing; ``zoom``: the scale of text in the margin."""
    night = ink is DARK
    halo = mix(ink.halo, ink.water, 0.75)
    rules = [
        f".sandtable-hexes text{{font-family:{LETTERS};text-anchor:middle}}",
        f".sheet{{fill:{ink.paper}}}.water{{fill:{ink.water}}}",
        ".line{fill:none;stroke-linejoin:round;stroke-linecap:round}",
        f".shore{{stroke:{ink.shore}}}.coast{{stroke:{ink.coast};stroke-width:7}}",
        f".grid{{stroke:{mix(ink.text, ink.water, 0.5)};stroke-width:2;stroke-opacity:.33}}",
        f".border{{stroke:{ink.coast if night else '#5a3f33'};stroke-width:9;stroke-opacity:.85}}",
        f".relief{{stroke:{ink.text};stroke-width:3.4;stroke-opacity:{0.32 if night else 0.3}}}",
        f".desert{{stroke-width:6.5;stroke-opacity:{0.36 if night else 0.32}}}",
        f".road-out{{stroke:{ink.coast};stroke-width:15}}.road{{stroke:{'#d8b98a' if night else '#fff8e6'};"
        "stroke-width:8}",
        f".strait{{stroke:{'#ff9d7a' if night else '#a8321f'};stroke-width:9}}"
        f".strait-end{{fill:{'#ff9d7a' if night else '#a8321f'}}}",
        f".canal-out{{stroke:{ink.coast};stroke-width:17}}.canal{{stroke:{'#6fb3cc' if night else '#7fb4c6'};"
        "stroke-width:10}.seaway{stroke-dasharray:2 22}",
        f".sandtable-hexes .code{{font-size:{CODE}px;fill:{ink.text};fill-opacity:{0.5 if night else 0.46};"
        "text-anchor:start}",
        f".place{{fill:{ink.text};font-weight:600}}.place,.area{{stroke:{halo};stroke-width:6;"
        "stroke-opacity:.5;stroke-linejoin:round;paint-order:stroke}",
        f".area{{fill:{ink.text};font-weight:600;fill-opacity:.74}}.small{{fill-opacity:.95}}"
        f".emblem{{fill:{ink.text};fill-opacity:.6}}",
        f".ring{{stroke:{ink.coast};stroke-width:5;stroke-opacity:.7;stroke-dasharray:9 11}}",
        f".sea{{fill:{ink.water_text};font-style:italic;font-weight:600;fill-opacity:.85}}",
        f".sign{{fill:{ink.text}}}",
        f".disc{{fill:{'#f1ece0' if night else '#fffdf6'};stroke:#16181a;stroke-width:3}}",
        ".on-disc{fill:#16181a}.yard{fill:#16303b;stroke:#fffdf6;stroke-width:3}.on-yard{fill:#fffdf6}",
        ".capital{fill:#a8321f;stroke:#fffdf6;stroke-width:3}.on-capital{fill:#fffdf6}",
        ".works{fill:#ffd75e;stroke:#16181a;stroke-width:3}.works-later{fill:#c9cbcc}",
        ".sandtable-hexes .points{font-weight:700;font-size:34px;fill:#16181a}",
        f".again{{fill:{ink.paper};fill-opacity:.5}}.edge{{stroke:{ink.frame};stroke-width:5;"
        "stroke-dasharray:26 18}",
        f".frame{{fill:none;stroke:{ink.frame};stroke-width:10}}",
        f".sandtable-hexes .rule{{font-size:{34 * zoom:.0f}px;fill:{ink.water_text}}}",
        f".sandtable-hexes .key,.sandtable-hexes .note{{fill:{ink.text};text-anchor:start;font-size:44px}}"
        f".sandtable-hexes .note{{fill:{ink.water_text};font-size:38px}}",
        f".sandtable-hexes .head{{fill:{ink.text};text-anchor:start;font-size:74px;font-weight:700}}",
    ]
    for power, facts in atlas.allegiances.items():
        land = mix(facts.colour, ink.paper, (0.5 if _bright(facts.colour) else 0.68) if night else 0.74)
        rules.append(f".of-{power}{{fill:{land}}}")
    return "".join(rules)


def _bright(colour: str) -> bool:
    """Whether light text would be hard to read on a colour."""
    r, g, b = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * r + 0.587 * g + 0.114 * b > 150
