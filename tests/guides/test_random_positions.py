"""On positions of random games: reach is what the rules allow, no more and no less, and no question fails."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import msgspec
import pytest

from sandtable.area.actions import AreaAction, Board, Disembark, Done, Move, Pick, Raid, Voyage
from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.area.status import own_at
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import area, area_ids
from sandtable.guides.area import questions as ask
from sandtable.guides.area.questions import Reach, ReachAnswer
from tests.guides.asking import refused

MOVES = ("combat-move", "noncombat-move")
SHARES = {"global-1940": 0.04}
"""How many of the positions are looked at: fewer where nine powers make ten times as many moves."""


def seeds(here: range, soak: range) -> pytest.MarkDecorator:
    """A few games of chance here, and more of them in ``make soak``."""
    return pytest.mark.parametrize(
        "seed", [*here, *(pytest.param(n, marks=pytest.mark.long("more games of chance")) for n in soak)]
    )


def positions(
    game: AreaGame, seed: int, rounds: int = 2, share: float = 0.12
) -> Iterator[tuple[AreaState, Random]]:
    """Some positions of a game of random legal actions, in which the standing orders have their say as well."""
    random = Random(seed)
    record = Record.begin(game, Setup(), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    orders = ask.StandingOrders(
        losses=tuple(random.sample(list(game.world.units), 3)),
        keep_last_land=random.random() < 0.5,
        retreat_below=random.choice((0.0, 0.4)),
        submerge=random.choice(("never", "when-losing", "always")),
    )
    while not record.finished and record.state.round <= rounds:
        state, decision = record.state, random.choice(record.pending)
        if random.random() < share:
            yield state, random
        action = game.guide.standing(state, decision.seat, orders) if random.random() < 0.5 else None
        if action is None and random.random() < 0.05 and game.check(state, decision.seat, Done()) is None:
            action = Done()
        happened = record.act(decision.seat, action or next(iter(game.legal(state, decision.seat, random))))
        assert not isinstance(happened, Refusal)
        for event in happened:
            assert all(line.endswith((".", "!")) for line in game.guide.tell(state, event))
            state = game.evolve(state, event)


def asked_by(order: AreaAction) -> tuple[Reach, str] | None:
    """The question whose answer must hold a legal order, and the space; nothing for idle orders."""
    match order:
        case Move() | Raid():
            there = order.path[-1]
            goes_round = len(order.path) > 1 and there == order.path[0]
            return None if goes_round else (Reach(order.path[0], order.units), there)
        case Voyage() if order.loads and order.land == order.loads[0].territory:
            return None  # round about to where they were
        case Voyage() if order.loads:
            units = tuple(Pick(load.unit, load.count) for load in order.loads)
            return Reach(order.loads[0].territory, units), order.land or order.path[-1]
        case Voyage():
            return Reach(order.path[0], (order.transport,)), order.land or order.path[-1]
        case Board():
            return Reach(order.territory, (Pick(order.unit, order.count),)), order.zone
        case Disembark():
            return Reach(
                order.zone, tuple(Pick(unit, aboard=order.owner) for unit in order.units)
            ), order.territory
    return None


def some_groups(state: AreaState, seat: str, random: Random) -> Iterator[Reach]:
    """Units of all kinds, picked up together."""
    for space in state.stacks:
        chosen = [
            Pick(piece.unit, random.randint(1, count), tuple(guest.unit for guest in piece.cargo), piece.used)
            for piece, count in own_at(state, seat, space)
            if random.random() < 0.7
        ]
        if chosen:
            yield Reach(space, tuple(chosen))


@pytest.mark.parametrize("game_id", area_ids())
@seeds(range(2), soak=range(2, 10))
def test_reach_is_what_the_rules_allow(game_id: str, seed: int) -> None:
    game, looked_at = area(game_id), 0
    for state, random in positions(game, seed, share=SHARES.get(game_id, 0.12)):
        for seat in (d.seat for d in game.pending(state) if d.kind in MOVES):
            answers: dict[Reach, ReachAnswer] = {}
            for order in game.legal(state, seat):
                wanted = asked_by(order)
                if wanted is None:
                    continue
                question, there = wanted
                if question not in answers:
                    answers[question] = reach(game, state, seat, question)
                ways = [way for one in answers[question].destinations if one.space == there for way in one.ways]
                assert ways, (order, answers[question].no)
                if isinstance(order, Raid):
                    assert any(isinstance(one, Raid) for way in ways for one in way.orders)
            for question in some_groups(state, seat, random):
                answers[question] = reach(game, state, seat, question)
            for question, answer in answers.items():
                looked_at += can_be_gone(game, state, seat, question, answer)
    assert looked_at > 100


def reach(game: AreaGame, state: AreaState, seat: str, question: Reach) -> ReachAnswer:
    answer = game.guide.answer(state, seat, question)
    assert isinstance(answer, ReachAnswer)
    return answer


def can_be_gone(game: AreaGame, state: AreaState, seat: str, question: Reach, answer: ReachAnswer) -> int:
    """Every way has orders that are accepted one after the other; what has no way says why."""
    ways = 0
    for one in answer.destinations:
        assert (one.no is None) == bool(one.ways), one
        assert one.no is None or one.no.rule in game.rulebook
        for way in one.ways:
            assert way.orders
            assert refused(state, seat, way.orders, game) is None, (question, way)
            assert way.left >= 0
            ways += 1
    return ways


@pytest.mark.parametrize("game_id", area_ids())
@seeds(range(10, 11), soak=range(11, 20))
def test_no_question_fails(game_id: str, seed: int) -> None:
    """Any question from any seat has an answer or a refusal with a rule, and both go over the wire."""
    game = area(game_id)
    guide, spaces = game.guide, list(game.world.board.spaces)
    for state, random in positions(game, seed, share=0.2):
        space, unit = random.choice(spaces), random.choice(list(game.world.units))
        pick = Pick(unit, random.randint(1, 3))
        questions = (
            ask.Reach(space, (pick,), via=tuple(random.sample(spaces, random.randint(0, 1)))),
            ask.Sail(space, pick, (space,), ((random.choice(spaces), unit, 1),)),
            ask.Threat(space),
            ask.Contests(),
            ask.BattleOdds(),
            ask.Strip(),
            ask.Shop(),
            ask.Placements(),
            ask.Income(random.choice(game.seats)),
            ask.Flights(),
            ask.Worth(),
            ask.Reaction(),
            ask.Aims(random.choice(game.seats)),
            ask.Projects(),
            ask.Convoys(),
        )
        for question in random.sample(questions, 6):
            heard = msgspec.json.decode(msgspec.json.encode(question), type=guide.question_type)
            assert heard == question
            answer = guide.answer(state, random.choice((None, *game.seats)), heard)
            if isinstance(answer, Refusal):
                assert answer.rule in game.rulebook
            else:
                assert msgspec.json.decode(msgspec.json.encode(answer), type=guide.answer_type) == answer
        assert guide.headline(state)
        for decision in game.pending(state):
            for action in islice(game.legal(state, decision.seat), 20):
                assert guide.word(state, decision.seat, action)
