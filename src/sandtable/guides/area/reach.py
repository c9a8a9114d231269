"""Reach: every space that some units could go to now, with orders that are ready to be given."""

from sandtable.area.actions import Move
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.core.refusal import Refusal
from sandtable.guides.area.by_sea import Harbour
from sandtable.guides.area.direct import Found, Scout, note
from sandtable.guides.area.party import gather
from sandtable.guides.area.questions import Destination, No, Reach, ReachAnswer, Way

MOVES = ("combat-move", "noncombat-move")
"""Decisions that are answered with moves."""


def reach(game: AreaGame, state: AreaState, seat: Power | None, question: Reach) -> ReachAnswer | Refusal:
    """Where the units of a seat can go; only their own player can ask."""
    world = game.world.developed(state.techs)
    if seat is None:
        return world.refuse("players.one-power-at-a-time", "Only who plays a power can move its units.")
    unknown = next((stop for stop in (question.space, *question.via) if stop not in world.board.spaces), None)
    if unknown is not None:
        return world.refuse("board.spaces", f"There is no space {unknown}.")
    combat = moving(game, state, seat)
    if combat is None:
        return ReachAnswer((), no_move(game, state, seat, question))
    party = gather(world, state, seat, question.space, question.units, combat)
    if isinstance(party, Refusal):
        return ReachAnswer((), No(party.rule, party.why))
    scout = Scout(game, state, party, combat)
    direct = Scout(game, state, party, combat, question.via) if question.via else scout
    found: Found = {} if party.passengers else direct.ways()
    for there, ways in Harbour(scout, question.via).ways().items():
        note(found, there, ways)
    if isinstance(found.get(question.space), Refusal):
        del found[question.space]
    return ReachAnswer(tuple(destination(there, ways) for there, ways in found.items()))


def moving(game: AreaGame, state: AreaState, seat: Power) -> bool | None:
    """Whether a seat makes its combat moves now (or its noncombat moves); nothing if it makes none."""
    kinds = [decision.kind for decision in game.pending(state) if decision.seat == seat]
    return next((kind == MOVES[0] for kind in kinds if kind in MOVES), None)


def no_move(game: AreaGame, state: AreaState, seat: Power, question: Reach) -> No:
    """Why nothing can be moved now: what the rules say to any move."""
    beside = game.world.board.neighbours(question.space)[0]
    refusal = game.check(state, seat, Move(question.units, (question.space, beside)))
    if refusal is None:
        refusal = game.world.refuse("turn.phases", "Now is not the time to move units.")
    return No(refusal.rule, refusal.why)


def destination(there: str, ways: list[Way] | Refusal) -> Destination:
    if isinstance(ways, Refusal):
        return Destination(there, no=No(ways.rule, ways.why))
    return Destination(there, tuple(ways))
