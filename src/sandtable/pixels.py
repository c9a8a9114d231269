"""Pictures in pixels: our SVG drawings as PNG or as a poster, with the same letters on every machine."""

import re
from io import BytesIO
from pathlib import Path

FONT = "Source Sans Pro"
"""The family that is drawn with; a browser without it takes what it has."""


def png(svg: str, zoom: float = 2) -> bytes:
    """An SVG drawing as PNG. The renderer is imported only here: most commands never need it."""
    import font_source_sans_pro  # noqa: PLC0415
    import resvg_py  # noqa: PLC0415

    files = Path(font_source_sans_pro.font_directory)
    fonts = [str(files / f"SourceSansPro-{cut}.ttf") for cut in ("Regular", "It", "Semibold", "Bold")]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts=True, font_files=fonts))


def width_of(svg: str) -> float:
    """How wide a drawing says that it is.

    >>> width_of('<svg viewBox="0 0 640 480">')
    640.0
    """
    found = re.search(r'viewBox="\S+ \S+ (\S+) ', svg)
    return float(found[1]) if found else 1000.0


A1 = (841, 594)
"""A sheet of paper, in millimetres."""
DOTS = 200
"""Dots to an inch of paper."""


def poster(svg: str, width: float) -> bytes:
    """A drawing of this width on a sheet of A1, as PDF."""
    from PIL import Image  # noqa: PLC0415

    across, down = (round(side / 25.4 * DOTS) for side in A1)
    picture = Image.open(BytesIO(png(svg, zoom=across / width))).convert("RGB")
    if picture.height > down:
        picture = picture.resize((round(picture.width * down / picture.height), down))
    sheet = Image.new("RGB", (across, down), picture.getpixel((2, 2)))
    sheet.paste(picture, ((across - picture.width) // 2, (down - picture.height) // 2))
    target = BytesIO()
    sheet.save(target, "PDF", resolution=DOTS, quality=92)
    return target.getvalue()


def write(svg: str, out: Path, width: float, pixels: int) -> None:
    """Write a drawing of this width by the ending of the file's name: SVG, PNG of a given width, PDF poster."""
    match out.suffix.lower():
        case ".png":
            out.write_bytes(png(svg, zoom=pixels / width))
        case ".pdf":
            out.write_bytes(poster(svg, width))
        case _:
            out.write_text(svg, encoding="utf-8")
