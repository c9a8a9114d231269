"""On positions of random games: no question fails, every offer is legal, everything has words."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.guides.hexes import questions as ask
from sandtable.hexes.actions import Fortify, HexAction
from sandtable.hexes.state import HexState
from sandtable.hexes.strength import Kind
from tests.guides.hexes.asking import GAME

GUIDE = GAME.guide
KINDS: tuple[tuple[Kind, ...], ...] = (("infantry", "mechanized", "amphibious"), ("mechanized",), ())


def positions(scenario: str, seed: int, decisions: int) -> Iterator[tuple[HexState, Random]]:
    """Some positions of a game of random legal actions, in which standing orders have their say as well."""
    random = Random(seed)
    record = Record.begin(GAME, Setup(scenario), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    orders = ask.StandingOrders(
        losses=random.choice(KINDS),
        defend=random.choice(("ask", "always", "never")),
        retreat=random.choice(("ask", "supplied")),
        intercept=random.choice(("ask", "always", "never")),
    )
    for number in range(decisions):
        if record.finished:
            return
        state, decision = record.state, record.pending[0]
        if number % 9 == 0:
            yield state, random
        action = GUIDE.standing(state, decision.seat, orders)
        if action is None:
            action = next(iter(GAME.legal(state, decision.seat, random)))
        assert GUIDE.word(state, decision.seat, action)
        happened = record.act(decision.seat, action)
        assert not isinstance(happened, Refusal)
        for event in happened:
            assert all(line.endswith(".") for line in GUIDE.tell(state, event))
            for throw in GUIDE.throws(state, event):
                assert len(throw.scores) == 6
                assert throw.dice == GAME.dice_of(event)
            state = GAME.evolve(state, event)


def questions(state: HexState, random: Random) -> Iterator[tuple[str | None, ask.QuestionAsked]]:
    sides = GAME.world(state).order
    seat = random.choice(sides)
    names = [name for name, _ in state.armies_of(seat)]
    for name in random.sample(names, min(1, len(names))):
        yield seat, ask.Reach(name)
        yield seat, ask.Reach(name, to=random.choice([*state.control]))
        yield seat, ask.Approach(name, random.choice([*state.control]))
    yield seat, ask.Attacks()
    yield None, ask.Announced()
    yield None, ask.Supply(random.choice(sides))
    yield None, ask.Line(random.choice([*state.control]))
    yield seat, ask.Production(seat)
    yield seat, ask.PendingDecision()
    yield GAME.pending(state)[0].seat, ask.PendingDecision()


def offered(found: object) -> Iterator[HexAction]:
    """The orders in an answer."""
    match found:
        case ask.ReachAnswer() | ask.PendingDecisionAnswer() | ask.ApproachAnswer():
            yield from (order.action for order in found.orders)
        case ask.AttacksAnswer():
            yield from (aim.order for one in found.armies for aim in one.aims if aim.order is not None)
        case ask.ProductionAnswer():
            yield from (site.order for site in (*found.repairs, *found.forts, *found.depots))
            yield from (Fortify(place) for place in found.fort_places[:3])


@pytest.mark.parametrize(("scenario", "seed"), [("barbarossa", 5), ("fall-of-germany", 6)])
def test_every_answer_can_be_sent_and_every_offer_taken(scenario: str, seed: int) -> None:
    encoder = msgspec.json.Encoder()
    seen = set()
    for state, random in positions(scenario, seed, 220):
        for seat, question in questions(state, random):
            found = GUIDE.answer(state, seat, question)
            assert not isinstance(found, Refusal), (question, found)
            encoder.encode(found)
            seen.add(type(found))
            for action in offered(found):
                assert seat is not None
                assert GAME.check(state, seat, action) is None, (question, action)
        assert set(GUIDE.strength(state)) == set(GAME.world(state).order)
        assert GUIDE.headline(state).count(",") == 2
        for values in GUIDE.measure(state).values():
            assert set(values) == set(GAME.world(state).order)
    assert len(seen) == 8
