"""Planned attacks: on which space, with which units, by which ships."""

from typing import NamedTuple

Key = tuple[int, int]
"""A stack: its space and its unit type."""
Sortie = tuple[Key, int]
"""A stack that attacks, and its target space."""
Ship = tuple[int, tuple[int, ...]]
"""Identical transports: their zone, and the unit types aboard."""

CLEARED = 0.7
"""The chance of winning a zone needed to plan a landing through it."""


class Lift(NamedTuple):
    """A transport's part in a landing: its start, the zone it lands through, and which units board
    on which coast.
    """

    zone: int
    landing: int
    loads: tuple[Key, ...]
    aboard: tuple[int, ...]
    """Unit types already aboard."""


class Assault:
    """An attack on one space."""

    __slots__ = ("arms", "lifts", "target", "value", "win")

    def __init__(self, target: int) -> None:
        self.target = target
        self.arms: dict[Key, float] = {}
        self.lifts: list[Lift] = []
        self.value = 0.0
        self.win = 0.0

    def copy(self) -> "Assault":
        other = Assault(self.target)
        other.arms, other.lifts = dict(self.arms), list(self.lifts)
        other.value, other.win = self.value, self.win
        return other

    def leaving(self) -> dict[Key, float]:
        """All stacks that the attack takes units from."""
        found = dict(self.arms)
        for lift in self.lifts:
            for key in lift.loads:
                found[key] = found.get(key, 0.0) + 1
        return found

    def landings(self) -> dict[int, int]:
        """How many transports end their voyage in which zones."""
        found: dict[int, int] = {}
        for lift in self.lifts:
            found[lift.landing] = found.get(lift.landing, 0) + 1
        return found


class Plan:
    """The attacks of a turn and their combined value."""

    __slots__ = ("assaults", "score")

    def __init__(self, assaults: dict[int, Assault], score: float) -> None:
        self.assaults = assaults
        self.score = score

    def same_as(self, other: "Plan") -> bool:
        return {t: (a.arms, a.lifts) for t, a in self.assaults.items()} == {
            t: (a.arms, a.lifts) for t, a in other.assaults.items()
        }


def cleared(chosen: dict[int, Assault]) -> frozenset[int]:
    """Zones that a plan is likely to clear, so that landings through them can be planned."""
    return frozenset(t for t, a in chosen.items() if a.win >= CLEARED)


def spend(assault: Assault, free: dict[Key, float], ships: dict[Ship, float], sign: int) -> None:
    """Remove an attack's units and ships from those available; with a sign of -1 put them back."""
    for key, n in assault.leaving().items():
        free[key] = free.get(key, 0.0) - sign * n
    for lift in assault.lifts:
        ship = (lift.zone, lift.aboard)
        ships[ship] = ships.get(ship, 0.0) - sign


def sorties(chosen: dict[int, Assault], ships: list[bool]) -> frozenset[Sortie]:
    """The ships that attack somewhere. ``ships``: which unit types are ships."""
    return frozenset((key, t) for t, a in chosen.items() for key in a.arms if ships[key[1]])
