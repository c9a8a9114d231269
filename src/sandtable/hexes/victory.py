"""Victory: what wins at once, and what wins at the end."""

from sandtable.hexes.events import Won
from sandtable.hexes.scenario import Condition
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def judge_captures(run: Unfolding) -> None:
    """Hexes have changed hands: whoever has met a condition that takes effect immediately has won."""
    _judge(run, at_once=True)


def judge_end(run: Unfolding) -> None:
    """The last turn is over."""
    _judge(run, at_once=False)


def _judge(run: Unfolding, at_once: bool) -> None:
    if run.state.winner:
        return
    for condition in run.world.victory:
        if condition.at_once == at_once and met(run.world, run.state, condition):
            run.emit(Won(side=condition.winner, why=run.world.full_id(condition.rule)))
            return


def met(world: World, state: HexState, condition: Condition) -> bool:
    """Whether a condition of victory is met."""
    if condition.players and condition.players != max(1, len(state.players)):
        return False
    if any(state.control.get(place) != side for side, places in condition.holds.items() for place in places):
        return False
    if any(state.control.get(place) == side for side, places in condition.lost.items() for place in places):
        return False
    if condition.compare is None:
        return True
    ours, theirs = (all_production(world, state, side) for side in (condition.compare.side, condition.compare.other))
    return ours * condition.compare.per >= theirs * condition.compare.share


def all_production(world: World, state: HexState, side: Side) -> int:
    """All production points in a side's friendly hexes, devastated or not."""
    return sum(world.most_production(place) for place, holder in state.control.items() if holder == side)
