"""Turns sheets into a PDF: every page is a picture, sharp enough to read and small enough to send."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.pixels import png
from sandtable.printing.kit import Kit

if TYPE_CHECKING:
    from PIL.Image import Image

DOTS = 150
"""Dots per inch."""
QUALITY = 80


def write(kit: Kit, out: Path, progress: Callable[[int, int], None] = lambda done, total: None) -> None:
    """Write a kit as PDF, atomically, with only one page in memory at a time."""
    unfinished = out.with_name(f".{out.name}.part")
    try:
        for number, page in enumerate(pages(kit)):
            with page:
                page.save(unfinished, "PDF", resolution=DOTS, quality=QUALITY, append=number > 0, title=kit.title)
            progress(number + 1, len(kit.sheets))
        unfinished.replace(out)
    finally:
        unfinished.unlink(missing_ok=True)


def pages(kit: Kit) -> Iterator["Image"]:
    """The pages as pictures."""
    from PIL import Image  # noqa: PLC0415 - an extra

    zoom = DOTS / 25.4
    drawn: Image.Image | None = None
    total = len(kit.sheets)
    for number, sheet in enumerate(kit.sheets, 1):
        page = _picture(sheet.svg(kit.title, number, total), zoom)
        inset = sheet.inset
        if inset is not None:
            if drawn is None:
                drawn = _picture(kit.map.svg, kit.map.size[0] * zoom / kit.map.drawn)
            left, top = (round(one * zoom) for one in inset.source)
            wide, high = (round(one * zoom) for one in inset.size)
            piece = drawn.crop((left, top, min(left + wide, drawn.width), min(top + high, drawn.height)))
            page.paste(piece, (round(inset.at[0] * zoom), round(inset.at[1] * zoom)))
        yield page


def _picture(svg: str, zoom: float) -> "Image":
    from PIL import Image  # noqa: PLC0415 - an extra

    return Image.open(BytesIO(png(svg, zoom))).convert("RGB")
