from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.dice import HandDice, ScriptedDice, SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Entry, Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import BadFile, encode, write
from sandtable.core.verify import Fault, Verdict, verify, verify_file
from tests.core.play import ToyRecord, begin, bid_all, finished, must, wander
from tests.core.toy import TOY, Roll, Rolled, RoundEnded, Stake, ToyAction, ToyEvent, find_game

FIRST_ROLL = 5
"""The index of the first roll in a finished game: red, two dice."""


def forged(record: ToyRecord, index: int, entry: Entry[ToyAction, ToyEvent]) -> ToyRecord:
    """The same game with one entry replaced and a valid checksum, as a host could write it."""
    dice = SeededDice(bytes.fromhex(record.provenance.secret), record.provenance.entropy)
    again = Record.begin(TOY, Setup(), dice)
    assert not isinstance(again, Refusal)
    for number, old in enumerate(record.entries):
        assert again.replay(entry if number == index else old) is None
    return again


def verdict_on(path: Path, data: bytes | ToyRecord, commitment: str = "") -> Verdict:
    if isinstance(data, bytes):
        path.write_bytes(data)
    else:
        assert write(data, path, reveal=True) is None
    verdict = verify_file(path, find_game, commitment)
    assert isinstance(verdict, Verdict)
    return verdict


def test_an_honest_game() -> None:
    record = finished()
    verdict = verify(record, record.provenance.commitment)
    assert verdict.good
    assert verdict.dice == "verified"
    assert (verdict.entries, verdict.dice_verified) == (18, 6)
    assert verdict.says == "All 18 decisions follow the rules. All 6 dice follow from the secret."


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_every_honest_game(seed: int, steps: int) -> None:
    record = begin(SeededDice.from_seed(seed))
    wander(record, steps, seed)
    assert verify(record).good
    assert verify(record).dice_verified == record.dice_rolled


@pytest.mark.parametrize("die", [1, 2])
def test_the_first_bad_die_is_named(tmp_path: Path, die: int) -> None:
    record = finished()
    first = record.entries[FIRST_ROLL].events[0]
    assert isinstance(first, Rolled)
    dice = list(first.dice)
    right = dice[die - 1]
    dice[die - 1] = right % 10 + 1
    bad = forged(record, FIRST_ROLL, Entry("red", Roll(), (Rolled("red", tuple(dice)), RoundEnded(1))))
    for verdict in (verify(bad), verdict_on(tmp_path / "bad", bad)):
        assert not verdict.good
        assert verdict.dice == "wrong"
        assert verdict.fault is not None
        assert (verdict.fault.entry, verdict.fault.event, verdict.fault.die) == (6, 1, die)
        assert (
            verdict.says
            == f"entry 6, event 1, die {die}: The log shows a {right % 10 + 1}; the die fell on {right}."
        )
        assert verdict.entries == 5


def test_too_many_dice() -> None:
    record = finished()
    first = record.entries[FIRST_ROLL].events[0]
    assert isinstance(first, Rolled)
    bad = forged(record, FIRST_ROLL, Entry("red", Roll(), (Rolled("red", (*first.dice, 10)), RoundEnded(1))))
    fault = verify(bad).fault
    assert fault == Fault("2 dice are rolled here; the log shows 3.", 6, 1, 3)


def test_an_outcome_that_does_not_follow() -> None:
    record = finished()
    first = record.entries[FIRST_ROLL].events[0]
    assert isinstance(first, Rolled)
    bad = forged(record, FIRST_ROLL, Entry("red", Roll(), (Rolled("blue", first.dice), RoundEnded(1))))
    verdict = verify(bad)
    assert verdict.fault == Fault("This does not follow from the action.", 6, 1)
    assert verdict.dice == "verified"  # the visible dice are good; the rules were broken


def test_an_extra_event() -> None:
    record = finished()
    extra = (*record.entries[4].events, *record.entries[4].events)
    fault = verify(forged(record, 4, Entry("red", Stake(2), extra))).fault
    assert fault == Fault("1 events follow from this action; the log has 2.", 5, 2)


def test_a_changed_action_is_found_in_a_file_that_would_not_load(tmp_path: Path) -> None:
    data = encode(finished(), reveal=True)
    assert isinstance(data, bytes)
    verdict = verdict_on(tmp_path / "bad", data.replace(b'"amount":3', b'"amount":2', 1))
    assert verdict.fault == Fault("This does not follow from the action.", 1, 1)
    verdict = verdict_on(tmp_path / "bad", data.replace(b'"amount":3', b'"amount":99'))
    assert verdict.fault is not None
    assert "toy.coins" in verdict.fault.why
    assert verdict.fault.entry == 1


def test_a_changed_header_or_closing_line_is_found(tmp_path: Path) -> None:
    data = encode(finished(), reveal=True)
    assert isinstance(data, bytes)
    path = tmp_path / "bad"
    assert "closing line" in verdict_on(path, data.replace(b'"digest":"', b'"digest":"0')).says
    assert "checksum" in verdict_on(path, data.replace(b'"checksum":"', b'"checksum":"0')).says
    assert "set-up" in verdict_on(path, data.replace(b'"scenario":""', b'"scenario":"moon"')).says
    path.write_bytes(data[:100])
    assert isinstance(verify_file(path, find_game), BadFile)
    assert isinstance(verify_file(tmp_path / "none", find_game), BadFile)


def test_another_secret_is_found(tmp_path: Path) -> None:
    record = finished()
    data = encode(record, reveal=True)
    assert isinstance(data, bytes)
    other = SeededDice.from_seed(8)
    swapped = data.replace(record.provenance.secret.encode(), other.secret.hex().encode())
    assert "not the one that was committed to" in verdict_on(tmp_path / "bad", swapped).says
    # Changing the commitment too is caught by anyone who noted it, and by the dice.
    swapped = swapped.replace(record.provenance.commitment.encode(), other.commitment.encode())
    verdict = verdict_on(tmp_path / "bad", swapped)
    assert verdict.fault is not None
    assert verdict.fault.die
    assert "not played with the dice" in verdict_on(tmp_path / "bad", swapped, record.provenance.commitment).says


def test_other_entropy_is_found(tmp_path: Path) -> None:
    data = encode(finished(), reveal=True)
    assert isinstance(data, bytes)
    assert verdict_on(tmp_path / "bad", data.replace(b'"entropy":"ours"', b'"entropy":"mine"')).dice == "wrong"


def test_dice_that_are_still_sealed(tmp_path: Path) -> None:
    record = begin()
    bid_all(record, 3, 0, 0)
    must(record, "red", Roll())
    assert write(record, tmp_path / "shown", reveal=False) is None
    verdict = verify_file(tmp_path / "shown", find_game, record.provenance.commitment)
    assert isinstance(verdict, Verdict)
    assert verdict.good
    assert verdict.dice == "sealed"
    assert "once the secret is published" in verdict.says


def test_dice_that_were_never_sealed() -> None:
    for dice in (ScriptedDice([1] * 6), HandDice(lambda count, sides, wrong: "1 " * count)):
        verdict = verify(finished(dice))
        assert verdict.good
        assert verdict.dice == "unverifiable"
        assert verdict.says == (
            "All 18 decisions follow the rules. The 6 dice were not sealed, so they cannot be verified."
        )


def test_rules_are_verified_without_a_seal(tmp_path: Path) -> None:
    data = encode(finished(ScriptedDice([1] * 6)), reveal=True)
    assert isinstance(data, bytes)
    path = tmp_path / "bad"
    for old, new in (
        (b'"dice":[1,1]', b'"dice":[1]'),
        (b'"dice":[1,1]', b'"dice":[1,1,1]'),
        (b'"dice":[1,1]', b'"dice":[1,11]'),
    ):
        verdict = verdict_on(path, data.replace(old, new, 1))
        assert verdict.fault is not None
        assert verdict.fault.entry == 6
        assert verdict.dice == "unverifiable"


def test_a_game_that_changed_its_dice() -> None:
    table = begin(ScriptedDice([5]))
    bid_all(table, 3, 0, 0)
    must(table, "red", Roll())
    online = table.fork(SeededDice.from_seed(3))
    bid_all(online, 3, 0, 0)
    must(online, "red", Stake(3), Roll())
    verdict = verify(online)
    assert verdict.good
    assert (verdict.dice, verdict.dice_verified) == ("partly", 3)
    assert "3 of 4 dice" in verdict.says


def test_a_verdict_can_be_sent() -> None:
    verdict = verify(finished())
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=Verdict) == verdict
