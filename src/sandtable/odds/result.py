"""What is known of a battle: chances, survivors, money, rounds."""

from collections.abc import Mapping
from typing import Literal

import msgspec

Outcome = Literal["win", "draw", "lose"]
"""For the attacker."""


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way in which the battle can end: how likely, and who is left on each side, by unit type."""

    chance: float
    attack: Mapping[str, int]
    defend: Mapping[str, int]
    swing: int
    """What the defender lost less what the attacker lost, in money."""
    retreated: bool = False
    outcome: Outcome = "draw"


class RoundChance(msgspec.Struct, frozen=True):
    """How the battle stands after so many rounds: decided for either side, over without a winner, or undecided."""

    round: int
    win: float
    lose: float
    draw: float
    undecided: float


class Interval(msgspec.Struct, frozen=True):
    """A sampled chance is likely between these (95%)."""

    low: float
    high: float


class Odds(msgspec.Struct, frozen=True, omit_defaults=True):
    """The odds of a battle.

    ``win``: only the attacker has units left that can fight; ``lose``: only the defender has, or the attacker
    broke off; ``draw``: the rest.
    """

    win: float
    draw: float
    lose: float
    capture: float
    """A land unit of the attacker lives and no defender does."""
    rounds: float
    survivors: Mapping[Literal["attack", "defend"], Mapping[str, float]]
    """Expected survivors by unit type."""
    value_swing: float
    """Expected: what the defender loses less what the attacker loses, in money."""
    method: Literal["exact", "sampled"]
    states: int
    """Joint states (exact) or battles fought (sampled)."""
    ms: float
    endings: tuple[Ending, ...] = ()
    """The whole joint distribution, the likeliest first."""
    win_interval: Interval | None = None
    """Only if it was sampled."""

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
    """The odds of a battle in short; the fields mean what they mean in :class:`Odds`."""

    win: float
    draw: float
    lose: float
    capture: float
    rounds: float
    value_swing: float
    left: Mapping[Literal["attack", "defend"], float]
    """Expected worth of the survivors, in money."""
    survivors: Mapping[Literal["attack", "defend"], Mapping[str, float]]
    """Expected survivors by unit type."""
