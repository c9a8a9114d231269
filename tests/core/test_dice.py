import hmac
from collections import Counter
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.dice import AbsentDice, HandDice, NoDice, Provenance, SeededDice, provenance_of, typed_faces

# The 99.99th percentile of chi-square for the degrees of freedom used here.
CHI_SQUARE = {1: 15.1, 5: 25.7, 9: 33.7, 11: 37.4, 19: 50.8}


@pytest.mark.parametrize("sides", [2, 6, 10, 12, 20])
@pytest.mark.parametrize("seed", range(4))
def test_all_faces_are_equally_likely(sides: int, seed: int) -> None:
    rolls = 6000
    counts = Counter(SeededDice.from_seed(seed).roll(rolls, sides))
    expected = rolls / sides
    assert set(counts) == set(range(1, sides + 1))
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < CHI_SQUARE[sides - 1]


def test_neighbouring_dice_are_independent() -> None:
    dice = SeededDice.from_seed("pairs").roll(7201)
    pairs = Counter(pairwise(dice))
    assert sum((pairs[(a, b)] - 200) ** 2 / 200 for a in range(1, 7) for b in range(1, 7)) < 80  # 35 degrees


def test_dice_follow_the_documentation() -> None:
    dice = SeededDice(bytes(range(32)), "red and blue")
    value = int.from_bytes(hmac.digest(bytes(range(32)), b"red and blue|2|0", sha256), "big")
    assert dice.roll(3)[2] == value % 6 + 1
    assert dice.commitment == sha256(bytes(range(32))).hexdigest()


def test_biased_numbers_are_rejected() -> None:
    sides = 2**255 + 1  # almost half of all numbers are too high
    secret = bytes(32)
    for number, face in enumerate(SeededDice(secret).roll(20, sides)):
        attempt = 0
        while (
            value := int.from_bytes(hmac.digest(secret, b"|%d|%d" % (number, attempt), sha256), "big")
        ) >= sides:
            attempt += 1
        assert face == value + 1


@given(st.lists(st.integers(0, 9), max_size=8), st.text(st.characters(codec="utf-8"), max_size=10))
def test_grouping_does_not_matter(counts: list[int], entropy: str) -> None:
    apart = SeededDice.from_seed(1, entropy)
    dice = tuple(face for count in counts for face in apart.roll(count))
    assert dice == SeededDice.from_seed(1, entropy).roll(sum(counts))
    assert apart.used == sum(counts)


def test_entropy_and_secret_both_matter() -> None:
    dice = SeededDice.from_seed(1).roll(30)
    assert dice != SeededDice.from_seed(2).roll(30)
    assert dice != SeededDice.from_seed(1, "mine").roll(30)
    assert SeededDice.fresh().commitment != SeededDice.fresh().commitment


def test_a_short_secret_is_a_bug() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SeededDice(b"short")


@pytest.mark.parametrize(
    ("answer", "count", "sides", "wrong"),
    [
        ("", 1, 6, "There are 0 dice"),
        ("1 2 3", 2, 6, "There are 3 dice"),
        ("0", 1, 6, "cannot show 0"),
        ("-1", 1, 6, "not a number"),
        ("²", 1, 6, "not a number"),
        ("1.5", 1, 6, "not a number"),
        ("21", 1, 20, "cannot show 21"),
        ("9" * 5000, 1, 6, "cannot show"),
    ],
)
def test_invalid_input_is_explained(answer: str, count: int, sides: int, wrong: str) -> None:
    said = typed_faces(answer, count, sides)
    assert isinstance(said, str)
    assert wrong in said


def test_dice_with_many_sides_need_spaces() -> None:
    assert typed_faces("12 3", 2, 20) == (12, 3)
    assert isinstance(typed_faces("12", 2, 20), str)


def test_no_dice_need_no_question() -> None:
    def ask(count: int, sides: int, wrong: str) -> str:
        raise AssertionError("nobody should be asked")

    assert HandDice(ask).roll(0) == ()


def test_absent_dice_say_why() -> None:
    with pytest.raises(NoDice, match="sealed"):
        AbsentDice(Provenance("seeded", "00")).roll(1)
    with pytest.raises(NoDice, match="hand"):
        AbsentDice(Provenance("hand")).roll(1)


def test_an_unknown_source_has_no_provenance() -> None:
    class Loaded:
        def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
            return (sides,) * count

    assert provenance_of(Loaded()) == Provenance("other")
