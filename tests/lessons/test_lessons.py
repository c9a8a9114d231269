"""Every lesson can be taken: what it points at is there, and what it asks for happens when one does as it says."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from sandtable.area.actions import AreaAction, Done, Mobilize, Move, Order, Pick
from sandtable.area.events import AreaEvent
from sandtable.area.family import AreaGame
from sandtable.core.datafile import DataFileError
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.tutorial import LANGUAGES, EventMark, SeenMark, Tutorial, UndoMark, read_tutorial
from sandtable.games import area, ids, load

TAUGHT = [game for game in ids() if load(game).guide.tutorial is not None]
SHOWN = {"odds", "rules"}
"""Parts of the page that tell the coach when they were looked at."""
POINTED = {"", "orders", "end", "undo", "menu"}
"""Parts of the page that can be pointed at."""


def lesson(game: str) -> Tutorial:
    found = load(game).guide.tutorial
    assert found is not None
    return found


def test_the_games_that_can_be_learned() -> None:
    assert TAUGHT == ["1941", "classic"]


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_fits_its_game(game: str) -> None:
    taught, world = lesson(game), area(game).world
    assert taught.scenario in world.setup.scenarios
    assert taught.scenario not in load(game).guide.box.scenarios
    assert taught.seat == world.order[0]
    assert len(taught.steps) == 10
    events = {kind.__struct_config__.tag: set(kind.__struct_fields__) for kind in get_args(AreaEvent)}
    for step in taught.steps:
        assert set(step.places) <= set(world.board.spaces)
        assert step.part in POINTED
        for mark in step.done:
            if isinstance(mark, EventMark):
                assert mark.like.keys() - {"is"} <= events[mark.like["is"]]
            elif isinstance(mark, SeenMark):
                assert mark.what in SHOWN


def test_a_lesson_without_a_translation_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "tutorial.yaml").write_text(
        "{scenario: x, seat: red, minutes: 1, steps: [{title: {en: A, de: B}, text: {en: A}, done: []}]}"
    )
    with pytest.raises(DataFileError, match="step 1 has no text in de"):
        read_tutorial(tmp_path)
    assert read_tutorial(tmp_path / "elsewhere") is None
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

    def __init__(self, game: AreaGame, taught: Tutorial) -> None:
        self.game, self.taught = game, taught
        begun = Record.begin(game, Setup(scenario=taught.scenario), SeededDice.from_seed(1941))
        assert not isinstance(begun, Refusal), begun
        self.record = begun
        self.done = 0

    def does(self, *actions: AreaAction) -> None:
        for action in actions:
            events = self.record.act(self.taught.seat, action)
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


@pytest.mark.parametrize("game", TAUGHT)
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
