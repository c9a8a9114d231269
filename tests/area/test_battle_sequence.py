"""What a battle file may say."""

import pytest

from sandtable.area.battle.sequence import Sequences
from sandtable.core.datafile import DataFileError, parse_yaml
from tests.area.strip import WORLD


def test_a_round_ends_with_its_end() -> None:
    text = "sequences: {land: {steps: [{step: removal, number: 1, name: Remove, side: defend}]}}"
    with pytest.raises(DataFileError, match="last step"):
        parse_yaml(text, Sequences, "battle.yaml")


def test_unknown_words_are_refused() -> None:
    text = "sequences: {land: {steps: [{step: volley, number: 1, name: Fire, side: attack, losses: eaten}]}}"
    with pytest.raises(DataFileError, match="eaten"):
        parse_yaml(text, Sequences, "battle.yaml")


@pytest.mark.rule("1941.casualty.eligibility")
@pytest.mark.parametrize(
    ("volley", "own", "spared"),
    [
        ("submarine", (), {"infantry", "tank", "fighter", "bomber"}),
        ("air", (), {"submarine"}),
        ("air", ("anti-submarine",), set()),
        ("other", (), set()),
    ],
)
def test_who_can_be_hit_by_what(volley: str, own: tuple[str, ...], spared: set[str]) -> None:
    safe = {name for name, unit in WORLD.units.items() if not WORLD.sequences.may_hit(volley, unit, own)}
    assert safe == spared


@pytest.mark.rule("1941.combat.step-sequence")
def test_the_numbers_of_the_book() -> None:
    numbers = {name: [step.number for step in s.steps] for name, s in WORLD.sequences.sequences.items()}
    assert numbers == {"land": [3, 4, 5, 6], "sea": [2, 2, 2, 2, 2, 3, 4, 5, 6]}
