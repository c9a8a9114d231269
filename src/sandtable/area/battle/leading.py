"""Which power decides for a side with several powers."""

from collections.abc import Mapping

from sandtable.area.actions import Side
from sandtable.area.battle.values import strip_of
from sandtable.area.forces import Power
from sandtable.area.state import Battle
from sandtable.area.world import World


def leader(world: World, control: Mapping[str, Power], battle: Battle, side: Side) -> Power:
    """The power that chooses losses and targets for a side; none if every power decides for itself.

    For the defense, the holder of the territory if it has units in the battle. Otherwise the power with the most
    units there; ties go to the first in turn order.
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
