"""Helpers to start and play the toy game."""

import random

from sandtable.core.dice import Dice, SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from tests.core.toy import ROUNDS, TOY, Bid, Roll, Stake, Table, ToyAction, ToyEvent

ToyRecord = Record[Table, ToyAction, ToyEvent]


def begin(dice: Dice | None = None, scenario: str = "") -> ToyRecord:
    record = Record.begin(TOY, Setup(scenario=scenario), dice or SeededDice.from_seed(7, "ours"))
    assert not isinstance(record, Refusal)
    return record


def must(record: ToyRecord, seat: str, *actions: ToyAction) -> None:
    for action in actions:
        assert not isinstance(record.act(seat, action), Refusal)


def bid_all(record: ToyRecord, red: int, blue: int, gold: int) -> None:
    for seat, amount in (("red", red), ("blue", blue), ("gold", gold)):
        must(record, seat, Bid(amount))


def finished(dice: Dice | None = None) -> ToyRecord:
    record = begin(dice)
    for _ in range(ROUNDS):
        bid_all(record, 3, 2, 1)
        must(record, "red", Stake(3), Stake(2), Roll())
    assert record.finished
    return record


def wander(record: ToyRecord, steps: int, seed: int) -> None:
    """Take random legal actions, with an occasional undo."""
    chance = random.Random(seed)
    for _ in range(steps):
        owed = record.pending
        if not owed:
            return
        seat = chance.choice(owed).seat
        if chance.random() < 0.1:
            record.undo(seat)
        elif options := list(TOY.legal(record.state, seat)):
            must(record, seat, chance.choice(options))
