"""The rulebook in two columns. A variant's changes are marked with a red bar and a word."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.core.rulebook import Rule, Rulebook
from sandtable.printing.flow import Block, column_width, heading, paragraph, sheets, space
from sandtable.printing.sheet import MARK, PALE, Sheet
from sandtable.variants.booklet import mark

_INDENT = 3.0
_SIZE = 3.1


def rulebook(book: Rulebook) -> Iterator[Sheet]:
    """All rules by topic."""
    room = column_width(2)
    blocks: list[Block] = []
    for topic in book.contents():
        blocks += [space(2), *heading(topic.title["en"], room, 4.4)]
        for rule_id in topic.rules:
            blocks += _rule(book[rule_id], room)
    yield from sheets("rules", "Rulebook", blocks, columns=2)


def _rule(rule: Rule, room: float) -> Iterator[Block]:
    said = mark(rule)
    notes = [*([said] if said else []), *(["optional"] if rule.optional else [])]
    name = f"{rule.id} ({', '.join(notes)})" if notes else rule.id
    lines = [
        replace(line, keep=True)
        for line in paragraph(name, room, 2.6, "Semibold", indent=_INDENT, colour=MARK if said else PALE)
    ]
    lines += paragraph(rule.text, room, _SIZE, indent=_INDENT, struck=rule.struck)
    if rule.ruling and not rule.struck:
        lines += paragraph(f"Ruling: {rule.ruling}", room, _SIZE, "It", indent=_INDENT)
    for line in lines:
        bar = f'<rect x="0" y="0" width="1" height="{line.height + 0.05:.2f}" fill="{MARK}"/>' if said else ""
        yield replace(line, svg=line.svg + bar)
    yield space(1.6)
