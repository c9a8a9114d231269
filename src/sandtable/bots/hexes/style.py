"""The playing style of a level: its numbers, by name."""

import msgspec
from msgspec.structs import replace

from sandtable.bots.level import Level

LINES = 2
"""More than this many times the usual number of lines adds nothing."""
NARROW = 2
"""The fewest routes to follow, however little time there is."""


class Style(msgspec.Struct, frozen=True):
    """What a level's numbers mean. All values are in production points."""

    horizon: float
    """Turns of production that a place counts for."""
    victory: float
    """What a place that decides the game is worth."""
    ground: float
    """What any hex is worth."""
    pull: float
    """The value of being next to a place that decides the game; less for each hex farther away."""
    pocket: float
    """The share of its cost that an enemy point counts for if an advance cuts it off."""
    exposure: float
    """The share of its cost that a spearhead counts for if the enemy can cut it off."""
    attrition: float
    """How much a point lost by the enemy to fire counts, compared with one of our own."""
    threshold: float
    """The least an attack must be worth."""
    spearhead: float
    """How many mechanized points lead an offensive."""
    support: float
    """From how many other hexes it is supported."""
    tie: float
    """The cost of committing a point to an attack."""
    caution: float
    """How much the risk of armies being cut off by the loss of a place counts."""
    guard: float
    """How much the enemy's next offensive counts when offensives of our own are chosen."""
    plans: float
    """How many different first offensives a plan is tried with."""
    lines: float
    """How many lines are tried, each knowing which armies the weak places of the one before would cut off."""
    shore: float
    """How much a landing counts among the enemy's next offensives."""
    walls: float
    """How many fort points a place whose loss would lose the game should have."""
    siege: float
    """What the place that ends the game is worth beyond what places that decide it are. 0: it isn't besieged."""
    spare: float
    """How many counters are kept free for the points that are built next."""
    armour: float
    """The share of all points that should be mechanized."""
    depth: float
    """How many hexes ahead a spearhead is planned."""
    width: float
    """How many routes for it are followed."""
    noise: float
    """How far judgements are off, at random."""
    lapse: float
    """How often a chance is overlooked."""

    def given(self, effort: float) -> "Style":
        """The same with ``effort`` times its usual time: it tries more plans, more lines and more routes.

        >>> from sandtable.bots.level import read_level
        >>> hard = Style.of(read_level("hard", family="hexes"))
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
    def of(level: Level) -> "Style":
        """The numbers of a level.

        >>> from sandtable.bots.level import read_level
        >>> Style.of(read_level("hard", family="hexes")).noise
        0.0
        """
        return msgspec.convert({name: one.value for name, one in level.numbers.items()}, Style)
