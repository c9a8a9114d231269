"""Rule texts by id. Refusals cite them, tests are marked with them, players read them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
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


class Topic(msgspec.Struct, frozen=True):
    """A part of the table of contents: rules whose ids begin alike."""

    id: str
    title: Mapping[str, str]
    """By language."""
    rules: tuple[str, ...]


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

    def __init__(
        self,
        rules: Iterable[Rule],
        titles: Mapping[str, Mapping[str, str]] | None = None,
        later: Iterable[str] = (),
    ) -> None:
        """``titles``: of topics, by language; ``later``: rules that nothing enforces yet."""
        self._rules = {rule.id: rule for rule in rules}
        self._titles = titles or {}
        self.later = frozenset(later)
        self.require(self.later)

    @classmethod
    def read(cls, path: Path) -> "Rulebook":
        """Read a ``rules.yaml``, a list of rules, with ``topics.yaml`` and ``later.yaml`` beside it.

        ``later.yaml`` lists by group the ids of rules for parts of the game that are not built yet.
        """
        topics, later = path.with_name("topics.yaml"), path.with_name("later.yaml")
        titles = read_yaml(topics, dict[str, dict[str, str]]) if topics.is_file() else {}
        groups = read_yaml(later, dict[str, list[str]]) if later.is_file() else {}
        return cls(read_yaml(path, list[Rule]), titles, chain.from_iterable(groups.values()))

    @property
    def prefix(self) -> str:
        """What all ids begin with: the book's short name.

        >>> Rulebook([Rule("demo.move", "Moving", "Units move.")]).prefix
        'demo'
        """
        return next(iter(self._rules)).partition(".")[0]

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

    def contents(self) -> tuple[Topic, ...]:
        """The rules by topic: what stands between the dots of an id, in the order of the book.

        >>> book = Rulebook([Rule("demo.move.far", "", "Far."), Rule("demo.fire.at-will", "", "Fire!")])
        >>> [(topic.title["en"], topic.rules) for topic in book.contents()]
        [('Move', ('demo.move.far',)), ('Fire', ('demo.fire.at-will',))]
        """
        found: dict[str, list[str]] = {}
        for rule in self:
            topic = rule.id.split(".")[1] if rule.id.count(".") > 1 else ""
            found.setdefault(topic, []).append(rule.id)
        return tuple(
            Topic(name, self._titles.get(name) or {"en": name.replace("-", " ").capitalize()}, tuple(rules))
            for name, rules in found.items()
        )

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
