"""What a file holds: one scenario, or several that share a game."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sandtable.area.position import Position
from sandtable.scenarios.words.base import Words
from sandtable.scenarios.words.expect import Expect
from sandtable.scenarios.words.verbs import AnyStep


class WrittenScenario(Words, frozen=True, kw_only=True):
    """One scenario as it is written: a position, what is done, and what must follow."""

    title: str
    """One line that says what it shows."""
    rules: Sequence[str] = ()
    """The rules that it shows, by id; the game's prefix may be left out."""
    game: str | int = ""
    """The game, if the file does not say so."""
    note: str = ""
    """A word to the reader."""
    position: Position = Position()
    """Where it begins; left out, the opening of the game."""
    dice: Sequence[int] = ()
    """The dice in the order in which they fall; all must be rolled, and no more."""
    steps: Sequence[Mapping[str, Any]] = ()
    """What is done, step by step."""
    expect: Expect | None = None
    """What must be true at the end; its events and dice are those of all steps."""


class ScenarioFile(Words, frozen=True, kw_only=True):
    """A file of several scenarios that share a game, and whatever else is written above them."""

    scenarios: Sequence[Mapping[str, Any]]
    """The scenarios."""
    game: str | int
    """The game."""
    topic: str = ""
    """What the scenarios are about."""
    rules: Sequence[str] = ()
    """Rules that every scenario of the file shows."""
    note: str = ""
    """A word to the reader."""
    position: Mapping[str, Any] = {}
    """What the positions have in common; a scenario's own position is laid over it, key by key."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """One scenario, read and understood as far as that is possible without its game."""

    title: str
    game: str
    rules: tuple[str, ...] = ()
    position: Position | None = None
    """Not given: the opening of the game, as it is started without any agreement."""
    dice: tuple[int, ...] = ()
    steps: tuple[AnyStep, ...] = ()
    expect: Expect | None = None
    source: str = ""
    """The file that it comes from."""
