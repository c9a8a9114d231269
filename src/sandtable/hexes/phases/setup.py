"""Setting up: each side in turn places its forces freely, or accepts the scenario's proposal."""

from collections.abc import Iterator
from random import Random

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.hexes import deploying
from sandtable.hexes.actions import Base, Deploy, DeployAll, Devastate, Done, HexAction, Withdraw
from sandtable.hexes.phases import with_offers
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def pending(world: World, state: HexState) -> tuple[Decision, ...]:
    return (Decision(state.side, "setup", prompt="Set up your forces, then continue."),)


def check(world: World, state: HexState, side: Side, action: HexAction) -> Refusal | None:
    match action:
        case Deploy():
            return deploying.check_deploy(world, state, side, action)
        case Withdraw():
            return deploying.check_withdraw(world, state, side, action)
        case Base():
            return deploying.check_base(world, state, side, action)
        case Devastate():
            return deploying.check_devastate(world, state, side, action)
        case DeployAll():
            return None
        case Done():
            return deploying.check_ready(world, state, side)
    return world.refuse("setup.procedure", "Set up your forces first.")


def legal(
    world: World, state: HexState, side: Side, shuffle: Random | None, more: tuple[HexAction, ...]
) -> Iterator[HexAction]:
    return with_offers(world, state, side, _legal(world, state, side, shuffle), more, shuffle)


def _legal(world: World, state: HexState, side: Side, shuffle: Random | None) -> Iterator[HexAction]:
    if deploying.check_ready(world, state, side) is None:
        yield Done()
        yield from deploying.legal_ruins(world, state, side)
        return
    yield from deploying.legal_deployments(world, state, side, shuffle)
    yield DeployAll()


def do(run: Unfolding, side: Side, action: HexAction) -> bool:
    match action:
        case Deploy() | Withdraw() | Base() | Devastate():
            deploying.deploy(run, side, action)
        case DeployAll():
            deploying.deploy_all(run, side)
    return isinstance(action, Done)
