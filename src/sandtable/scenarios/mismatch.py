"""A difference between what was expected and what was found, and how it is shown."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec


class Mismatch(msgspec.Struct, frozen=True):
    """One thing that is not as expected.

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


def compare(what: str, expected: object, found: object) -> Iterator[Mismatch]:
    """Nothing if they are equal, else the difference."""
    if expected != found:
        yield Mismatch(what, str(expected), str(found))


def compare_names(what: str, expected: Sequence[str], found: Sequence[str]) -> Iterator[Mismatch]:
    """Nothing if they are the same names in the same order, else the difference."""
    if list(expected) != list(found):
        yield Mismatch(what, ", ".join(expected) or "nothing", ", ".join(found) or "nothing")


def compare_sets(what: str, expected: Iterable[str], found: Iterable[str]) -> Iterator[Mismatch]:
    """Nothing if they are the same names in any order, else the difference."""
    yield from compare_names(what, sorted(set(expected)), sorted(set(found)))
