"""The odds of a battle: chances, survivors, money, rounds."""

from collections.abc import Mapping
from typing import Literal

import msgspec

Outcome = Literal["win", "draw", "lose"]
"""For the attacker."""


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way the battle can end: its chance, and each side's survivors by unit type."""

    chance: float
    attack: Mapping[str, int]
    defend: Mapping[str, int]
    swing: int
    """What the defender lost minus what the attacker lost, in money."""
    retreated: bool = False
    outcome: Outcome = "draw"


class RoundChance(msgspec.Struct, frozen=True):
    """The state of the battle after some rounds: decided for either side, over without a winner, or undecided."""

    round: int
    win: float
    lose: float
    draw: float
    undecided: float


class Interval(msgspec.Struct, frozen=True):
    """The 95% confidence interval of a sampled chance."""

    low: float
    high: float


class Odds(msgspec.Struct, frozen=True, omit_defaults=True):
    """The odds of a battle.

    ``win``: only the attacker has units left that can fight; ``lose``: only the defender has, or the attacker
    retreated; ``draw``: the rest.
    """

    win: float
    draw: float
    lose: float
    capture: float
    """A land unit of the attacker survives and no defender does."""
    rounds: float
    survivors: Mapping[Literal["attack", "defend"], Mapping[str, float]]
    """Expected survivors by unit type."""
    value_swing: float
    """Expected: what the defender loses minus what the attacker loses, in money."""
    method: Literal["exact", "sampled"]
    states: int
    """Joint states (exact) or battles fought (sampled)."""
    ms: float
    endings: tuple[Ending, ...] = ()
    """The whole joint distribution, most likely first."""
    win_interval: Interval | None = None
    """Only if sampled."""

    def swing_distribution(self) -> dict[int, float]:
        """The chance of every value swing."""
        found: dict[int, float] = {}
        for ending in self.endings:
            found[ending.swing] = found.get(ending.swing, 0.0) + ending.chance
        return dict(sorted(found.items()))

    def survivor_distribution(self, side: Literal["attack", "defend"]) -> dict[int, float]:
        """The chance of every number of surviving units of a side."""
        found: dict[int, float] = {}
        for ending in self.endings:
            left = sum((ending.attack if side == "attack" else ending.defend).values())
            found[left] = found.get(left, 0.0) + ending.chance
        return dict(sorted(found.items()))


class Brief(msgspec.Struct, frozen=True):
    """The odds of a battle in short; the fields mean the same as in :class:`Odds`."""

    win: float
    draw: float
    lose: float
    capture: float
    rounds: float
    value_swing: float
    left: Mapping[Literal["attack", "defend"], float]
    """Expected value of the survivors, in money."""
    survivors: Mapping[Literal["attack", "defend"], Mapping[str, float]]
    """Expected survivors by unit type."""


class RaidOdds(msgspec.Struct, frozen=True):
    """What a raid does to both sides."""

    left: dict[int, float]
    """The chance of each number of bombers getting through."""
    damage: dict[int, float]
    """The chance of each amount of damage, not limited by the factory owner's money."""
    lost: float
    """Expected cost of the bombers shot down."""
    expected: float
    """Expected damage."""
    shot_down: float = 0
    """Expected cost of the defending air units lost."""
