"""The words of a scenario file of the hex family."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sandtable.hexes.actions import HexAction
from sandtable.hexes.position import HexPosition, Standing
from sandtable.hexes.state import Name, Place, Side
from sandtable.hexes.strength import Points
from sandtable.scenarios.words import Words


class HexExpect(Words, frozen=True, kw_only=True):
    """What must be true now. Everything that is not mentioned may be anything."""

    armies: Mapping[Name, Standing | str] = {}
    """Where armies stand and, if any number is given, exactly what they hold; ``gone`` for one not in play."""
    count: Mapping[Side, int] = {}
    """How many armies a side has in play."""
    total: Mapping[Side, Points] = {}
    """All points of a side."""
    control: Mapping[Place, str] = {}
    """Who holds a place; ``nobody`` for a neutral one."""
    defence: Mapping[Place, int] = {}
    """The strength of a place against an advance: its armies and forts, or its garrison."""
    devastated: Mapping[Place, int] = {}
    """Devastated production points."""
    forts: Mapping[Place, int] = {}
    """Fort points that are ready; 0 for none."""
    fleets: Mapping[Name, int] = {}
    """Points of fleets; 0 for one that is lost."""
    marked: Mapping[Place, bool] = {}
    """Whether a place has a marker of a combat advance."""
    supply: Mapping[Place, str] = {}
    """The supply of a place for its holder: ``full``, ``defence`` or ``none``."""
    production: Mapping[Side, int] = {}
    """What a side would count now."""
    budget: int | None = None
    """Production points that are left to spend."""
    turn: str = ""
    """The seasonal turn."""
    side: Side = ""
    """Whose turn it is."""
    phase: str = ""
    """The phase that it is in."""
    step: str = ""
    """The step that a Combat Phase is in."""
    pending: Sequence[str] | None = None
    """All open decisions, each as ``axis: losses``."""
    winner: str | None = None
    """Who has won; ``nobody`` while the game goes on."""
    events: Sequence[Mapping[str, Any]] = ()
    """Events that have happened in this step (at the end of a file: in all of them), in this order."""
    no_events: Sequence[Mapping[str, Any]] = ()
    """Events that have not."""


class HexStep(Words, frozen=True, kw_only=True):
    """What stands beside the action of a step."""

    by: Side = ""
    """Who acts; left out, whoever is asked."""
    dice: Sequence[int] | None = None
    """The dice of this step; all of them must be rolled."""
    refused: str = ""
    """The rule that must refuse it."""
    why: str = ""
    """Words that the refusal must hold."""
    note: str = ""
    """A word to the reader."""
    expect: HexExpect | None = None
    """What must be true after it."""


class Played(msgspec.Struct, frozen=True):
    """One step, read."""

    action: HexAction | None
    """None: it only looks."""
    beside: HexStep
    text: str
    """What it says, for messages."""


class WrittenHexScenario(Words, frozen=True, kw_only=True):
    """One scenario as it is written: a position, what is done, and what must follow."""

    title: str
    """One line that says what it shows."""
    rules: Sequence[str] = ()
    """The rules that it shows, by id; the game's prefix may be left out."""
    game: str | int = ""
    """The game, if the file does not say so."""
    note: str = ""
    """A word to the reader."""
    position: HexPosition = HexPosition()
    """Where it begins; left out, the opening of the game's first scenario."""
    dice: Sequence[int] = ()
    """The dice in the order in which they fall; all must be rolled, and no more."""
    steps: Sequence[Mapping[str, Any]] = ()
    """What is done: each step has ``do`` with the name of an action, and the action's own keys."""
    expect: HexExpect | None = None
    """What must be true at the end."""


class HexScenario(msgspec.Struct, frozen=True, kw_only=True):
    """One scenario, read."""

    title: str
    game: str
    rules: tuple[str, ...] = ()
    position: HexPosition = HexPosition()
    dice: tuple[int, ...] = ()
    steps: tuple[Played, ...] = ()
    expect: HexExpect | None = None
    source: str = ""
