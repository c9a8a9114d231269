"""Expectations about odds."""

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.scenarios.words.base import Words

Number = int | float
"""A number, compared to the decimals written."""


class OddsSeen(Words, frozen=True, kw_only=True):
    """The exact odds of a battle. Numbers must be right to the decimals written."""

    attack: str = ""
    """The attackers of a hypothetical battle. Default: the battle in progress."""
    defend: str = ""
    """Its defenders."""
    sea: bool = False
    """Whether it is a sea battle. Implied by any ship."""
    attacker: Mapping[str, Any] = {}
    """How the attacker fights: ``losses``, ``keep_land``, ``submerge``, ``retreat``: see ``docs/odds.md``."""
    defender: Mapping[str, Any] = {}
    """How the defender fights."""
    win: Number | None = None
    """The attacker's chance to win, in percent."""
    draw: Number | None = None
    """The chance that nobody wins."""
    lose: Number | None = None
    """The chance that the defender wins."""
    capture: Number | None = None
    """The chance that the attacker takes the territory."""
    rounds: Number | None = None
    """The expected number of rounds."""


class HexOddsSeen(Words, frozen=True, kw_only=True):
    """The exact odds of a hypothetical attack, in the notation of ``sandtable odds``."""

    attack: str
    """The armies: ``6 inf 4 mech, 5 inf``."""
    defend: str
    """The attacked hexes: ``4 inf, then garrison``."""
    entered: Number | Sequence[Number] | None = None
    """The chance that the first army enters each hex, in percent; a single number for the first hex only."""
    captured: Number | None = None
    """The chance that any army enters the first hex."""
    own: Number | None = None
    """The attacker's expected losses, in points."""
    enemy: Number | None = None
    """The defenders' expected losses to fire, in points, including garrisons."""
