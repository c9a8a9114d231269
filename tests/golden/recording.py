"""Golden games: whole games of random bots, kept as they were played, so that a change of behaviour is seen.

``python -m tests.golden.recording`` plays and records them anew; say in the change why they differ.
"""

import gzip
from pathlib import Path

from sandtable.area.actions import AreaAction
from sandtable.area.events import AreaEvent
from sandtable.area.state import AreaState
from sandtable.bots.random import RandomBot
from sandtable.core import savefile
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load

FOLDER = Path(__file__).parent
SEEDS = (3, 38)
"""Games that end early in the shorter game."""
ROUNDS = 20


def play(seed: int) -> "Record[AreaState, AreaAction, AreaEvent]":
    """A game of random bots to its end."""
    game = load("1941")
    bot = RandomBot(game, seed)
    record = Record.begin(game, Setup(options={"short-game": True}), SeededDice.from_seed(seed))
    assert not isinstance(record, Refusal)
    while not record.finished and record.state.round <= ROUNDS:
        decision = record.pending[0]
        record.act(decision.seat, bot.choose(record.state, decision))
    return record


def encode(record: "Record[AreaState, AreaAction, AreaEvent]") -> bytes:
    saved = savefile.encode(record, reveal=True)
    assert isinstance(saved, bytes)
    return saved


def file_of(seed: int) -> Path:
    return FOLDER / f"1941-seed-{seed}.jsonl.gz"


def main() -> None:
    for seed in SEEDS:
        record = play(seed)
        file_of(seed).write_bytes(gzip.compress(encode(record), mtime=0))
        print(
            f"seed {seed}: {len(record.entries)} actions, {record.state.winner} wins in round {record.state.round}"
        )


if __name__ == "__main__":
    main()
