"""The family's phases by id: a game file names the ones it has, in order."""

from collections.abc import Mapping

from sandtable.area.phases import (
    Phase,
    combat,
    combat_move,
    income,
    mobilize,
    noncombat_move,
    purchase,
)
from sandtable.area.world import World
from sandtable.core.datafile import DataFileError, suggestion

PHASES: Mapping[str, Phase] = {
    "purchase": purchase,
    "combat-move": combat_move,
    "combat": combat,
    "noncombat-move": noncombat_move,
    "mobilize": mobilize,
    "income": income,
}


def phases_of(world: World) -> Mapping[str, Phase]:
    """The phases of a game in order, including those of its parts."""
    known = {**PHASES, **{name: phase for part in world.parts.all for name, phase in part.phases.items()}}
    return {name: _phase(known, name) for name in world.game.phases}


def _phase(known: Mapping[str, Phase], name: str) -> Phase:
    if name not in known:
        near = suggestion(name, known)
        raise DataFileError(f"game.yaml: phases: there is no phase {name!r}.{near} There are: {', '.join(known)}.")
    return known[name]
