"""The golden games are still played the same way, and still verify."""

import gzip

import pytest

from sandtable.core import savefile
from sandtable.core.record import Record
from sandtable.core.verify import verify
from sandtable.games import find
from tests.golden.recording import SEEDS, encode, file_of, play


@pytest.mark.parametrize("seed", SEEDS)
def test_bots_play_the_golden_game_again(seed: int) -> None:
    golden = gzip.decompress(file_of(seed).read_bytes()).splitlines()
    now = encode(play(seed)).splitlines()
    for number, (before, after) in enumerate(zip(golden, now, strict=False), 1):
        assert after == before, f"line {number} differs; if that is meant, run python -m tests.golden.recording"
    assert len(now) == len(golden)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_golden_game_ends_and_verifies(seed: int) -> None:
    record = savefile.decode(gzip.decompress(file_of(seed).read_bytes()), find)
    assert isinstance(record, Record)
    assert record.finished
    assert verify(record).good
