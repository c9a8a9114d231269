"""German names of the hex game: every word is for something that the game says, and every question is known."""

import re
from random import Random

from sandtable.core.datafile import read_yaml
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.guides.names import said
from tests.guides.hexes.asking import GAME

GUIDE = GAME.guide
GERMAN = GUIDE.names["de"]


def test_german_has_a_word_for_everything_that_a_page_shows_and_for_nothing_else() -> None:
    box, kit = GUIDE.box, GUIDE.kit
    said = {box.summary, *box.sides.values(), *box.titles.values()}
    said |= {text for side in kit.sides for text in (side.name, side.adjective)}
    said |= {one.summary for one in kit.scenarios}
    said |= {text for option in box.options for text in (option.name, option.text)}
    assert set(read_yaml(GAME.folder / "names.de.yaml", dict[str, str])) == said


def test_phases_kinds_and_measures_are_known() -> None:
    kit = GUIDE.kit
    said = {phase.name for phase in kit.phases} | {kind for one in kit.scenarios for kind in one.kinds}
    said |= {text for measure in GUIDE.measures for text in (measure.name, measure.text)}
    assert said <= set(GERMAN)


def test_what_is_asked_in_a_game_is_known() -> None:
    patterns = [re.compile(re.escape(text).replace(r"\{n\}", r"\d+")) for text in GERMAN]
    random = Random(2)
    record = Record.begin(GAME, Setup("fall-of-germany"), SeededDice.from_seed(2))
    assert not isinstance(record, Refusal)
    for _ in range(150):
        decision = record.pending[0]
        assert any(one.fullmatch(decision.prompt) for one in patterns), decision.prompt
        season, side, phase = GUIDE.headline(record.state).split(", ")
        assert said(GERMAN, season) != season or season.startswith("Winter")
        assert {side, *phase.split(": ")} <= set(GERMAN)
        action = next(iter(GAME.legal(record.state, decision.seat, random)))
        assert not isinstance(record.act(decision.seat, action), Refusal)


def test_both_languages_have_the_same_gaps() -> None:
    for english, german in GERMAN.items():
        assert english.count("{n}") == german.count("{n}"), english
