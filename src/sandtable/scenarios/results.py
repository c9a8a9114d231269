"""The result of a scenario, and what is wrong with a game's answer to a step."""

import traceback
from pathlib import Path

import msgspec

from sandtable.core.refusal import Refusal
from sandtable.core.rulebook import Rulebook
from sandtable.scenarios.game_table import Script
from sandtable.scenarios.mismatch import told


class Failure(msgspec.Struct, frozen=True):
    """One failure: at which step, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        lines = "\n".join(f"  {line}" for line in self.what.splitlines())
        return f"{self.where}\n{lines}"


class Result(msgspec.Struct, frozen=True):
    """The result of a scenario."""

    title: str
    source: str = ""
    game: str = ""
    rules: tuple[str, ...] = ()
    """The full ids of the rules it shows."""
    failures: tuple[Failure, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.failures

    def report(self) -> str:
        """The failures as text; empty if there are none."""
        return "\n".join(str(failure) for failure in self.failures)


def too_many(script: Script) -> str:
    """A message about unused dice."""
    return f"too many dice: nobody rolled {', '.join(map(str, script.left))}"


def answered(book: Rulebook, wanted: str | bool, why: str, refusal: Refusal | None) -> str:
    """What is wrong with a game's answer to a step that the rule ``wanted`` must refuse; empty if nothing.

    ``wanted`` may also be True: any rule will do.
    """
    if refusal is None:
        if wanted is True:
            return "expected: refused\nfound:    allowed"
        return f"expected: refused by {wanted}\nfound:    allowed\n{_text(book, wanted)}" if wanted else ""
    said = told(refusal)
    if not wanted:
        return f"expected: allowed\nfound:    {said}\n{_text(book, refusal.rule)}".rstrip()
    if wanted is not True and refusal.rule != wanted:
        texts = f"{_text(book, wanted)}\n{_text(book, refusal.rule)}"
        return f"expected: refused by {wanted}\nfound:    {said}\n{texts}".rstrip()
    if why.casefold() not in refusal.why.casefold():
        return f"expected: a refusal that says {why!r}\nfound:    {said}"
    return ""


def _text(book: Rulebook, rule: str) -> str:
    if not rule:
        return ""
    if rule not in book:
        return f"({rule} is not in the rulebook)"
    return f"{rule}: {book[rule].text}"


def last_frames(error: Exception) -> str:
    """Where a game crashed, for debugging."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    return "\n".join(f"  {Path(f.filename).name}:{f.lineno} {f.name}: {f.line}" for f in frames)
