"""Places names on a hex map without overlap.

A place's name stays in its hex. The name of a country or body of water is set as large as fits over its own hexes,
clear of everything already there.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from sandtable.hexes.grid import PITCH, WIDTH, Hex, centre
from sandtable.maps.hexcoast import SIZE

NARROW, WIDE = "iljftrI.,'()-| ", "mwMW"
LEADING = 1.02
NAME = 28.0
"""The largest font size of a place's name."""
ROOM = WIDTH * SIZE - 10


def text_width(text: str, size: float, spacing: float = 0.0) -> float:
    """The approximate width of a line, rather too large than too small."""
    wide = sum(0.34 if c in NARROW else 0.88 if c in WIDE else 0.64 if c.isupper() else 0.555 for c in text)
    return (wide + spacing * max(0, len(text) - 1)) * size


class Box(msgspec.Struct, frozen=True):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether two rectangles overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class Label(msgspec.Struct, frozen=True):
    """Lines of text, each centred at ``x``; ``y`` is the baseline of the first."""

    lines: tuple[str, ...]
    x: float
    y: float
    size: float
    spacing: float = 0.0
    lead: float = 0.0
    """Space for an emblem before the first line, in ems."""

    def wide(self, number: int) -> float:
        """The width of a line."""
        lead = self.lead * self.size if number == 0 else 0.0
        return lead + text_width(self.lines[number], self.size, self.spacing)

    @property
    def box(self) -> Box:
        """The bounding box of the text."""
        wide = max(self.wide(number) for number in range(len(self.lines)))
        low = self.y + (len(self.lines) - 1) * self.size * LEADING
        return Box(self.x - wide / 2, self.y - 0.72 * self.size, self.x + wide / 2, low + 0.2 * self.size)


class Taken:
    """An index of what is already on the sheet."""

    def __init__(self) -> None:
        self.boxes: dict[tuple[int, int], list[Box]] = {}

    def _places(self, box: Box) -> Iterator[tuple[int, int]]:
        for i in range(int(box.left // 400), int(box.right // 400) + 1):
            for j in range(int(box.top // 400), int(box.bottom // 400) + 1):
                yield i, j

    def add(self, box: Box) -> None:
        """Occupy a rectangle."""
        for key in self._places(box):
            self.boxes.setdefault(key, []).append(box)

    def free(self, box: Box) -> bool:
        """Whether a rectangle is free."""
        return not any(box.meets(other) for key in self._places(box) for other in self.boxes.get(key, ()))


def fit_name(name: str, x: float, y: float) -> Label:
    """A place's name in its hex: on one line, or two if necessary, or smaller."""
    best: Label | None = None
    for lines in _splits(name, 2):
        wide = max(text_width(line, 1.0) for line in lines)
        size = min(NAME, ROOM / wide)
        if best is None or size > best.size + 2:
            best = Label(lines, x, y, round(size, 1))
    assert best is not None
    return best


def _splits(name: str, most: int) -> Iterator[tuple[str, ...]]:
    """A name in one line, or broken between words."""
    words = name.replace("-", "- ").split()
    yield (name,)
    if most >= 2:
        for i in range(1, len(words)):
            yield (" ".join(words[:i]).replace("- ", "-"), " ".join(words[i:]).replace("- ", "-"))
    if most >= 3 and len(words) >= 3:
        yield (words[0], " ".join(words[1:-1]), words[-1])


def place_name(
    name: str,
    hexes: Sequence[Hex],
    taken: Taken,
    own: Callable[[float, float], bool],
    inside: Callable[[Box], bool],
    most: float,
    least: float,
    lead: float = 0.0,
) -> Label | None:
    """As large as possible, then as central as possible; None if there is no room."""
    middles = [centre(place) for place in hexes]
    mx = sum(x for x, _ in middles) / len(middles) * SIZE
    my = sum(y for _, y in middles) / len(middles) * SIZE
    spots = sorted(
        {
            (round((x + dx * WIDTH) * SIZE), round((y + dy * PITCH) * SIZE))
            for x, y in middles
            for dx, dy in ((0, 0), (0.5, 0), (0.25, 0), (-0.25, 0), (0, 0.2), (0, -0.15), (0, 0.36))
        },
        key=lambda p: ((p[0] - mx) ** 2 + (1.6 * (p[1] - my)) ** 2, p),
    )
    size = most
    while size >= least:
        spacing = 0.12 if size > 60 else 0.04
        for lines in _splits(name, 3 if size > 40 else 2):
            for x, y in spots:
                top = y + size * (0.26 - (len(lines) - 1) * LEADING / 2)
                label = Label(lines, x, round(top, 1), round(size, 1), spacing, lead)
                if not own(x, y) or not inside(label.box) or not taken.free(label.box):
                    continue
                if all(own(a, b) for a, b in _samples(label)):
                    return label
        size *= 0.88
    return None


def _samples(label: Label) -> Iterator[tuple[float, float]]:
    """Points all over the text."""
    for number in range(len(label.lines)):
        wide = label.wide(number)
        y = label.y + number * label.size * LEADING
        parts = max(2, round(wide / (0.4 * WIDTH * SIZE)))
        for i in sorted(range(parts + 1), key=lambda i: -abs(i - parts / 2)):  # the ends fail first
            x = label.x - wide / 2 + wide * i / parts
            yield x, y - 0.62 * label.size
            yield x, y + 0.05 * label.size


def overlaps(labels: Iterable[Label]) -> list[tuple[Label, Label]]:
    """Pairs of overlapping names."""
    ordered = sorted(labels, key=lambda label: label.box.left)
    found = []
    for i, one in enumerate(ordered):
        for other in ordered[i + 1 :]:
            if other.box.left >= one.box.right:
                break
            if one.box.meets(other.box):
                found.append((one, other))
    return found
