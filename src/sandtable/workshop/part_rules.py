"""The rules that a part cites, from the book of a game that has it: a variant with the part needs them, too."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from sandtable import games
from sandtable.area.citations import FINER
from sandtable.area.parts import find
from sandtable.core.datafile import DataFileError, construct, read_node
from sandtable.core.rulebook import Rule, Rulebook


class Borrowed(msgspec.Struct, frozen=True):
    """A rule for a variant, with the text of another game's book."""

    id: str
    section: str
    text: str


def missing_rules(path: Path, part_name: str) -> Iterator[Borrowed]:
    """The rules that a part cites and the variant's book lacks."""
    part = find(part_name)
    folder = games.folder_at(path)
    book = Rulebook.read(folder / "rules.yaml")
    game = construct(read_node(folder / "game.yaml"))
    prefix = str(game.get("prefix") or book.prefix)
    for key in part.citations if part is not None else ():
        wanted = key
        while wanted not in book.settling and f"{prefix}.{wanted}" not in book and wanted in FINER:
            wanted = FINER[wanted]
        if wanted in book.settling or f"{prefix}.{wanted}" in book:
            continue
        rule = _elsewhere(wanted)
        if rule is not None:
            yield Borrowed(f"{prefix}.{wanted}", rule.section, rule.text)


def _elsewhere(case: str) -> Rule | None:
    """The rule for a case in one of the books that come with the program."""
    for name in games.area_ids():
        if not games.is_built_in(name):
            continue
        try:
            book = Rulebook.read(games.folder(name) / "rules.yaml")
        except DataFileError:
            continue
        rule_id = book.settling.get(case, f"{book.prefix}.{case}")
        if rule_id in book:
            return book[rule_id]
    return None
