"""Neutral territories: what it costs to enter or cross them, and who may."""

from sandtable.area.events import NeutralViolated
from sandtable.area.forces import Power
from sandtable.area.state import AreaState, Route
from sandtable.area.status import neutral
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def check_fee(world: World, state: AreaState, power: Power, path: Route) -> Refusal | None:
    """Whether a power can pay for the neutrals that it would violate along a path."""
    fee = world.game.conduct.neutral_fee or 0
    promised = {land for _, land in state.turn.assaults if neutral(world, state, land)}
    new = {space for space in path if neutral(world, state, space)} | promised
    if fee * len(new) <= state.treasury[power]:
        return None
    return world.refuse(
        "neutral.must-pay", f"That violates neutrals for {fee * len(new)}; {world.name(power)} has too little."
    )


def violate(run: Unfolding, power: Power, path: Route) -> None:
    """Pay for every neutral on a path, and take it."""
    for space in path:
        if neutral(run.world, run.state, space):
            run.emit(NeutralViolated(power=power, space=space, fee=run.world.game.conduct.neutral_fee or 0))
