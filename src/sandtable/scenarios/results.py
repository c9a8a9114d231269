"""How a scenario went, and what is wrong with a game's answer to a step."""

import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.core.rulebook import Rulebook
from sandtable.scenarios.table import Script


class Failure(msgspec.Struct, frozen=True):
    """One thing that did not go as written: at which step, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        lines = "\n".join(f"  {line}" for line in self.what.splitlines())
        return f"{self.where}\n{lines}"


class Result(msgspec.Struct, frozen=True):
    """How a scenario went."""

    title: str
    source: str = ""
    game: str = ""
    rules: tuple[str, ...] = ()
    """The rules that it shows, by full id."""
    failures: tuple[Failure, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.failures

    def report(self) -> str:
        """The failures as text; empty if there are none."""
        return "\n".join(str(failure) for failure in self.failures)


T = TypeVar("T")


def play_through(
    steps: Sequence[T],
    play: Callable[[T, int], Iterator[Failure]],
    end: Callable[[], Iterator[Failure]],
    script: Script,
) -> Iterator[Failure]:
    """Play step by step up to the first that fails; if none does, look at the end, where no dice may be left."""
    for number, step in enumerate(steps, start=1):
        failures = list(play(step, number))
        yield from failures
        if failures:
            return
    yield from end()
    if script.left:
        yield Failure("at the end", too_many(script))


def too_many(script: Script) -> str:
    """Dice that nobody has rolled, in words."""
    return f"too many dice: nobody rolled {', '.join(map(str, script.left))}"


def answered(book: Rulebook, wanted: str, why: str, refusal: Refusal | None) -> str:
    """What is wrong with a game's answer to a step, which the rule ``wanted`` must refuse; empty if nothing is."""
    if refusal is None:
        return f"expected: refused by {wanted}\nfound:    allowed\n{_text(book, wanted)}" if wanted else ""
    said = f"refused by {refusal.rule}: {refusal.why}"
    if not wanted:
        return f"expected: allowed\nfound:    {said}\n{_text(book, refusal.rule)}"
    if refusal.rule != wanted:
        texts = f"{_text(book, wanted)}\n{_text(book, refusal.rule)}"
        return f"expected: refused by {wanted}\nfound:    {said}\n{texts}"
    if why.casefold() not in refusal.why.casefold():
        return f"expected: a refusal that says {why!r}\nfound:    {said}"
    return ""


def _text(book: Rulebook, rule: str) -> str:
    if rule not in book:
        return f"({rule} is not in the rulebook)"
    return f"{rule}: {book[rule].text}"


def last_frames(error: Exception) -> str:
    """Where a game broke, for whoever mends it."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    return "\n".join(f"  {Path(f.filename).name}:{f.lineno} {f.name}: {f.line}" for f in frames)
