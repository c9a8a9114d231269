"""The manner of a player: the numbers of its level, by name."""

import msgspec
from msgspec.structs import replace

from sandtable.bots.level import Level

LINES = 2
"""More than so many times the usual number of lines bring nothing new."""
NARROW = 2
"""So many ways are followed at least, however little time there is."""


class Manner(msgspec.Struct, frozen=True):
    """What a level's numbers mean. All worths are in production points."""

    horizon: float
    """Turns of production that a place counts for."""
    victory: float
    """What a place is worth that decides the game."""
    ground: float
    """What any hex is worth."""
    pull: float
    """What it is worth to stand beside a place that decides the game; less for each hex farther away."""
    pocket: float
    """Which part of its cost an enemy point counts for that an advance cuts off."""
    exposure: float
    """Which part of its cost a spearhead is worth that the enemy can cut off."""
    attrition: float
    """How much a point that fire takes from the enemy counts, beside one of our own."""
    threshold: float
    """What an attack must be worth to be made."""
    spearhead: float
    """How many mechanized points lead an offensive."""
    support: float
    """From how many other hexes it is supported."""
    tie: float
    """What it costs to tie a point to an attack."""
    caution: float
    """How much it counts that the loss of a place would cut armies off."""
    guard: float
    """How much the enemy's next offensive counts when offensives of our own are chosen."""
    plans: float
    """With how many different first offensives a plan is tried."""
    lines: float
    """How many lines are tried, each knowing whom the weak places of the one before would cut off."""
    shore: float
    """How much a landing counts among the enemy's next offensives."""
    walls: float
    """How many fort points shall stand in a place with which the game would be lost."""
    armour: float
    """Which part of all points shall be mechanized."""
    depth: float
    """How many hexes ahead a spearhead is thought."""
    width: float
    """How many ways for it are followed."""
    noise: float
    """How far judgements are off, at random."""
    lapse: float
    """How often a chance is overlooked."""

    def given(self, effort: float) -> "Manner":
        """The same with so many times its usual time: it tries more plans, more lines and more ways.

        >>> from sandtable.bots.level import read_level
        >>> hard = Manner.of(read_level("hard", family="hexes"))
        >>> hard.given(5).plans, hard.given(5).width, hard.given(0.1).plans
        (5, 120, 1)
        """
        return replace(
            self,
            plans=max(1, round(self.plans * effort)),
            lines=max(1, round(self.lines * min(effort, LINES))),
            width=max(NARROW, round(self.width * effort)),
        )

    @staticmethod
    def of(level: Level) -> "Manner":
        """The numbers of a level.

        >>> from sandtable.bots.level import read_level
        >>> Manner.of(read_level("hard", family="hexes")).noise
        0.0
        """
        return msgspec.convert({name: one.value for name, one in level.numbers.items()}, Manner)
