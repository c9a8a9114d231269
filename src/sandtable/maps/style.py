"""The style of a map: paper and ink in light and dark, and each power's colour, pattern and emblem.

Colours differ in lightness as well as hue, so that colour-blind people can tell them apart; emblems don't rely on
colour at all. All drawings are our own.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from sandtable.core.datafile import read_yaml
from sandtable.pixels import FONT

LETTERS = f"'{FONT}', 'Source Sans 3', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif"


class Ink(msgspec.Struct, frozen=True):
    """The colours of a sheet."""

    paper: str
    water: str
    shore: str
    """Lines along the coasts, on the water."""
    coast: str
    border: str
    lane: str
    """Borders between sea zones."""
    ice: str
    lake: str
    neutral: str
    hatch: str
    text: str
    water_text: str
    halo: str
    frame: str
    blend: float
    """The share of a power's colour in its land; the rest is paper."""


LIGHT = Ink(
    paper="#f4eee0",
    water="#d5e1e3",
    shore="#8fabb3",
    coast="#4c4a43",
    border="#6b6455",
    lane="#7f9ea8",
    ice="#e9eff0",
    lake="#c3d4d8",
    neutral="#e6e1d8",
    hatch="#a89f8d",
    text="#2b2924",
    water_text="#41626d",
    halo="#f7f2e6",
    frame="#4c4a43",
    blend=0.62,
)
DARK = Ink(
    paper="#1d2226",
    water="#172530",
    shore="#35515f",
    coast="#0b0f12",
    border="#12171a",
    lane="#4a6b7c",
    ice="#22323c",
    lake="#1b2d39",
    neutral="#4a4a46",
    hatch="#6b6a62",
    text="#f1ece0",
    water_text="#8fb0be",
    halo="#20262a",
    frame="#0b0f12",
    blend=0.72,
)


class Livery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power's colour and its emblem."""

    colour: str
    emblem: str


class Drawings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The drawings of powers and units; ``other`` is for those without their own."""

    powers: Mapping[str, Livery]
    units: Mapping[str, str]
    same: Mapping[str, str]


@cache
def drawings() -> Drawings:
    """All drawings, read once."""
    return read_yaml(Path(__file__).with_name("drawings.yaml"), Drawings)


def livery(power: str) -> Livery:
    """A power's colour and emblem."""
    powers = drawings().powers
    return powers.get(power, powers["other"])


def silhouette(unit: str) -> str:
    """A unit's silhouette."""
    units = drawings().units
    return units.get(drawings().same.get(unit, unit), units["other"])


def mix(colour: str, other: str, share: float) -> str:
    """A mix of two colours; ``share`` is that of the first.

    >>> mix("#ff0000", "#0000ff", 0.5)
    '#800080'
    """
    a = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    b = [int(other[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(x * share + y * (1 - share)):02x}" for x, y in zip(a, b, strict=True))


def readable_on(colour: str) -> str:
    """Black or white, whichever is readable on a colour.

    >>> readable_on("#dcbd47"), readable_on("#972a20")
    ('#16181a', '#ffffff')
    """
    r, g, b = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#16181a" if 0.299 * r + 0.587 * g + 0.114 * b > 135 else "#ffffff"
