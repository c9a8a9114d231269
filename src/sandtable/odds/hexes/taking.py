"""How losses are taken: the order the odds assume."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from sandtable.hexes.strength import Kind, Points, points_of

ORDER: tuple[Kind, ...] = ("infantry", "amphibious", "paratroop", "mechanized", "tac_air")
"""The order of losses; aircraft are always last, as the rules have it."""


@lru_cache(maxsize=1 << 16)
def suffer(
    corps: tuple[Points, ...],
    exposed: tuple[int, ...],
    hits: int,
    order: tuple[Kind, ...] = ORDER,
    amphibious: int = 0,
) -> tuple[Points, ...]:
    """What is left of armies after losses: those that must be amphibious, then kind by kind; of each kind the
    first army's points go last."""
    if not hits:
        return corps
    left = list(corps)
    last_first = sorted(exposed, reverse=True)
    hits -= _take(left, last_first, "amphibious", min(amphibious, hits))
    for kind in sorted(order, key=lambda one: one == "tac_air"):
        hits -= _take(left, last_first, kind, hits)
    return tuple(left)


def _take(left: list[Points], numbers: Sequence[int], kind: Kind, most: int) -> int:
    """Take points of one kind. Returns how many."""
    taken = 0
    for number in numbers:
        gone = min(most - taken, left[number].of(kind))
        if gone:
            left[number] = left[number] - points_of(kind, gone)
            taken += gone
    return taken


@lru_cache(maxsize=1 << 14)
def shot_down(corps: tuple[Points, ...], exposed: tuple[int, ...], hits: int) -> tuple[Points, ...]:
    """What is left of armies after air combat: the army with the most aircraft loses them first; of equals, the
    one named first."""
    left = list(corps)
    for number in sorted(exposed, key=lambda one: -corps[one].tac_air):
        gone = min(hits, left[number].tac_air)
        left[number] = left[number] - points_of("tac_air", gone)
        hits -= gone
    return tuple(left)


def grounded(points: Points) -> bool:
    """Whether an army has nothing but aircraft to fire with on land, so that they can only fight aircraft."""
    return not points.infantry and not points.mechanized and not points.paratroop


class Defenders(msgspec.Struct, frozen=True):
    """What is left in a hex under attack."""

    armies: tuple[Points, ...]
    fort: int = 0
    cover: int = 0
    """Losses the fort can still absorb."""
    garrison: bool = False
    """Whether a garrison defends while neither points nor a fort are left."""
    coast: int = 0
    """Aircraft of the coast itself, that defend it against an invasion."""

    @property
    def ground(self) -> int:
        return sum(one.ground for one in self.armies)

    @property
    def air(self) -> int:
        """The aircraft of the armies."""
        return sum(one.tac_air for one in self.armies)

    @property
    def strength(self) -> int:
        """What an advance has to beat."""
        return self.ground + self.fort or int(self.garrison)

    def downed(self, hits: int) -> "Defenders":
        """What is left after air combat: the coast's own aircraft are lost first."""
        off_coast = min(hits, self.coast)
        armies = shot_down(self.armies, _in_order(self.armies), hits - off_coast) if self.armies else ()
        bare = _eliminated(self.armies, armies) and not (self.ground or self.fort)
        return replace(self, armies=armies, coast=self.coast - off_coast, garrison=self.garrison and not bare)

    def hit(self, hits: int, garrisons: bool = False) -> tuple["Defenders", int]:
        """What is left after fire, and the points lost: points first, then the fort, then aircraft; or else the
        garrison, which counts only with ``garrisons``."""
        if not hits:
            return self, 0
        if not self.fort and not any(one.total for one in self.armies):
            return replace(self, garrison=False), int(garrisons and self.garrison)
        absorbed = min(hits, self.cover)
        left = hits - absorbed
        ground = min(left, self.ground)
        fort = min(left - ground, self.fort)
        air = min(left - ground - fort, self.air)
        armies = suffer(self.armies, _in_order(self.armies), ground + air) if self.armies else ()
        kept = self.garrison and not (self.fort == fort and _vacated(self.armies, armies))
        after = replace(self, armies=armies, fort=self.fort - fort, cover=self.cover - absorbed, garrison=kept)
        if fort and not after.fort and not after.ground:
            after = replace(after, garrison=False)
        return after, ground + fort + air


NOBODY = Defenders(())


def _in_order(armies: tuple[Points, ...]) -> tuple[int, ...]:
    """The armies of a hex, in the order in which they take losses: they are kept in the opposite one."""
    return tuple(range(len(armies) - 1, -1, -1))


def _eliminated(before: tuple[Points, ...], after: tuple[Points, ...]) -> bool:
    return any(one.total and not other.total for one, other in zip(before, after, strict=True))


def _vacated(before: tuple[Points, ...], after: tuple[Points, ...]) -> bool:
    """Whether an army was eliminated when no points of any other were left; they lose points in order."""
    ground = sum(one.ground for one in before)
    for one, other in zip(reversed(before), reversed(after), strict=True):
        ground -= one.ground - other.ground
        if one.total and not other.total and not ground:
            return True
    return False
