"""Blind research: to everybody but its owner all projects look alike, whatever they ask."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from sandtable.area.actions import Done
from sandtable.area.family import AreaGame
from sandtable.area.parts.event_deck import DrawCard
from sandtable.area.parts.project_research import Advance
from sandtable.bots import registry
from sandtable.core.dice import ScriptedDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import CannotWrite, encode
from sandtable.games import area
from sandtable.statistics import statistics

OWNER = "germany"
DICE = (3, 2)


@pytest.fixture(scope="module")
def game() -> AreaGame:
    return area("global-1940")


def played(game: AreaGame, first: str, second: str) -> "Record[Any, Any, Any]":
    """Germany has begun two projects in secret."""
    record: Record[Any, Any, Any] | Refusal = Record.begin(
        game, Setup(options={"blind-research": True}), ScriptedDice(DICE)
    )
    assert not isinstance(record, Refusal)
    for action in (Advance(first), Advance(second), Done()):
        assert not isinstance(record.act(OWNER, action), Refusal)
    return record


def all_that_is_seen(game: AreaGame, record: "Record[Any, Any, Any]", seat: str | None) -> Iterator[bytes]:
    """Views, events, sentences, numbers, questions: whatever a seat gets."""
    guide = game.guide
    for state in record.states():
        seen = game.view(state, seat)
        yield msgspec.json.encode(seen, order="deterministic")
        yield game.digest(seen).encode()
        yield guide.headline(seen).encode()
        yield msgspec.json.encode(game.pending(seen))
        yield msgspec.json.encode(guide.measure(seen))
    for told in record.seen(seat):
        yield msgspec.json.encode(told)
    before = record.states()
    for entry in record.entries:
        state = next(before)
        for event in entry.events:
            shown = game.visible(event, seat)
            if shown is not None:
                yield "\n".join(guide.tell(game.view(state, seat), shown)).encode()
            state = game.evolve(state, event)
    yield msgspec.json.encode(statistics(record, seat))


@pytest.mark.rule("g40.research.blind", "g40.research.blind-verify")
def test_to_others_all_projects_look_alike(game: AreaGame) -> None:
    one, other = played(game, "rockets", "radar"), played(game, "war-bonds", "heavy-armor")
    for seat in (*(s for s in game.seats if s != OWNER), None):
        assert list(all_that_is_seen(game, one, seat)) == list(all_that_is_seen(game, other, seat))
    assert list(all_that_is_seen(game, one, OWNER)) != list(all_that_is_seen(game, other, OWNER))


@pytest.mark.rule("g40.research.blind")
def test_bots_of_others_decide_alike(game: AreaGame) -> None:
    """A bot gets the view of its seat, so it cannot know either."""
    chosen = []
    for names in (("rockets", "radar"), ("war-bonds", "heavy-armor")):
        record = played(game, *names)
        while game.pending(record.state)[0].seat == OWNER:
            assert not isinstance(record.act(OWNER, Done()), Refusal)
        decision = game.pending(record.state)[0]
        view = game.view(record.state, decision.seat)
        bot = registry.make("easy", game, 1)
        assert not isinstance(bot, registry.NoBot)
        chosen.append(bot.choose(view, decision))
    assert chosen[0] == chosen[1]


@pytest.mark.rule("g40.research.blind")
def test_a_file_for_others_is_not_written(game: AreaGame) -> None:
    assert isinstance(encode(played(game, "rockets", "radar"), reveal=False), CannotWrite)


@pytest.mark.rule("g40.turn.event-card")
def test_the_pile_holds_nothing_to_see(game: AreaGame) -> None:
    """What will be drawn is not in the state: the same state with other dice draws another card."""
    drawn = []
    for die in (1, 5, 12):
        record: Record[Any, Any, Any] | Refusal = Record.begin(
            game, Setup(options={"event-deck": True}), ScriptedDice((die,))
        )
        assert not isinstance(record, Refusal)
        before = record.state
        drawn.append((game.digest(before), record.act(OWNER, DrawCard())))
        assert "event-deck" not in before.parts
    assert len({digest for digest, _ in drawn}) == 1
    assert len({str(events) for _, events in drawn}) == 3
