"""The keys of scenario files of the hex family."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sandtable.hexes.actions import HexAction
from sandtable.hexes.position import HexPosition, Standing
from sandtable.hexes.state import Name, Place, Side
from sandtable.hexes.strength import Amount, Points
from sandtable.scenarios.words import Words
from sandtable.scenarios.words.odds import HexOddsSeen


class FleetSeen(Words, frozen=True, kw_only=True):
    """A fleet: only what is named is compared."""

    at: Place = ""
    """Its base."""
    points: int | None = None
    """Capital ships."""
    asw: int | None = None
    submarines: int | None = None
    carriers: int | None = None


class HexExpect(Words, frozen=True, kw_only=True):
    """What must be true now. Anything not mentioned isn't checked."""

    armies: Mapping[Name, Standing | str] = {}
    """Where armies are and, if any number is given, exactly which points they have; ``gone``: not in play."""
    count: Mapping[Side, int] = {}
    """How many armies a side has in play."""
    total: Mapping[Side, Points] = {}
    """A side's total points."""
    control: Mapping[Place, str] = {}
    """Who holds a place; ``nobody`` for a neutral one."""
    defence: Mapping[Place, int] = {}
    """The strength of a place against an advance: its armies and forts, or its garrison."""
    devastated: Mapping[Place, int] = {}
    """Devastated production points."""
    forts: Mapping[Place, int] = {}
    """Completed fort points; 0 for none."""
    fleets: Mapping[Name, int | FleetSeen] = {}
    """Points of fleets, 0 for a lost fleet; or where a fleet is based and which ships it has."""
    marked: Mapping[Place, bool] = {}
    """Whether a place has a combat advance marker."""
    ports: Mapping[Place, str] = {}
    """The port of a place now: ``none``, ``port``, ``anchor`` or ``yard``."""
    supply: Mapping[Place, str] = {}
    """The supply of a place for its holder: ``full``, ``defence`` or ``none``."""
    parts: Mapping[str, Mapping[str, Any]] = {}
    """The memory of parts: every named field, and in a mapping every named key."""
    seen_by: Mapping[str, Mapping[str, Mapping[str, Any]]] = {}
    """The memory of parts as a side sees it, or a ``spectator``."""
    production: Mapping[Side, int] = {}
    """The production that a side would count now."""
    budget: Amount | None = None
    """Production points left to spend."""
    turn: str = ""
    """The seasonal turn."""
    side: Side = ""
    """Whose turn it is."""
    phase: str = ""
    """The current phase."""
    step: str = ""
    """The current step of the Combat Phase."""
    pending: Sequence[str] | None = None
    """All open decisions, each as ``axis: losses``."""
    winner: str | None = None
    """The winner; ``nobody`` while the game is on."""
    events: Sequence[str | Mapping[str, Any]] = ()
    """Events of this step (at the end of a file: of all steps), in this order."""
    no_events: Sequence[str | Mapping[str, Any]] = ()
    """Events that didn't happen."""
    can: Sequence[Mapping[str, Any]] = ()
    """Steps that would be legal now. They aren't played."""
    cannot: Sequence[Mapping[str, Any]] = ()
    """Steps that would be refused now, each with the refusing rule in ``refused``."""
    odds: HexOddsSeen | Sequence[HexOddsSeen] = ()
    """The solver's odds for hypothetical attacks."""


class HexStep(Words, frozen=True, kw_only=True):
    """The keys of a step besides its action."""

    by: Side = ""
    """Who acts. Default: the side with the decision."""
    dice: Sequence[int] | None = None
    """The dice of this step; all of them must be rolled."""
    refused: str | bool = ""
    """The rule that must refuse it, or ``true`` for any rule."""
    why: str = ""
    """Words that the refusal must contain."""
    note: str = ""
    """A comment for readers."""
    expect: HexExpect | None = None
    """What must be true after it."""


class Played(msgspec.Struct, frozen=True):
    """A parsed step."""

    action: HexAction | None
    """None: the step only checks."""
    beside: HexStep
    text: str
    """Its text, for messages."""


class WrittenHexScenario(Words, frozen=True, kw_only=True):
    """A scenario as written: a position, steps, and expectations."""

    title: str
    """What it shows, in one line."""
    rules: Sequence[str] = ()
    """The ids of the rules it shows. The game's prefix may be omitted."""
    game: str | int = ""
    """The game, if the file doesn't name it."""
    note: str = ""
    """A comment for readers."""
    position: HexPosition = HexPosition()
    """The starting position. Default: the opening of the game's first scenario."""
    dice: Sequence[int] = ()
    """The dice in order. All must be rolled, and no more."""
    steps: Sequence[Mapping[str, Any]] = ()
    """The steps: each has ``do`` with the name of an action, and the action's own keys."""
    expect: HexExpect | None = None
    """What must be true at the end."""


class HexScenario(msgspec.Struct, frozen=True, kw_only=True):
    """A parsed scenario."""

    title: str
    game: str
    rules: tuple[str, ...] = ()
    position: HexPosition = HexPosition()
    dice: tuple[int, ...] = ()
    steps: tuple[Played, ...] = ()
    expect: HexExpect | None = None
    source: str = ""
