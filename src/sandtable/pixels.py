"""Pictures in pixels: our SVG drawings as PNG, with the same letters on every machine."""

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
