"""The picture of a battle: everything is on the sheet, nothing outside of it."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sandtable import games
from sandtable.area.forces import Stack
from sandtable.area.notation import NotationError, parse_force
from sandtable.odds import Odds, Question, odds
from sandtable.odds.histogram import units_left, value_swings
from sandtable.odds.picture import BadPicture, bad_path, draw, save

WORLD = games.world("1941")
BATTLES = {
    "tiny": ("infantry", "infantry"),
    "sure": ("5 tanks", "nothing"),
    "medium": ("10 infantry, 5 tanks, 3 fighters", "12 infantry, 3 tanks, 2 fighters"),
    "large": ("40 infantry, 20 tanks, 10 fighters", "50 infantry, 10 tanks, 5 fighters"),
    "many names": (
        "2 ussr infantry, 2 uk infantry, 2 usa infantry, 2 ussr tanks, 2 uk tanks, 2 usa fighters, uk bomber",
        "germany infantry, 2 japan infantry, 3 japan tanks",
    ),
    "hopeless": ("infantry", "20 infantry, 10 tanks"),
}


def force(text: str, side: str) -> Stack:
    units = parse_force(WORLD, side, text)
    assert not isinstance(units, NotationError)
    return units


def work_out(name: str) -> tuple[Question, Odds]:
    attack, defend = BATTLES[name]
    question = Question(force(attack, "attack"), force(defend, "defend"))
    found = odds(WORLD, question)
    assert isinstance(found, Odds)
    return question, found


@pytest.mark.parametrize("name", BATTLES)
def test_the_drawing_is_sound_and_stays_on_its_sheet(name: str) -> None:
    question, found = work_out(name)
    root = ElementTree.fromstring(draw(WORLD, question, found))
    width, height = (float(root.attrib[key]) for key in ("width", "height"))
    for part in root:
        tag = part.tag.rpartition("}")[2]
        if tag == "rect" and "x" in part.attrib:
            x, y, w, h = (float(part.attrib[key]) for key in ("x", "y", "width", "height"))
            assert w >= 0 and h >= 0
            assert x >= 0 and y >= 0 and x + w <= width and y + h <= height
        elif tag == "text":
            assert int(part.attrib["font-size"]) >= 15
            assert 0 <= float(part.attrib["x"]) <= width
            assert 0 <= float(part.attrib["y"]) <= height
            assert "nan" not in (part.text or "")
    lines = [part.text or "" for part in root if part.tag.endswith("text")]
    assert all(len(line) * 7 < width for line in lines)


def test_the_drawing_says_what_the_odds_are() -> None:
    question, found = work_out("medium")
    svg = draw(WORLD, question, found)
    for words in ("40.70%", "1.83%", "57.48%", "25.79%", "3.84", "Value swing", "Surviving units"):
        assert words in svg
    assert "10 infantry, 5 tanks and 3 fighters against 12 infantry, 3 tanks and 2 fighters" in svg
    assert "Exact over" in svg


def test_names_cannot_break_the_drawing() -> None:
    question, found = work_out("tiny")
    svg = draw(WORLD, question, found)
    assert not re.search(r"&(?!amp;|lt;|gt;|quot;|#)", svg)


@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("most", [8, 24, 36])
def test_bars_hold_nearly_everything(name: str, most: int) -> None:
    _, found = work_out(name)
    for bars in (value_swings(found, most), units_left(found, most)):
        assert 1 <= len(bars) <= most
        assert sum(bar.chance for bar in bars) > 0.996
        assert all(one.high + 1 == two.low for one, two in pairwise(bars))
    left = units_left(found, most)
    assert all(not bar.win for bar in left if bar.high < 0)
    assert all(not bar.lose for bar in left if bar.low > 0)


def test_a_path_is_looked_at_before_anything_is_drawn(tmp_path: Path) -> None:
    assert bad_path(tmp_path / "odds.SVG") is None
    assert bad_path(tmp_path / "odds.jpg") == BadPicture(
        f"{tmp_path / 'odds.jpg'}: a picture ends in .svg or .png"
    )
    (tmp_path / "folder.png").mkdir()
    assert bad_path(tmp_path / "folder.png") == BadPicture(f"{tmp_path / 'folder.png'} is a folder")
    assert isinstance(save("<svg/>", tmp_path / "none" / "odds.svg"), BadPicture)
