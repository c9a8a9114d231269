"""How much room letters take: the same for finding room and for drawing."""

LEADING = 1.08
"""From line to line, in sizes of the letters."""
MARKER = (60, 46)
"""Width and height of a marker with its gap, in units: what stack areas are made of."""
_NARROW, _WIDE = "iljtfrI.,'/ -1", "mwMW"


def text_width(text: str, size: float) -> float:
    """About how wide a text is drawn: rather too wide than too narrow.

    >>> round(text_width("India", 20))
    47
    """
    return size * sum(0.33 if c in _NARROW else 0.9 if c in _WIDE else 0.69 if c.isupper() else 0.56 for c in text)


def badge_radius(size: float) -> float:
    """The badge behind a name that tells what a territory is worth."""
    return max(9.0, size * 0.44)
