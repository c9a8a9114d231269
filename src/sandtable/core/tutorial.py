"""A lesson for newcomers, as data: steps that are taken at a real table, and what shows that a step was taken.

A step is done when something has happened: an event of the game, an undo, or something that the learner has looked
at on the page. Nothing here knows a game: an event is compared with a pattern.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from sandtable.core.datafile import DataFileError, read_yaml
from sandtable.core.decision import Seat

LANGUAGES = ("en", "de")
"""A lesson is written in all of these."""
Words = Mapping[str, str]
"""A text by language."""


class Mark(msgspec.Struct, frozen=True, tag_field="mark", forbid_unknown_fields=True):
    """Base of what shows that a step is done."""


class EventMark(Mark, frozen=True, tag="event"):
    """Something happened that looks like this: all that the pattern names is there, other things may be.

    A list of the pattern asks that each of its members is somewhere in the list of the event.
    """

    like: Mapping[str, Any]


class UndoMark(Mark, frozen=True, tag="undo"):
    """Something was taken back."""


class SeenMark(Mark, frozen=True, tag="seen"):
    """The learner looked at a part of the page: ``odds``, ``rules``, ``supply``."""

    what: str


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do."""

    title: Words
    text: Words
    done: tuple[EventMark | UndoMark | SeenMark, ...]
    """Any of these is enough; none: it is only read, and the learner says when."""
    places: tuple[str, ...] = ()
    """Where to look on the board."""
    part: str = ""
    """What to look at beside it: ``orders``, ``end``, ``undo``, ``menu``, ``supply``."""


class Tutorial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lesson: which game is laid out, who the learner is, and the steps in order."""

    scenario: str
    seat: Seat
    """The learner's; all other seats are played by bots."""
    minutes: int
    steps: tuple[Step, ...]


def read_tutorial(folder: Path) -> Tutorial | None:
    """The lesson in a game's folder, if there is one."""
    path = folder / "tutorial.yaml"
    if not path.is_file():
        return None
    found = read_yaml(path, Tutorial)
    for number, step in enumerate(found.steps, 1):
        for words in (step.title, step.text):
            missing = [language for language in LANGUAGES if not words.get(language)]
            if missing:
                raise DataFileError(f"{path.name}: step {number} has no text in {', '.join(missing)}")
    return found
