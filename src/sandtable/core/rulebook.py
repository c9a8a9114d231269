"""Rule texts by id. Refusals cite them, tests are marked with them, players read them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable.core.datafile import AnyFile, DataFileError, File, read_yaml, suggestion


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rule: a stable id, its section in the book, its text, and a ruling where the book is silent."""

    id: str
    section: str
    text: str
    settles: tuple[str, ...] = ()
    """The cases, by the family's names, in which this rule is cited."""
    ruling: str = ""
    optional: bool = False
    before: str = ""
    """The earlier ruling, if it was different. Logs from then stay valid."""
    struck: bool = False
    """Whether a variant strikes it. The book still shows it."""
    variant: Literal["", "changed", "new"] = ""
    """How a variant changed it, other than striking it. Found by comparison, never written in a file."""


class Topic(msgspec.Struct, frozen=True):
    """A section of the table of contents: rules whose ids share a prefix."""

    id: str
    title: Mapping[str, str]
    """By language."""
    rules: tuple[str, ...]


class UnknownRule(DataFileError):
    """Something cites a rule that isn't in the rulebook. Raised when a game loads."""

    def __init__(self, rule_id: str, known: Iterable[str] = ()) -> None:
        super().__init__(f"rules.yaml: no rule {rule_id!r}, which is cited.{suggestion(rule_id, known)}")


class Rulebook:
    """All rules of a game, in book order.

    >>> book = Rulebook([Rule("demo.move", "Moving", "Units move.")])
    >>> book["demo.move"].text
    'Units move.'
    >>> book.require(["demo.fly"])
    Traceback (most recent call last):
      ...
    sandtable.core.rulebook.UnknownRule: rules.yaml: no rule 'demo.fly', which is cited. Did you mean 'demo.move'?
    """

    def __init__(
        self,
        rules: Iterable[Rule],
        titles: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """``titles``: of topics, by language."""
        self._rules = {rule.id: rule for rule in rules}
        self._titles = titles or {}
        self.settling: Mapping[str, str] = {
            case: rule.id for rule in self._rules.values() for case in rule.settles
        }
        """The rule for each of the family's cases."""

    @classmethod
    def read(cls, path: AnyFile) -> "Rulebook":
        """Read a ``rules.yaml``, a list of rules, with ``topics.yaml`` beside it."""
        topics = path.with_name("topics.yaml")
        titles = read_yaml(topics, dict[str, dict[str, str]]) if topics.is_file() else {}
        rules = read_yaml(path, list[Rule])
        below = path.below() if isinstance(path, File) else None
        if below is not None:
            rules = _compared(rules, read_yaml(below, list[Rule]))
        return cls(rules, titles)

    @property
    def prefix(self) -> str:
        """The prefix of all ids: the book's short name.

        >>> Rulebook([Rule("demo.move", "Moving", "Units move.")]).prefix
        'demo'
        """
        return next(iter(self._rules)).partition(".")[0]

    def overruled(self, rule_id: str) -> bool:
        """Whether the rule was ruled differently before, so that an older log may break it.

        >>> book = Rulebook([Rule("demo.move", "Moving", "Units move once.", before="They moved twice.")])
        >>> book.overruled("demo.move"), book.overruled("demo.fly")
        (True, False)
        """
        return rule_id in self._rules and bool(self._rules[rule_id].before)

    def __getitem__(self, rule_id: str) -> Rule:
        try:
            return self._rules[rule_id]
        except KeyError:
            raise UnknownRule(rule_id, self._rules) from None

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def contents(self) -> tuple[Topic, ...]:
        """The rules by topic (the part of the id between the dots), in book order.

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
        """Raise an error for the ids that this book lacks, or for the first that it has struck."""
        wanted = tuple(dict.fromkeys(ids))
        missing = [UnknownRule(rule_id, self._rules) for rule_id in wanted if rule_id not in self]
        if len(missing) > 1:
            raise DataFileError("\n".join(map(str, missing)))
        for rule_id in wanted:
            if self[rule_id].struck:
                raise DataFileError(
                    f"rules.yaml: the rule {rule_id!r} is struck, but the game still enforces it. "
                    "Take away what it is about, or give it another text."
                )

    def search(self, text: str) -> list[Rule]:
        """Rules that contain every word of ``text`` in their id, section, text or ruling."""
        words = text.casefold().split()

        def matches(rule: Rule) -> bool:
            where = f"{rule.id} {rule.section} {rule.text} {rule.ruling}".casefold()
            return all(word in where for word in words)

        return [rule for rule in self if matches(rule)]


def _compared(rules: Iterable[Rule], original: Iterable[Rule]) -> list[Rule]:
    """A variant's rules, with new and changed ones marked.

    >>> old = Rule("demo.move", "Moving", "Units move.")
    >>> fast, far = replace(old, text="Units move fast."), Rule("demo.far", "Moving", "Far.")
    >>> [rule.variant for rule in _compared([old, far], [old])], _compared([fast], [old])[0].variant
    (['', 'new'], 'changed')
    """
    known = {rule.id: rule for rule in original}

    def mark(rule: Rule) -> Literal["", "changed", "new"]:
        old = known.get(rule.id)
        if old is None:
            return "new"
        return "" if (old.text, old.ruling) == (rule.text, rule.ruling) else "changed"

    return [replace(rule, variant=mark(rule)) for rule in rules]
