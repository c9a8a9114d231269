"""The socket: live updates, limited to what each viewer may see."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, cast

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sandtable.server.settings import Settings, Tables
from sandtable.server.tables.live import PATIENCE, SIGNED_OUT, Connection
from tests.server.site import Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import ALL_ME, JSON, ROLL, STAKE3, Live, Player, Seat, bid, three_rounds

BACKLOG = 5


def close_code(live: Live) -> int:
    """Receive until the server closes."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            live.hear()
    received = closed.value.rcvd
    assert received is not None
    return received.code


def test_hello_has_the_current_table(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new(seats=ALL_ME)
    table.bid("red", 3)
    with table.live() as live:
        hello = live.hear()
        assert hello["type"] == "hello"
        assert hello["me"]["name"] == "Anna"
        shown = table.look()
        assert hello["table"]["stand"] == shown["stand"]
        assert hello["table"]["recent"] == shown["recent"]
        assert hello["table"]["dice"] == shown["dice"]


def test_two_play_and_a_third_watches(site: Site) -> None:
    anna, bert, nobody = Player(site, "Anna"), Player(site, "Bert"), Player(site, "Nobody", site.visitor())
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")
    with table.live() as at_red, bert.at(table).live() as at_blue, nobody.at(table).live() as beside:
        for one in (at_red, at_blue, beside):
            one.until("hello")
        for _ in range(3):
            at_red.bid("red", 3)
            at_red.bid("gold", 1)
            at_blue.up_to(at_red.seq)
            at_blue.bid("blue", 2)
            at_red.up_to(at_blue.seq)
            at_red.until("done", key=at_red.act("red", STAKE3, ROLL))
            at_blue.up_to(at_red.seq)
        for one in (at_red, at_blue, beside):
            one.say("ping")
            one.until("pong", seq=at_red.seq)
            latest = {message["type"]: message for message in one.heard}
            assert latest["opened"]["dice"]["secret"]
            assert latest["table"]["info"]["winner"] == "warm"
    for player, live in ((anna, at_red), (bert, at_blue), (nobody, beside)):
        seen = player.at(table).look()
        assert live.view == seen["stand"]["view"]
        assert live.entries == player.at(table).log()
    assert [entry["action"] for entry in beside.entries][:3] == [None, None, None]


def test_http_actions_are_sent_on_the_socket(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    with table.live() as live:
        live.until("hello")
        table.bid("red", 3)
        happened = live.until("happened")
        assert happened["after"] == 0
        assert [entry["seat"] for entry in happened["entries"]] == ["red"]
        assert happened["stand"]["view"] is None
        assert happened["stand"]["seq"] == 1
        table.undo("red")
        assert live.until("happened")["entries"][0]["kind"] == "undo"
        assert live.view == table.view()


def test_acting_undoing_and_asking(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    with table.live() as live:
        live.until("hello")
        live.bid("red", 3)
        live.say("ask", id=7, seat="red", question={"ask": "purse", "seat": "red"})
        assert live.until("answer", id=7)["answer"] == {"coins": 10, "bid": 3}
        live.say("undo", key="undo-it-now", seat="red", seq=live.seq)
        assert live.until("done", key="undo-it-now")["seq"] == 2
        live.say("standing", key="orders-left", seat="red", orders={"bid": 4})
        assert live.until("done", key="orders-left")["seq"] == 3
        live.say("ping")
        assert live.until("pong") == {"type": "pong", "seq": 3}


def test_a_retry_after_a_lost_response(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    with table.live() as live:
        live.until("hello")
        live.act("red", bid(3), key="sent-and-lost")
    with table.live() as live:
        live.until("hello")
        live.say("act", key="sent-and-lost", seat="red", seq=0, actions=[bid(3)])
        done = live.until("done", key="sent-and-lost")
        assert done["seq"] == 1
    assert table.stand()["seq"] == 1


def test_a_refusal_names_the_rule(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    with table.live() as live:
        live.until("hello")
        failed = live.until("failed", key=live.act("red", bid(11)))
        assert (failed["problem"]["status"], failed["problem"]["rule"]) == (422, "toy.coins")
        live.say("ask", id=3, seat="red", question={"ask": "wrong"})
        assert live.until("failed", id=3)["problem"]["rule"] == "toy.turn"


def test_a_conflict_is_answered_with_what_has_changed(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    with table.live() as live:
        live.until("hello")
        table.bid("red", 3)
        live.say("act", key="much-too-late", seat="red", seq=0, actions=[ROLL])
        failed = live.until("failed", key="much-too-late")
        assert failed["problem"]["what"] == "conflict"
        assert [entry["seq"] for entry in failed["changed"]] == [1]
        assert live.seq == 1, "it was already sent"
        live.say("ping")
        live.until("pong")
        assert [one["type"] for one in live.heard].count("hello") == 1, "no need to start over"


def test_nobody_acts_for_others(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats=ALL_ME)
    with bert.at(table).live() as live:
        live.until("hello")
        for kind, fields in (
            ("act", {"seq": 0, "actions": [bid(1)]}),
            ("undo", {"seq": 0}),
            ("standing", {"orders": {"bid": 1}}),
        ):
            live.say(kind, key="not-mine-at-all", seat="red", **fields)
            assert live.until("failed", key="not-mine-at-all")["problem"]["status"] == 403
        live.say("ask", id=9, seat="red", question={"ask": "choices"})
        assert live.until("failed", id=9)["problem"]["status"] == 403
    with Player(site, "Nobody", site.visitor()).at(table).live() as live:
        assert live.until("hello")["me"] is None
        live.act("red", bid(1), key="who-am-i-then")
        assert live.until("failed", key="who-am-i-then")["problem"]["status"] == 401
        live.say("say", text="hello?")
        assert live.until("failed")["problem"]["status"] == 401
    assert table.stand()["seq"] == 0


def test_who_is_here(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")

    def here(info: JSON) -> dict[str, bool]:
        return {one["seat"]: one["here"] for one in info["seats"]}

    with table.live() as live:
        assert here(live.until("table")["info"]) == {"red": True, "blue": False, "gold": True}
        with bert.at(table).live() as other:
            other.until("hello")
            assert here(live.until("table")["info"])["blue"] is True
            assert here(table.info())["blue"] is True
            with bert.at(table).live() as second:
                second.until("hello")
        assert here(live.until("table")["info"])["blue"] is False


def test_sitting_down_reveals_the_seats_view(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"})
    with bert.at(table).live() as live, table.live() as host:
        assert live.until("hello")["table"]["info"]["mine"] == []
        host.until("hello")
        bert.at(table).post("sit", seat="blue")
        hello = live.until("hello")
        assert hello["table"]["info"]["mine"] == ["blue"]
        assert hello["table"]["info"]["phase"] == "playing"
        assert host.until("hello")["table"]["info"]["phase"] == "playing", "the game starts for everybody"


def test_chat_reaches_only_its_audience(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")
    with table.live() as at_red, bert.at(table).live() as at_blue:
        at_red.until("hello")
        at_blue.until("hello")
        at_red.say("say", text="between us", side="warm")
        assert at_red.until("said")["said"]["text"] == "between us"
        at_red.say("say", text="<i>hi</i>")
        said = at_blue.until("said")["said"]
        assert (said["id"], said["person"], said["text"]) == (2, "Anna", "<i>hi</i>")
        at_blue.say("say", text="let me in", side="warm")
        assert at_blue.until("failed")["problem"]["status"] == 403


def test_a_retried_message_is_posted_once(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")
    for _ in range(2):
        with table.live() as live:
            live.until("hello")
            live.say("say", text="once", key="said-once")
            live.until("done", key="said-once")
    with bert.at(table).live() as live:
        live.until("hello")
        live.say("say", text="the same key, but another person", key="said-once")
        live.until("done", key="said-once")
        live.say("say", text=" ", key="said-nothing")
        assert live.until("failed", key="said-nothing")["problem"]["status"] == 400
    assert [one["text"] for one in table.look()["chat"]] == ["once", "the same key, but another person"]


def test_standing_orders_set_elsewhere_are_sent(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new(seats=ALL_ME)
    table.bid("red", 1)
    with table.live() as live:
        live.until("hello")
        table.post("standing", key=anna.key(), seat="red", orders={"bid": 2, "until": "cancelled"})
        happened = live.until("happened")
        assert (happened["entries"], happened["patch"]) == ([], {})
        assert happened["stand"]["standing"] == {"red": {"bid": 2, "until": "cancelled"}}


def test_an_unknown_table(site: Site) -> None:
    with Player(site, "Anna").at("nowhere").live() as live:
        assert live.hear()["problem"]["status"] == 404
        assert close_code(live) == 4004


def test_another_page_cannot_open_a_socket(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    with pytest.raises(InvalidStatus) as refused, table.live(origin="https://evil.example"):
        pass
    assert refused.value.response.status_code == 403


def test_signing_out_closes_the_socket(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new(seats=ALL_ME)
    with table.live() as live:
        live.until("hello")
        live.bid("red", 3)
        anna.post("/signout")
        assert live.until("failed")["problem"]["status"] == 401
        assert close_code(live) == 4001
    assert table.stand()["seq"] == 1


def test_a_program_uses_its_token(site: Site) -> None:
    member = site.member("Anna")
    table = Player(site, "Anna", site.program(member)).new(seats=ALL_ME)
    with table.live(origin=None) as live:
        assert live.until("hello")["me"]["name"] == "Anna"
        live.bid("red", 3)


def test_invalid_messages_are_answered_and_change_nothing(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    with table.live() as live:
        live.until("hello")
        for nonsense in ("", "{", "[]", "7", '{"type":"dance"}', '{"type":"act"}', "[" * 5000, "\ud7ff"):
            live.socket.send(nonsense)
            assert live.until("failed")["problem"]["status"] == 400
        live.socket.send(b"\x00\x01")
        assert live.until("failed")["problem"]["status"] == 400
        live.bid("red", 3)


def test_a_message_that_is_too_long_closes_the_connection(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    with table.live() as live:
        live.until("hello")
        live.socket.send(json.dumps({"type": "say", "text": "x" * site.settings.limits.body}))
        assert close_code(live) == 1009


class TestStrict:
    """A server with strict limits."""

    @pytest.fixture
    def site(self, settings: Settings) -> Iterator[Site]:
        strict = Tables(messages=(5, 3600), chat=(2, 3600), backlog=3, connections=2)
        with running_site(replace(settings, tables=strict), {"auction": AUCTION}) as running:
            yield running

    def test_too_many_messages(self, site: Site) -> None:
        table = Player(site, "Anna").new(seats=ALL_ME)
        with table.live() as live:
            live.until("hello")
            for _ in range(5):
                live.say("ping")
                live.until("pong")
            for _ in range(PATIENCE + 1):
                live.say("ping")
                assert live.until("failed")["problem"]["status"] == 429
            assert close_code(live) == 4029

    def test_too_many_chat_messages(self, site: Site) -> None:
        table = Player(site, "Anna").new(seats=ALL_ME)
        table.post("say", text="one")
        table.post("say", text="two")
        assert table.fails(429, "say", text="three")["what"] == "too-fast"
        assert len(table.look()["chat"]) == 2

    def test_too_many_connections(self, site: Site) -> None:
        table = Player(site, "Anna").new(seats=ALL_ME)
        with ExitStack() as open_:
            for _ in range(2):
                open_.enter_context(table.live()).until("hello")
            third = open_.enter_context(table.live())
            assert third.hear()["problem"]["status"] == 429
            assert close_code(third) == 4009
        with table.live() as again:
            again.until("hello")


class Stuck:
    """A socket whose other side doesn't read."""

    def __init__(self) -> None:
        self.closed = 0

    async def send_data(self, data: str, mode: str) -> None:
        await asyncio.Event().wait()

    async def receive(self) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        self.closed = code


class Hall:
    """A room that sends more than anybody can read."""

    def __init__(self) -> None:
        self.inside: list[Connection] = []

    def enter(self, listener: Connection) -> None:
        self.inside.append(listener)
        for number in range(BACKLOG + 2):
            listener.send(b"%d" % number)

    def leave(self, listener: Connection) -> None:
        self.inside.remove(listener)


class Housekeeper:
    def __init__(self, limits: Tables) -> None:
        self.limits = limits

    def connected(self, connection: Connection) -> None: ...

    def disconnected(self, connection: Connection) -> None: ...


@pytest.mark.parametrize(
    "limits",
    [
        pytest.param(Tables(backlog=BACKLOG), id="too many messages"),
        pytest.param(Tables(backlog=BACKLOG + 10, backlog_bytes=3), id="too many bytes"),
        pytest.param(Tables(backlog=BACKLOG + 10, reading=0.05), id="nothing is read"),
    ],
)
def test_a_slow_reader_is_dropped(limits: Tables) -> None:
    socket, hall = Stuck(), Hall()
    listener = Connection(cast(Any, socket), cast(Any, Housekeeper(limits)), None)
    asyncio.run(asyncio.wait_for(listener.run(cast(Any, hall)), 10))
    assert socket.closed == 4008
    assert hall.inside == []


def test_a_whole_game_over_the_socket_matches_the_log(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    with table.live() as live:
        live.until("hello")
        three_rounds(table)
        live.up_to(12)
        assert live.view == table.view()
        assert live.entries == table.log()


class Turns(Seat):
    """Somebody's list of turns, as a page listens to it."""

    @property
    def path(self) -> str:
        return "/turns"


def test_a_page_is_told_when_its_list_of_turns_changes(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"})
    with Turns(bert, "", None).live() as told:
        bert.at(table).post("sit", seat="blue")
        assert told.hear() == {"type": "turns"}
        assert [one["table"] for one in bert.get("/turns")] == [table.id]
        bert.at(table).bid("blue", 2)
        assert told.hear() == {"type": "turns"}
        assert bert.get("/turns") == []
        bert.post("/signout")
        assert close_code(told) == SIGNED_OUT


def test_nobody_has_no_list_of_turns(site: Site) -> None:
    nobody = Player(site, "Nobody", site.visitor())
    with Turns(nobody, "", None).live() as told:
        assert close_code(told) == SIGNED_OUT
