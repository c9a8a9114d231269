"""Reach: every space that some units can go to now, with ready-made orders."""

from msgspec.structs import replace

from sandtable.area.actions import Move, Pick
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.phases import combat_move, noncombat_move
from sandtable.area.state import AreaState
from sandtable.core.refusal import Refusal
from sandtable.guides.area.by_sea import Harbour
from sandtable.guides.area.direct import Found, Scout, note
from sandtable.guides.area.party import gather
from sandtable.guides.area.questions import Destination, No, Reach, ReachAnswer, Way

MOVES = (combat_move.ASKS, noncombat_move.ASKS)
"""Decisions that are answered with moves."""


def reach(game: AreaGame, state: AreaState, seat: Power | None, question: Reach) -> ReachAnswer | Refusal:
    """Where a seat's units can go. Only their own player can ask."""
    world = game.world.as_of(state)
    if seat is None:
        return world.refuse("players.one-power-at-a-time", "Only a power's player can move its units.")
    unknown = next((stop for stop in (question.space, *question.via) if stop not in world.board.spaces), None)
    if unknown is not None:
        return world.refuse("board.spaces", f"There is no space {unknown}.")
    combat = moving(game, state, seat)
    if combat is None:
        return ReachAnswer((), no_move(game, state, seat, question))
    party = gather(world, state, seat, question.space, question.units, combat)
    if isinstance(party, Refusal):
        return ReachAnswer((), No(party.rule, party.why))
    if question.to:
        return _some(game, state, seat, question)
    scout = Scout(game, state, party, combat)
    direct = Scout(game, state, party, combat, question.via) if question.via else scout
    found: Found = {} if party.passengers else direct.ways()
    for there, ways in Harbour(scout, question.via).ways().items():
        note(found, there, ways)
    if isinstance(found.get(question.space), Refusal):
        del found[question.space]
    return ReachAnswer(tuple(destination(there, ways) for there, ways in found.items()))


def _some(game: AreaGame, state: AreaState, seat: Power, question: Reach) -> ReachAnswer | Refusal:
    """The units that can get to one space: each kind alone, then together."""

    def there(units: tuple[Pick, ...]) -> ReachAnswer | Refusal:
        answer = reach(game, state, seat, replace(question, units=units, to=""))
        if isinstance(answer, Refusal):
            return answer
        return replace(answer, destinations=tuple(one for one in answer.destinations if one.space == question.to))

    def arrives(answer: ReachAnswer | Refusal) -> bool:
        return isinstance(answer, ReachAnswer) and any(one.ways for one in answer.destinations)

    able = tuple(unit for unit in question.units if arrives(there((unit,))))
    return there(able or question.units)


def moving(game: AreaGame, state: AreaState, seat: Power) -> bool | None:
    """True if a seat makes combat moves now, False if noncombat moves, None if neither."""
    kinds = [decision.kind for decision in game.pending(state) if decision.seat == seat]
    return next((kind == MOVES[0] for kind in kinds if kind in MOVES), None)


def no_move(game: AreaGame, state: AreaState, seat: Power, question: Reach) -> No:
    """Why nothing can move now: the refusal that any move gets."""
    beside = game.world.board.neighbours(question.space)[0]
    refusal = game.check(state, seat, Move(question.units, (question.space, beside)))
    if refusal is None:
        refusal = game.world.refuse("turn.phases", "You can't move units now.")
    return No(refusal.rule, refusal.why)


def destination(there: str, ways: list[Way] | Refusal) -> Destination:
    if isinstance(ways, Refusal):
        return Destination(there, no=No(ways.rule, ways.why))
    return Destination(there, tuple(ways))
