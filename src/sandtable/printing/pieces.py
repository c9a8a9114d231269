"""Counters: a power's colour and emblem, and a unit's silhouette."""

from html import escape

from sandtable.maps.style import livery, readable_on, silhouette
from sandtable.printing.letters import width, wrapped
from sandtable.printing.sheet import words

COUNTER = (17.7, 15.0)
NAME = 2.4
"""The size of a unit's name."""


def shadow(unit: str, x: float, y: float, across: float, colour: str) -> str:
    """A unit's silhouette in a box of this width (3/4 as high)."""
    move = f"translate({x:.2f} {y:.2f}) scale({across / 32:.4f})"
    return f'<path transform="{move}" d="{silhouette(unit)}" fill="{colour}"/>'


def emblem(power: str, x: float, y: float, across: float, colour: str = "") -> str:
    """A power's emblem, centred on a point."""
    own = livery(power)
    move = f"translate({x:.2f} {y:.2f}) scale({across / 20:.4f})"
    return f'<path transform="{move}" d="{own.emblem}" fill="{colour or own.colour}" fill-rule="evenodd"/>'


def counter(power: str, unit: str, name: str) -> str:
    """One counter, drawn from its upper left corner; without a unit, a control marker."""
    colour = livery(power).colour
    ink = readable_on(colour)
    across, down = COUNTER
    face = f'<rect width="{across:g}" height="{down:g}" fill="{colour}" stroke="#fff" stroke-width=".3"/>'
    if not unit:
        return f'<g data-control="{escape(power)}">{face}{emblem(power, across / 2, down / 2, 10, ink)}</g>'
    lines = (
        [name] if width(name, NAME, "Semibold") <= across - 1.6 else wrapped(name, across - 1.6, NAME, "Semibold")
    )
    said = (
        words(
            line,
            across / 2,
            down - 1.8 - (len(lines) - 1 - at) * NAME,
            NAME,
            "Semibold",
            colour=ink,
            anchor="middle",
        )
        for at, line in enumerate(lines)
    )
    tall = 11.6 if len(lines) == 1 else 9.0
    return (
        f'<g data-unit="{escape(unit)}">{face}{shadow(unit, (across - 2 - tall) / 2, 1.4, tall, ink)}'
        f"{emblem(power, across - 3, 3, 3.6, ink)}{''.join(said)}</g>"
    )
