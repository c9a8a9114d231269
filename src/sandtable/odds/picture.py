"""The odds of a battle as a picture: SVG, or PNG from the same drawing.

It is laid out for a phone: narrow, with large type, on a light background. Blue is the attacker, red the defender.
"""

import re
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

import msgspec

from sandtable.area.battle.casualties import worth
from sandtable.area.wording import force, money
from sandtable.area.world import World
from sandtable.odds.answer import Question
from sandtable.odds.histogram import Bar, tick_step, units_left, value_swings
from sandtable.odds.result import Odds
from sandtable.odds.words import assumed, method, percent
from sandtable.pixels import FONT, png

WIDTH = 640
EDGE = 36
PAPER, INK, FAINT, RULE = "#fbfaf7", "#1d2730", "#66717c", "#e3e0d8"
WIN, DRAW, LOSE = "#2a67ad", "#a3a9b0", "#bf4a35"
FAMILIES = f"{FONT}, Segoe UI, Helvetica Neue, Helvetica, Arial, sans-serif"
MINUS, NO_BREAK = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"
KINDS = (".svg", ".png")


class BadPicture(msgspec.Struct, frozen=True):
    """Why a picture can't be drawn or written."""

    why: str


def bad_path(path: Path) -> BadPicture | None:
    """Why no picture could be written to a path, as far as can be told before drawing; None if it can."""
    if path.suffix.lower() not in KINDS:
        return BadPicture(f"{path}: a picture ends in .svg or .png")
    try:
        if path.is_dir():
            return BadPicture(f"{path} is a folder")
        if not path.resolve().parent.is_dir():
            return BadPicture(f"there is no folder {path.resolve().parent}")
    except OSError as error:
        return _unwritable(path, error)
    return None


def _unwritable(path: Path, error: OSError) -> BadPicture:
    return BadPicture(f"{path} cannot be written: {error.strerror or error}")


def save(svg: str, path: Path) -> BadPicture | None:
    """Write a drawing as SVG or PNG, depending on the file extension."""
    problem = bad_path(path)
    if problem is not None:
        return problem
    try:
        if path.suffix.lower() == ".svg":
            path.write_text(svg, encoding="utf-8")
        else:
            path.write_bytes(png(svg))
    except OSError as error:
        return _unwritable(path, error)
    return None


def draw(world: World, question: Question, odds: Odds) -> str:
    """The odds as SVG: both forces, win, draw and loss, the battle's cost, and the survivors."""
    canvas = _Canvas()
    canvas.down(EDGE)
    _forces(canvas, world, question)
    _chances(canvas, odds)
    _facts(canvas, question, odds)
    swing = f"mean {_signed(odds.value_swing, 1)}"
    swings = _Chart("Value swing", "the defender's losses minus the attacker's, in IPCs")
    swings.draw(canvas, value_swings(odds, 24), (odds.value_swing, swing))
    left = _Chart("Surviving units", "the defender's to the left, the attacker's to the right")
    left.draw(canvas, units_left(odds, 36), None, sides=True)
    _footer(canvas, world, question, odds)
    title = f"{force(world, question.attack)} against {force(world, question.defend)}"
    about = f"win {percent(odds.win)}, draw {percent(odds.draw)}, lose {percent(odds.lose)}"
    return canvas.svg(f"{title}: {about}")


class _Canvas:
    """A drawing that grows downwards."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = 0.0

    def down(self, by: float) -> None:
        self.y += by

    def rect(self, x: float, y: float, width: float, height: float, fill: str, round_: float = 0) -> None:
        corner = f' rx="{_n(round_)}"' if round_ else ""
        self.parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{fill}"{corner}/>'
        )

    def line(
        self, x1: float, y1: float, x2: float, y2: float, stroke: str, width: float = 1, dash: str = ""
    ) -> None:
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" stroke="{stroke}" '
            f'stroke-width="{_n(width)}"{dashed}/>'
        )

    def text(
        self, x: float, y: float, words: str, size: int, fill: str = INK, bold: bool = False, anchor: str = "start"
    ) -> None:
        weight = ' font-weight="600"' if bold else ""
        place = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size}" fill="{fill}"{weight}{place}>{escape(words)}</text>'
        )

    def svg(self, title: str) -> str:
        height = _n(self.y)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
                f'height="{height}" role="img" font-family="{FAMILIES}">',
                f"<title>{escape(title)}</title>",
                f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
                *self.parts,
                "</svg>",
                "",
            ]
        )


def _forces(canvas: _Canvas, world: World, question: Question) -> None:
    place = "at sea" if question.at_sea else "on land"
    for name, units, colour in (("Attacker", question.attack, WIN), ("Defender", question.defend, LOSE)):
        top = canvas.y
        canvas.down(18)
        cost = money(sum(worth(world, piece) * count for piece, count in units))
        canvas.text(EDGE + 18, canvas.y, f"{name} \N{MIDDLE DOT} {cost}", 18, colour, bold=True)
        if name == "Attacker":
            canvas.text(WIDTH - EDGE, canvas.y, f"{world.game.id}, {place}", 18, FAINT, anchor="end")
        for line in _wrapped(force(world, units), 24, WIDTH - 2 * EDGE - 18, 0.56):
            canvas.down(32)
            canvas.text(EDGE + 18, canvas.y, line, 24, bold=True)
        canvas.rect(EDGE, top + 1, 5, canvas.y - top + 6, colour, 2.5)
        canvas.down(28)


def _chances(canvas: _Canvas, odds: Odds) -> None:
    wide = WIDTH - 2 * EDGE
    canvas.down(46)
    places = ((EDGE, "start"), (WIDTH / 2, "middle"), (WIDTH - EDGE, "end"))
    named = ((odds.win, "win", WIN), (odds.draw, "draw", DRAW), (odds.lose, "lose", LOSE))
    for (x, anchor), (chance, name, colour) in zip(places, named, strict=True):
        ink = FAINT if name == "draw" else colour
        canvas.text(x, canvas.y, percent(chance), 42 if name != "draw" else 30, ink, bold=True, anchor=anchor)
        canvas.text(x, canvas.y + 26, name, 19, FAINT, anchor=anchor)
    canvas.down(42)
    x = float(EDGE)
    for chance, name, colour in named:
        width = wide * chance
        if width >= 0.4:
            gap = 1.5 if name != "lose" else 0
            canvas.rect(x, canvas.y, max(width - gap, 0.4), 22, colour, 2)
        x += width
    canvas.down(22)


def _facts(canvas: _Canvas, question: Question, odds: Odds) -> None:
    facts = [(f"{odds.rounds:.2f}", "rounds")]
    facts.append((f"{sum(odds.survivors['attack'].values()):.2f}", "attackers left"))
    facts.append((f"{sum(odds.survivors['defend'].values()):.2f}", "defenders left"))
    if not question.at_sea:
        facts.insert(0, (percent(odds.capture), "captured"))
    canvas.down(46)
    step = (WIDTH - 2 * EDGE) / (len(facts) - 1)
    for k, (value, name) in enumerate(facts):
        x = EDGE + step * k
        anchor = "start" if k == 0 else "end" if k == len(facts) - 1 else "middle"
        canvas.text(x, canvas.y, value, 22, bold=True, anchor=anchor)
        canvas.text(x, canvas.y + 22, name, 15, FAINT, anchor=anchor)
    canvas.down(22)


class _Chart:
    """A histogram with its title, on a scale that starts at zero."""

    HEIGHT = 170
    LEFT = EDGE + 44
    RIGHT = WIDTH - EDGE

    def __init__(self, title: str, about: str) -> None:
        self.title = title
        self.about = about

    def draw(
        self, canvas: _Canvas, bars: Sequence[Bar], mean: tuple[float, str] | None, sides: bool = False
    ) -> None:
        canvas.down(54)
        canvas.text(EDGE, canvas.y, self.title, 21, bold=True)
        canvas.down(24)
        canvas.text(EDGE, canvas.y, self.about, 16, FAINT)
        canvas.down(42 if mean else 26)
        top, base = canvas.y, canvas.y + self.HEIGHT
        tallest = max(bar.chance for bar in bars)
        self._scale(canvas, top, base, tallest)
        slot = (self.RIGHT - self.LEFT) / max(len(bars), 8)
        start = self.LEFT + (self.RIGHT - self.LEFT - slot * len(bars)) / 2
        gap = min(3.0, slot * 0.16)
        for k, bar in enumerate(bars):
            y = base
            for chance, colour in ((bar.win, WIN), (bar.draw, DRAW), (bar.lose, LOSE)):
                height = self.HEIGHT * chance / tallest
                if height >= 0.15:
                    y -= height
                    canvas.rect(start + k * slot + gap / 2, y, slot - gap, height, colour)
        canvas.line(self.LEFT, base, self.RIGHT, base, INK, 1.2)
        if mean is not None:
            self._mean(canvas, bars, start, slot, (top, base), mean)
        self._ticks(canvas, bars, start, slot, base, sides)
        canvas.y = base + 26

    def _scale(self, canvas: _Canvas, top: float, base: float, tallest: float) -> None:
        step = tick_step(tallest, 4)
        k = 1
        while k * step <= tallest * 1.0001:
            y = base - self.HEIGHT * k * step / tallest
            canvas.line(self.LEFT, y, self.RIGHT, y, RULE)
            canvas.text(self.LEFT - 8, y + 5, f"{100 * k * step:.4g}%", 15, FAINT, anchor="end")
            k += 1

    def _mean(
        self,
        canvas: _Canvas,
        bars: Sequence[Bar],
        start: float,
        slot: float,
        span: tuple[float, float],
        mean: tuple[float, str],
    ) -> None:
        width = bars[0].high - bars[0].low + 1
        at = start + slot * (mean[0] - bars[0].low + (0.5 if width == 1 else 0)) / width
        at = min(max(at, self.LEFT), self.RIGHT)
        canvas.line(at, span[0] - 12, at, span[1], INK, 1.6, "5 4")
        room = 4.6 * len(mean[1])
        canvas.text(
            min(max(at, self.LEFT + room), self.RIGHT - room), span[0] - 18, mean[1], 16, INK, anchor="middle"
        )

    def _ticks(
        self, canvas: _Canvas, bars: Sequence[Bar], start: float, slot: float, base: float, sides: bool
    ) -> None:
        """Round numbers under the bars; if bars are wide, under the left edge of each."""
        width = max(bar.high - bar.low + 1 for bar in bars)
        every = max(1, int(tick_step(len(bars) * width, 9)))
        for k, bar in enumerate(bars):
            number = bar.low if not sides or bar.low < 0 else bar.high
            if number % every:
                continue
            at_edge = width > 1 and not sides
            x = start + slot * (k if at_edge else k + 0.5)
            canvas.line(x, base, x, base + 6, INK)
            shown = str(abs(number)) if sides else _signed(number, 0)
            canvas.text(x, base + 24, shown, 16, FAINT, anchor="middle")


def _footer(canvas: _Canvas, world: World, question: Question, odds: Odds) -> None:
    canvas.down(34)
    said = f"{method(odds)[:1].upper()}{method(odds)[1:]}. {assumed(world, question)}"
    for line in _wrapped(said, 15, WIDTH - 2 * EDGE):
        canvas.text(EDGE, canvas.y, line, 15, FAINT)
        canvas.down(21)
    canvas.down(10)


def _wrapped(text: str, size: int, room: float, letter: float = 0.5) -> Iterable[str]:
    """Wrapped lines, by the mean width of a letter; a number stays with the word after it."""
    most = int(room / (size * letter))
    line = ""
    for word in re.sub(r"(?<=\d) ", NO_BREAK, text).split(" "):
        if line and len(line) + 1 + len(word) > most:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def _signed(number: float, decimals: int) -> str:
    r"""A number with a proper minus sign, and a plus if it is positive.

    >>> _signed(-20.43, 1) == "\N{MINUS SIGN}20.4", _signed(5, 0), _signed(0, 0)
    (True, '+5', '0')
    """
    shown = f"{abs(number):.{decimals}f}"
    if float(shown) == 0:
        return shown
    return f"{MINUS if number < 0 else '+'}{shown}"


def _n(number: float) -> str:
    """A coordinate, as short as possible."""
    return f"{number:.1f}".rstrip("0").rstrip(".")
