"""Measures and wraps text in our font."""

from functools import cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

Cut = Literal["Regular", "It", "Semibold", "Bold"]
_SIZE = 100


@cache
def _font(cut: Cut) -> "FreeTypeFont":
    # ruff: noqa: PLC0415 - Pillow is an extra
    from pathlib import Path

    import font_source_sans_pro
    from PIL import ImageFont

    file = Path(font_source_sans_pro.font_directory) / f"SourceSansPro-{cut}.ttf"
    return ImageFont.truetype(str(file), _SIZE)


@cache
def _word(word: str, cut: Cut) -> float:
    return _font(cut).getlength(word) / _SIZE


def width(text: str, size: float, cut: Cut = "Regular") -> float:
    """The width of a text.

    >>> width("wide", 3) > width("slim", 3) > 0
    True
    """
    return size * sum(_word(part, cut) for part in text.split(" ")) + size * _word(" ", cut) * text.count(" ")


def wrapped(text: str, room: float, size: float, cut: Cut = "Regular") -> list[str]:
    """A text as lines no wider than ``room``.

    >>> wrapped("one two three", 15, 4)
    ['one two', 'three']
    >>> "".join(wrapped("x" * 40, 12, 4)) == "x" * 40
    True
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if width(longer, size, cut) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while width(line, size, cut) > room and len(line) > 1:  # a word that is longer than a line
            fits = next(n for n in range(len(line) - 1, 0, -1) if n == 1 or width(line[:n], size, cut) <= room)
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line] if line or not lines else lines
