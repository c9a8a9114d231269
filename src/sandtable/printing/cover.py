"""The first page: what the kit contains, and how to assemble it."""

from collections.abc import Iterator, Mapping, Sequence

from sandtable.printing.flow import Block, column_width, heading, paragraph, sheets, space
from sandtable.printing.sheet import PALE, Sheet
from sandtable.variants.booklet import Booklet
from sandtable.variants.words import TITLES

HOW = {
    "": "Print the A4 pages at 100%, without scaling them to fit. The poster is A1: take it to a print shop, or "
    "use the map sheets instead.",
    "Map": "Map sheets: cut off the white border at the marks and glue the sheets together row by row. "
    "Neighbouring sheets overlap by 8 mm, which leaves room for the glue.",
    "Counters": "Counters: print them on card, or glue the paper onto card, and cut along the lines.",
}
"""How to use the kit, in general and by kind of sheet."""


def cover(
    title: str, summary: str, holds: Mapping[str, str], lacking: Sequence[str], credit: str
) -> Iterator[Sheet]:
    """What is in the kit, what isn't, and how to use it."""
    room = column_width(1)
    blocks: list[Block] = [*paragraph(summary, room, 4.4, "It", colour=PALE)]
    blocks += [*paragraph(credit, room, 3.4, colour=PALE)] if credit else []
    blocks += [space(5), *heading("In this kit", room)]
    for name, what in holds.items():
        blocks += [*paragraph(f"{name}: {what}", room, 3.8, indent=5, bullet=True), space(0.8)]
    if lacking:
        blocks += [space(3), *heading("Not in this kit", room)]
        for what in lacking:
            blocks += [*paragraph(what, room, 3.8, indent=5, bullet=True), space(0.8)]
    blocks += [space(3), *heading("Putting it together", room)]
    for what in (what for name, what in HOW.items() if not name or name in holds):
        blocks += [*paragraph(what, room, 3.8, indent=5, bullet=True), space(0.8)]
    yield from sheets("contents", title, blocks)


def changes(book: Booklet) -> Iterator[Sheet]:
    """What a variant changes, in words."""
    first = f"Everything is as in {book.parent}, except:" if book.changes else f"Played as {book.parent}."
    room = column_width(1)
    blocks: list[Block] = [*paragraph(first, room, 4.2), space(2)]
    for topic, sentences in book.changes.items():
        blocks += heading(TITLES[topic], room)
        for one in sentences:
            blocks += [*paragraph(one, room, 3.8, indent=5, bullet=True), space(0.6)]
        blocks.append(space(3))
    if book.rules:
        said = "Rules that are new, changed or struck are marked in the rulebook by a red bar."
        blocks += paragraph(said, room, 3.8)
    if book.changes:
        said = "New and changed numbers, battle steps and units are red in the tables and charts."
        blocks += paragraph(said, room, 3.8)
    yield from sheets("changes", "Changes", blocks)
