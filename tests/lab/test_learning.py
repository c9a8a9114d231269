"""Learning from games: what is fitted, that it can be repeated, and what is refused."""

from pathlib import Path
from random import Random

import pytest

from sandtable.bots.level import Level
from sandtable.bots.registry import level_of
from sandtable.games import area
from sandtable.lab.learning.fitting import fit
from sandtable.lab.learning.games import Lesson, Sample, play, tasks
from tests.cli.call import call


def made_up(seed: int, noise: float = 0.0) -> Lesson:
    """A game in which land turned out to be worth 0.3 more than its price, and ships 0.2 less."""
    rng = Random(seed)
    found = []
    for _ in range(40):
        land, ships, air = (rng.uniform(-0.3, 0.3) for _ in range(3))
        lead = land + ships + air
        outcome = lead + 0.3 * land - 0.2 * ships + 0.05 + rng.gauss(0.0, noise)
        found.append(Sample({"land": land, "warships": ships, "air": air}, lead, outcome))
    return Lesson(tuple(found), "", 8)


def test_what_made_the_difference_is_found() -> None:
    found = fit([made_up(seed) for seed in range(10)], "made up")
    assert found.weights["land"] == pytest.approx(0.3, abs=0.02)
    assert found.weights["warships"] == pytest.approx(-0.2, abs=0.02)
    assert abs(found.weights.get("air", 0.0)) < 0.02
    assert found.lean == pytest.approx(0.05, abs=0.01)
    assert found.fit.learned < found.fit.naive / 5


def test_noise_is_not_learned() -> None:
    """With nothing to be found, the weights stay small, and the error isn't said to be less than it is."""
    rng = Random(5)
    lessons = []
    for _ in range(20):
        amounts = [{name: rng.uniform(-0.3, 0.3) for name in ("land", "air", "march")} for _ in range(40)]
        lessons.append(Lesson(tuple(Sample(one, 0.1, 0.1 + rng.gauss(0.0, 0.2)) for one in amounts), "", 8))
    found = fit(lessons, "noise")
    assert all(abs(weight) < 0.1 for weight in found.weights.values())
    assert found.fit.learned > 0.98 * found.fit.naive


def test_the_same_games_give_the_same_weights() -> None:
    lessons = [made_up(seed, 0.1) for seed in range(6)]
    assert fit(lessons, "x") == fit(lessons, "x")
    assert fit(lessons, "x").weights != fit(lessons[1:], "x").weights


def test_a_game_is_read_at_every_turn_and_can_be_repeated() -> None:
    game = area("1941")
    level = level_of("easy", game)
    assert isinstance(level, Level)
    first, other = tasks("1941", "easy", level, 2, 1, 3)
    lesson = play(first)
    assert lesson == play(first)
    assert len(lesson.samples) >= len(game.seats)
    assert lesson.samples[0].amounts != play(other).samples[0].amounts or lesson != play(other)
    for one in lesson.samples:
        assert -1 <= one.lead <= 1
        assert -1 <= one.outcome <= 1


def test_the_command_writes_what_bots_read_and_repeats_itself(tmp_path: Path) -> None:
    arguments = ("lab", "learn", "1941", "--bot", "easy", "--games", "5", "--rounds", "1", "--jobs", "1")
    first, second = tmp_path / "first.yaml", tmp_path / "second.yaml"
    text = call(*arguments, "--out", first).stdout
    assert "positions of 5 games" in text
    call(*arguments, "--out", second)
    assert first.read_text() == second.read_text()
    assert "about: sandtable lab learn 1941 --bot easy --games 5 --rounds 1 --seed 1" in first.read_text()
