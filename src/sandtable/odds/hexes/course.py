"""All states that dice can lead to, with whole-number weights, and the hits of a volley."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

from sandtable.hexes.tables import Tables

State = TypeVar("State", bound=Hashable)
Result = TypeVar("Result", bound=Hashable)
DIE = tuple(range(1, 7))
FACES = len(DIE)


class Course(Generic[State]):
    """All states something can be in."""

    def __init__(self, state: State) -> None:
        self.weights: dict[State, int] = {state: 1}
        self.whole = 1

    def roll(self, step: Callable[[State], Iterable[tuple[State, int]]], dice: int = 1) -> None:
        """Roll dice in every state, and merge equal results. A step's weights must add up to all ways these dice
        can fall, whether a state needs them or not."""
        found: dict[State, int] = defaultdict(int)
        for state, weight in self.weights.items():
            for after, ways in step(state):
                found[after] += weight * ways
        self.weights = dict(found)
        self.whole *= FACES**dice

    def turn(self, change: Callable[[State], State]) -> None:
        """Change every state without a die."""
        found: dict[State, int] = defaultdict(int)
        for state, weight in self.weights.items():
            found[change(state)] += weight
        self.weights = dict(found)

    def chances(self) -> Iterator[tuple[State, Fraction]]:
        return ((state, Fraction(weight, self.whole)) for state, weight in self.weights.items())

    def spread(self, of: Callable[[State], Result]) -> dict[Result, Fraction]:
        """The chance of each result."""
        found: dict[Result, int] = defaultdict(int)
        for state, weight in self.weights.items():
            found[of(state)] += weight
        return {result: Fraction(weight, self.whole) for result, weight in found.items()}

    def chance(self, holds: Callable[[State], bool]) -> Fraction:
        """The chance that something holds."""
        return Fraction(sum(weight for state, weight in self.weights.items() if holds(state)), self.whole)


class Salvos:
    """The hits of volleys on a game's Firepower Table."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._known: dict[tuple[int, int, int], tuple[tuple[int, int], ...]] = {}

    def dice(self, strength: int) -> int:
        """The dice that a strength rolls."""
        return -(-strength // self.tables.most)

    def hits(self, strength: int, modifier: int = 0, dice: int = 1) -> tuple[tuple[int, int], ...]:
        """The numbers of hits, each with how many of all ways these dice can fall lead to it."""
        key = (strength, modifier, dice)
        if key not in self._known:
            self._known[key] = tuple(self._counted(strength, modifier, dice).items())
        return self._known[key]

    def shot(self, strength: int, modifier: int = 0) -> tuple[tuple[int, int], ...]:
        """The same with one die, as fleets and coasts fire: the table's last column is the most that counts."""
        return self.hits(min(strength, self.tables.most), modifier)

    def _counted(self, strength: int, modifier: int, dice: int) -> dict[int, int]:
        groups = self.tables.groups(strength)
        found = {0: FACES ** (dice - len(groups))}
        for group in groups:
            more: dict[int, int] = defaultdict(int)
            for hits, ways in found.items():
                for die in DIE:
                    more[hits + self.tables.losses(group, die + modifier)] += ways
            found = more
        return dict(sorted(found.items()))


def mean(chances: Mapping[int, Fraction]) -> float:
    """The average of a distribution."""
    return float(sum(number * chance for number, chance in chances.items()))
