"""Names of games in German: every word translates something that the game says."""

import pytest

from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.core.datafile import read_yaml
from sandtable.core.game import Setup
from sandtable.games import area, load
from sandtable.guides.area.aims import aims
from sandtable.guides.area.names import OWN
from sandtable.guides.names import said


def _said(game: AreaGame) -> set[str]:
    """What a page shows of a game's box and kit."""
    box, kit = game.guide.box, game.guide.kit
    words = {box.summary, *box.sides.values()}
    words |= {chair.name for chair in box.chairs} | {text for one in box.options for text in (one.name, one.text)}
    words |= {text for power in kit.powers for text in (power.name, power.adjective)}
    words |= {text for unit in kit.units for text in (unit.name, unit.plural)}
    return words | _aims(game) | _developed(game) | {phase.name for phase in kit.phases}


def _developed(game: AreaGame) -> set[str]:
    """What the track of research and the event deck show."""
    parts = {part.name: part for part in game.world.parts.all}
    cards = parts["event-deck"].settings.cards.values() if "event-deck" in parts else ()
    projects = game.guide.kit.techs if "project-research" in parts else ()
    return {one.name for one in cards} | {text for one in projects for text in (one.name, one.text)}


def _aims(game: AreaGame) -> set[str]:
    """What objectives and ways to win are called."""
    state = game.start(Setup())
    assert isinstance(state, AreaState)
    found = aims(game, state, None)
    return {one.name for one in found.objectives} | {one.title for one in found.victory if one.title}


@pytest.mark.parametrize("name", ["1941", "classic", "revised-historical", "global-1940"])
def test_german_has_a_word_for_everything_that_a_page_shows_and_for_nothing_else(name: str) -> None:
    game = area(name)
    own = read_yaml(game.folder / "names.de.yaml", dict[str, str])
    assert set(own) == _said(game)


def test_what_the_family_asks_has_the_same_gaps_in_both_languages() -> None:
    for asked, german in read_yaml(OWN / "names.de.yaml", dict[str, str]).items():
        assert sorted(_gaps(asked)) == sorted(_gaps(german)), asked


def test_the_first_question_of_a_game_is_known_in_german() -> None:
    game = load("1941")
    state = game.start(Setup())
    assert isinstance(state, AreaState)
    (decision,) = game.pending(state)
    assert decision.prompt == "Buy units: 7 IPCs."
    assert "Buy units: {n} IPCs." in game.guide.names["de"]
    assert game.guide.headline(state) == "Round 1, Soviet Union, Purchase Units"
    assert said(game.guide.names["de"], "Round 1, Soviet Union, Purchase Units") == "Runde 1, Sowjetunion, Einkauf"


@pytest.mark.parametrize("name", ["1941", "classic", "revised-historical", "global-1940"])
def test_what_is_counted_is_known_in_german(name: str) -> None:
    guide = load(name).guide
    counted = {text for measure in guide.measures for text in (measure.name, measure.text)}
    assert counted <= set(guide.names["de"])


def _gaps(text: str) -> list[str]:
    return [part.split("}")[0] for part in text.split("{")[1:]]
