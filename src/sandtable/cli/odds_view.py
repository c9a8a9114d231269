"""Battle odds in the terminal, as a compact table."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from sandtable.area.battle.casualties import worth
from sandtable.area.forces import Stack, size
from sandtable.area.wording import counts, force, money, times, unit_name
from sandtable.area.world import World
from sandtable.cli.answers import console
from sandtable.odds import BadBattle, Ending, Odds, Question, RoundChance
from sandtable.odds.histogram import Bar, value_swings
from sandtable.odds.words import assumed, method, percent

if TYPE_CHECKING:
    from sandtable.odds.best import Best

WIN, DRAW, LOSE = "blue", "bright_black", "red"
MOST_ENDINGS = 5
MOST_BARS = 14
MOST_ROUNDS = 12
SEEN = 0.005
"""Anything less is shown as 0.00."""
SETTLED = 0.00005
"""Rounds with less than this undecided aren't shown."""


def show(
    world: World,
    question: Question,
    odds: Odds,
    rounds: Sequence[RoundChance] | None,
    play: "Best | BadBattle | None",
    plot: Path | None,
) -> None:
    """Print the odds. ``rounds``: empty if not requested, None if unavailable."""
    screen = console()
    wide = min(screen.width, 100)
    signs = _signs(screen)
    screen.print(Text(f"{world.game.id}, {'at sea' if question.at_sea else 'on land'}", style="dim"))
    for name, units, colour in (("Attacker", question.attack, WIN), ("Defender", question.defend, LOSE)):
        _line(screen, Text(f"{name}  ", f"bold {colour}"), _described(world, units))
    screen.print()
    three = (("win", odds.win, WIN), ("draw", odds.draw, DRAW), ("lose", odds.lose, LOSE))
    shown = (Text.assemble((f"{name} ", "dim"), (percent(p), f"bold {colour}")) for name, p, colour in three)
    screen.print(Text("    ").join(shown))
    bar = Bar(0, 0, odds.win, odds.draw, odds.lose)
    screen.print(_bar(bar, wide - 2, 1.0, signs), end="\n\n")
    for name, value in _facts(world, question, odds):
        _line(screen, Text(f"{name:<15} ", "dim"), value)
    _endings(screen, world, odds)
    if rounds is None or rounds:
        _rounds(screen, rounds)
    if play is not None:
        _best(screen, world, play)
    _histogram(screen, odds, wide, signs)
    said = f"{method(odds)} in {_time(odds.ms)}. {assumed(world, question)}"
    screen.print(f"\n{said[:1].upper()}{said[1:]}", style="dim")
    if plot is not None:
        screen.print(f"Picture: {plot}", style="dim")


def _line(screen: Console, head: Text, body: str) -> None:
    """Print a line whose continuations are aligned with its body."""
    room = max(20, screen.width - len(head))
    first, *more = wrap(body, room) or [""]
    screen.print(head + Text(first, "default"))
    for one in more:
        screen.print(" " * len(head) + one)


def _described(world: World, units: Stack) -> str:
    cost = sum(worth(world, piece) * count for piece, count in units)
    return f"{force(world, units)} ({times(size(units), 'unit')}, {money(cost)})" if units else "nobody"


def _facts(world: World, question: Question, odds: Odds) -> list[tuple[str, str]]:
    facts = [] if question.at_sea else [("Captured", f"{percent(odds.capture)} (a land unit must survive)")]
    facts.append(("Rounds", f"{odds.rounds:.2f}"))
    facts.append(("Value swing", f"{odds.value_swing:+.2f} IPCs (the defender's losses minus the attacker's)"))
    facts.append(("Attackers left", _left(world, odds.survivors["attack"])))
    facts.append(("Defenders left", _left(world, odds.survivors["defend"])))
    return facts


def _left(world: World, survivors: Mapping[str, float]) -> str:
    order = {unit: i for i, unit in enumerate(world.units)}
    each = [
        f"{number:.2f} {unit_name(world, unit, 2)}"
        for unit, number in sorted(survivors.items(), key=lambda one: order.get(one[0], len(order)))
    ]
    total = f"{sum(survivors.values()):.2f}"
    return (
        f"{total} ({', '.join(each)})" if len(each) > 1 else f"{total} {''.join(each).partition(' ')[2]}".strip()
    )


def _time(ms: float) -> str:
    return f"{ms:.0f} ms" if ms >= 10 else f"{ms:.1f} ms"


# -- endings


def _endings(screen: Console, world: World, odds: Odds) -> None:
    """The most likely endings. Damaged units count as alive."""
    alike: dict[tuple[str, str], float] = {}
    for ending in odds.endings:
        key = (ending.outcome, _ending(world, ending))
        alike[key] = alike.get(key, 0.0) + ending.chance
    styles = {"win": WIN, "draw": DRAW, "lose": LOSE}
    screen.print("\nMost likely results", style="bold")
    for (outcome, said), chance in sorted(alike.items(), key=lambda one: -one[1])[:MOST_ENDINGS]:
        _line(screen, Text.assemble(f"{percent(chance):>7}  ", (f"{outcome:<4}  ", styles[outcome])), said)


def _ending(world: World, ending: Ending) -> str:
    mine, theirs = counts(world, ending.attack), counts(world, ending.defend)
    if ending.retreated:
        return f"the attacker retreats with {mine} from {theirs}"
    if not ending.attack and not ending.defend:
        return "no survivors"
    sides = (("the attacker", mine, ending.attack), ("the defender", theirs, ending.defend))
    return ", ".join(f"{who} has {what} left" for who, what, some in sides if some)


# -- rounds


def _rounds(screen: Console, rounds: Sequence[RoundChance] | None) -> None:
    screen.print("\nBy round", style="bold")
    if rounds is None:
        screen.print("Not available for sampled odds.")
        return
    screen.print(f"{'after':>7}{'won':>10}{'drawn':>10}{'lost':>10}{'undecided':>12}", style="dim")
    for one in rounds[:MOST_ROUNDS]:
        cells = (percent(one.win), percent(one.draw), percent(one.lose))
        screen.print(
            f"{one.round:>7}" + "".join(f"{cell:>10}" for cell in cells) + f"{percent(one.undecided):>12}"
        )
        if one.undecided < SETTLED:
            break


# -- best play


def _best(screen: Console, world: World, play: "Best | BadBattle") -> None:
    """What the chosen policies cost, in winning chances and money."""
    screen.print("\nAgainst the best play", style="bold")
    if isinstance(play, BadBattle):
        screen.print(f"Not available: {play.why}.")
        return
    screen.print(f"{'':<24}{'win':>9}{'cost':>9}{'value swing':>14}{'cost':>9}", style="dim")
    screen.print(f"{'as asked':<24}{percent(play.own.win):>9}{'':>9}{play.own.value_swing:>+14.2f}")
    for name, gain in (("attacker's best losses", play.attacker), ("defender's best losses", play.defender)):
        win, money = gain.to_win.odds.win, gain.for_money.odds.value_swing
        screen.print(
            f"{name:<24}{percent(win):>9}{_cost(100 * gain.win_cost):>9}{money:>+14.2f}{_cost(gain.money_cost):>9}"
        )
    worth_it, cost = play.retreat, _cost(play.retreat_cost)
    screen.print(f"{'best retreat':<24}{percent(worth_it.win):>9}{'':>9}{worth_it.value_swing:>+14.2f}{cost:>9}")
    for name, gain in (("attacker", play.attacker), ("defender", play.defender)):
        plays = (("to win", gain.to_win, 100 * gain.win_cost), ("for money", gain.for_money, gain.money_cost))
        for aim, best, loss in plays:
            if best.order and loss >= SEEN:
                order = ", then ".join(unit_name(world, unit, 2) for unit in best.order)
                said = f"{order} (of {best.way.replace('order', 'order of losses')})"
                _line(screen, Text(f"the {name}, {aim}: ", "dim"), said)


def _cost(cost: float) -> str:
    return f"{cost:.2f}" if cost >= SEEN else "nothing"


# -- bars


def _signs(screen: Console) -> tuple[str, str, str]:
    """The characters of bars: dark for won, light for lost, readable without colour."""
    blocks = "\N{FULL BLOCK}\N{MEDIUM SHADE}\N{LIGHT SHADE}"
    try:
        blocks.encode(screen.encoding)
    except (UnicodeEncodeError, LookupError):
        blocks = "#=-"
    return blocks[0], blocks[1], blocks[2]


def _bar(bar: Bar, width: int, full: float, signs: tuple[str, str, str]) -> Text:
    """A bar of up to ``width`` characters, which stand for the chance ``full``."""
    text, done, ends = Text(), 0, 0.0
    for chance, sign, colour in zip((bar.win, bar.draw, bar.lose), signs, (WIN, DRAW, LOSE), strict=True):
        ends += chance
        upto = round(width * ends / full)
        text.append(sign * (upto - done), colour)
        done = upto
    return text


def _histogram(screen: Console, odds: Odds, wide: int, signs: tuple[str, str, str]) -> None:
    bars = value_swings(odds, MOST_BARS)
    labels = [_signed(bar.low) + ("" if bar.low == bar.high else f" to {_signed(bar.high)}") for bar in bars]
    label = max(len(one) for one in labels)
    tallest = max(bar.chance for bar in bars)
    screen.print(Text.assemble(("\nValue swing in IPCs", "bold"), (f"   {_legend(signs)}", "dim")))
    for name, bar in zip(labels, bars, strict=True):
        chance = percent(bar.chance, 1) if bar.chance else ""
        row = Text.assemble(f"{name:>{label}}  {chance:>6} ")
        screen.print(row + _bar(bar, max(8, wide - label - 12), tallest, signs))


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _legend(signs: tuple[str, str, str]) -> str:
    return f"{signs[0]} won  {signs[1]} drawn  {signs[2]} lost"
