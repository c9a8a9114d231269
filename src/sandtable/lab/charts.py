"""Charts for reports: plain SVG, coloured by the page's style sheet."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor

from sandtable.lab.ratings import Interval

WIDTH = 720
LABEL = 170
"""Width for names on the left."""
NAME = 21
"""The longest name, in characters."""
ROW = 34
BAR = 24


def whiskers(intervals: Mapping[str, Interval], unit: str) -> str:
    """One row per name: a dot with its interval, on a common scale."""
    low = floor(min((one.low for one in intervals.values()), default=0) / 100) * 100
    high = ceil(max((one.high for one in intervals.values()), default=0) / 100) * 100
    left, right = LABEL, WIDTH - 76
    height = ROW * len(intervals) + 30

    def x(value: float) -> float:
        return left + (value - low) / (high - low or 1) * (right - left)

    parts = [_grid(x(tick), height - 26, _signed(tick)) for tick in _ticks(low, high)]
    for row, (name, one) in enumerate(intervals.items()):
        y = ROW * row + ROW / 2
        parts.append(lettering(left - 12, y + 4, shortened(name), "end", "name"))
        parts.append(f'<line class="whisker" x1="{x(one.low):.1f}" x2="{x(one.high):.1f}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{x(one.value):.1f}" cy="{y}" r="6"/>')
        parts.append(lettering(right + 14, y + 4, _signed(one.value), "start", "figure"))
    return svg(height, parts, f"{unit} with 95% intervals")


def stacked(rows: Mapping[str, Sequence[tuple[str, int, str]]]) -> str:
    """One stacked bar per row; each part has a name, a count and a class."""
    height = ROW * len(rows)
    left, width = LABEL, WIDTH - LABEL - 10
    parts: list[str] = []
    for number, (name, pieces) in enumerate(rows.items()):
        whole = sum(count for _, count, _ in pieces) or 1
        at, y = float(left), number * ROW + 5
        parts.append(lettering(left - 12, y + 16, shortened(name), "end", "name"))
        for what, count, kind in pieces:
            size = width * count / whole
            if not count:
                continue
            parts.append(
                f'<rect class="{kind}" x="{at:.1f}" y="{y}" width="{max(size - 1.5, 0.5):.1f}" height="{BAR}">'
                f"<title>{escape(what)}: {count} of {whole}</title></rect>"
            )
            if size > 26:
                parts.append(lettering(at + size / 2, y + 16, str(count), "middle", f"on {kind}"))
            at += size
    return svg(height, parts, "games by outcome")


def histogram(counts: Mapping[int, int], what: str) -> str:
    """A column for each number."""
    if not counts:
        return ""
    first, last, most = min(counts), max(counts), max(counts.values())
    height, base = 170, 140
    slot = min(60.0, (WIDTH - 60) / (last - first + 1))
    parts = [f'<line class="axis" x1="40" x2="{40 + slot * (last - first + 1):.1f}" y1="{base}" y2="{base}"/>']
    for number in range(first, last + 1):
        count = counts.get(number, 0)
        tall = (base - 24) * count / most
        x = 40 + slot * (number - first)
        parts.append(lettering(x + slot / 2, base + 18, str(number), "middle", "tick"))
        if count:
            parts.append(
                f'<rect class="column" x="{x + slot * 0.12:.1f}" y="{base - tall:.1f}" width="{slot * 0.76:.1f}" '
                f'height="{tall:.1f}"><title>{number} {escape(what)}: {count}</title></rect>'
            )
            parts.append(lettering(x + slot / 2, base - tall - 6, str(count), "middle", "figure"))
    return svg(height, parts, f"games by {what}")


def shortened(name: str) -> str:
    """A name short enough for its row.

    >>> shortened("exec:python3 my/own/bot.py --fast")
    'exec:python3 my/own/…'
    """
    return name if len(name) <= NAME else f"{name[: NAME - 1]}…"


def _signed(value: float) -> str:
    """A rounded number with its sign.

    >>> _signed(0.3), _signed(12)
    ('0', '+12')
    """
    whole = round(value)
    return f"{whole:+d}".replace("-", "\N{MINUS SIGN}") if whole else "0"


def _ticks(low: int, high: int) -> range:
    step = 100
    while (high - low) / step > 7:
        step *= 2
    return range(ceil(low / step) * step, high + 1, step)


def _grid(x: float, bottom: float, text: str) -> str:
    zero = " zero" if text == "0" else ""
    line = f'<line class="grid{zero}" x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{bottom:.1f}"/>'
    return line + lettering(x, bottom + 18, text, "middle", "tick")


def lettering(x: float, y: float, text: str, anchor: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def svg(height: float, parts: Sequence[str], title: str) -> str:
    inside = "".join(parts)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{inside}</svg>"
    )
