"""Unit types that are limited in number per territory."""

from sandtable.area.citations import Citation
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def check_limit(world: World, state: AreaState, unit: str, space: str, count: int = 1) -> Refusal | None:
    """Whether ``count`` more of a unit type may be in a territory."""
    kind = world.units[unit]
    if not kind.limit or sum(n for p, n in state.at(space) if p.unit == unit) + count <= kind.limit:
        return None
    rule: Citation = "complex.one-per-territory" if kind.kind == "facility" else "aa.one-per-territory"
    return world.refuse(rule, f"{space} can hold at most {kind.limit} {kind.name}.")
