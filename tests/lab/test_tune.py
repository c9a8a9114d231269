"""Tuning: it improves, is reproducible, and resumes."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

import msgspec
import pytest

from sandtable.bots.level import Level, Number, read_level
from sandtable.lab import tune as tuning
from sandtable.lab.arena import tally
from sandtable.lab.jobs import Alone
from sandtable.lab.match import Played
from sandtable.lab.tune import BadLog, Outcome, Run, Step

LEVEL = Level(
    "for show",
    1.0,
    {
        "a": Number(0.0, 0.0, 10.0),
        "b": Number(90.0, 0.0, 100.0),
        "narrow": Number(5.0, 5.0, 5.0),
        "fixed": Number(5.0, 0.0, 10.0, fixed=True),
    },
)
START = {name: one.value for name, one in LEVEL.numbers.items()}
RUN = Run("1941", ("axis", "allies"), "hard", START, tuning.free_numbers(LEVEL), games=20, rounds=1, seed=4)
BEST = {"a": 7.0, "b": 30.0}


def worth(values: Mapping[str, float]) -> float:
    """How good these numbers are: best in the middle of nowhere."""
    return -(((values["a"] - BEST["a"]) / 10) ** 2) - ((values["b"] - BEST["b"]) / 100) ** 2


def contest(first: Mapping[str, float], second: Mapping[str, float], seed: int) -> Outcome:
    """Games that the better numbers win, apart from luck decided by the seed."""
    rng = Random(seed)
    lead = 0.5 * (worth(first) - worth(second)) + rng.gauss(0.0, 0.03)
    return Outcome(tally([], []), lead, (lead,), 0)


def steps(until: int, done: list[Step] | None = None) -> list[Step]:
    before = done or []
    return before + list(tuning.tune(LEVEL, RUN, before, until, contest))


def test_it_improves_despite_luck() -> None:
    last = steps(150)[-1].values
    assert worth(last) > worth(START) / 10
    assert last["a"] == pytest.approx(BEST["a"], abs=2)
    assert last["b"] == pytest.approx(BEST["b"], abs=20)


def test_every_number_stays_within_its_bounds() -> None:
    for step in steps(60):
        for name, value in step.values.items():
            assert LEVEL.numbers[name].low <= value <= LEVEL.numbers[name].high
        assert step.values["narrow"] == step.values["fixed"] == 5.0
        assert step.signs.keys() == {"a", "b"}


def test_a_resumed_run_gives_the_same_result() -> None:
    assert steps(30) == steps(30, steps(12))


def test_the_log_is_read_back(tmp_path: Path) -> None:
    log, done = tmp_path / "log.jsonl", steps(5)
    tuning.write_log(log, RUN, done[:3])
    for step in done[3:]:
        tuning.add_to_log(log, step)
    assert tuning.read_log(log, RUN) == done


def test_an_incomplete_line_is_ignored(tmp_path: Path) -> None:
    log, done = tmp_path / "log.jsonl", steps(5)
    tuning.write_log(log, RUN, done)
    log.write_bytes(log.read_bytes()[:-20])
    assert tuning.read_log(log, RUN) == done[:4]


def test_logs_of_other_runs_are_refused(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    tuning.write_log(log, RUN, steps(2))
    other = msgspec.structs.replace(RUN, games=40)
    found = tuning.read_log(log, other)
    assert isinstance(found, BadLog)
    assert "its 'games' is 20" in found.why
    log.write_text("a diary\n")
    assert isinstance(tuning.read_log(log, RUN), BadLog)
    assert isinstance(tuning.read_log(tmp_path / "none", RUN), BadLog)


def test_a_written_level_is_read_back(tmp_path: Path) -> None:
    level = read_level("hard")
    assert isinstance(level, Level)
    name = next(name for name, one in level.numbers.items() if one.low < one.high)
    turned = level.turned({name: level.numbers[name].low})
    path = tmp_path / "mine.yaml"
    tuning.write_level(path, turned)
    again = read_level("hard", path)
    assert again == turned
    assert again != level


def test_a_duel_is_played_from_both_sides_with_the_same_dice() -> None:
    run = Run("1941", ("axis", "allies"), "easy", {}, (), games=4, rounds=1)
    level = read_level("easy")
    assert isinstance(level, Level)
    values = {name: one.value for name, one in level.numbers.items()}
    heard: list[Played] = []
    outcome = tuning.duel(run, Alone(), values, values, 7, 4, heard.append)
    assert (outcome.tally.games, outcome.faults) == (4, 0)
    assert [one.match.seed for one in heard] == [7, 7, 8, 8]
    assert outcome.tally.won == outcome.tally.lost, "equal numbers share each pair of games"
    assert outcome.leads == pytest.approx((0, 0))
    assert heard[0].result.digest == heard[1].result.digest


def test_the_lead_is_that_of_the_first_from_both_sides() -> None:
    run = Run("1941", ("axis", "allies"), "easy", {}, (), games=4, rounds=2)
    heard: list[Played] = []
    outcome = tuning.duel(
        run, Alone(), {"noise": 0.0, "lapse": 0.0}, {"noise": 10.0, "lapse": 0.9}, 7, 2, heard.append
    )
    as_axis, as_allies = (one.result.shares for one in heard)
    expected = (as_axis["axis"] - as_axis["allies"] + as_allies["allies"] - as_allies["axis"]) / 2
    assert outcome.lead == pytest.approx(expected)
    assert outcome.lead > 0, "who overlooks nothing has more in the end"
