"""The symbols of a hex map, our own drawings: terrain, ports, capitals, airbases and the rest."""

from collections.abc import Mapping

ANCHOR = (
    "M0-17a5 5 0 0 1 2.2 9.5V-5H9V-.6H2.2V10.6Q8.6 9.6 10.6 4.4L6.8 5.2 13 -2.4 17.4 6.4 13.8 5.4Q10.4 15 0 17"
    "Q-10.4 15-13.8 5.4L-17.4 6.4-13-2.4-6.8 5.2-10.6 4.4Q-8.6 9.6-2.2 10.6V-.6H-9V-5H-2.2V-7.5A5 5 0 0 1 0-17z"
    "M0-14.2a2.2 2.2 0 1 0 .01 0z"
)
STAR = "M0-15L3.6-4.9 14.3-4.6 5.8 1.9 8.8 12.1 0 6-8.8 12.1-5.8 1.9-14.3-4.6-3.6-4.9z"
PLANE = (
    "M0-16Q2.6-15 2.8-9V-4L17 3V8L2.8 4 2 12 7 15.4V18L0 16.4-7 18V15.4L-2 12-2.8 4-17 8V3L-2.8-4V-9Q-2.6-15 0-16z"
)
ATOM = "M0-16L13.9-8V8L0 16-13.9 8V-8zM0-5.5A5.5 5.5 0 1 0 .01-5.5z"
CRATE = "M-14-12H14V12H-14zM-11-9V6L8-9zM-8 9H11V-6z"
GATE = "M-16-13H-9V13H-16zM9-13H16V13H9zM-7-2.5L-2-7V-3.4H2V-7L7-2.5 7 2.5 2 7V3.4H-2V7L-7 2.5z"
SIGNS: Mapping[str, str] = {
    "anchor": ANCHOR,
    "star": STAR,
    "plane": PLANE,
    "atom": ATOM,
    "crate": CRATE,
    "gate": GATE,
}

TERRAIN: Mapping[str, tuple[tuple[str, float, float], ...]] = {
    "mountain": (
        ("m-30 20 22-44 15 26 8-12 17 30", -44, 4),
        ("m-30 20 22-44 15 26 8-12 17 30", 42, 2),
        ("m-24 15 17-36 13 22 7-10 13 24", 0, 56),
        ("m-22 13 15-32 12 20 6-9 12 21", -4, -50),
    ),
    "desert": tuple(
        ("h1", x, y)
        for x, y in (
            (-55, -30),
            (-22, -38),
            (14, -30),
            (52, -34),
            (-66, 0),
            (-34, -8),
            (0, 2),
            (36, -4),
            (68, 6),
            (-50, 28),
            (-18, 34),
            (18, 28),
            (50, 36),
            (-30, 58),
            (6, 62),
            (30, 56),
            (-8, -62),
            (20, -60),
            (-2, 84),
        )
    ),
    "jungle": tuple(
        ("m-13 0q0-12 7-12 2-9 7-9 6 0 7 9 6 1 6 12m-13 0v12", x, y)
        for x, y in ((-50, -22), (50, -24), (0, 2), (-46, 34), (46, 34), (2, 66), (0, -56))
    ),
    "swamp": tuple(
        ("m-22 0h44m-33-7v-13m11 13v-20m11 20v-13", x, y) for x, y in ((-44, -10), (44, -12), (0, 34), (-4, -50))
    ),
}
"""Terrain strokes, each from a point in the hex."""


def terrain_path(kind: str, x: float, y: float) -> str:
    """The strokes of one hex."""
    return "".join(f"M{round(x + dx)} {round(y + dy)}{stroke}" for stroke, dx, dy in TERRAIN[kind])
