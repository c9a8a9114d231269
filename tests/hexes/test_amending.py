"""Positions of hex games changed by hand: what is refused, and that what is allowed is a position."""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.verify import verify
from sandtable.games import load_hexes
from sandtable.hexes.actions import Done, HexAction, Target
from sandtable.hexes.changes import HexChange, SetArmy, SetDevastation, SetFleet, SetFort, SetOwner, SetTurn
from sandtable.hexes.events import HexEvent
from sandtable.hexes.state import Fort, HexState, Phase
from sandtable.hexes.story import tell
from sandtable.hexes.strength import Points
from sandtable.hexes.supplying import supply_of
from tests.hexes.invariants import broken

GAME = load_hexes("hgw")
BASE = GAME.worlds["fall-of-germany"].setup("allied").default_fleets["Home Fleet"].at
Log = Record[HexState, HexAction, HexEvent]


def begun(scenario: str, *, playing: bool = True) -> Log:
    """A game whose first turn has begun, with nothing set up by hand."""
    record = Record.begin(GAME, Setup(scenario=scenario), SeededDice.from_seed(7))
    assert not isinstance(record, Refusal)
    if playing:
        assert not isinstance(record.amend(SetTurn("axis", "movement")), Refusal)
    return record


def amend(record: Log, *changes: HexChange) -> HexState:
    for change in changes:
        done = record.amend(change)
        assert not isinstance(done, Refusal), done.why
    return record.state


def army(side: str, name: str, at: str, infantry: int = 0, mechanized: int = 0) -> SetArmy:
    return SetArmy(side, name, at, Points(infantry, mechanized))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (army("axis", "Fourth Army", "Narnia", 1), "'Narnia' is not a hex"),
        (army("axis", "Fourth Army", "1138", 1), "1138 is all sea"),
        (army("axis", "Moscow", "1237", 1), "The Axis has no army 'Moscow'."),
        (army("allied", "Britain", "1237", 1), "There is no side 'allied' here, but axis and soviet."),
        (army("axis", "OKW", "1237", 11), "Berlin (1237) can hold at most 10 points."),
        (army("axis", "OKW", "1144", 1), "Moscow (1144) belongs to the Soviet Union. Change its owner first."),
        (army("axis", "OKW", "1843", 1), "Nobody holds"),
        (army("axis", "OKW", "1237", -1), "An army can hold 0 to 99 points."),
        (army("axis", "OKW", "1237"), "OKW is not on the board."),
        (SetArmy("axis", "OKW", "1237", Points(amphibious=1)), "There are no amphibious points in this scenario."),
        (SetFleet("axis", "Home Fleet", "1237", 1), "The Axis has no fleet 'Home Fleet'."),
        (SetFleet("axis", "Kiel Fleet", "1236", 1), "The Axis has no fleets."),
        (SetFort("1237", 2), "There are no forts in this scenario."),
        (SetOwner("1144", "axis"), "The army Moscow would be among enemies there: remove it first."),
        (SetOwner("1237"), "Berlin (1237) must have an owner."),
        (SetOwner("1237", "narnia"), "There is no side 'narnia'"),
        (SetDevastation("1237", 4), "Berlin (1237) has no more than 3 production points."),
        (SetTurn("axis", "setup"), "Setup can't be repeated."),
        (SetTurn("axis", "movement", turn=9), "There are only 8 turns."),
    ],
)
def test_what_would_be_no_position_is_refused(change: HexChange, why: str) -> None:
    record = begun("barbarossa")
    refused = record.amend(change)
    assert isinstance(refused, Refusal)
    assert refused.why[: len(why)] == why
    assert len(record.entries) == 1


def test_armies_come_and_go() -> None:
    record = begun("barbarossa")
    state = amend(record, army("axis", "OKW", "1237", 3, 2), army("axis", "Fourth Army", "1339", 4))
    assert (state.armies["OKW"].points, state.armies["Fourth Army"].at) == (Points(3, 2), "1339")
    assert "Fourth Army" not in amend(record, army("axis", "Fourth Army", "1339")).armies
    told = [tell(GAME.world(state), state, event) for event in record.entries[-1].events]
    assert told == ["Changed by hand: the Fourth Army is not on the board."]
    assert isinstance(record.amend(army("axis", "PZAA", "1237", 6)), Refusal)
    amend(record, army("soviet", "Moscow", "Siberia", 20))


def test_who_is_cut_off_by_hand_is_bound() -> None:
    record = begun("barbarossa")
    state = amend(record, army("axis", "OKW", "1440", 1))
    assert state.cut_off == ()
    for place in GAME.world(state).near("1440"):
        amend(
            record, *(army("axis", name, place) for name, _ in state.armies_at(place)), SetOwner(place, "soviet")
        )
    assert supply_of(GAME.world(state), record.state, "axis").of("1440") == "none"
    assert record.state.cut_off == ("1440",)
    assert isinstance(record.act("axis", Target("OKW", "1441")), Refusal)


def test_forts_and_fleets_and_ruins() -> None:
    record = begun("fall-of-germany")
    state = amend(record, SetFort("1237", 3), SetDevastation("1237", 2), SetFleet("allied", "Home Fleet", BASE, 4))
    assert (state.forts["1237"], state.devastated["1237"]) == (Fort("axis", 3), 2)
    assert (state.fleets["Home Fleet"].at, state.fleets["Home Fleet"].points) == (BASE, 4)
    state = amend(record, SetOwner("1237", "soviet"))
    assert (state.control["1237"], state.forts["1237"].side) == ("soviet", "soviet")
    state = amend(record, SetFort("1237"), SetDevastation("1237"), SetFleet("allied", "Home Fleet", BASE))
    assert "1237" not in {*state.forts, *state.devastated}
    assert "Home Fleet" not in state.fleets


def test_a_turn_begins_afresh() -> None:
    record = begun("fall-of-germany", playing=False)
    state = amend(record, SetTurn("soviet", "production", turn=2))
    assert (state.turn, state.side, state.phase, state.reserve) == (2, "soviet", "production", {})
    assert state.budget > 0
    assert [decision.seat for decision in record.pending] == ["soviet"]


def test_the_winters_fit_the_date() -> None:
    record = begun("barbarossa")
    state = amend(
        record, SetOwner("1143", "axis"), army("axis", "OKW", "1143", 1), SetTurn("axis", "combat", turn=5)
    )
    assert (state.winters, state.wintered) == (2, 5)
    state = amend(record, SetTurn("axis", "movement", turn=2))
    assert (state.winters, state.wintered) == (1, 2)


def test_what_is_under_way_is_left_alone() -> None:
    record = begun("barbarossa")
    amend(record, SetTurn("axis", "combat"))
    assert not isinstance(record.act("axis", Target("Army Group North", "1241")), Refusal)
    refused = record.amend(army("axis", "OKW", "1237", 1))
    assert isinstance(refused, Refusal)
    assert refused.why.startswith("Attacks are in progress.")
    record.undo("axis")
    amend(record, army("axis", "OKW", "1237", 1))
    assert not isinstance(record.act("axis", Done()), Refusal)


CHANGES = ("army", "army", "army", "fleet", "fort", "owner", "devastated", "turn")


def some_change(state: HexState, pick: some.DataObject) -> HexChange:
    """Any change at all, most of them sensible."""
    world = GAME.world(state)

    def one(of: Iterable[str]) -> str:
        return pick.draw(some.sampled_from(sorted(of)))

    side, few = one(world.order), pick.draw(some.integers(0, 5))
    match one(CHANGES):
        case "army":
            held = [place for place, holder in state.control.items() if holder == side]
            return SetArmy(side, one(world.counters(side)), one(held), Points(few, pick.draw(some.integers(0, 3))))
        case "fleet":
            return SetFleet(side, one((*world.who(side).fleets, "Fleet")), one(world.waters.harbours), few)
        case "fort":
            return SetFort(one(state.control), few)
        case "owner":
            return SetOwner(one(world.board.places), one((*world.order, "")))
        case "devastated":
            return SetDevastation(one(world.productive), few)
        case _:
            phases: tuple[Phase, ...] = ("movement", "combat", "production")
            return SetTurn(
                side, pick.draw(some.sampled_from(phases)), pick.draw(some.integers(0, world.last_turn))
            )


@pytest.mark.parametrize("scenario", ["barbarossa", "fall-of-germany"])
@settings(max_examples=4, deadline=None)
@given(pick=some.data())
def test_the_game_goes_on_after_any_changes(scenario: str, pick: some.DataObject) -> None:
    """Bots by lot play between changes: no position that is allowed breaks a rule, and all of it verifies."""
    record = begun(scenario, playing=False)
    bot: RandomBot[HexState, HexAction, HexEvent] = RandomBot(GAME, 5)
    for _ in range(4):
        for _ in range(6):
            record.amend(some_change(record.state, pick))
            assert list(broken(GAME.world(record.state), record.state)) == []
        for _ in range(8):
            if record.finished:
                return
            decision = record.pending[0]
            done = record.act(decision.seat, bot.choose(record.view(decision.seat), decision))
            assert not isinstance(done, Refusal)
    assert verify(record).good
