"""The play: the log and the game in memory, without a server."""

from datetime import UTC, datetime
from itertools import pairwise
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.area.actions import Done, Move, Order, Pick
from sandtable.core.dice import SeededDice
from sandtable.core.game import AnyGame, Setup
from sandtable.core.record import CannotUndo
from sandtable.core.refusal import Refusal
from sandtable.games import load
from sandtable.server.tables import visibility
from sandtable.server.tables.building import AnyLine, AnyPlay
from sandtable.server.tables.patch import merge
from sandtable.server.tables.play import Attribution, BadLog, Line, Orders, Play
from sandtable.server.tables.visibility import Viewer
from tests.core.toy import HIDDEN, Bid, Roll, Stake
from tests.server.tables.auction import AUCTION, Agent, Quit

AT = datetime(2024, 6, 6, tzinfo=UTC)
ATTRIBUTION = Attribution("Anna", AT, "key-of-anna")


def begin(game: AnyGame = AUCTION) -> AnyPlay:
    play = Play.begin(game, Setup(), SeededDice.from_seed(7))
    assert not isinstance(play, Refusal)
    return play


def must(play: AnyPlay, seat: str, *actions: object) -> None:
    assert play.act(seat, actions, ATTRIBUTION) is None


def bids(play: AnyPlay, red: int, blue: int, gold: int) -> None:
    for seat, amount in (("red", red), ("blue", blue), ("gold", gold)):
        must(play, seat, Bid(amount))


def wander(seed: int, steps: int) -> list[AnyPlay]:
    """Random decisions and undos. Returns the play after each of them."""
    chance, plays = Random(seed), [begin()]
    for _ in range(steps):
        play = plays[-1].draft()
        owed = play.pending
        if not owed:
            break
        seat = chance.choice(owed).seat
        if chance.random() < 0.3 and play.number:
            seat = play.record.entries[-1].seat
            first = play.first_undoable(seat)
            if not first:
                continue
            assert not isinstance(play.undo(seat, chance.randint(first, play.number), ATTRIBUTION), CannotUndo)
        elif chance.random() < 0.05 and AUCTION.check(play.record.state, seat, Quit()) is None:
            must(play, seat, Quit())
        else:
            must(play, seat, chance.choice(list(AUCTION.legal(play.record.state, seat))))
        plays.append(play)
    return plays


def test_a_draft_does_not_change_the_play() -> None:
    play = begin()
    draft = play.draft()
    must(draft, "red", Bid(3))
    assert (play.seq, draft.seq) == (0, 1)
    assert play.owed("red") and not draft.owed("red")


def test_the_dice_of_a_draft_repeat() -> None:
    play = begin()
    bids(play, 3, 2, 1)
    one, other = play.draft(), play.draft()
    must(one, "red", Stake(3), Roll())
    must(other, "red", Stake(3), Roll())
    assert one.record.state == other.record.state


def test_a_refused_action_cites_its_rule() -> None:
    refusal = begin().act("red", (Bid(3), Bid(4)), ATTRIBUTION)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "toy.turn"


@given(st.integers(0, 10_000))
def test_the_log_alone_restores_the_play(seed: int) -> None:
    plays = wander(seed, 40)
    last = plays[-1]
    again = begin()
    again.take(last.lines)
    assert again.record.state == last.record.state
    assert (again.seq, again.number) == (last.seq, last.number)
    step_by_step = begin()
    for number, line in enumerate(last.lines):
        step_by_step.take(last.lines[: number + 1] if not number else (line,))
    assert step_by_step.record.state == last.record.state
    assert list(step_by_step.since(0)) == list(again.since(0)) == list(last.since(0))


@given(st.integers(0, 10_000), st.data())
def test_lines_come_with_the_state_before_them(seed: int, data: st.DataObject) -> None:
    plays = wander(seed, 40)
    states = {play.seq: (play.number, play.record.state) for play in plays}
    after = data.draw(st.integers(0, plays[-1].seq))
    lines = list(plays[-1].since(after))
    assert [line.seq for line, _, _ in lines] == list(range(after + 1, plays[-1].seq + 1))
    for line, number, before in lines:
        if line.seq - 1 in states:  # nobody has seen the states between the lines of one undo
            assert before == states[line.seq - 1][1]
            assert number == (states[line.seq - 1][0] + 1 if line.kind == "act" else 0)


@given(st.integers(0, 10_000), st.sampled_from([(), ("red",), ("blue", "gold"), ("red", "blue", "gold")]))
def test_patches_lead_from_view_to_view(seed: int, seats: tuple[str, ...]) -> None:
    plays, viewer = wander(seed, 30), Viewer(seats)
    view = visibility.view_of(plays[0], viewer)
    for old, new in pairwise(plays):
        happened = visibility.Change(old, new).happened(viewer, {})
        assert (happened.after, happened.stand.seq) == (old.seq, new.seq)
        view = merge(view, msgspec.json.decode(happened.patch))
        assert view == visibility.view_of(new, viewer)


def test_a_log_with_a_gap_is_refused() -> None:
    play = begin()
    must(play, "red", Bid(3))
    must(play, "blue", Bid(3))
    with pytest.raises(BadLog):
        begin().take(play.lines[1:])


def test_a_log_with_an_impossible_line_is_refused() -> None:
    line: AnyLine = Line(seq=1, kind="act", seat="red", by="Anna", at=AT, action=Bid(99), events=())
    with pytest.raises(BadLog):
        begin().take([line])


# -- undo


def test_undo_of_the_last_decision() -> None:
    play = begin()
    must(play, "red", Bid(3))
    assert play.first_undoable("red") == 1
    assert play.undo("red", 0, ATTRIBUTION) == ()
    assert (play.seq, play.number) == (2, 0)
    assert play.owed("red")


def test_undo_in_the_middle_replays_the_rest() -> None:
    play = begin()
    bids(play, 3, 2, 1)
    must(play, "red", Stake(3), Stake(2), Stake(1))
    assert play.first_undoable("red") == 4
    assert play.undo("red", 5, ATTRIBUTION) == ()
    kinds = [(line.kind, line.back, line.action) for line in play.lines[6:]]
    assert kinds == [("undo", 2, None), ("act", 0, Stake(1))]
    assert [entry.action for entry in play.record.entries[3:]] == [Stake(3), Stake(1)]


def test_dice_and_others_decisions_limit_undo() -> None:
    play = begin()
    must(play, "red", Bid(1))
    must(play, "blue", Bid(3))
    assert play.first_undoable("red") == 0
    answer = play.draft().undo("red", 0, ATTRIBUTION)
    assert isinstance(answer, CannotUndo)
    assert "blue" in answer.why
    must(play, "gold", Bid(1))
    must(play, "blue", Roll())
    assert play.first_undoable("blue") == 0
    answer = play.draft().undo("blue", 0, ATTRIBUTION)
    assert isinstance(answer, CannotUndo)
    assert "Dice" in answer.why
    must(play, "blue", Bid(1))
    answer = play.draft().undo("blue", 4, ATTRIBUTION)
    assert isinstance(answer, CannotUndo)
    assert "since the last roll" in answer.why


def test_revealed_secrets_limit_undo() -> None:
    play = begin()
    bids(play, 3, 2, 1)
    assert play.first_undoable("gold") == 0


def test_undoing_an_unknown_number() -> None:
    play = begin()
    must(play, "red", Bid(1))
    for number in (-1, 2, 99):
        assert isinstance(play.draft().undo("red", number, ATTRIBUTION), CannotUndo)


def test_undoing_an_order_of_an_earlier_phase_reopens_it() -> None:
    play = begin(load("1941"))
    must(play, "ussr", Order(units={"infantry": 1}), Order(units={"infantry": 2}), Done(), Done())
    dropped = play.undo("ussr", 1, ATTRIBUTION)
    assert dropped == ("Done", "Done")
    assert play.record.state.turn.phases == {"ussr": "purchase"}
    assert [entry.action for entry in play.record.entries] == [Order(units={"infantry": 2})]


def test_dependent_decisions_are_dropped_and_listed() -> None:
    play = begin(load("1941"))
    must(play, "ussr", Done(), Done())
    there = Move(units=(Pick("tank"),), path=("Russia", "Urals"))
    on = Move(units=(Pick("tank", used=1),), path=("Urals", "Archangel"))
    must(play, "ussr", there, on)
    dropped = play.undo("ussr", 3, ATTRIBUTION)
    assert not isinstance(dropped, CannotUndo)
    assert len(dropped) == 1
    assert "Archangel" in dropped[0]
    assert play.number == 2


def test_teammates_undo_their_own_simultaneous_decisions() -> None:
    play = begin(load("revised-historical"))
    must(play, "ussr", Done(), Done(), Done())
    one, two = Order(units={"infantry": 1}), Order(units={"infantry": 2})
    must(play, "germany", one)
    assert play.act("japan", (two,), Attribution("Ben", AT, "key-of-ben", "ben")) is None
    must(play, "germany", Done())
    assert play.undo("germany", 4, ATTRIBUTION) == ("Done",)
    kept = play.lines[-1]
    assert (kept.seat, kept.by, kept.person, kept.action) == ("japan", "Ben", "ben", two)
    assert play.record.state.bought == {"japan": {"infantry": 2}}
    again = begin(load("revised-historical"))
    for line in play.lines:
        again.take((line,))
    assert again.record.state == play.record.state


# -- stale actions


def test_simultaneous_decisions_are_not_stale() -> None:
    play = begin()
    must(play, "red", Bid(3))
    assert not play.overtaken("blue", 0)
    assert play.overtaken("red", 0), "it has decided meanwhile"
    assert play.overtaken("blue", 2)
    assert play.overtaken("blue", -1)


def test_an_answer_to_an_earlier_decision_is_stale() -> None:
    play = begin()
    must(play, "red", Bid(3))
    must(play, "blue", Bid(4))
    seen = play.seq
    must(play, "gold", Bid(1))
    assert play.overtaken("blue", seen), "it was not asked then, and is asked to roll now"


def test_an_undo_makes_an_action_stale() -> None:
    play = begin()
    must(play, "red", Bid(3))
    seen = play.seq
    play.undo("red", 0, ATTRIBUTION)
    assert play.overtaken("blue", seen)


# -- standing orders


def test_standing_orders_decide_until_they_do_not_apply() -> None:
    play = begin()
    orders = {seat: Orders(Agent(bid, "cancelled"), 0) for seat, bid in (("red", 4), ("blue", 3), ("gold", 2))}
    assert play.obey(orders, AT) is False
    assert play.record.state.round == 3
    assert {line.by for line in play.lines} == {"standing"}
    assert {one.seat for one in play.pending} == {"red"}, "red has two coins left, and four were ordered"


def test_standing_orders_lapse() -> None:
    play = begin()
    order = Orders(Agent(1), 0)
    assert not play.lapsed("red", order)
    bids(play, 3, 2, 1)
    must(play, "red", Roll())
    assert play.lapsed("red", order)
    play.obey({"red": order}, AT)
    assert play.owed("red")


def test_standing_orders_stop_after_a_while() -> None:
    play = begin()
    orders = {seat: Orders(Agent(1, "cancelled"), 0) for seat in AUCTION.seats}
    assert play.obey(orders, AT, most=2) is True
    assert play.seq == 2


# -- what others see


def test_no_entry_contains_anything_hidden() -> None:
    play = begin()
    must(play, "red", Bid(7))
    for seats in ((), ("blue",), ("blue", "gold")):
        (entry,) = visibility.entries(play, Viewer(seats), 0)
        assert (bytes(entry.action), entry.events, entry.text) == (b"null", (), ())
        assert visibility.view_of(play, Viewer(seats))["bids"] == {"red": HIDDEN}
    (own,) = visibility.entries(play, Viewer(("red",)), 0)
    assert b"7" in bytes(own.action)
    assert own.text == ("red bids 7.",)


def test_a_reason_is_hidden_with_its_action() -> None:
    play = begin()
    assert play.act("red", (Bid(7),), Attribution("hard", AT, reason="All or nothing.")) is None
    assert visibility.entries(play, Viewer(), 0)[0].reason == ""
    assert visibility.entries(play, Viewer(("red",)), 0)[0].reason == "All or nothing."
