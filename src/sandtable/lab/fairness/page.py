"""The fairness report: a single HTML file. Words first, then charts, then tables."""

from base64 import b64encode
from collections.abc import Iterable
from html import escape
from pathlib import Path

from sandtable.area.family import AreaGame
from sandtable.core.game import AnyGame
from sandtable.core.wording import times
from sandtable.lab.charts import histogram
from sandtable.lab.fairness.charts import lines, pairs, spans
from sandtable.lab.fairness.findings import PLACES, Answer, Both, Findings, percent
from sandtable.lab.ratings import Interval
from sandtable.lab.report import CSS
from sandtable.maps.draw import draw
from sandtable.maps.geometry import UNIT, read_geometry

STYLE = Path(__file__).parent / "page.css"
_KEY = (
    '<div class="legend"><span><i class="draw"></i>before</span>'
    '<span><i class="first"></i>with the changes</span></div>'
)


def page(found: Findings, game: AnyGame) -> str:
    """The report as HTML."""
    style = "".join(file.read_text(encoding="utf-8") for file in (CSS, STYLE))
    head = f"Fairness of {found.title}"
    sections = [
        _section("In short", _words(found)),
        _section("What was changed", _changes(found)),
        _section("Who wins", _winners(found)),
        _section("Which change did it", _factors(found)) if found.factors else "",
        _section("What is bought", _bought(found)) if found.bought else "",
        _section("Incomes and armies", _rounds(found)),
        _section("Length of a game, in rounds", _lengths(found)),
        _section("Where the fighting is", _fights(found, game)) if found.fought else "",
        _section("Which units earn their price", _earned(found)) if found.earned else "",
        _section("The bid that evens it out", _bid(found)) if found.bids_played else "",
        _section("How this was found out", _method(found)),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(head)}</title><style>\n{style}</style></head>\n"
        f"<body><main><h1>{escape(head)}</h1>"
        f'<p class="lead">beside {escape(found.parent_title)}, in {times(found.games, "game")} of bots</p>\n'
        f"{''.join(sections)}</main></body></html>\n"
    )


def _section(heading: str, inside: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{inside}</section>\n"


def _list(items: Iterable[str], kind: str) -> str:
    return f'<ul class="{kind}">{"".join(f"<li>{escape(one)}</li>" for one in items)}</ul>'


def _words(found: Findings) -> str:
    faults = (
        f'<p class="note">{len(found.faults)} games were ended by a fault of a bot, and are not counted.</p>'
        if found.faults
        else ""
    )
    return _list(found.words, "words") + faults


def _changes(found: Findings) -> str:
    if not found.changes:
        return "<p>Nothing that is played differently.</p>"
    return _list(found.changes, "changes")


def _winners(found: Findings) -> str:
    rows = [
        (
            found.sides[side],
            _rate(found.rates[side]["parent"]),
            _rate(found.rates[side]["variant"]),
            _change(both.change, 100, " points"),
        )
        for side, both in zip(found.plan.sides, found.won, strict=True)
    ]
    first = found.sides[found.plan.sides[0]]
    shift = found.shift.found
    scaled = (
        Interval(*(100 * value for value in (shift.value, shift.low, shift.high))) if shift is not None else None
    )
    return (
        _table(("side", "before", "with the changes", "change"), rows)
        + f"<h3>Strength at the end: more for the {escape(first)} to the right</h3>"
        + spans({"all changes": scaled}, "change of strength with its interval")
        + '<p class="note">Strength is what a side’s units cost, its money and three rounds of income, as part of '
        "the whole, in points of a hundred. Units are weighed by their price before the changes.</p>"
    )


def _factors(found: Findings) -> str:
    rows = [
        (
            str(number),
            one.name,
            _change(one.alone, 100),
            "" if one.left_out is None else _change(one.left_out, 100),
        )
        for number, one in enumerate(found.factors, 1)
    ]
    first = found.sides[found.plan.sides[0]]
    picture = {
        str(number): Interval(*(100 * value for value in (a.found.value, a.found.low, a.found.high)))
        if (a := one.alone) is not None and a.found is not None
        else None
        for number, one in enumerate(found.factors, 1)
    }
    note = (
        f"Points of strength for the {first}. ‘Alone’: the parent game with only this change. ‘Not left out’: "
        "what the change adds when all others are there."
        if any(one.left_out for one in found.factors)
        else f"Points of strength for the {first}, from a balanced plan: each version has half of the changes."
    )
    heads = (
        ("", "change", "alone", "not left out")
        if any(one.left_out for one in found.factors)
        else ("", "change", "effect", "")
    )
    return _table(heads, rows) + spans(picture, "effect of each change") + f'<p class="note">{escape(note)}</p>'


def _bought(found: Findings) -> str:
    rows = [
        (one.name, f"{one.parent:.2f}", f"{one.variant:.2f}", _change(one.change, 1, digits=2))
        for one in found.bought
    ]
    return (
        pairs(found.bought, "units bought in a round", 2)
        + _KEY
        + _table(("unit", "before", "with the changes", "change"), rows)
        + '<p class="note">Units that all powers together place in a round.</p>'
    )


def _rounds(found: Findings) -> str:
    sides = "".join(
        f'<span><i class="{kind}"></i>{escape(found.sides[side])}</span>'
        for side, kind in zip(found.plan.sides, ("first", "second"), strict=True)
    )
    key = (
        f'<div class="legend">{sides}<span><b class="dash"></b>before</span>'
        '<span><b class="solid"></b>with the changes</span></div>'
    )
    return (
        f"<h3>Income by round</h3>{lines(found.income, 'income by round')}"
        f"<h3>Army value by round</h3>{lines(found.army, 'army value by round')}{key}"
        '<p class="note">Means of the games that were still going on.</p>'
    )


def _lengths(found: Findings) -> str:
    return (
        f"<h3>Before: {found.length.parent:.1f} on average</h3>{histogram(found.lengths['parent'], 'rounds')}"
        f"<h3>With the changes: {found.length.variant:.1f}</h3>{histogram(found.lengths['variant'], 'rounds')}"
        f'<p class="note">A game is stopped after {found.plan.rounds} rounds, or when a side is far ahead.</p>'
    )


def _fights(found: Findings, game: AnyGame) -> str:
    rows = [(one.name, f"{one.parent:.1f}", f"{one.variant:.1f}") for one in found.fought[:PLACES]]
    table = _table(("place", "before", "with the changes"), rows)
    picture = ""
    if isinstance(game, AreaGame):
        data = b64encode(fighting_map(found.fought, game).encode()).decode()
        picture = f'<img alt="Map of the fighting" src="data:image/svg+xml;base64,{data}">'
    note = "IPCs of units destroyed in a place, for each game. Circles show the game with the changes."
    return picture + table + f'<p class="note">{note}</p>'


def fighting_map(fought: Iterable[Both], game: AreaGame) -> str:
    """The board with a circle on every contested space, sized by what is destroyed there."""
    geometry = read_geometry(game.folder)
    drawn = draw(game.world.board, geometry)
    known = [one for one in fought if one.name in geometry.shapes and one.variant > 0]
    most = max((one.variant for one in known), default=1.0)
    circles = []
    for one in known:
        x, y = (value / UNIT for value in geometry.shapes[one.name].centre)
        radius = 12 + 88 * (one.variant / most) ** 0.5
        circles.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.0f}" fill="#c23b22" fill-opacity=".42" '
            f'stroke="#8e2413" stroke-width="4"><title>{escape(one.name)}: {one.variant:.1f}</title></circle>'
        )
    return drawn.replace("</svg>", "".join(circles) + "</svg>")


def _earned(found: Findings) -> str:
    note = (
        "IPCs of enemy units destroyed for each IPC that units of a type cost, whether they started on the board "
        "or were bought. Transports and factories earn their price in other ways."
    )
    return pairs(found.earned, "destroyed for each IPC", 2) + _KEY + f'<p class="note">{note}</p>'


def _bid(found: Findings) -> str:
    side = found.sides[found.bid_side]
    if found.bid is None:
        return f"<p>No bid that was tried evens it out for the {escape(side)}.</p>"
    bid = found.bid
    return (
        f"<p><b>{bid.value:.0f} IPCs for the {escape(side)}</b> ({bid.low:.0f} to {bid.high:.0f}), from "
        f"{times(found.bids_played, 'seed')} with each bid.</p>"
    )


def _method(found: Findings) -> str:
    plan = found.plan
    return (
        f"<p>The bot ‘{escape(plan.bot.name)}’ played all powers, for at most {plan.rounds} rounds: "
        f"{times(found.pairs, 'seed')} with both games, so that both had the same luck while they went alike; "
        f"{times(found.games, 'game')} in all. Seed {plan.seed}.</p>"
        "<p>A game that nobody has won is given to the side that is five points of strength above the parent’s "
        "opening. Intervals (95%) hold at every moment: the study looks after each batch of games and can stop "
        "when the answer is clear. Bots are not people: take this as a first playtest, not the last.</p>"
    )


def _rate(one: Interval) -> str:
    return f"{percent(one.value)} ({percent(one.low)} to {percent(one.high)})"


def _change(answer: Answer | None, scale: float, unit: str = "", digits: int = 1) -> str:
    """A change in words: the number with its interval, none, or not yet known."""
    if answer is None or answer.found is None:
        return "can't tell yet"
    one = answer.found
    value = (
        f"{scale * one.value:+.{digits}f}{unit} ({scale * one.low:+.{digits}f} to {scale * one.high:+.{digits}f})"
    )
    if answer.differs:
        return value
    return (
        f"no change that matters: {value}"
        if answer.clear
        else f"can't tell yet: about {times(answer.more, 'more game')}. {value}"
    )


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
