"""The content of a file: one scenario, or several that share a game."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sandtable.area.position import Position
from sandtable.scenarios.words.base import Words
from sandtable.scenarios.words.expect import Expect
from sandtable.scenarios.words.verbs import AnyStep


class WrittenScenario(Words, frozen=True, kw_only=True):
    """A scenario as written: a position, steps, and expectations."""

    title: str
    """What it shows, in one line."""
    rules: Sequence[str] = ()
    """The ids of the rules it shows. The game's prefix may be omitted."""
    game: str | int = ""
    """The game, if the file doesn't name it."""
    note: str = ""
    """A comment for readers."""
    position: Position = Position()
    """The starting position. Default: the game's opening."""
    dice: Sequence[int] = ()
    """The dice in order. All must be rolled, and no more."""
    steps: Sequence[Mapping[str, Any]] = ()
    """The steps."""
    expect: Expect | None = None
    """What must be true at the end. It covers the events and dice of all steps."""


class ScenarioFile(Words, frozen=True, kw_only=True):
    """A file of several scenarios that share a game and the other keys here."""

    scenarios: Sequence[Mapping[str, Any]]
    """The scenarios."""
    game: str | int
    """The game."""
    topic: str = ""
    """What the scenarios are about."""
    rules: Sequence[str] = ()
    """Rules that every scenario in the file shows."""
    note: str = ""
    """A comment for readers."""
    position: Mapping[str, Any] = {}
    """What the positions have in common. A scenario's own position is merged over it, key by key."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario, parsed as far as possible without its game."""

    title: str
    game: str
    rules: tuple[str, ...] = ()
    position: Position | None = None
    """None: the game's opening, with default options."""
    dice: tuple[int, ...] = ()
    steps: tuple[AnyStep, ...] = ()
    expect: Expect | None = None
    source: str = ""
    """The file it comes from."""
