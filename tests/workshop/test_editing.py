"""Changing files so that their comments stay, and taking changes back."""

from pathlib import Path
from typing import Any

import pytest

from sandtable import games
from sandtable.core.datafile import DataFileError
from sandtable.games import folder_at
from sandtable.variants.comparing import compared
from sandtable.workshop.editing import GONE, set_value, undo
from tests.games.conftest import Write
from tests.games.test_variants import DESERT

GAME = """like: "1941"   # my favourite
title: House
# money
powers:
  germany: {treasury: 14}   # two more
"""


@pytest.fixture
def house(write: Write) -> Path:
    return write("house", game=GAME, units="# the tank\ntank: {cost: 5}  # cheap\n")


def said(folder: Path) -> list[str]:
    return [one.words for one in compared(folder_at(folder))]


def test_comments_and_quotes_stay(house: Path) -> None:
    set_value(house, "game.yaml", ("powers", "germany", "treasury"), 15)
    set_value(house, "units.yaml", ("tank", "attack"), 4)
    assert (house / "game.yaml").read_text() == GAME.replace("14", "15")
    text = (house / "units.yaml").read_text()
    assert "# the tank" in text
    assert "# cheap" in text
    assert said(house) == [
        "Germany starts with 15 IPCs instead of 12.",
        "A tank costs 5 IPCs instead of 6.",
        "A tank attacks at 4 instead of 3.",
    ]


def test_what_the_parent_says_is_not_said_again(house: Path) -> None:
    set_value(house, "units.yaml", ("tank", "cost"), 6)
    assert "tank:" not in (house / "units.yaml").read_text()
    assert "# the tank" in (house / "units.yaml").read_text()
    assert said(house) == ["Germany starts with 14 IPCs instead of 12."]


@pytest.mark.parametrize(
    ("file", "path", "value", "words"),
    [
        (
            "setup.yaml",
            ("scenarios", "1941", "ussr", "Russia", "infantry"),
            9,
            "9 infantry in Russia instead of 6",
        ),
        ("setup.yaml", ("scenarios", "1941", "ussr", "Russia", "tank"), GONE, "no tanks in Russia instead of 1"),
        ("game.yaml", ("options", "low-luck"), GONE, "The option Low luck is gone."),
        ("units.yaml", ("tank", "abilities"), ["blitz", "first-shot"], "gains the ability first-shot"),
        ("rules.yaml", ("1941.units.table", "text"), "Tanks cost 5.", "1941.units.table has another text"),
        ("rules.yaml", ("1941.house.new",), {"section": "House", "text": "New."}, "New rule 1941.house.new."),
        ("board.yaml", ("territories", "Karelia", "value"), 3, "Karelia is worth 3 IPCs"),
        ("board.yaml", ("passages", "Turkish Straits", "closed"), False, "open to ships"),
        ("game.yaml", ("conduct", "fleets", "share_zones"), True, "yes instead of no"),
    ],
)
def test_a_place_gets_a_value_and_loses_it_again(
    write: Write, file: str, path: tuple[str, ...], value: Any, words: str
) -> None:
    folder = write("house", game='like: "1941"\ntitle: House\n')
    set_value(folder, file, path, value)
    (change,) = compared(folder_at(folder))
    assert words in change.words
    games.forget()
    assert not isinstance(games.checked("house"), games.Problem)
    undo(folder, change)
    assert said(folder) == []


def test_every_change_of_a_variant_can_be_taken_back(write: Write) -> None:
    """Also those that are written as additions to a list, as steps before others, or as null."""
    folder = write("desert", **DESERT)
    for one in compared(folder_at(folder)):
        undo(folder, one)
    assert said(folder) == []
    games.forget()
    assert not isinstance(games.checked("desert"), games.Problem)


def test_a_file_that_is_no_yaml_is_left_alone(house: Path) -> None:
    (house / "units.yaml").write_text("tank: {cost: [")
    with pytest.raises(DataFileError, match="text editor"):
        set_value(house, "units.yaml", ("tank", "cost"), 4)
    assert (house / "units.yaml").read_text() == "tank: {cost: ["
