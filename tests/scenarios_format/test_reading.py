"""Reading scenario files: what is understood, and what is said about what is not."""

from pathlib import Path

import pytest

from sandtable.scenarios import Scenario, ScenarioError, parse, read
from sandtable.scenarios.words import ExpectStep, MoveStep, VoyageStep


def problem(text: str) -> str:
    with pytest.raises(ScenarioError) as caught:
        parse(text, "file.yaml")
    return str(caught.value)


def test_a_single_scenario() -> None:
    (scenario,) = parse('{game: 1941, title: One, steps: [{move: tank, path: "A > B"}, {expect: {round: 1}}]}')
    assert scenario.game == "1941"
    assert [type(step) for step in scenario.steps] == [MoveStep, ExpectStep]


def test_shared_keys_are_laid_under_each_scenario() -> None:
    one, two = parse(
        """
game: "1941"
rules: [a.b]
position: {from: empty, turn: germany, units: {Karelia: {ussr: tank}}}
scenarios:
  - {title: One, rules: [c.d], position: {turn: uk, units: {Ukraine: {germany: tank}}}}
  - {title: Two}
"""
    )
    assert isinstance(one, Scenario) and isinstance(two, Scenario)
    assert one.rules == ("a.b", "c.d")
    assert one.position is not None
    assert (one.position.start_from, one.position.turn) == ("empty", "uk")
    assert set(one.position.units) == {"Karelia", "Ukraine"}
    assert two.position is not None
    assert two.position.turn == "germany"


def test_several_documents() -> None:
    assert [s.title for s in parse('{game: "1941", title: One}\n---\n{game: "1941", title: Two}')] == [
        "One",
        "Two",
    ]


def test_a_voyage_that_lands_is_a_voyage() -> None:
    (scenario,) = parse('{game: "1941", title: One, steps: [{voyage: transport, in: 6, land: Norway/Finland}]}')
    assert isinstance(scenario.steps[0], VoyageStep)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "file.yaml: no scenario in it"),
        ("- 1", "a scenario is a list of keys and values"),
        ("{title: [", "file.yaml: not valid YAML"),
        ("{title: A, title: B}", "the key 'title' stands here twice"),
        ("{title: A}", "file.yaml: A: which game?"),
        ('{game: "1941"}', "file.yaml: scenario 1: the key 'title' is missing"),
        ('{game: "1941", title: A, stepps: []}', "A: unknown key 'stepps'; did you mean 'steps'?"),
        (
            '{game: "1941", title: A, steps: [{done: true}, {move: tank, pth: x}]}',
            "file.yaml: A: step 2 (move): unknown key 'pth'; did you mean 'path'?",
        ),
        ('{game: "1941", title: A, steps: [{mvoe: tank}]}', "step 1: no verb in it"),
        ('{game: "1941", title: A, steps: [{mvoe: tank}]}', "did you mean 'move'?"),
        ('{game: "1941", title: A, steps: [{done: true, fight: Karelia}]}', "step 1 (done): unknown key 'fight'"),
        (
            '{game: "1941", title: A, steps: [{done: true, expect: {unts: {}}}]}',
            "unknown key 'unts' (at 'expect'); did you mean 'units'?",
        ),
        ('{game: "1941", title: A, position: {trun: uk}}', "unknown key 'trun'"),
        ('{game: "1941", title: A, dice: [six]}', "A: Expected a whole number, got text (at 'dice[0]')"),
        ('{game: "1941", scenarios: [{title: A}, {title: A}]}', "two scenarios have the title 'A'"),
    ],
)
def test_slips_of_the_pen(text: str, says: str) -> None:
    assert says in problem(text)


def test_an_unknown_key_is_not_its_own_suggestion() -> None:
    said = problem('{game: "1941", title: A, position: {power: uk}}')
    assert "unknown key 'power' (at 'position')" in said and "mean 'power'" not in said


def test_folders_are_read_in_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "two.yaml").write_text('{game: "1941", title: Two}')
    (tmp_path / "a.yaml").write_text('{game: "1941", title: One}')
    assert [s.title for s in read(tmp_path)] == ["One", "Two"]
