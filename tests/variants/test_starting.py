"""A new variant loads, passes its scenario, and its examples work when their ``#`` is taken away."""

import re
from pathlib import Path

import pytest

from sandtable import games
from sandtable.scenarios import check_paths
from sandtable.scenarios.variants import own_scenarios, side_effects
from sandtable.variants.comparing import differences
from sandtable.variants.starting import NoStart, start
from tests.games.conftest import Write


def made(name: str, like: str, where: Path) -> Path:
    folder = start(name, like, where)
    assert isinstance(folder, Path), folder
    games.forget()
    return folder


@pytest.mark.parametrize("like", ["1941", "classic", "revised-historical", "global-1940", "hgw"])
def test_a_new_game_is_its_parent_with_one_rule_more(shelf: Path, like: str) -> None:
    made("mine", like, shelf)
    assert not isinstance(games.checked("mine"), games.Problem)
    assert [one.topic for one in differences("mine")] == ["rules"]
    paths = own_scenarios("mine")
    assert [result.ok for result in check_paths(paths)] == [True]


def test_each_example_counts_when_its_mark_is_taken_away(shelf: Path) -> None:
    folder = made("mine", "1941", shelf)
    tried = 0
    for file in ("units.yaml", "setup.yaml", "board.yaml", "game.yaml", "battle.yaml"):
        text = (folder / file).read_text()
        for example in examples(text):
            (folder / file).write_text(f"{text}\n{example}\n")
            games.forget()
            assert not isinstance(games.checked("mine"), games.Problem), example
            assert any(one.topic != "rules" for one in differences("mine")), example
            tried += 1
        (folder / file).write_text(text)
    assert tried == 18


def test_the_examples_of_a_hex_game_count_together(shelf: Path) -> None:
    folder = made("mine", "hgw", shelf)
    for file in ("game.yaml", "tables.yaml", "scenarios/barbarossa.yaml"):
        text = (folder / file).read_text()
        (folder / file).write_text(re.sub(r"^# ( *\w+: ?)", r"\1", text, flags=re.MULTILINE))
    games.forget()
    assert not isinstance(games.checked("mine"), games.Problem)
    assert [one.words for one in differences("mine") if one.topic not in ("rules", "other")] == [
        "Another title: My barbarossa (scenario barbarossa).",
        "The Axis starts with a production of 36 instead of 34 (scenario barbarossa).",
        "The Axis: Army Group North starts with 6 infantry points instead of 5 (scenario barbarossa).",
        "Victory. New: the Axis wins at the end (scenario barbarossa).",
        "A point of infantry costs 3 instead of 2.",
    ]


def examples(text: str) -> list[str]:
    """The examples of a file, one at a time: each of several lines at the end has the lines above it."""
    found: list[str] = []
    for block in re.findall(r"(?:^# *[\w\"-]+: ?.*\n?(?:^#  .*\n?)*)+", text, re.MULTILINE):
        lines = [line[2:] for line in block.splitlines()]
        deepest = max(len(line) - len(line.lstrip()) for line in lines)
        above = [line for line in lines if deepest and len(line) - len(line.lstrip()) < deepest]
        found += ["\n".join([*above, line]) for line in lines if line not in above and "NAME" not in line]
    return [one for one in found if ":" in one and not one.startswith(("The ", "A ", "Another", "Take", "Money"))]


@pytest.mark.parametrize(
    ("name", "like", "why"),
    [
        ("My Game", "1941", "small letters"),
        ("mine", "1942", "there is no game '1942'"),
        ("classic", "1941", "already a game 'classic'"),
        ("global-1940", "1941", "already a game"),
    ],
)
def test_what_cannot_be_started(shelf: Path, name: str, like: str, why: str) -> None:
    answer = start(name, like, shelf)
    assert isinstance(answer, NoStart)
    assert why in answer.why
    assert list(shelf.iterdir()) == []


def test_a_folder_that_exists_is_left_alone(shelf: Path) -> None:
    (shelf / "mine").mkdir()
    (shelf / "mine" / "notes.txt").write_text("precious")
    assert isinstance(start("mine", "1941", shelf), NoStart)
    assert [path.name for path in (shelf / "mine").iterdir()] == ["notes.txt"]


def test_side_effects_are_the_parents_scenarios_that_come_out_differently(write: Write) -> None:
    write("cheap", game='like: "1941"\ntitle: Cheap', units="tank: {cost: 5}")
    found = side_effects("cheap")
    assert found.games == ("1941",)
    assert found.played > 800
    assert 0 < len(found.changed) < 30
    assert any("1941.units.table" in result.rules for result in found.changed)


def test_side_effects_reach_down_to_a_variant_of_a_variant(write: Write) -> None:
    write("one", game='like: "1941"\ntitle: One', units="tank: {cost: 5}")
    scenario = "game: one\ntitle: Money\nexpect: {treasury: {ussr: 7}}"
    write("one", **{"scenarios/money": scenario})
    write("two", game="like: one\ntitle: Two\npowers: {ussr: {treasury: 8}}")
    found = side_effects("two")
    assert found.games == ("one", "1941")
    assert "Money" in [result.title for result in found.changed]
