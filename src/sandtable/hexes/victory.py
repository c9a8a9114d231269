"""Victory: what wins at once, what ends a game early, and who has won at the end."""

from sandtable.core.dice import ScriptedDice
from sandtable.hexes.events import Won
from sandtable.hexes.scenario import Verdict
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.status import production_now
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

NOBODY = "nobody"
"""The winner when nobody has won."""
PARTNERS = "partners"
"""The sides that one player plays together, when they win as one."""


def party(sides: tuple[Side, ...]) -> str:
    """The party of a player with these sides.

    >>> party(("axis",)), party(("soviet", "allied"))
    ('axis', 'partners')
    """
    return sides[0] if len(sides) == 1 else PARTNERS


def judge_captures(run: Unfolding) -> None:
    """Check for a win or the end of the game after hexes have changed hands."""
    state = run.state
    if state.winner:
        return
    _judge(run, [verdict for verdict in run.world.facts.victory if verdict.when == "at-once"])
    end = run.world.facts.ends_with
    if end is None or run.state.winner:
        return
    if not any(state.control.get(place) == end.lost_by for place in (end.place, *end.also)):
        judge_end(run)


def judge_end(run: Unfolding, but: tuple[Side, ...] = ()) -> None:
    """End the game: the first verdict that applies decides. Some sides may have conceded."""
    for part in run.world.parts.verdict:
        found = part.verdict(run.world, run.state, but)
        if found is not None:
            run.emit(Won(side=found[0], why=run.world.full_id(found[1])))
            return
    _judge(
        run, [verdict for verdict in run.world.facts.victory if verdict.when == "end" and verdict.side not in but]
    )


def winner_now(world: World, state: HexState) -> str:
    """Who would have won if the game ended now. Empty: undecided."""
    run = Unfolding(world, state, ScriptedDice(()))
    judge_end(run)
    return run.state.winner


def _judge(run: Unfolding, verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        if holds(run.world, run.state, verdict):
            run.emit(Won(side=verdict.side, why=run.world.full_id(verdict.rule)))
            return


def holds(world: World, state: HexState, verdict: Verdict) -> bool:
    """Whether a verdict applies."""
    if verdict.players and verdict.players != len(state.players):
        return False
    if any(state.control.get(place) != verdict.side for place in verdict.holds):
        return False
    share = verdict.share
    if share is None:
        return True
    return 3 * all_production(world, state, verdict.side) >= share.thirds * all_production(world, state, share.of)


def all_production(world: World, state: HexState, side: Side) -> int:
    """All production points in hexes friendly to a side, devastated or not."""
    return sum(production_now(world, state, place) for place, holder in state.control.items() if holder == side)
