"""An arena report: a single HTML file, light or dark to match the reader's screen."""

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path

from sandtable.lab.arena import Pairing, Standings
from sandtable.lab.charts import histogram, stacked, whiskers
from sandtable.lab.match import Played
from sandtable.lab.strength import MARGIN

CSS = Path(__file__).parent / "report.css"


def report(standings: Standings, title: str, side_names: Mapping[str, str]) -> str:
    """The report. ``side_names``: the sides as players call them."""
    sections = [
        _section("Ratings", _ratings(standings)) if standings.elo else "",
        _section("Who beats whom", _cross_table(standings, side_names)) if standings.elo else "",
        _section("Sides", _sides(standings, side_names)),
        _section("Length of a game, in rounds", histogram(standings.lengths, "rounds")),
        _section("Time", _time(standings)),
        _faults(standings),
        _all_games(standings, side_names),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>\n{CSS.read_text(encoding='utf-8')}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1>{_lead(standings)}\n{''.join(sections)}</main></body></html>\n"
    )


def _section(heading: str, inside: str, kind: str = "") -> str:
    return f'<section class="{kind}"><h2>{escape(heading)}</h2>{inside}</section>\n'


def _lead(standings: Standings) -> str:
    plan = standings.plan
    think = "" if plan.think is None else f", {plan.think:g} s an answer"
    options = "".join(f", {name}" for name, on in plan.options.items() if on)
    text = (
        f"{len(standings.results)} games of {plan.game}: {plan.games} a pairing, each pair of games with "
        f"the same dice from both sides; at most {plan.rounds} rounds{think}{options}; seed {plan.seed}."
    )
    return f'<p class="lead">{escape(text)}</p>'


def _ratings(standings: Standings) -> str:
    ranked = dict(sorted(standings.elo.items(), key=lambda one: -one[1].value))
    note = (
        "Elo by maximum likelihood, the mean being 0, with 95% intervals. 100 points more win 64% of the points, "
        "200 win 76%, 400 win 91%. Every pairing is credited with one draw, so that a clean sweep has a finite "
        "rating."
    )
    return whiskers(ranked, "Elo") + f'<p class="note">{note}</p>'


def _cross_table(standings: Standings, side_names: Mapping[str, str]) -> str:
    names = sorted(standings.elo, key=lambda name: -standings.elo[name].value)
    rates: dict[tuple[str, str], tuple[float, str]] = {}
    for one in standings.pairings:
        rate = one.tally.rate
        rates[one.first, one.second] = (rate.value, f"{rate.low:.0%}–{rate.high:.0%}")
        rates[one.second, one.first] = (1 - rate.value, f"{1 - rate.high:.0%}–{1 - rate.low:.0%}")
    head = "".join(f'<th class="name-cell">{escape(name)}</th>' for name in names)
    rows = "".join(
        f'<tr><th class="name-cell">{escape(name)}</th>'
        + "".join(_cell(rates.get((name, other))) for other in names)
        + "</tr>"
        for name in names
    )
    note = '<p class="note">Points of the row against the column (a draw is half a point), with 95% intervals.</p>'
    table = f'<table class="cross"><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>'
    return table + note + _pairings(standings.pairings, side_names)


def _cell(rate: tuple[float, str] | None) -> str:
    if rate is None:
        return '<td class="self">·</td>'
    value, interval = rate
    tone = "--good" if value >= 0.5 else "--bad"
    shade = 0.06 + abs(value - 0.5) * 0.9
    return (
        f'<td style="background: rgba(var({tone}), {shade:.2f})"><b>{value:.0%}</b><small>{interval}</small></td>'
    )


def _pairings(pairings: Iterable[Pairing], side_names: Mapping[str, str]) -> str:
    rows = []
    for one in pairings:
        sides = "; ".join(f"{side_names[side]} {tally.rate.value:.0%}" for side, tally in one.by_side.items())
        tally = one.tally
        rows.append(
            (
                f"{one.first} – {one.second}",
                str(tally.games),
                f"{tally.won} / {tally.drawn} / {tally.lost}",
                str(tally.adjudicated),
                sides,
                f"{one.rounds:.1f}",
            )
        )
    return _table(
        ("pairing", "games", "won / drawn / lost", "adjudicated", "points as", "rounds"),
        rows,
        numbers={1, 2, 3, 4, 5},
    )


def _sides(standings: Standings, side_names: Mapping[str, str]) -> str:
    plan, kinds = standings.plan, ("first", "second")
    rows: dict[str, list[tuple[str, int, str]]] = {}
    groups = {"all games": standings.results}
    if len(standings.pairings) > 1:
        for one in standings.pairings:
            names = {one.first, one.second}
            groups[f"{one.first} – {one.second}"] = tuple(
                game for game in standings.results if {who.name for who in game.match.sides.values()} == names
            )
    for name, games in groups.items():
        first, second = (_outcomes(games, side) for side in plan.sides)
        drawn = sum(not game.result.winner for game in games)
        rows[name] = [
            (f"{side_names[plan.sides[0]]} won", first[0], kinds[0]),
            (f"{side_names[plan.sides[0]]}, adjudicated", first[1], f"{kinds[0]}-soft"),
            ("drawn", drawn, "draw"),
            (f"{side_names[plan.sides[1]]}, adjudicated", second[1], f"{kinds[1]}-soft"),
            (f"{side_names[plan.sides[1]]} won", second[0], kinds[1]),
        ]
    legend = "".join(f'<span><i class="{kind}"></i>{escape(what)}</span>' for what, _, kind in rows["all games"])
    rates = " ".join(
        f"{side_names[side]}: {tally.rate.value:.0%} of the points ({tally.rate.low:.0%}–{tally.rate.high:.0%})."
        for side, tally in standings.sides.items()
    )
    note = (
        f"{rates} A game that nobody has won after {plan.rounds} rounds goes to the side that has raised its "
        f"share of all strength by {MARGIN * 100:.0f} points "
        "since the opening; otherwise it is drawn."
    )
    return f'{stacked(rows)}<div class="legend">{legend}</div><p class="note">{escape(note)}</p>'


def _outcomes(games: Iterable[Played], side: str) -> tuple[int, int]:
    """Games that a side won outright, and by adjudication."""
    own = [game for game in games if game.result.winner == side]
    adjudicated = sum(game.result.how == "adjudicated" for game in own)
    return len(own) - adjudicated, adjudicated


def _time(standings: Standings) -> str:
    rows = [
        (name, f"{pace.answers:,}", f"{pace.mean * 1000:.1f} ms", f"{pace.longest:.2f} s")
        for name, pace in standings.paces.items()
    ]
    return _table(("bot", "answers", "on average", "longest"), rows, numbers={1, 2, 3})


def _faults(standings: Standings) -> str:
    if not standings.faults:
        return _section("Faults", "<p>None: every answer was legal and came in time.</p>")
    rows = [
        (game.result.fault.bot, game.result.fault.kind, game.result.fault.why, str(game.match.seed))
        for game in standings.results
        if game.result.fault is not None
    ]
    table = _table(("bot", "what", "why", "seed"), rows, numbers={3})
    return _section("Faults", f"<p>The bot that fails loses the game.</p>{table}", "alarm")


def _all_games(standings: Standings, side_names: Mapping[str, str]) -> str:
    first = standings.plan.sides[0]
    rows = [
        (
            str(game.match.seed),
            *(game.match.sides[side].name for side in standings.plan.sides),
            side_names.get(game.result.winner, "–"),
            game.result.how,
            str(game.result.rounds),
            f"{game.result.shares[first]:.0%}",
        )
        for game in standings.results
    ]
    names = [side_names[side] for side in standings.plan.sides]
    table = _table(("seed", *names, "winner", "how", "rounds", f"{names[0]}' share"), rows, numbers={0, 5, 6})
    note = (
        f'<p class="note">To see a game: <code>sandtable sim {escape(standings.plan.game)} --seed SEED --seats'
        " ...</code> with the bots of the row.</p>"
    )
    return f"<section><details><summary>All games</summary>{table}{note}</details></section>\n"


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]], numbers: set[int]) -> str:
    def cell(tag: str, column: int, text: str) -> str:
        kind = "n" if column in numbers else "name-cell"
        return f'<{tag} class="{kind}">{escape(text)}</{tag}>'

    head = "".join(cell("th", column, text) for column, text in enumerate(heads))
    body = "".join(
        f"<tr>{''.join(cell('td', column, text) for column, text in enumerate(row))}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
