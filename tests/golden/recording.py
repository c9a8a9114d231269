"""Golden games: whole games of random bots, kept as they were played, so that a change of behaviour is seen.

``python -m tests.golden.recording [GAME]`` plays and records them again; say in the change why they differ.
"""

import gzip
import sys
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.bots.random import RandomBot
from sandtable.core import savefile
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load

FOLDER = Path(__file__).parent
AnyRecord = Record[Any, Any, Any]


class Golden(NamedTuple):
    """A game that is kept: which one, and its seed."""

    game: str
    seed: int
    scenario: str = ""

    @property
    def name(self) -> str:
        return "-".join(filter(None, (self.game, self.scenario, f"seed-{self.seed}")))

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.jsonl.gz"


KEPT = (
    Golden("1941", 3),
    Golden("1941", 38),
    Golden("classic", 5),
    Golden("classic", 23),
    Golden("hgw", 2, "barbarossa"),
    Golden("hgw", 1, "fall-of-germany"),
)
"""Games that end early: in the shorter game, and by an economic victory; of the hex game each scenario."""
OPTIONS = {"1941": {"short-game": True}}
ROUNDS = 20


def play(golden: Golden) -> AnyRecord:
    """A game of random bots to its end."""
    game = load(golden.game)
    bot = RandomBot(game, golden.seed)
    setup = Setup(scenario=golden.scenario, options=OPTIONS.get(golden.game, {}))
    record = Record.begin(game, setup, SeededDice.from_seed(golden.seed))
    assert not isinstance(record, Refusal)
    while not record.finished and game.guide.moment(record.state).round <= ROUNDS:
        decision = record.pending[0]
        record.act(decision.seat, bot.choose(record.state, decision))
    return record


def encode(record: AnyRecord) -> bytes:
    saved = savefile.encode(record, reveal=True, writer="")  # the same from version to version
    assert isinstance(saved, bytes)
    return saved


def main() -> None:
    for golden in KEPT:
        if golden.game not in (sys.argv[1:] or golden.game):
            continue
        record = play(golden)
        golden.file.write_bytes(gzip.compress(encode(record), mtime=0))
        won = f"{record.game.winner(record.state)} wins in round {record.game.guide.moment(record.state).round}"
        print(f"{golden.name}: {len(record.entries)} actions, {won}")


if __name__ == "__main__":
    main()
