"""Charts for fairness reports: plain SVG, coloured by the reports' style sheet."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

from sandtable.lab.charts import BAR, LABEL, ROW, WIDTH, lettering, shortened, svg
from sandtable.lab.fairness.findings import Both
from sandtable.lab.ratings import Interval


def step_of(span: float) -> float:
    """A round step that divides a span into three to eight parts.

    >>> step_of(10), step_of(0.7), step_of(36), step_of(9.5)
    (2.0, 0.1, 5.0, 2.0)
    """
    size = 10 ** floor(log10(span or 1))
    return next(float(f"{size * part:.12g}") for part in (0.1, 0.2, 0.5, 1, 2) if span / (size * part) <= 8)


def spans(rows: Mapping[str, Interval | None], unit: str) -> str:
    """One row per name: a dot with its interval, around zero. Unknown values are left blank."""
    known = [one for one in rows.values() if one is not None]
    most = max((max(abs(one.low), abs(one.high)) for one in known), default=1.0) or 1.0
    left, right, height = LABEL, WIDTH - 60, ROW * len(rows) + 30

    def x(value: float) -> float:
        return left + (value + most) / (2 * most) * (right - left)

    step = step_of(2 * most)
    ticks = [number * step for number in range(ceil(-most / step), floor(most / step) + 1)]
    parts = [
        f'<line class="grid{" zero" if abs(tick) < step / 2 else ""}" x1="{x(tick):.1f}" x2="{x(tick):.1f}" '
        f'y1="0" y2="{height - 26}"/>'
        + lettering(x(tick), height - 8, f"{tick:+g}" if tick else "0", "middle", "tick")
        for tick in ticks
    ]
    for row, (name, one) in enumerate(rows.items()):
        y = ROW * row + ROW / 2
        parts.append(lettering(left - 12, y + 4, shortened(name), "end", "name"))
        if one is not None:
            parts.append(f'<line class="whisker" x1="{x(one.low):.1f}" x2="{x(one.high):.1f}" y1="{y}" y2="{y}"/>')
            parts.append(f'<circle class="dot" cx="{x(one.value):.1f}" cy="{y}" r="6"/>')
    return svg(height, parts, unit)


def pairs(rows: Sequence[Both], unit: str, digits: int = 1) -> str:
    """Two bars per row: the parent and the variant."""
    most = max((max(one.parent, one.variant) for one in rows), default=1.0) or 1.0
    left, room, tall = LABEL, WIDTH - LABEL - 60, BAR * 0.55
    parts: list[str] = []
    for row, one in enumerate(rows):
        top = row * (ROW + 4) + 4
        parts.append(lettering(left - 12, top + 17, shortened(one.name), "end", "name"))
        for at, (value, kind) in enumerate(((one.parent, "draw"), (one.variant, "first"))):
            y = top + at * (tall + 1)
            parts.append(
                f'<rect class="{kind}" x="{left}" y="{y:.1f}" width="{max(room * value / most, 0.5):.1f}" '
                f'height="{tall:.1f}"><title>{escape(one.name)}: {value:.{digits}f}</title></rect>'
            )
            parts.append(
                lettering(left + room * value / most + 6, y + tall - 2, f"{value:.{digits}f}", "start", "tick")
            )
    return svg((ROW + 4) * len(rows) + 4, parts, unit)


def lines(series: Mapping[str, Mapping[str, Sequence[float]]], unit: str) -> str:
    """Two lines per side, by round: dashed for the parent, solid for the variant."""
    values = [value for both in series.values() for line in both.values() for value in line]
    if not values:
        return ""
    most, rounds = max(values) or 1, max(len(line) for both in series.values() for line in both.values())
    left, right, top, base = 44, WIDTH - 12, 10, 210

    def spot(at: int, value: float) -> str:
        return f"{left + at / max(rounds - 1, 1) * (right - left):.1f},{base - value / most * (base - top):.1f}"

    step = step_of(most)
    parts = []
    for number in range(floor(most / step) + 1):
        y = base - number * step / most * (base - top)
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(lettering(left - 8, y + 4, f"{number * step:g}", "end", "tick"))
    for at in range(rounds):
        x = float(spot(at, 0).split(",")[0])
        parts.append(lettering(x, base + 18, str(at), "middle", "tick"))
    for both, kind in zip(series.values(), ("first", "second"), strict=False):
        for name, line in both.items():
            dash = ' stroke-dasharray="5 4"' if name == "parent" else ""
            points = " ".join(spot(at, value) for at, value in enumerate(line))
            parts.append(
                f'<polyline points="{points}" style="fill:none;stroke:var(--{kind})" stroke-width="2.5"{dash}/>'
            )
    return svg(base + 28, parts, unit)
