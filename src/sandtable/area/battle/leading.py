"""Who speaks for a side on which several powers fight."""

from collections.abc import Mapping

from sandtable.area.actions import Side
from sandtable.area.battle.values import strip_of
from sandtable.area.forces import Power
from sandtable.area.state import Battle
from sandtable.area.world import World


def leader(world: World, control: Mapping[str, Power], battle: Battle, side: Side) -> Power:
    """The power that names losses and targets for a side; none if every power speaks for itself.

    On the defending side the holder of the territory, if it has units in the battle; otherwise who has most units
    there, the first in order of play among equals.
    """
    if not world.sequences.leader:
        return ""
    counts: dict[Power, int] = {}
    for piece, count in strip_of(battle, side).units:
        counts[piece.power] = counts.get(piece.power, 0) + count
    holder = control.get(battle.space, "")
    if side == "defend" and holder in counts:
        return holder
    return max((p for p in world.order if p in counts), key=lambda p: counts[p], default="")
