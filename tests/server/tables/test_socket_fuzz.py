"""Random messages on a socket: the server answers each, and only accepted ones change anything."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed
from hypothesis import settings as patience
from hypothesis import strategies as st
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from sandtable.server.settings import Bots, Questions, Settings
from tests.server.conftest import STRICTER
from tests.server.site import Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import ALL_ME, Live, Player, Seat
from tests.server.tables.whole import Content, content

pytestmark = STRICTER

MARK = {"ask": "wrong"}
"""A question that is always refused: its answer shows that all earlier messages were handled."""
YES = {"done", "said"}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
seats = st.sampled_from([*AUCTION.seats, "purple", ""]) | json_values
keys = st.sampled_from(["key-number-1", "key-number-2", "key-number-3", "short"]) | st.text(max_size=70)
seqs = st.integers(-1, 12) | json_values
actions = st.one_of(
    st.builds(lambda amount: {"do": "bid", "amount": amount}, st.integers(-1, 11)),
    st.builds(lambda dice: {"do": "stake", "dice": dice}, st.integers(0, 4)),
    st.just({"do": "roll"}),
    json_values,
)
orders = st.none() | st.builds(lambda amount: {"bid": amount}, st.integers(-1, 11)) | json_values
questions = st.one_of(
    st.just({"ask": "choices"}),
    st.builds(lambda seat: {"ask": "purse", "seat": seat}, seats),
    json_values,
)
messages = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("act"), "key": keys, "seat": seats, "seq": seqs},
        optional={"actions": st.lists(actions, max_size=3), "more": json_values},
    ),
    st.fixed_dictionaries(
        {"type": st.just("undo"), "key": keys, "seat": seats, "seq": seqs},
        optional={"number": st.integers(-2, 9) | json_values},
    ),
    st.fixed_dictionaries({"type": st.just("standing"), "key": keys, "seat": seats}, optional={"orders": orders}),
    st.fixed_dictionaries({"type": st.just("ask"), "id": st.integers(1, 9), "question": questions, "seat": seats}),
    st.fixed_dictionaries({"type": st.just("say"), "text": st.text(max_size=510)}, optional={"side": seats}),
    st.fixed_dictionaries({"type": st.sampled_from(["ping", "hello", "done", "dance"])}),
    json_values,
)
serious = st.one_of(
    st.fixed_dictionaries(
        {
            "type": st.just("act"),
            "seat": st.sampled_from(AUCTION.seats),
            "actions": st.lists(
                st.sampled_from([{"do": "bid", "amount": 1}, {"do": "roll"}]), min_size=1, max_size=2
            ),
        }
    ),
    st.fixed_dictionaries({"type": st.just("undo"), "seat": st.sampled_from(AUCTION.seats)}),
    st.fixed_dictionaries({"type": st.just("say"), "text": st.text(min_size=1, max_size=500)}),
)
"""Messages that a page might send; the key and the last line's number are filled in."""
Frame = str | bytes | dict[str, Any]
frames: st.SearchStrategy[Frame] = st.one_of(
    serious,
    messages.map(json.dumps),
    messages.map(lambda message: json.dumps(message, ensure_ascii=False)[:-1]),
    st.text(max_size=40),
    st.binary(max_size=40),
)


class Talker:
    """A socket at a table that reconnects when the server closes it."""

    def __init__(self, table: Seat, database: str) -> None:
        self._table = table
        self._database = database
        self._marks = count(1_000_000)
        self._open = ExitStack()
        self._live: Live | None = None
        self._known: Content | None = None
        self.said_yes = 0

    def say(self, frame: Frame) -> None:
        """Send a frame, and check that only an accepted one changed anything."""
        before = self._known or content(self._database)
        live = self._connected()
        try:
            heard = self._answers(live, frame)
        except ConnectionClosed as closed:
            assert closed.rcvd is not None and closed.rcvd.code in (1007, 1009, 4029), closed
            self.close()
            heard = []
        kinds = {message["type"] for message in heard}
        for message in heard:
            if message["type"] == "failed":
                assert 400 <= message["problem"]["status"] < 500, message
        self._known = content(self._database)
        if kinds & YES:
            self.said_yes += 1
        else:
            assert self._known == before, (frame, heard)

    def _answers(self, live: Live, frame: Frame) -> list[Any]:
        mark, start = next(self._marks), len(live.heard)
        if isinstance(frame, dict):
            known = {} if frame["type"] == "say" else {"key": f"serious-{mark}", "seq": live.seq}
            frame = json.dumps({**frame, **known})
        live.socket.send(frame)
        live.say("ask", id=mark, question=MARK)
        live.until("failed", id=mark)
        return live.heard[start:]

    def _connected(self) -> Live:
        if self._live is None:
            self._live = self._open.enter_context(self._table.live())
            self._live.until("hello")
        return self._live

    def close(self) -> None:
        self._open.close()
        self._live = None


@pytest.fixture
def idle_site(settings: Settings) -> Iterator[Site]:
    """A server whose bots can't play, so that all changes come from the socket."""
    bots, questions = Bots(games="tests.server.tables.auction:nothing"), Questions(games=settings.bots.games)
    idle = replace(settings, bots=bots, questions=questions)
    with running_site(idle, {"auction": AUCTION}) as site:
        yield site


@pytest.mark.parametrize("at_the_table", [True, False])
def test_random_messages_on_a_socket(idle_site: Site, at_the_table: bool) -> None:
    anna = Player(idle_site, "Anna")
    table = anna.new(seats=ALL_ME)
    speaker = anna if at_the_table else Player(idle_site, "Bert")
    talker = Talker(speaker.at(table), idle_site.settings.database)

    @seed(1)
    @patience(max_examples=40, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(frames, min_size=1, max_size=4))
    def talk(said: list[Frame]) -> None:
        for frame in said:
            talker.say(frame)

    try:
        talk()
    finally:
        talker.close()
    lines = [entry["seq"] for entry in table.log()]
    assert lines == list(range(1, len(lines) + 1))
    if at_the_table:
        assert talker.said_yes, "some of it was meant seriously"
    else:
        assert not lines
