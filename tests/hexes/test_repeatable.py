"""A campaign is the same in every process, whatever order sets have there: only then can its log be verified."""

import os
import subprocess
import sys

from tests.patience import SECONDS

PLAYED = """
from hashlib import sha256
import msgspec
from sandtable.bots.playing import play_out
from sandtable.games import load
from sandtable.lab.match import Entrant, Match, begin, seat_bots

game = load("hgw")
sides = dict.fromkeys(game.guide.box.parties("campaign-3"), Entrant("random"))
match = Match("hgw", sides, seed=5, rounds=1, scenario="campaign-3")
record = begin(game, match)
fault = play_out(record, seat_bots(game, match), lambda state: len(record.entries) >= 60)
assert fault is None, fault
print(sha256(msgspec.json.encode([one.events for one in record.entries])).hexdigest())
"""


def test_the_same_events_follow_in_every_process() -> None:
    digests = {_digest(seed) for seed in ("1", "2", "3")}
    assert len(digests) == 1


def _digest(seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    played = subprocess.run(
        [sys.executable, "-c", PLAYED],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        timeout=SECONDS * 2,
    )
    return played.stdout
