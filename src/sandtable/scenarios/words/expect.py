"""Expectations of a scenario: about the position, the battle, the board and the tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.scenarios.words.base import Lines, Names, Words
from sandtable.scenarios.words.odds import OddsSeen


class BattleSeen(Words, frozen=True, kw_only=True):
    """The battle in progress."""

    space: str | int = ""
    """The space it is fought in."""
    round: int | None = None
    """The battle round."""
    attack: str | None = None
    """The attackers still on the strip."""
    defend: str | None = None
    """The defenders still on the strip."""
    support: Mapping[str, str] = {}
    """Guns and ships that support the battle from outside, by side."""
    behind: Mapping[str, str] = {}
    """Casualties that still return fire, by side (``attack``, ``defend``)."""
    submerged: Mapping[str, str] = {}
    """Submerged submarines, by side."""


class Facts(Words, frozen=True, kw_only=True):
    """Facts of the board and the game's tables, independent of the position."""

    spaces: Mapping[str, int] = {}
    """How many spaces there are: ``territories``, ``sea_zones``."""
    value: Mapping[str, int] = {}
    """Values of territories."""
    total_value: int | None = None
    """The sum of all values."""
    owner: Mapping[str, str] = {}
    """Original controllers of territories."""
    capitals: Mapping[str, str] | None = None
    """All capitals: each power with its capital territory (or city)."""
    factories: Names | None = None
    """All territories with a factory."""
    neutral: Names | None = None
    """All neutral territories."""
    cities: Mapping[str, str] | None = None
    """All cities, with their territories."""
    army: Mapping[str, int] = {}
    """Standing armies of neutral territories."""
    islands: Names = ()
    """Territories that are islands."""
    not_islands: Names = ()
    """Territories that aren't islands."""
    adjacent: Sequence[Sequence[str | int]] = ()
    """Pairs of adjacent spaces."""
    not_adjacent: Sequence[Sequence[str | int]] = ()
    """Pairs of spaces that aren't adjacent."""
    neighbours: Mapping[str | int, Names] = {}
    """All neighbours of a space."""
    unit_types: Names | None = None
    """All unit types of the game."""
    unit_table: Mapping[str, Mapping[str, Any]] = {}
    """Rows of the unit table: ``cost``, ``attack``, ``defense``, ``move``, ``hits``, ``kind``, ``abilities``."""
    phases: Names | None = None
    """All phases of a turn, in order."""
    order: Names | None = None
    """The powers in order of play."""
    sides: Mapping[str, Names] = {}
    """The powers of each side."""
    deals: Mapping[int, Sequence[Names]] = {}
    """For a number of players, the powers that the rulebook assigns to each."""
    absent: Names = ()
    """Things that this game explicitly lacks."""


class Expect(Words, frozen=True, kw_only=True):
    """What must be true now. Anything not mentioned isn't checked."""

    units: Mapping[str | int, str | Mapping[str, str]] = {}
    """Exactly these units in a space, by power; or all units there as one text with each power's name first."""
    total: Mapping[str, str] = {}
    """Exactly these units on the whole board, by power, including cargo."""
    control: Mapping[str, str] = {}
    """Who holds a territory; ``nobody`` for a neutral."""
    territories: Mapping[str, int] = {}
    """How many territories a power controls; ``neutral`` counts those that nobody can control."""
    treasury: Mapping[str, int] = {}
    """IPCs in hand, by power."""
    production: Mapping[str, int] = {}
    """Production levels, by power."""
    points: Mapping[str, int] = {}
    """The total points of the cities that a side holds."""
    damage: Mapping[str, Mapping[str, int]] = {}
    """Damage by bombs and rockets to a territory: ``income``, ``production``; ``{}`` for none."""
    capacity: Mapping[str, int] = {}
    """Units that the factory in a territory can still produce this turn, for the territory's holder."""
    bought: str | Mapping[str, str] | None = None
    """Units bought but not placed yet, of the power on turn or by power."""
    round: int | None = None
    """The current round."""
    turn: str = ""
    """The power whose turn it is."""
    phase: str = ""
    """The current phase."""
    winner: str | None = None
    """The side that has won; ``nobody`` while the game is on."""
    individual: Names | None = None
    """The powers of the winning side that have grown the most."""
    growth: Mapping[str, str | float] = {}
    """Growth of powers' production since the start, in percent, cut off after one decimal."""
    developments: Mapping[str, Names] = {}
    """All developments that powers have made."""
    parts: Mapping[str, Any] = {}
    """The memory of the game's parts, as in a save file. Only what is written here is compared."""
    seen_by: Mapping[str, Mapping[str, Any]] = {}
    """What a seat (or a ``spectator``) sees of the memory of parts: all of it, as in a save file."""
    prompt: str = ""
    """Words that a seat's prompt must contain."""
    pending: Lines | None = None
    """All pending decisions, each as ``germany: casualties`` (or only ``germany``); ``nothing`` for none."""
    hostile: Mapping[str, Names] = {}
    """Spaces that are hostile to a power now."""
    friendly: Mapping[str, Names] = {}
    """Spaces that are friendly to a power now."""
    relations: Mapping[str, Mapping[str, str]] = {}
    """Relations between powers: ``{japan: {uk: peace}}``; ``partners``, ``war`` or ``peace``."""
    neutral_powers: Names | None = None
    """All powers that aren't at war."""
    leans: Mapping[str, str] = {}
    """How neutral territories lean: ``strict`` or a side; ``no`` for a territory that is no longer neutral."""
    objectives: Mapping[str, int] = {}
    """What objectives would pay now, by id."""
    missing: Mapping[str, Names] = {}
    """What is missing for an objective, or for a victory by its rule."""
    map_of: Mapping[str | int, str] = {}
    """The region of the board that a space is in."""
    battle: BattleSeen | str | None = None
    """The battle in progress, or ``none``."""
    sites: Names | None = None
    """All spaces where combat is still to be resolved."""
    retreats: Names | None = None
    """All spaces that the attacker may retreat to now; ``air`` if air units can leave alone."""
    stranded: Mapping[str | int, Mapping[str, str]] | None = None
    """All stranded air units, by space and power."""
    rolled: Lines | None = None
    """The volleys, in order: ``attack: 1, 1, 3, 3`` (what each die needs) or ``attack: 2 infantry``."""
    battle_steps: Sequence[int] | None = None
    """The numbers of the battle steps played, as in ``[3, 4, 5, 6]``."""
    hits: Mapping[str, int | Mapping[str, int]] = {}
    """Hits scored by a side (``attack``, ``defend``), in total or by kind of hit."""
    events: Sequence[str | Mapping[str, Any]] = ()
    """Events that happened, in this order. Keys not mentioned aren't checked."""
    no_events: Sequence[str | Mapping[str, Any]] = ()
    """Events that didn't happen."""
    can: Sequence[Mapping[str, Any]] = ()
    """Steps that would be legal now. They aren't played."""
    cannot: Sequence[Mapping[str, Any]] = ()
    """Steps that would be refused now, each with the refusing rule in ``refused``."""
    offers: Sequence[str | Mapping[str, Any]] = ()
    """Kinds of action (or steps) among the choices offered to the deciding seat."""
    offers_no: Sequence[str | Mapping[str, Any]] = ()
    """Kinds of action (or steps) not among them."""
    odds: OddsSeen | Sequence[OddsSeen] = ()
    """The solver's odds for the battle in progress, or for hypothetical battles."""
    facts: Facts | None = None
    """Facts of the board and the tables."""
