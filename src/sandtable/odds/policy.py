"""How a player fights: the order of losses, when to retreat, whether submarines submerge."""

from collections.abc import Callable
from typing import Literal

import msgspec

from sandtable.odds.model import Plan
from sandtable.odds.sides import Counts, Force, LossOrder

Aims = Literal["spread", "mass"]
ORDERS = ("cheapest", "weakest", "planes-last", "land-last")
"""Named orders of losses; any other is a list of unit types, first to last."""


class Retreat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """When the attacker retreats; any one of several conditions is enough."""

    after_rounds: int | None = None
    """After this many rounds."""
    below_units: int | None = None
    """With fewer than this many units left that can fire."""
    below_chance: float | None = None
    """When the chance to win by fighting on drops below this."""
    only_planes: bool = False
    """When only air units are left."""
    best: bool = False
    """Whenever that is worth more, in money, than fighting on."""
    territory: float = 0
    """What capturing the territory is worth besides the units, in money; used by ``best``."""

    @property
    def never(self) -> bool:
        return self == Retreat()


class Policy(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How one side fights."""

    losses: str | tuple[str, ...] = "cheapest"
    """A named order, or unit types from first to last; types not named come after those, by cost.

    ``cheapest``: by cost. ``weakest``: by the number they need to roll, then by cost. ``planes-last`` and
    ``land-last``: by cost, but all air (or land) units at the end.
    """
    keep_land: bool = False
    """Keep one land unit until last, so that the territory can be captured."""
    submerge: bool = False
    """Submersible units submerge as soon as they can."""
    retreat: Retreat = Retreat()
    """When the side retreats. A defender can retreat only in games where both sides may."""
    planes_back: bool = False
    """Air units retreat as soon as they can, in games where units can retreat separately."""
    pilots: int = 0
    """Pilot training: added to the side's roll in air combat."""
    aim: Aims = "spread"
    """Where shots are aimed: ``spread`` over the enemies, starting with those that one hit destroys and the most
    valuable of them; or ``mass``, all at the most valuable.
    """

    def plan(self, force: Force) -> Plan:
        """The policy for a force."""
        columns = [c for c in range(len(force.columns)) if force.columns[c].there]
        key = self._key(force)
        ordered = tuple(sorted(columns, key=lambda c: (key(c), force.worths[c], c)))
        land = tuple(c for c in ordered if force.types[c].kind == "land")
        return Plan(LossOrder(ordered, land if self.keep_land else ()), self.submerge)

    def _key(self, force: Force) -> Callable[[int], int]:
        if isinstance(self.losses, tuple):
            named = {unit: i for i, unit in enumerate(self.losses)}
            return lambda c: named.get(force.columns[c].unit, len(named))
        match self.losses:
            case "weakest":
                return lambda c: force.values[c]
            case "planes-last":
                return lambda c: int(force.types[c].kind == "air")
            case "land-last":
                return lambda c: int(force.types[c].kind == "land")
        return lambda c: 0


def retreat_rule(
    retreat: Retreat, force: Force, chance: Callable[[Counts, Counts], float] | None
) -> Callable[[int, Counts, Counts], bool]:
    """The rule that decides after a round whether the attacker retreats. ``chance``: of winning by fighting on."""

    def leaves(number: int, mine: Counts, theirs: Counts) -> bool:
        armed = [c for c, n in enumerate(mine) if n and force.values[c]]
        return (
            (retreat.after_rounds is not None and number >= retreat.after_rounds)
            or (retreat.below_units is not None and sum(mine[c] for c in armed) < retreat.below_units)
            or (retreat.only_planes and bool(armed) and all(force.types[c].kind == "air" for c in armed))
            or (
                retreat.below_chance is not None
                and chance is not None
                and chance(mine, theirs) < retreat.below_chance
            )
        )

    return leaves
