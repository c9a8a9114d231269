import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.dice import Dice, NoDice, ScriptedDice, SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import CHECKPOINT, CannotUndo, DiceNotRecorded, Record
from sandtable.core.refusal import Refusal
from tests.core.play import begin, bid_all, finished, must, wander
from tests.core.toy import (
    HIDDEN,
    TOY,
    Bade,
    Bid,
    Opened,
    Roll,
    Rolled,
    RoundEnded,
    Stake,
    Toy,
    ToyAction,
    ToyEvent,
)


def refused_undo(answer: CannotUndo | None) -> str:
    assert answer is not None
    return answer.why


def test_an_invalid_set_up_is_refused() -> None:
    answer = Record.begin(TOY, Setup(scenario="moon"), ScriptedDice([]))
    assert answer == Refusal("toy.scenario", "There is no scenario moon.")


def test_a_refusal_changes_nothing() -> None:
    record = begin()
    before = record.state
    answer = record.act("red", Bid(11))
    assert isinstance(answer, Refusal)
    assert answer.rule == "toy.coins"
    assert record.state is before
    assert not record.entries


def test_simultaneous_decisions_in_any_order() -> None:
    record = begin()
    must(record, "gold", Bid(1))
    must(record, "red", Bid(2))
    assert [decision.seat for decision in record.pending] == ["blue"]
    assert record.act("blue", Bid(3)) == (Bade("blue", 3), Opened((("blue", 3), ("gold", 1), ("red", 2)), "blue"))


def test_dice_follow_the_source() -> None:
    record = begin(ScriptedDice([4, 9]))
    bid_all(record, 3, 0, 0)
    must(record, "red", Stake(2))
    assert record.act("red", Roll()) == (Rolled("red", (4, 9)), RoundEnded(1))
    assert record.state.points["red"] == 13
    assert record.dice_rolled == 2


def test_a_failure_changes_neither_state_nor_dice() -> None:
    class Stumbling(Toy):
        stumble = True

        def decide(self, state: object, seat: str, action: ToyAction, dice: Dice) -> tuple[ToyEvent, ...]:
            events = super().decide(state, seat, action, dice)  # type: ignore[arg-type]
            if isinstance(action, Roll) and self.stumble:
                raise RuntimeError
            return events

    game = Stumbling()
    record = Record.begin(game, Setup(), SeededDice.from_seed(7, "ours"))
    assert not isinstance(record, Refusal)
    bid_all(record, 3, 0, 0)
    with pytest.raises(RuntimeError):
        record.act("red", Roll())
    assert len(record.entries) == 3
    game.stumble = False
    must(record, "red", Roll())
    straight = begin()
    bid_all(straight, 3, 0, 0)
    must(straight, "red", Roll())
    assert record.state == straight.state


def test_a_script_that_runs_out_changes_nothing() -> None:
    record = begin(ScriptedDice([]))
    bid_all(record, 3, 0, 0)
    with pytest.raises(NoDice):
        record.act("red", Roll())
    assert len(record.entries) == 3


def test_a_game_that_hides_dice_from_its_log_is_caught() -> None:
    class Forgetful(Toy):
        def dice_of(self, event: ToyEvent) -> tuple[int, ...]:
            return ()

    record = Record.begin(Forgetful(), Setup(), SeededDice.from_seed(1))
    assert not isinstance(record, Refusal)
    bid_all(record, 3, 0, 0)
    with pytest.raises(DiceNotRecorded):
        record.act("red", Roll())


def test_dice_belong_to_one_record() -> None:
    dice = SeededDice.from_seed(1)
    finished(dice)
    with pytest.raises(ValueError, match="rolled before"):
        begin(dice)


class TestUndo:
    def test_undoes_a_seats_own_last_decisions(self) -> None:
        record = begin()
        bid_all(record, 3, 0, 0)
        opened = record.state
        must(record, "red", Stake(3), Stake(2))
        assert record.undo("red") is None
        assert record.state.stake == 3
        assert record.undo("red") is None
        assert record.state == opened
        assert len(record.entries) == 3

    def test_nothing_to_undo(self) -> None:
        assert "nothing to undo" in refused_undo(begin().undo("red"))

    def test_does_not_cross_another_seat(self) -> None:
        record = begin()
        must(record, "red", Bid(1))
        must(record, "blue", Bid(1))
        assert "blue" in refused_undo(record.undo("red"))
        assert record.undo("blue") is None
        assert record.undo("red") is None
        assert record.state == begin().state

    def test_does_not_cross_a_roll(self) -> None:
        record = begin()
        bid_all(record, 3, 0, 0)
        must(record, "red", Roll())
        assert "Dice" in refused_undo(record.undo("red"))
        assert len(record.entries) == 4

    def test_does_not_hide_what_was_revealed(self) -> None:
        record = begin()
        bid_all(record, 3, 2, 1)  # gold has now seen the bids of red and blue
        assert "hidden" in refused_undo(record.undo("gold"))

    def test_stops_when_the_game_is_over(self) -> None:
        assert "over" in refused_undo(finished().undo("red"))

    def test_never_changes_the_next_die(self) -> None:
        straight, wavering = begin(), begin()
        bid_all(straight, 3, 0, 0)
        bid_all(wavering, 3, 0, 0)
        must(straight, "red", Stake(3), Roll())
        for stake in (1, 2, 3, 2):
            must(wavering, "red", Stake(stake))
            assert wavering.undo("red") is None
        must(wavering, "red", Stake(3), Roll())
        assert straight.state == wavering.state

    def test_across_a_checkpoint(self) -> None:
        record = begin()
        bid_all(record, 3, 0, 0)
        stakes = [1 + n % 3 for n in range(3 * CHECKPOINT)]
        must(record, "red", *map(Stake, stakes))
        for left in range(len(stakes) - 1, 0, -1):
            assert record.undo("red") is None
            assert record.state.stake == stakes[left - 1]
        must(record, "red", *map(Stake, stakes[1:]))
        assert [state.stake for state in record.states()][4:] == stakes


class TestViews:
    def test_a_bid_is_hidden_until_all_are_in(self) -> None:
        record = begin()
        must(record, "red", Bid(3))
        assert record.view("red").bids == {"red": 3}
        assert record.view("blue").bids == {"red": HIDDEN}
        assert record.view(None).bids == {"red": HIDDEN}
        must(record, "blue", Bid(2))
        must(record, "gold", Bid(1))
        assert record.view(None) == record.state

    def test_a_spectator_gets_no_hidden_event(self) -> None:
        record = finished()
        sights = list(record.seen(None))
        assert not any(isinstance(event, Bade) for sight in sights for event in sight.events)
        assert [sight.number for sight in sights][:2] == [3, 4]
        assert sights[0].seat == "gold"

    def test_a_seat_sees_its_own_and_can_catch_up(self) -> None:
        record = begin()
        bid_all(record, 3, 2, 1)
        assert [sight.number for sight in record.seen("blue")] == [2, 3]
        assert [sight.number for sight in record.seen("blue", after=2)] == [3]
        assert record.visible(record.entries[2].events, "blue") == record.entries[2].events[1:]


class TestForkAndReplay:
    def test_forks_are_independent(self) -> None:
        record = begin()
        bid_all(record, 3, 0, 0)
        before = record.state
        fork = record.fork(SeededDice.from_seed("what if"))
        must(fork, "red", Stake(3), Roll())
        assert record.state is before
        assert len(record.entries) == 3
        assert len(fork.entries) == 5
        must(record, "red", Stake(1))
        assert record.undo("red") is None
        assert len(fork.entries) == 5

    def test_a_fork_reveals_no_future_dice(self) -> None:
        record = finished()
        fork = begin().fork(SeededDice.from_seed("what if"))
        for entry in record.entries:
            must(fork, entry.seat, entry.action)
        assert fork.state.points != record.state.points
        assert fork.provenance.commitment != record.provenance.commitment

    @given(st.integers(0, 10**6), st.integers(0, 150))
    def test_every_state_is_the_fold_of_the_log(self, seed: int, steps: int) -> None:
        record = begin(SeededDice.from_seed(seed))
        wander(record, steps, seed)
        states = list(record.states())
        assert states[-1] == record.state
        assert [record.at(n) for n in range(len(states))] == states

    def test_at_knows_its_bounds(self) -> None:
        with pytest.raises(IndexError):
            begin().at(1)
        with pytest.raises(IndexError):
            begin().at(-1)
