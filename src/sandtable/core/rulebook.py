"""Rule texts by id. Refusals cite them, tests are marked with them, players read them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from sandtable.core.datafile import read_yaml


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rule: a stable id, where the book has it, its text, and a ruling where the book is silent."""

    id: str
    section: str
    text: str
    ruling: str = ""
    optional: bool = False


class UnknownRule(Exception):
    """Something cites a rule that the rulebook does not hold. A bug, found when a game loads."""


class Rulebook:
    """All rules of one game, in the order of the book.

    >>> book = Rulebook([Rule("demo.move", "Moving", "Units move.")])
    >>> book["demo.move"].text
    'Units move.'
    >>> book.require(["demo.fly"])
    Traceback (most recent call last):
      ...
    sandtable.core.rulebook.UnknownRule: demo.fly
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = {rule.id: rule for rule in rules}

    @classmethod
    def read(cls, path: Path) -> "Rulebook":
        """Read a ``rules.yaml``: a list of rules."""
        return cls(read_yaml(path, list[Rule]))

    def __getitem__(self, rule_id: str) -> Rule:
        try:
            return self._rules[rule_id]
        except KeyError:
            raise UnknownRule(rule_id) from None

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def require(self, ids: Iterable[str]) -> None:
        """Raise :class:`UnknownRule` for the first id that this book does not hold."""
        for rule_id in ids:
            if rule_id not in self._rules:
                raise UnknownRule(rule_id)

    def search(self, text: str) -> list[Rule]:
        """Rules that hold every word of ``text`` in their id, section, text or ruling."""
        words = text.casefold().split()

        def matches(rule: Rule) -> bool:
            where = f"{rule.id} {rule.section} {rule.text} {rule.ruling}".casefold()
            return all(word in where for word in words)

        return [rule for rule in self if matches(rule)]
