"""The steps of a combat round, by number and name, as the book lists them."""

import pytest

from tests.area.strip import WORLD

STEPS = {  # step 2 has several parts, each with a name of its own
    3: "Attacking units fire",
    4: "Defending units fire",
    5: "Remove defender's casualties",
    6: "Press attack or retreat",
}


@pytest.mark.rule("1941.combat.step-sequence")
@pytest.mark.parametrize(("place", "first"), [("land", 3), ("sea", 2)])
def test_a_round_runs_through_the_steps_of_the_book(place: str, first: int) -> None:
    steps = WORLD.sequences.sequences[place].steps
    numbers = [step.number for step in steps]
    assert numbers == sorted(numbers)
    assert list(dict.fromkeys(numbers)) == list(range(first, 7))
    assert all(step.name == STEPS[step.number] for step in steps if step.number in STEPS)
