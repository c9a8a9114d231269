"""Counters: a power's colour and emblem, and a unit's silhouette."""

from html import escape

from sandtable.maps.style import livery, readable_on, silhouette
from sandtable.printing.letters import width
from sandtable.printing.sheet import words

COUNTER = (17.7, 15.0)


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
    size = min(2.5, 2.5 * (across - 2) / max(width(name, 2.5, "Semibold"), 1))
    return (
        f'<g data-unit="{escape(unit)}">{face}{shadow(unit, 2.2, 1.4, 11.6, ink)}'
        f"{emblem(power, across - 3, 3, 3.6, ink)}"
        f"{words(name, across / 2, down - 1.8, size, 'Semibold', colour=ink, anchor='middle')}</g>"
    )
