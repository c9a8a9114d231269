"""The rulebook of changes: a variant's changes in words, and its new, changed and struck rules."""

from collections.abc import Iterable, Mapping

import msgspec

from sandtable.core.markdown import plain
from sandtable.core.rulebook import Rule, Rulebook
from sandtable.variants.comparing import Difference
from sandtable.variants.words import TITLES


class Booklet(msgspec.Struct, frozen=True):
    """Everything new to a reader who knows the parent game."""

    game: str
    title: str
    parent: str
    """The title of the parent game."""
    changes: Mapping[str, tuple[str, ...]]
    """By topic, in book order; without rule texts."""
    rules: tuple[Rule, ...]
    """New, changed and struck rules."""


def booklet(game: str, title: str, parent: str, found: Iterable[Difference], book: Rulebook) -> Booklet:
    """A game's rulebook of changes."""
    by_topic: dict[str, list[str]] = {}
    for one in found:
        if one.topic != "rules":
            said = by_topic.setdefault(one.topic, [])
            said += [one.words] if one.words not in said else []
    changes = {topic: tuple(by_topic[topic]) for topic in TITLES if topic in by_topic}
    return Booklet(game, title, parent, changes, tuple(rule for rule in book if rule.variant or rule.struck))


def mark(rule: Rule) -> str:
    """What a variant did to a rule, in one word."""
    return "struck" if rule.struck else rule.variant


def markdown(book: Booklet) -> str:
    """The booklet as Markdown."""
    lines = [f"# {plain(book.title)}", "", f"Everything is as in {plain(book.parent)}, except:"]
    for topic, sentences in book.changes.items():
        lines += ["", f"## {TITLES[topic]}", "", *(f"- {plain(one)}" for one in sentences)]
    if book.rules:
        lines += ["", "## Rules"]
    for rule in book.rules:
        text = f"~~{plain(rule.text)}~~" if rule.struck else plain(rule.text)
        lines += ["", f"**{plain(rule.id)}** ({mark(rule)}). {text}"]
        if rule.ruling and not rule.struck:
            lines += ["", f"Ruling: {plain(rule.ruling)}"]
    return "\n".join(lines) + "\n"
