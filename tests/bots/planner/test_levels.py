"""The levels: every number that the planner plays by is in every file, with its bounds."""

import pytest

from sandtable.bots.level import BadLevel, Level, read_level
from sandtable.bots.planner import Planner
from sandtable.bots.planner.style import Style
from sandtable.bots.registry import DEFAULT, make
from sandtable.games import area


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "expert"])
def test_a_level_has_the_numbers_of_the_planner(name: str) -> None:
    level = read_level(name)
    assert not isinstance(level, BadLevel)
    assert set(level.numbers) == set(Style.__struct_fields__)
    assert Style.of(level).horizon == level["horizon"]


def test_stronger_levels_look_closer() -> None:
    levels = [read_level(name) for name in ("easy", "medium", "hard", "expert")]
    easy, medium, hard, expert = (Style.of(level) for level in levels if not isinstance(level, BadLevel))
    assert easy.noise > medium.noise > hard.noise == 0
    assert easy.lapse > medium.lapse > hard.lapse == 0
    assert expert.plans > hard.plans > medium.plans >= easy.plans


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "expert"])
def test_a_planner_bears_the_name_of_its_level(name: str) -> None:
    level = read_level(name)
    assert isinstance(level, Level)
    assert Planner(area("1941"), 1, level).name == level.name == name


def test_who_sits_down_where_nobody_is_named_plays_by_a_plan() -> None:
    assert isinstance(make(DEFAULT, area("1941"), 1), Planner)
