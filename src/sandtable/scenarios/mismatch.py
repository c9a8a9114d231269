"""Differences between expected and found values, and how they are shown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.core.refusal import Refusal


class Mismatch(msgspec.Struct, frozen=True):
    """One difference from what was expected.

    >>> print(Mismatch("treasury of uk", "12", "9"))
    treasury of uk
      expected: 12
      found:    9
    """

    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.what}\n  expected: {self.expected}\n  found:    {self.found}"


def written(value: Any) -> str:
    """A value as a scenario file would write it.

    >>> written([{"at": "uk bomber", "by": "3 guns"}]), written(True), written("6 > 5")
    ('[{at: uk bomber, by: 3 guns}]', 'true', '6 > 5')
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {written(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(written, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def told(refusal: Refusal) -> str:
    """A refusal in words. Things that a game doesn't have at all are refused without a rule."""
    return f"refused by {refusal.rule}: {refusal.why}" if refusal.rule else f"refused: {refusal.why}"


def compare(what: str, expected: object, found: object) -> Iterator[Mismatch]:
    """Yields the difference, if any."""
    if expected != found:
        yield Mismatch(what, str(expected), str(found))


def compare_names(what: str, expected: Sequence[str], found: Sequence[str]) -> Iterator[Mismatch]:
    """Yields the difference, unless both are the same names in the same order."""
    if list(expected) != list(found):
        yield Mismatch(what, ", ".join(expected) or "nothing", ", ".join(found) or "nothing")


def compare_sets(what: str, expected: Iterable[str], found: Iterable[str]) -> Iterator[Mismatch]:
    """Yields the difference, unless both are the same names in any order."""
    yield from compare_names(what, sorted(set(expected)), sorted(set(found)))
