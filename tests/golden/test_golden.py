"""The golden games are still played the same way, and still verify."""

import gzip

import pytest

from sandtable.core import savefile
from sandtable.core.record import Record
from sandtable.core.verify import verify
from sandtable.games import find
from tests.golden.recording import FOLDER, KEPT, Golden, encode, play

NAMES = [golden.name for golden in KEPT]


@pytest.mark.parametrize("golden", KEPT, ids=NAMES)
def test_bots_play_the_golden_game_again(golden: Golden) -> None:
    kept = gzip.decompress(golden.file.read_bytes()).splitlines()
    now = encode(play(golden)).splitlines()
    for number, (before, after) in enumerate(zip(kept, now, strict=False), 1):
        assert after == before, f"line {number} differs; if that is meant, run python -m tests.golden.recording"
    assert len(now) == len(kept)


@pytest.mark.parametrize("golden", KEPT, ids=NAMES)
def test_a_golden_game_ends_and_verifies(golden: Golden) -> None:
    record = savefile.decode(gzip.decompress(golden.file.read_bytes()), find)
    assert isinstance(record, Record)
    assert record.finished
    assert verify(record).good


@pytest.mark.parametrize("name", sorted(file.name for file in (FOLDER / "earlier").iterdir()))
def test_a_game_from_before_a_ruling_still_loads_and_verifies(name: str) -> None:
    """Games in which something was done that a later ruling forbids."""
    record = savefile.decode(gzip.decompress((FOLDER / "earlier" / name).read_bytes()), find)
    assert isinstance(record, Record)
    assert verify(record).good
