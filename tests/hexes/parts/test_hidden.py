"""What one side keeps to itself: nobody else can tell it from anything that they are shown."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from sandtable.core.dice import ScriptedDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load_hexes
from sandtable.hexes.actions import HexAction
from sandtable.hexes.parts.fleets.memory import NAVY
from sandtable.hexes.parts.fleets.sailing import Patrol
from sandtable.hexes.parts.fleets.search import Search
from sandtable.hexes.parts.leaders import AssignLeader, Leaders
from sandtable.hexes.position import HexPosition, Moored, Standing, build
from sandtable.hexes.state import HexState, Side

GAME = load_hexes("hgw")
WORLD = GAME.worlds["campaign-3"]
EVERYBODY = (*WORLD.order, None)


def hunted() -> HexState:
    """An Axis fleet can be searched for by the Soviets and the Allies."""
    state = build(
        WORLD,
        HexPosition(
            scenario="campaign-3",
            phase="naval",
            turn="Winter 1941",
            control={"allied": "1136"},
            armies={
                "OKW": Standing("1237", infantry=1),
                "Britain": Standing("1136", infantry=1),
                "Moscow": Standing("1239", infantry=1),
            },
            fleets={
                "Kiel Fleet": Moored("1238", points=1),
                "Baltic Fleet": Moored("0942", points=1),
                "Home Fleet": Moored("1332", points=1),
            },
            parts={"research": {"fought": True}},
        ),
    )
    assert isinstance(state, HexState)
    return state


def all_that_is_seen(steps: "list[tuple[Side, HexAction]]", state: HexState, seat: Side | None) -> Iterator[bytes]:
    """Views, events, sentences, numbers, questions: whatever a seat gets while these orders are given."""
    guide = GAME.guide
    for side, action in steps:
        assert GAME.check(state, side, action) is None
        for event in GAME.decide(state, side, action, ScriptedDice(())):
            shown = GAME.visible(event, seat)
            if shown is not None:
                yield msgspec.json.encode(shown)
                yield "\n".join(guide.tell(GAME.view(state, seat), shown)).encode()
            state = GAME.evolve(state, event)
        seen = GAME.view(state, seat)
        yield msgspec.json.encode(seen, order="deterministic")
        yield GAME.digest(seen).encode()
        yield guide.headline(seen).encode()
        yield msgspec.json.encode(GAME.pending(seen))
        yield msgspec.json.encode(guide.measure(seen))
        for decision in GAME.pending(seen):
            yield str(list(GAME.legal(seen, decision.seat))).encode()


def ordered(at: str) -> "list[tuple[Side, HexAction]]":
    return [("axis", Patrol("Kiel Fleet", "1234")), ("soviet", Search(at))]


@pytest.mark.rule("hgw.search.procedure")
def test_where_a_side_will_search_is_its_own_affair() -> None:
    state = hunted()
    for seat in EVERYBODY:
        one, other = (list(all_that_is_seen(ordered(at), state, seat)) for at in ("1237", "1236"))
        assert (one == other) == (seat != "soviet"), seat


@pytest.mark.rule("hgw.search.procedure")
def test_whoever_is_asked_next_knows_only_that_the_first_has_decided() -> None:
    state = hunted()
    for side, action in ordered("1236"):
        for event in GAME.decide(state, side, action, ScriptedDice(())):
            state = GAME.evolve(state, event)
    assert NAVY.of(state).voyages[-1].orders["soviet"].at == "1236"
    assert NAVY.of(GAME.view(state, "soviet")).voyages[-1].orders["soviet"].at == "1236"
    seen = NAVY.of(GAME.view(state, "allied")).voyages[-1].orders
    assert list(seen) == ["soviet"] and not seen["soviet"].at
    assert [decision.seat for decision in GAME.pending(GAME.view(state, "allied"))] == ["allied"]


@pytest.mark.rule("hgw.leader.assignment", "hgw.leader.reveal")
def test_nobody_can_see_a_marker_that_lies_face_down() -> None:
    """Who he is hasn't been drawn yet: the same position with other dice turns up another leader."""
    state = build(WORLD, HexPosition(scenario="campaign-3", phase="production", turn="Summer 1942"))
    assert isinstance(state, HexState)
    army = next(name for name, one in state.armies_of("axis") if one.points.ground)
    order = AssignLeader(army)
    refusal = GAME.check(state, "axis", order)
    if refusal is not None:
        state = msgspec.structs.replace(state, budget=0)
    events = GAME.decide(state, "axis", order, ScriptedDice(()))
    for event in events:
        state = GAME.evolve(state, event)
    assert not GAME.dice_of(events[0]), "no die is rolled for a marker that is face down"
    leaders = Leaders.of(WORLD)
    assert leaders is not None
    names, unknown = leaders.unknown(GAME.world(state), state, "axis")
    assert names and unknown > len(names)
    text = msgspec.json.encode(state.parts["leaders"]).decode()
    assert not any(name in text for name in names)


@pytest.mark.rule("hgw.record.open", "hgw.research.prices-are-public")
def test_everything_else_is_open() -> None:
    record: Record[Any, Any, Any] | Refusal = Record.begin(GAME, Setup(scenario="campaign-3"), ScriptedDice(()))
    assert not isinstance(record, Refusal)
    assert all(GAME.view(record.state, seat) is record.state for seat in EVERYBODY)
    state = hunted()
    assert all(GAME.view(state, seat) is state for seat in EVERYBODY)
