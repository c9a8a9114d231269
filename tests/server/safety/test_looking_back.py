"""Chapters, statistics and stories are computed by workers, within the limit of any question."""

import asyncio
from functools import cache
from typing import Literal

import msgspec
import pytest

from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.games import load
from sandtable.server.settings import Questions
from sandtable.server.storage.moment import now
from sandtable.server.tables import past
from sandtable.server.tables.building import AnyPlay, write_line
from sandtable.server.tables.play import Attribution, Play
from sandtable.server.tables.visibility import Viewer
from sandtable.server.wire import Problem
from sandtable.server.workers.jobs import LookBack
from tests.server.safety.test_questions import working

What = Literal["chapters", "numbers", "story"]
WHATS: tuple[What, ...] = ("chapters", "numbers", "story")
DICE = SeededDice.from_seed(1)


@cache
def played() -> AnyPlay:
    game = load("1941")
    play = Play.begin(game, Setup(), DICE)
    assert isinstance(play, Play)
    bot = RandomBot(game, 1)
    while play.number < 300:
        decision = play.pending[0]
        action = bot.choose(play.record.view(decision.seat), decision)
        assert play.act(decision.seat, (action,), Attribution("Anna", now())) is None
    return play


def job(what: What) -> LookBack:
    dice = msgspec.structs.replace(played().record.provenance, secret="")
    return LookBack("1941", Setup(), dice, tuple(map(write_line, played().lines)), (), what, title="A game")


def asked(what: What, settings: Questions) -> bytes | Problem:
    async def ask() -> bytes | Problem:
        async with working(settings) as workers:
            return await workers.ask("anna", job(what))

    return asyncio.run(ask())


def expected(what: What) -> bytes:
    play, viewer = played(), Viewer()
    history = past.history(play, viewer)
    match what:
        case "chapters":
            return msgspec.json.encode(history)
        case "numbers":
            return msgspec.json.encode(past.counted(play, viewer))
        case "story":
            box = play.game.guide.box
            return past.story(
                box, "A game", history.chapters, past.current_entries(play, viewer), markdown=False
            ).encode()


@pytest.mark.parametrize("what", WHATS)
def test_a_worker_gives_the_same_answer_as_the_game(what: What) -> None:
    assert asked(what, Questions()) == expected(what)


@pytest.mark.parametrize("what", WHATS)
def test_slow_requests_are_refused(what: What) -> None:
    found = asked(what, Questions(seconds=0.005))
    assert isinstance(found, Problem)
    assert (found.status, found.what) == (413, "too-large")
    assert "too long" in found.why


def test_workers_get_no_secret() -> None:
    secret = played().record.provenance.secret
    assert secret
    assert secret.encode() not in msgspec.msgpack.encode(job("story"))
