"""Victory: what wins at once, what ends a game before its time, and who has won at the end."""

from sandtable.hexes.events import Won
from sandtable.hexes.scenario import Verdict
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

PARTNERS = "partners"
"""The sides that one player has together, where they win as one."""


def party(sides: tuple[Side, ...]) -> str:
    """The side that a player is on, who has these.

    >>> party(("axis",)), party(("soviet", "allied"))
    ('axis', 'partners')
    """
    return sides[0] if len(sides) == 1 else PARTNERS


def judge_captures(run: Unfolding) -> None:
    """Hexes have changed hands: somebody may have won at once, or the game may have come to its end."""
    state = run.state
    if state.winner:
        return
    _judge(run, [verdict for verdict in run.world.facts.victory if verdict.when == "at-once"])
    end = run.world.facts.ends_with
    if end is not None and not run.state.winner and state.control.get(end.place) != end.lost_by:
        judge_end(run)


def judge_end(run: Unfolding, but: tuple[Side, ...] = ()) -> None:
    """The game is over: the first verdict that holds decides; some sides may have given up."""
    _judge(
        run, [verdict for verdict in run.world.facts.victory if verdict.when == "end" and verdict.side not in but]
    )


def _judge(run: Unfolding, verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        if holds(run.world, run.state, verdict):
            run.emit(Won(side=verdict.side, why=run.world.full_id(verdict.rule)))
            return


def holds(world: World, state: HexState, verdict: Verdict) -> bool:
    """Whether a verdict holds."""
    if verdict.players and verdict.players != len(state.players):
        return False
    if any(state.control.get(place) != verdict.side for place in verdict.holds):
        return False
    share = verdict.share
    if share is None:
        return True
    return 3 * all_production(world, state, verdict.side) >= share.thirds * all_production(world, state, share.of)


def all_production(world: World, state: HexState, side: Side) -> int:
    """All production points in a side's friendly hexes, devastated or not."""
    return sum(world.production(place, state.turn) for place, holder in state.control.items() if holder == side)
