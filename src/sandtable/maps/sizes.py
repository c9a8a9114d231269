"""Text and marker sizes, shared by layout and drawing."""

LEADING = 1.08
"""The line height, relative to the font size."""
MARKER = (60, 46)
"""Width and height of a marker with its gap, in units."""
_NARROW, _WIDE = "iljtfrI.,'/ -1", "mwMW"


def text_width(text: str, size: float) -> float:
    """The approximate width of a text, rather too large than too small.

    >>> round(text_width("India", 20))
    47
    """
    return size * sum(0.33 if c in _NARROW else 0.9 if c in _WIDE else 0.69 if c.isupper() else 0.56 for c in text)


def badge_radius(size: float) -> float:
    """The radius of the badge with a territory's value."""
    return max(9.0, size * 0.44)
