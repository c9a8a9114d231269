"""Every lesson can be taken: what it points at is there, and what it asks for happens when one does as it says."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from sandtable.area.actions import AreaAction, Done, Mobilize, Move, Order, Pick
from sandtable.area.parts.directed_research import Program
from sandtable.bots.registry import NoBot, make
from sandtable.core.datafile import DataFileError
from sandtable.core.dice import SeededDice
from sandtable.core.game import AnyGame, Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.tutorial import LANGUAGES, EventMark, SeenMark, Tutorial, UndoMark, read_tutorials
from sandtable.games import area, ids, load
from sandtable.hexes import actions as hexes
from sandtable.hexes.actions import HexAction
from sandtable.hexes.family import HexGame

TAUGHT = [(game, taught.scenario) for game in ids() for taught in load(game).guide.tutorials]
SHOWN = {"odds", "rules", "supply", "affairs", "aims"}
"""Parts of the page that tell the coach when they were looked at."""
POINTED = {"", "orders", "end", "undo", "menu", "supply"}
"""Parts of the page that can be pointed at."""


def lesson(game: str, scenario: str = "") -> Tutorial:
    """A lesson of a game, by its scenario; otherwise the first."""
    found = load(game).guide.tutorials
    return next(taught for taught in found if scenario in ("", taught.scenario))


def test_the_games_that_can_be_learned() -> None:
    assert {game for game, _ in TAUGHT} == {"1941", "classic", "revised-historical", "hgw", "global-1940"}
    assert [scenario for game, scenario in TAUGHT if game == "hgw"] == ["lesson", "lesson-campaign-1"]


def test_several_lessons_of_a_game_have_titles() -> None:
    assert all(taught.title.keys() == set(LANGUAGES) for taught in load("hgw").guide.tutorials)


def places(game: AnyGame, scenario: str) -> set[str]:
    """All that a lesson can point at on the board."""
    return set(
        game.worlds[scenario].board.places if isinstance(game, HexGame) else area(game.id).world.board.spaces
    )


@pytest.mark.parametrize(("name", "scenario"), TAUGHT)
def test_a_lesson_fits_its_game(name: str, scenario: str) -> None:
    taught, game = lesson(name, scenario), load(name)
    opening = game.start(Setup(scenario=taught.scenario))
    assert not isinstance(opening, Refusal)
    assert taught.scenario not in game.guide.box.scenarios
    assert taught.seat == game.pending(opening)[0].seat
    assert len(taught.steps) == 10
    kinds = get_args(game.event_type)
    tag = kinds[0].__struct_config__.tag_field
    events = {kind.__struct_config__.tag: set(kind.__struct_fields__) for kind in kinds}
    for step in taught.steps:
        assert set(step.places) <= places(game, taught.scenario)
        assert step.part in POINTED
        for mark in step.done:
            if isinstance(mark, EventMark):
                assert mark.like.keys() - {tag} <= events[mark.like[tag]]
            elif isinstance(mark, SeenMark):
                assert mark.what in SHOWN


def test_a_lesson_without_a_translation_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "tutorial.yaml").write_text(
        "{scenario: x, seat: red, minutes: 1, steps: [{title: {en: A, de: B}, text: {en: A}, done: []}]}"
    )
    with pytest.raises(DataFileError, match="step 1 has no text in de"):
        read_tutorials(tmp_path)
    assert read_tutorials(tmp_path / "elsewhere") == ()
    assert set(LANGUAGES) == {"en", "de"}


# -- taking it


def looks_like(pattern: object, value: object) -> bool:
    """As the page compares (web/src/lib/progress.ts)."""
    if isinstance(pattern, Mapping):
        return isinstance(value, Mapping) and all(
            k in value and looks_like(v, value[k]) for k, v in pattern.items()
        )
    if isinstance(pattern, list):
        return isinstance(value, list) and all(any(looks_like(one, other) for other in value) for one in pattern)
    return pattern == value


class Learner:
    """Does what a lesson says, and knows which steps it has done."""

    def __init__(self, game: AnyGame, taught: Tutorial, seed: int = 1941) -> None:
        self.game, self.taught = game, taught
        begun = Record.begin(game, Setup(scenario=taught.scenario), SeededDice.from_seed(seed))
        assert not isinstance(begun, Refusal), begun
        self.record = begun
        self.done = 0

    def does(self, *actions: AreaAction | HexAction) -> None:
        for action in actions:
            self.sees(self.taught.seat, action)

    def sees(self, seat: str, action: AreaAction | HexAction) -> None:
        """What anybody does may be what a step waits for."""
        events = self.record.act(seat, action)
        assert not isinstance(events, Refusal), (events, action)
        self._hears([msgspec.json.decode(msgspec.json.encode(event)) for event in events])

    def takes_back(self) -> None:
        self.record.undo(self.taught.seat)
        if any(isinstance(mark, UndoMark) for mark in self._due.done):
            self.done += 1

    def looks_at(self, what: str) -> None:
        assert any(isinstance(mark, SeenMark) and mark.what == what for mark in self._due.done)
        self.done += 1

    @property
    def _due(self) -> Any:
        return self.taught.steps[self.done]

    def _hears(self, events: list[Any]) -> None:
        for event in events:
            if self.done < len(self.taught.steps) and any(
                isinstance(mark, EventMark) and looks_like(mark.like, event) for mark in self._due.done
            ):
                self.done += 1


PLANS: dict[str, tuple[AreaAction, AreaAction, AreaAction, AreaAction]] = {
    "1941": (
        Order({"infantry": 2}),
        Move((Pick("infantry", 3),), ("Caucasus", "Ukraine")),
        Move((Pick("tank"),), ("Archangel", "West Russia", "Ukraine")),
        Mobilize("infantry", "Russia", 2),
    ),
    "classic": (
        Order({"infantry": 4}),
        Move((Pick("infantry", 5),), ("Caucasus", "Ukraine S.S.R.")),
        Move((Pick("armor"),), ("Soviet Far East", "Manchuria", "Kwangtung")),
        Mobilize("infantry", "Russia", 4),
    ),
}


@pytest.mark.parametrize("game", PLANS)
def test_who_does_as_the_lesson_says_finishes_it(game: str) -> None:
    learner = Learner(area(game), lesson(game))
    buy, attack, blitz, place = PLANS[game]
    learner.does(buy)
    learner.takes_back()
    learner.does(buy, Done(), attack, blitz)
    learner.looks_at("odds")
    learner.looks_at("rules")
    assert learner.done == 7
    learner.does(Done())
    while learner.record.pending[0].kind not in ("noncombat-move", "mobilize"):
        learner.does(next(learner.game.legal(learner.record.state, learner.taught.seat)))
    assert learner.done == 8
    learner.does(Done(), place)
    assert learner.done == 10


def test_who_does_as_the_lesson_of_a_team_says_finishes_it() -> None:
    learner = Learner(load("revised-historical"), lesson("revised-historical"))
    front = ("Russia", "West Russia")
    learner.does(Order({"infantry": 4}), Program({"rockets": 1}), Done())
    learner.does(Move((Pick("infantry", 3), Pick("tank", 2)), front), Move((Pick("fighter"),), front), Done())
    assert learner.done == 6
    while learner.record.pending[0].kind != "noncombat-move":
        decision = learner.record.pending[0]
        action = next(iter(learner.game.legal(learner.record.state, decision.seat)))
        learner.sees(decision.seat, action)
    learner.does(Move((Pick("fighter"),), front[::-1]), Done(), Mobilize("infantry", "Russia", 4))
    assert learner.done == 9
    while (asked := learner.record.pending[0]).kind != "passive":
        assert not isinstance(learner.record.act(asked.seat, Done()), Refusal)
    learner.does(Done())
    assert learner.done == 10


def test_who_does_as_the_lesson_of_nine_powers_says_finishes_it() -> None:
    learner = Learner(load("global-1940"), lesson("global-1940"))
    front = ("Holland/Belgium", "France")
    learner.does(Order({"infantry": 4}))
    learner.looks_at("affairs")
    learner.looks_at("aims")
    learner.does(Done(), Move((Pick("infantry", 4),), front), Move((Pick("armor", 3),), front))
    learner.looks_at("rules")
    assert learner.done == 7
    learner.does(Done())
    while learner.record.pending[0].kind != "noncombat-move":
        asked = learner.record.pending[0]
        learner.sees(asked.seat, next(iter(learner.game.legal(learner.record.state, asked.seat))))
    assert learner.record.state.control["France"] == "germany"
    learner.does(Move((Pick("infantry", 1),), ("Romania", "Bulgaria")))
    assert learner.done == 9
    learner.does(Done(), Mobilize("infantry", "Germany", 4))
    assert learner.record.state.control["Bulgaria"] == "germany"
    while learner.done < 10:
        learner.does(Done())
    assert learner.record.pending[0].seat == "ussr"


@pytest.mark.parametrize("seed", range(3))
def test_who_closes_the_pocket_sees_it_fall(seed: int) -> None:
    """Whatever the dice say: Minsk is taken, and the bot cannot save who is cut off."""
    learner = Learner(load("hgw"), lesson("hgw"), seed)
    bot = make("easy", learner.game, seed)
    assert not isinstance(bot, NoBot)
    learner.does(hexes.DeployAll(), hexes.Done(), hexes.Move("Army Group Center", "1141"))
    learner.looks_at("supply")
    learner.does(hexes.Done(), hexes.Target("Army Group Center", "1242"), hexes.Target("Army Group South", "1542"))
    learner.does(hexes.Target("Rumanian Army", "1542"), hexes.Done())
    assert learner.done == 7
    while (asked := learner.record.pending[0]).kind not in ("production", "exploitation"):
        learner.sees(asked.seat, next(iter(learner.game.legal(learner.record.state, asked.seat))))
    assert learner.record.state.control["1242"] == "axis"
    learner.does(*([hexes.Done()] if asked.kind == "exploitation" else []))
    learner.does(hexes.Build("infantry", 1, "1237", "OKW"), hexes.Done())
    assert learner.done == 9
    while (asked := learner.record.pending[0]).seat == "soviet" and learner.done < 10:
        learner.sees("soviet", bot.choose(learner.record.view("soviet"), asked))
    assert learner.done == 10
    assert "NW Front" not in learner.record.state.armies


@pytest.mark.parametrize("seed", range(3))
def test_who_attacks_poland_finishes_the_lesson_of_a_campaign(seed: int) -> None:
    """Whatever the dice say: the lesson goes on if Warsaw holds out."""
    learner = Learner(load("hgw"), lesson("hgw", "lesson-campaign-1"), seed)
    learner.does(hexes.DeployAll(), hexes.Done())
    learner.sees("allied", hexes.DeployAll())
    learner.sees("allied", hexes.Done())
    assert learner.done == 2
    learner.does(hexes.Move("Fourth Army", "1338"), hexes.Done())
    learner.does(hexes.Target("Army Group South", "1339"), hexes.Target("Fourth Army", "1339"), hexes.Done())
    assert learner.done == 6
    fire = [hexes.Assault("1339", (army,)) for army in ("Army Group South", "Fourth Army")]
    learner.does(*fire, hexes.Advance("Army Group South"))
    while learner.record.pending[0].kind != "production":
        learner.does(hexes.Done())
    assert learner.done == 8
    learner.looks_at("affairs")
    learner.does(hexes.Build("infantry", 1, "1237", "OKW"), hexes.Done())
    assert learner.done == 10
