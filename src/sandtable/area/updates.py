"""Small state changes that many events make: stacks, money, turn memory."""

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.area.forces import Power, Stack, merge, minus
from sandtable.area.state import AreaState, Damage


def placed(stacks: Mapping[str, Stack], changed: Mapping[str, Stack]) -> dict[str, Stack]:
    """The board with some stacks replaced; empty stacks disappear."""
    after = {**stacks, **changed}
    for space, pieces in changed.items():
        if not pieces:
            del after[space]
    return after


def put(state: AreaState, changed: Mapping[str, Stack]) -> AreaState:
    """The state with some stacks replaced; empty stacks disappear."""
    return replace(state, stacks=placed(state.stacks, changed))


def swap(state: AreaState, space: str, gone: Stack, come: Stack) -> AreaState:
    """The state with some pieces in a space replaced by others."""
    return put(state, {space: merge(minus(state.at(space), gone), come)})


def paid(state: AreaState, power: Power, amount: int) -> AreaState:
    """The state after a power has paid; a negative amount is received."""
    return replace(state, treasury={**state.treasury, power: state.treasury[power] - amount})


def hurt(state: AreaState, space: str, income: int = 0, production: int = 0) -> AreaState:
    """The state with more damage to a territory."""
    before = state.damage.get(space, Damage())
    after = Damage(before.income + income, before.production + production)
    return replace(state, damage={**state.damage, space: after})
