import stat
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import __version__
from sandtable.core.dice import HandDice, NoDice, ScriptedDice, SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import BadFile, CannotWrite, decode, encode, read, write
from tests.core.play import ToyRecord, begin, bid_all, finished, must, wander
from tests.core.toy import TOY, Bid, Roll, Stake, find_game


def saved(record: ToyRecord, reveal: bool = True) -> bytes:
    data = encode(record, reveal=reveal)
    assert isinstance(data, bytes)
    return data


def loaded(data: bytes) -> ToyRecord:
    record = decode(data, find_game)
    assert not isinstance(record, BadFile), record
    return record


def refused(data: bytes) -> BadFile:
    answer = decode(data, find_game)
    assert isinstance(answer, BadFile)
    assert answer.why
    return answer


class TestRoundTrip:
    @settings(deadline=None)
    @given(st.integers(0, 10**6), st.integers(0, 60))
    def test_any_game(self, seed: int, steps: int) -> None:
        record = begin(SeededDice.from_seed(seed, "é|\n"))
        wander(record, steps, seed)
        again = loaded(saved(record))
        assert again.state == record.state
        assert list(again.entries) == list(record.entries)
        assert again.setup == record.setup
        assert again.provenance == record.provenance
        wander(record, 20, seed)
        wander(again, 20, seed)  # the dice continue where they stopped
        assert again.state == record.state

    def test_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "game.sand"
        path.write_text("an older save")
        record = finished()
        assert write(record, path, reveal=True) is None
        again = read(path, find_game)
        assert not isinstance(again, BadFile)
        assert again.state == record.state
        assert [one.name for one in tmp_path.iterdir()] == ["game.sand"]
        assert stat.S_IMODE(path.stat().st_mode) == 0o600

    def test_other_line_ends(self) -> None:
        assert loaded(saved(finished()).replace(b"\n", b"\r\n")).finished
        assert loaded(saved(finished()).rstrip(b"\n") + b"\n\n").finished

    def test_a_fork_under_new_dice(self) -> None:
        record = begin()
        bid_all(record, 3, 0, 0)
        must(record, "red", Stake(3), Roll())
        fork = record.fork(SeededDice.from_seed("what if"))
        bid_all(fork, 3, 0, 0)
        must(fork, "red", Roll())
        again = loaded(saved(fork))
        for one in (fork, again):
            bid_all(one, 0, 3, 0)
            must(one, "blue", Stake(3), Roll())
        assert again.state == fork.state


class TestSecret:
    def test_an_unfinished_game_hides_it(self) -> None:
        record = begin()
        bid_all(record, 3, 2, 1)
        secret = record.provenance.secret.encode()
        assert secret in saved(record)
        shown = saved(record, reveal=False)
        assert secret not in shown
        assert record.provenance.commitment.encode() in shown
        again = loaded(shown)
        assert not again.can_roll
        must(again, "red", Stake(2))
        with pytest.raises(NoDice):
            again.act("red", Roll())
        assert len(again.entries) == 4
        assert saved(loaded(shown)) == shown

    def test_a_finished_game_publishes_it(self) -> None:
        record = finished()
        lines = saved(record, reveal=False).splitlines()
        assert record.provenance.secret.encode() not in lines[0]
        assert record.provenance.secret.encode() in lines[-1]
        assert loaded(b"\n".join(lines)).provenance == record.provenance

    def test_hidden_decisions_are_not_exported(self, tmp_path: Path) -> None:
        record = begin()
        must(record, "red", Bid(3))
        answer = write(record, tmp_path / "game.sand", reveal=False)
        assert isinstance(answer, CannotWrite)
        assert not list(tmp_path.iterdir())
        assert isinstance(encode(record, reveal=True), bytes)

    def test_dice_that_a_file_cannot_store(self) -> None:
        record = begin(ScriptedDice([5]))
        bid_all(record, 3, 0, 0)
        must(record, "red", Roll())
        again = loaded(saved(record))
        assert not again.can_roll
        table = again.fork(HandDice(lambda count, sides, wrong: "7"))
        bid_all(table, 3, 0, 0)
        must(table, "red", Roll())
        assert table.state.points["red"] == 12


def test_an_inaccessible_path(tmp_path: Path) -> None:
    assert isinstance(write(finished(), tmp_path / "nowhere" / "game.sand", reveal=True), CannotWrite)
    assert isinstance(write(finished(), tmp_path, reveal=True), CannotWrite)
    assert not list(tmp_path.iterdir())
    assert isinstance(read(tmp_path / "nothing", find_game), BadFile)
    assert isinstance(read(tmp_path, find_game), BadFile)


def edit(number: int, old: str, new: str) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        lines = data.decode().split("\n")
        assert old in lines[number - 1]
        lines[number - 1] = lines[number - 1].replace(old, new, 1)
        return "\n".join(lines).encode()

    return change


def without(number: int) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        lines = data.split(b"\n")
        del lines[number - 1]
        return b"\n".join(lines)

    return change


# A finished game has 18 entries in lines 2 to 19; line 7 is the first roll, of two dice; line 20 closes the file.
BAD_FILES: list[tuple[str, Callable[[bytes], bytes], int, str]] = [
    ("empty", lambda data: b"", 1, "not a sandtable"),
    ("only line ends", lambda data: b"\n\r\n", 1, "not a sandtable"),
    ("binary", lambda data: bytes(range(256)) * 9, 1, "not a sandtable"),
    ("text", lambda data: b"Dear diary,\n", 1, "not a sandtable"),
    ("other JSON", lambda data: b'{"format": "chess", "version": 1}\n', 1, "not a sandtable"),
    ("a JSON list", lambda data: b"[1, 2]\n", 1, "not a sandtable"),
    ("deep JSON", lambda data: b"[" * 100_000, 1, "not a sandtable"),
    ("newer", edit(1, '"version":3', '"version":6'), 1, "Update"),
    ("version nought", edit(1, '"version":3', '"version":0'), 1, "not a sandtable"),
    ("other game", edit(1, '"toy"', '"chess"'), 1, "not installed"),
    ("other scenario", edit(1, '"scenario":""', '"scenario":"moon"'), 1, "moon"),
    ("unknown field", edit(1, '"setup"', '"set"'), 1, "damaged"),
    ("header only", lambda data: data.split(b"\n")[0], 1, "cut off"),
    ("no closing line", without(20), 19, "cut off"),
    ("cut in an entry", lambda data: data[: data.index(b'"stake"') + 20], 5, "damaged"),
    ("cut in the closing line", lambda data: data[:-20], 20, "damaged"),
    ("an entry dropped", without(6), 6, "Entry 5 should be here, not 6"),
    ("the last entry dropped", without(19), 19, "18 entries"),
    ("an entry doubled", lambda data: data.replace(b"\n", b"\n" + data.split(b"\n")[1] + b"\n", 2), 3, "Entry 2"),
    ("not UTF-8", lambda data: data.replace(b'"seat":"red"', b'"seat":"r\xffd"', 1), 2, "damaged"),
    ("an unknown action", edit(2, '"do":"bid"', '"do":"cheat"'), 2, "damaged"),
    ("an unknown event", edit(2, '"is":"bade"', '"is":"cheated"'), 2, "damaged"),
    ("an action of the wrong type", edit(2, '"amount":3', '"amount":"3"'), 2, "damaged"),
    ("a forbidden action", edit(2, '"amount":3', '"amount":30'), 2, "toy.coins"),
    ("another seat", edit(2, '"seat":"red"', '"seat":"blue"'), 20, "checksum"),
    ("a seat that is not there", edit(4, '["gold",1]', '["mars",1]'), 4, "cannot have happened"),
    ("a seat out of turn", edit(6, '"seat":"red"', '"seat":"blue"'), 6, "toy.turn"),
    ("another action", edit(2, '"amount":3', '"amount":2'), 20, "checksum"),
    ("a better die", edit(7, '"dice":[', '"dice":[10,'), 20, "does not end"),
    ("another digest", edit(20, '"digest":"', '"digest":"0'), 20, "does not end"),
    ("a gap in the dice", edit(1, '"source":"seeded"', '"source":"seeded","since":99'), 1, "cannot have begun"),
    ("another source", edit(1, '"source":"seeded"', '"source":"hand"'), 1, "commitment"),
    ("no commitment", edit(1, '"commitment"', '"entropy"'), 1, ""),
    ("another secret", edit(20, '"secret":"', '"secret":"0'), 20, "not the one in line 1"),
    ("a secret that is no hex", edit(1, '"secret":"', '"secret":"x'), 20, "not the one in line 1"),
]


@pytest.mark.parametrize(("change", "line", "why"), [pytest.param(*case, id=name) for name, *case in BAD_FILES])
def test_a_bad_file_is_refused_by_line(change: Callable[[bytes], bytes], line: int, why: str) -> None:
    answer = refused(change(saved(finished())))
    assert answer.line == line
    assert why in answer.why
    assert str(answer) == f"line {line}: {answer.why}"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [('"secret":"', '"secret":"xx', "in hex"), ('"secret":"', '"secret":"00', "in hex"), ("commitment", "", "")],
)
def test_a_bad_secret_in_an_unfinished_game(old: str, new: str, why: str) -> None:
    answer = refused(edit(1, old, new)(saved(begin())))
    assert answer.line == 1
    assert why in answer.why


def test_a_secret_that_does_not_match_the_commitment() -> None:
    data = saved(begin())
    other = SeededDice.from_seed(8).secret.hex().encode()
    answer = refused(data.replace(begin().provenance.secret.encode(), other))
    assert "does not open" in answer.why


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_every_flipped_byte_is_detected(data: st.DataObject) -> None:
    whole = saved(finished())
    where = data.draw(st.integers(0, len(whole) - 2))  # the last byte only ends the last line
    flipped = bytearray(whole)
    flipped[where] ^= data.draw(st.integers(1, 255))
    answer = decode(bytes(flipped), find_game)
    assert isinstance(answer, BadFile)


@settings(deadline=None)
@given(st.integers(0, 10_000))
def test_every_truncation_is_detected(length: int) -> None:
    whole = saved(finished())
    assert isinstance(decode(whole[: min(length, len(whole) - 2)], find_game), BadFile)


@given(st.binary(max_size=300))
def test_noise_is_refused(noise: bytes) -> None:
    assert isinstance(decode(noise, find_game), BadFile)


def test_the_header_can_be_read_by_other_programs() -> None:
    record = Record.begin(
        TOY, Setup("rich", {"fog": True}, {"Ann": ("red", "blue")}), SeededDice.from_seed(1, "x")
    )
    assert not isinstance(record, Refusal)
    first, last = saved(record, reveal=False).splitlines()
    assert msgspec.json.decode(first) == {
        "format": "sandtable",
        "version": 3,
        "game": "toy",
        "setup": {"scenario": "rich", "options": {"fog": True}, "players": {"Ann": ["red", "blue"]}},
        "dice": {"source": "seeded", "commitment": SeededDice.from_seed(1).commitment, "entropy": "x"},
        "writer": __version__,
    }
    assert msgspec.json.decode(last).keys() == {"entries", "digest", "checksum"}
