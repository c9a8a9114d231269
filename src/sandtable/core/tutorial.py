"""A tutorial as data: steps to take at a real table, and how to tell that a step was taken.

A step is done when something has happened: an event of the game, an undo, or a part of the page that the learner
has looked at. Nothing here knows a game: events are compared with patterns.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.core.datafile import AnyFile, AnyFolder, DataFileError, files_of, read_yaml
from sandtable.core.decision import Seat

LANGUAGES = ("en", "de")
"""Tutorials are written in all of these."""
Words = Mapping[str, str]
"""A text by language."""


class Mark(msgspec.Struct, frozen=True, tag_field="mark", forbid_unknown_fields=True):
    """Base class of what completes a step."""


class EventMark(Mark, frozen=True, tag="event"):
    """An event that matches a pattern. Fields that the pattern doesn't name are ignored.

    For a list, each member of the pattern must be somewhere in the event's list.
    """

    like: Mapping[str, Any]


class UndoMark(Mark, frozen=True, tag="undo"):
    """An undo."""


class SeenMark(Mark, frozen=True, tag="seen"):
    """The learner looked at a part of the page: ``odds``, ``rules``, ``supply``, ``aims``, ``affairs``."""

    what: str


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do."""

    title: Words
    text: Words
    done: tuple[EventMark | UndoMark | SeenMark, ...]
    """Any of these completes the step; empty: it is only read, and the learner continues by hand."""
    places: tuple[str, ...] = ()
    """Places to highlight on the board."""
    part: str = ""
    """The part of the page to highlight: ``orders``, ``end``, ``undo``, ``menu``, ``supply``."""


class Tutorial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tutorial: the game, the learner's seat, and the steps in order."""

    scenario: str
    seat: Seat
    """The learner's; bots play all other seats."""
    minutes: int
    steps: tuple[Step, ...]
    title: Words = {}
    """What it teaches, where a game has several tutorials."""


def read_tutorials(folder: AnyFolder) -> tuple[Tutorial, ...]:
    """The tutorials in a game's folder: ``tutorial.yaml``, then ``tutorial-*.yaml``."""
    first = folder / "tutorial.yaml"
    paths = [*([first] if first.is_file() else []), *files_of(folder, "tutorial-*.yaml")]
    return tuple(_read(path) for path in paths)


def _read(path: AnyFile) -> Tutorial:
    found = read_yaml(path, Tutorial)
    for number, step in enumerate(found.steps, 1):
        for words in (step.title, step.text):
            missing = [language for language in LANGUAGES if not words.get(language)]
            if missing:
                raise DataFileError(f"{path.name}: step {number} has no text in {', '.join(missing)}")
    return found
