"""Battle estimates for a planner: quick and cached; exact for battles that will be fought.

A planner asks thousands of such questions and needs most answers only to throw a plan away.
"""

from sandtable.area.forces import Piece, Stack
from sandtable.area.world import World
from sandtable.bots.planner.terrain import Force, Roster
from sandtable.odds.answer import Question
from sandtable.odds.batch import Bookmaker
from sandtable.odds.quick.estimator import Estimate, estimator_of
from sandtable.odds.readable import beyond

MEMORY = 60_000
FEW = 5
"""The most units in a battle for which exact odds are always used: a single die decides much there."""
MANY = 60
MANY_SHIPS = 14
"""The most units in a battle for which exact odds are used."""


class Duels:
    """Answers questions about one game's battles, with a cache."""

    def __init__(self, world: World, roster: Roster, rough: bool = False) -> None:
        self.roster = roster
        self._rough = rough
        """Whether estimates for whole units are always enough."""
        self._estimator = estimator_of(world)
        self._bookmaker = Bookmaker(world)
        sequences, unread = world.sequences.sequences, beyond(world.sequences)
        self._fought_out = [not sequences[name].simultaneous and name not in unread for name in ("land", "sea")]
        """Whether battles on land, and at sea, have exact odds: they can be worked out, and are fought to the end
        by a side that does not retreat as a whole.
        """
        self._known: dict[tuple[bool, Force, Force], Estimate] = {}
        self.asked = 0
        """How many battles were worked out, as a measure of work."""

    def fight(self, attack: Force, defend: Force, at_sea: bool = False) -> Estimate:
        """The outcome if ``attack`` attacks ``defend`` and nobody retreats."""
        if self._rough:
            attack, defend = tuple(map(round, attack)), tuple(map(round, defend))
        key = (at_sea, attack, defend)
        known = self._known.get(key)
        if known is None:
            if len(self._known) > MEMORY:
                self._known.clear()
            self.asked += 1
            if not self._rough and self._fought_out[at_sea] and 0 < sum(attack) + sum(defend) <= FEW:
                known = self._small(attack, defend, at_sea)
            if known is None:
                known = self._estimator.fight(attack, defend, at_sea)
            self._known[key] = known
        return known

    def _small(self, attack: Force, defend: Force, at_sea: bool) -> Estimate | None:
        """The exact odds of a battle of a few whole units; None for others, or if the estimate is exact anyway."""
        whole = all(n == int(n) for n in (*attack, *defend))
        if not whole or not any(attack) or not any(defend) or self._estimator.exact(attack, defend, at_sea):
            return None
        return self._odds(self._units("", attack), self._units(".", defend), attack, at_sea)

    def settle(self, attack: Force, defend: Force, at_sea: bool) -> Estimate:
        """Work out the exact odds of a battle that will be fought, unless it is huge, and cache them."""
        known = self.fight(attack, defend, at_sea)
        if self._rough or not self._fought_out[at_sea]:
            return known  # otherwise both sides may retreat
        mine, theirs = self._units("", attack), self._units(".", defend)
        size = sum(n for _, n in mine) + sum(n for _, n in theirs)
        if not mine or not theirs or size > (MANY_SHIPS if at_sea else MANY):
            return known
        exact = self._known[at_sea, attack, defend] = self._odds(mine, theirs, attack, at_sea)
        return exact

    def _odds(self, mine: Stack, theirs: Stack, attack: Force, at_sea: bool) -> Estimate:
        odds = self._bookmaker.odds([Question(mine, theirs, at_sea)])[0]
        # Where submarines slip away from planes, nobody wins, and nobody is lost either.
        over = odds.win if odds.win > 0.01 else 1.0 - odds.lose if at_sea else 0.0
        alive = {unit: n / over if over > 0.01 else 0.0 for unit, n in odds.survivors["attack"].items()}
        survivors = tuple(min(alive.get(name, 0.0), n) for name, n in zip(self.roster.names, attack, strict=True))
        left = odds.left
        return Estimate(odds.win, odds.capture, odds.lose, left["attack"], left["defend"], survivors)

    def _units(self, power: str, force: Force) -> Stack:
        return tuple(
            (Piece(power, name), int(n))
            for name, n in sorted(zip(self.roster.names, force, strict=True))
            if n >= 1
        )
