"""Finds and shows rules."""

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.core.nearest import nearest
from sandtable.core.rulebook import Rule, Rulebook
from sandtable.terminal.board_view import inset


def find_rules(book: Rulebook, prefix: str, name: str) -> list[Rule]:
    """A rule by its id, with or without the game's prefix; or all rules of a topic. Empty if there is none."""
    name = name.strip().casefold().rstrip(".")
    for rule_id in (name, f"{prefix}.{name}"):
        if rule_id in book:
            return [book[rule_id]]
    topic = f"{prefix}.{name.removeprefix(f'{prefix}.')}."
    return [rule for rule in book if rule.id.startswith(topic)]


def unknown_rule(book: Rulebook, prefix: str, name: str) -> str:
    """The message for an unknown rule."""
    short = [rule.id.removeprefix(f"{prefix}.") for rule in book]
    topics = {rule.split(".")[0] for rule in short}
    name = name.strip().removeprefix(f"{prefix}.")
    return f"the rulebook has no rule {name!r}{nearest(name, [*short, *topics])}"


def print_rule(screen: Console, rule: Rule) -> None:
    """One rule in full."""
    head = Text(rule.id, style="bold")
    if rule.struck:
        head.append("  struck", style="red")
    if rule.optional:
        head.append("  optional", style="yellow")
    head.append(f"  {rule.section}", style="dim")
    screen.print(head)
    screen.print(inset(Text(rule.text, style="strike" if rule.struck else "")))
    if rule.ruling:
        ruling = Text("Ruling: ", style="italic cyan")
        ruling.append(rule.ruling, style="not italic default")
        screen.print(inset(ruling))


def print_index(screen: Console, title: str, prefix: str, rules: Iterable[Rule]) -> None:
    """All ids, by topic."""
    topics: dict[str, list[str]] = {}
    for rule in rules:
        topic, _, name = rule.id.removeprefix(f"{prefix}.").partition(".")
        topics.setdefault(topic, []).append(name or topic)
    table = Table(
        box=None, pad_edge=False, padding=(0, 2, 0, 0), title=f"The rules of {title}", title_justify="left"
    )
    table.add_column("topic", style="bold", no_wrap=True)
    table.add_column("rules")
    for topic, names in topics.items():
        table.add_row(topic, Text(", ".join(names)))
    screen.print(table)
    count = sum(map(len, topics.values()))
    screen.print(Text(f"{count} rules. Read a topic (blitz) or one rule (blitz.stops-at-units).", style="dim"))
