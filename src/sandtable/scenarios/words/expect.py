"""What a scenario may expect: of the position, of the battle on the strip, of the board and the tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.scenarios.words.base import Lines, Names, Words


class BattleSeen(Words, frozen=True, kw_only=True):
    """The battle on the strip now."""

    space: str | int = ""
    """Where it is fought."""
    round: int | None = None
    """Which round it is in."""
    attack: str | None = None
    """The attackers still on the strip."""
    defend: str | None = None
    """The defenders still on the strip."""
    support: Mapping[str, str] = {}
    """Guns and ships that fire into the battle from where they stand, by side."""
    behind: Mapping[str, str] = {}
    """Casualties that have still to return fire, by side (``attack``, ``defend``)."""
    submerged: Mapping[str, str] = {}
    """Submarines that are out of the battle, by side."""


class Facts(Words, frozen=True, kw_only=True):
    """What the board and the tables of the game say, whatever has been played."""

    spaces: Mapping[str, int] = {}
    """How many spaces there are: ``territories``, ``sea_zones``."""
    value: Mapping[str, int] = {}
    """Values of territories."""
    total_value: int | None = None
    """The sum of all values."""
    owner: Mapping[str, str] = {}
    """Original controllers of territories."""
    capitals: Mapping[str, str] | None = None
    """All capitals: the power and the territory (or the city) that is its capital."""
    factories: Names | None = None
    """All territories with a factory."""
    neutral: Names | None = None
    """All neutral territories."""
    islands: Names = ()
    """Territories that are islands."""
    not_islands: Names = ()
    """Territories that are not."""
    adjacent: Sequence[Sequence[str | int]] = ()
    """Pairs of spaces that touch."""
    not_adjacent: Sequence[Sequence[str | int]] = ()
    """Pairs of spaces that do not."""
    neighbours: Mapping[str | int, Names] = {}
    """All neighbours of a space."""
    unit_types: Names | None = None
    """All unit types of the game."""
    unit_table: Mapping[str, Mapping[str, Any]] = {}
    """Lines of the unit table: ``cost``, ``attack``, ``defense``, ``move``, ``hits``, ``kind``, ``abilities``."""
    phases: Names | None = None
    """All phases of a turn, in order."""
    order: Names | None = None
    """The powers in order of play."""
    sides: Mapping[str, Names] = {}
    """The powers of each side."""
    deals: Mapping[int, Sequence[Names]] = {}
    """For a number of players, which powers the book gives to each of them."""
    absent: Names = ()
    """Things that this game expressly lacks."""


class Expect(Words, frozen=True, kw_only=True):
    """What must be true now. Everything that is not mentioned may be anything."""

    units: Mapping[str | int, str | Mapping[str, str]] = {}
    """Exactly these units in a space, by power; or all units there as one text with the powers in front."""
    total: Mapping[str, str] = {}
    """Exactly these units on the whole board, by power, cargo counted."""
    control: Mapping[str, str] = {}
    """Who holds a territory; ``nobody`` for a neutral."""
    territories: Mapping[str, int] = {}
    """How many territories a power controls; ``neutral`` counts those that nobody can."""
    treasury: Mapping[str, int] = {}
    """IPCs in hand, by power."""
    production: Mapping[str, int] = {}
    """Production levels, by power."""
    points: Mapping[str, int] = {}
    """What the cities that a side holds are worth together."""
    damage: Mapping[str, Mapping[str, int]] = {}
    """What bombs and rockets have done to a territory: ``income``, ``production``; ``{}`` for nothing."""
    capacity: Mapping[str, int] = {}
    """Units that the factory in a territory may still mobilize this turn, for the power that holds it."""
    bought: str | Mapping[str, str] | None = None
    """Units paid for and not yet placed, of the power on turn or by power."""
    round: int | None = None
    """The round that is being played."""
    turn: str = ""
    """The power whose turn it is."""
    phase: str = ""
    """The phase that it is in."""
    winner: str | None = None
    """The side that has won; ``nobody`` while the game goes on."""
    individual: Names | None = None
    """The powers of the winning side that have grown most."""
    growth: Mapping[str, str | float] = {}
    """How much the production of powers has grown since the start, in per cent, cut off after one decimal."""
    developments: Mapping[str, Names] = {}
    """All weapons that powers have developed."""
    prompt: str = ""
    """Words that the question to a seat must hold."""
    pending: Lines | None = None
    """All open decisions, each as ``germany: casualties`` (or only ``germany``); ``nothing`` when none is open."""
    hostile: Mapping[str, Names] = {}
    """Spaces that are hostile to a power now."""
    friendly: Mapping[str, Names] = {}
    """Spaces that are friendly to a power now."""
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
    """The numbers of the steps that battles went through, as in ``[3, 4, 5, 6]``."""
    hits: Mapping[str, int | Mapping[str, int]] = {}
    """Hits scored by a side (``attack``, ``defend``), in all or by kind of hit."""
    events: Sequence[str | Mapping[str, Any]] = ()
    """Events that happened in this order; what is not mentioned of an event may be anything."""
    no_events: Sequence[str | Mapping[str, Any]] = ()
    """Events that did not happen."""
    can: Sequence[Mapping[str, Any]] = ()
    """Steps that would be allowed now; none of them is played."""
    cannot: Sequence[Mapping[str, Any]] = ()
    """Steps that would be refused now, each with the rule that refuses it in ``refused``."""
    offers: Sequence[str | Mapping[str, Any]] = ()
    """Kinds of action (or steps) that are among the choices offered to the seat that decides."""
    offers_no: Sequence[str | Mapping[str, Any]] = ()
    """Kinds of action (or steps) that are not."""
    facts: Facts | None = None
    """What the board and the tables say."""
