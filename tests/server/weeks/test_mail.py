"""Email, sent through a real local mail server."""

import asyncio
import re
from collections.abc import Mapping
from email.message import EmailMessage
from typing import Any

import httpx
from msgspec.structs import replace

from sandtable.core.game import AnyGame
from sandtable.server.settings import Settings
from sandtable.server.storage import outbox
from sandtable.server.storage.database import BadDatabase, Database, read_url
from tests.server.site import Site, running_site
from tests.server.tables.people import ALL_ME, ROLL, Player, Seat
from tests.server.weeks.mailbox import Mailbox
from tests.server.weeks.watch import Watch

JSON = Any


def text_of(letter: EmailMessage, kind: str = "plain") -> str:
    body = letter.get_body((kind,))
    assert body is not None
    return str(body.get_content())


def link_in(letter: EmailMessage, path: str) -> str:
    found = re.search(rf"http://127.0.0.1:\d+/{path}/([\w-]+)", text_of(letter))
    assert found is not None, text_of(letter)
    return found[1]


def reader(site: Site, mailbox: Mailbox, name: str, **wanted: str) -> Player:
    """A person with a confirmed address."""
    player = Player(site, name, site.member(name))
    player.post("/mail", email=f"{name.lower()}@example.org", **wanted)
    key = link_in(mailbox.next(), "mail/confirm")
    assert site.visitor().post("/mail/confirm", json={"key": key}).status_code == 204
    return player


def their_turn(site: Site, host: Player, guest: Player, **wanted: Any) -> Seat:
    """A table where red has bid and it's blue's move."""
    table = host.new(seats={"red": "me", "gold": "me"}, **wanted)
    guest.at(table).post("sit", seat="blue")
    return table


def test_only_confirmed_addresses_get_mail(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    bert = Player(post, "Bert", post.member("Bert"))
    assert bert.get("/mail") == {
        "offered": True,
        "email": "",
        "confirmed": False,
        "mode": "each",
        "language": "en",
    }
    bert.post("/mail", email="bert@example.org")
    asked = mailbox.next()
    assert asked["to"] == "Bert <bert@example.org>"
    assert asked["subject"] == "Is this your address?"
    their_turn(post, Player(post, "Anna"), bert)
    watch.forward(hours=1)
    assert not bert.get("/mail")["confirmed"]
    assert post.visitor().post("/mail/confirm", json={"key": "wrong-key-1"}).status_code == 404
    for _ in range(2):  # a second click is harmless
        done = post.visitor().post("/mail/confirm", json={"key": link_in(asked, "mail/confirm")})
        assert done.status_code == 204
    assert bert.get("/mail")["confirmed"]
    assert mailbox.messages == []
    for wrong in ("bert", "bert@", "a b@example.org", "x@y\nBcc: z@example.org", "bert@localhost"):
        assert bert.fails(400, "/mail", email=wrong)
    bert.post("/mail", email="")
    assert bert.get("/mail")["email"] == ""


def test_a_turn_message_has_what_its_reader_may_see(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    anna, bert = Player(post, "Anna"), reader(post, mailbox, "Bert")
    table = their_turn(post, anna, bert, title="Sealed <bids>")
    bert.at(table).bid("blue", 2)
    table.bid("red", 3)
    table.bid("gold", 1)
    table.act("red", ROLL)
    watch.forward(minutes=4)
    assert mailbox.messages == [], "no mail for a player who comes soon"
    watch.forward(minutes=2)
    letter = mailbox.next()
    assert letter["subject"] == "Your turn: Sealed <bids>"
    assert letter["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    told = text_of(letter)
    assert f"/t/{table.id}" in told
    assert "Since your last move" in told
    assert re.search(r"red rolls [\d, ]+\.", told)
    assert "red bids 3" not in told, "sealed bids stay sealed"
    page = text_of(letter, "html")
    assert "Sealed &lt;bids&gt;" in page
    table.bid("gold", 1)
    watch.forward(days=1)
    bert.at(table).bid("blue", 4)
    table.bid("red", 1)
    assert [one["table"] for one in bert.get("/turns")] == [table.id], "the best bid rolls"
    watch.forward(days=1)
    assert mailbox.messages == [], "one message per turn"


def test_a_player_who_has_moved_gets_no_mail(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    anna, bert = reader(post, mailbox, "Anna"), reader(post, mailbox, "Bert")
    table = their_turn(post, anna, bert)
    bert.at(table).bid("blue", 2)
    watch.forward(minutes=6)
    assert mailbox.next()["to"] == "Anna <anna@example.org>"
    assert mailbox.messages == []


def test_temporary_failures_are_retried(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    mailbox.password = b"another secret"
    bert = Player(post, "Bert", post.member("Bert"))
    bert.post("/mail", email="bert@example.org")
    mailbox.until(lambda: tries_of(post) == [1])
    assert mailbox.tries
    mailbox.close()
    watch.forward(seconds=61)
    mailbox.until(lambda: tries_of(post) == [2])
    mailbox.password = b"a good secret"
    mailbox.open()
    assert bert.get("/me")["person"]["name"] == "Bert", "mail never blocks a request"
    watch.forward(seconds=601)
    assert mailbox.next()["subject"] == "Is this your address?"


def test_permanent_failures_are_not_retried(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    bert = Player(post, "Bert", post.member("Bert"))
    mailbox.refuses = "550 There is no such person"
    bert.post("/mail", email="nobody@example.org")
    mailbox.until(lambda: fates_of(post) == ["failed"])
    mailbox.refuses = "451 Later"
    bert.post("/mail", email="bert@example.org")
    mailbox.until(lambda: max(tries_of(post)) == 1)
    watch.forward(seconds=61)
    mailbox.until(lambda: max(tries_of(post)) == 2)
    watch.forward(seconds=601)
    mailbox.until(lambda: fates_of(post) == ["failed", "failed"])


def test_many_turns_come_in_one_message(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    anna, bert = Player(post, "Anna"), reader(post, mailbox, "Bert", language="de")
    tables = [their_turn(post, anna, bert, title=f"Table {number}") for number in range(4)]
    watch.forward(minutes=6)
    letter = mailbox.next()
    assert letter["subject"] == "4 Partien warten auf dich"
    assert all(f"/t/{table.id}" in text_of(letter) for table in tables)
    watch.forward(days=1)
    assert mailbox.messages == []


def test_the_daily_digest_comes_once_a_day(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    anna, bert = Player(post, "Anna"), reader(post, mailbox, "Bert", mode="daily")
    their_turn(post, anna, bert)
    watch.forward(minutes=6)
    assert mailbox.next()["subject"] == "A game is waiting for you"
    their_turn(post, anna, bert)
    watch.forward(hours=23)
    their_turn(post, anna, bert)
    assert mailbox.messages == []
    watch.forward(hours=2)
    assert mailbox.next()["subject"] == "2 games are waiting for you"


def test_a_turn_that_was_already_waiting_is_in_the_next_digest(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    anna, bert = Player(post, "Anna"), reader(post, mailbox, "Bert", mode="daily")
    their_turn(post, anna, bert)
    watch.forward(minutes=3)
    their_turn(post, anna, bert)
    watch.forward(minutes=3)
    assert mailbox.next()["subject"] == "A game is waiting for you"
    carl = reader(post, mailbox, "Carl")
    watch.forward(minutes=3)
    their_turn(post, anna, carl)
    watch.forward(minutes=6)
    assert mailbox.next()["to"] == "Carl <carl@example.org>", "mail due later was sent, Bert's was not"
    assert mailbox.messages == []
    watch.forward(days=1)
    assert mailbox.next()["subject"] == "A game is waiting for you"


def test_one_click_unsubscribe(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    anna, bert = Player(post, "Anna"), reader(post, mailbox, "Bert")
    their_turn(post, anna, bert)
    watch.forward(minutes=6)
    link = mailbox.next()["list-unsubscribe"].strip("<>")
    done = httpx.post(link, data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 204
    assert bert.get("/mail")["mode"] == "off"
    their_turn(post, anna, bert)
    watch.forward(hours=1)
    assert mailbox.messages == []
    assert httpx.post(f"{post.url}/api/mail/stop/nobody-has-this").status_code == 404


def test_reminder_timeout_and_end_messages(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    anna, bert = Player(post, "Anna"), reader(post, mailbox, "Bert")
    clock = {"kind": "days", "days": 2, "grace": 0, "end": "bot"}
    table = their_turn(post, anna, bert, clock=clock)
    watch.forward(minutes=6)
    assert "You have a day." in text_of(mailbox.next())
    watch.forward(days=1)
    assert mailbox.next()["subject"].startswith("23 hours left")
    watch.forward(days=1)
    assert "A bot is playing your seat now" in text_of(mailbox.next())
    table.post("resign", seat="red")
    assert mailbox.next()["subject"] == "Over: Auction"


def test_a_player_at_the_table_gets_no_mail(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    anna, bert = Player(post, "Anna"), reader(post, mailbox, "Bert")
    table = their_turn(post, anna, bert)
    with bert.at(table).live() as here:
        here.until("hello")
        watch.forward(minutes=6)
        mailbox.until(lambda: all(due > watch.at for due in dues_of(post)))
        assert mailbox.messages == []
    watch.forward(minutes=6)
    assert mailbox.next()["subject"] == "Your turn: Auction"


def test_two_workers_never_claim_the_same_message(post: Site, mailbox: Mailbox, watch: Watch) -> None:
    mailbox.close()
    bert = Player(post, "Bert", post.member("Bert"))
    bert.post("/mail", email="bert@example.org")
    mailbox.until(lambda: tries_of(post) == [1])
    watch.forward(seconds=30)
    later = watch.at.replace(hour=18)

    async def take(database: Database) -> list[outbox.Bundle | None]:
        async def one(worker: str) -> outbox.Bundle | None:
            async with database.write() as connection:
                return await outbox.claim(connection, worker, later)

        return list(await asyncio.gather(*(one(f"w{number}") for number in range(6))))

    found = [len(one.messages) for one in asyncio.run(on_database(post, take)) if one is not None]
    assert sum(found) == 1


def test_a_server_without_mail_says_so(site: Site) -> None:
    bert = Player(site, "Bert", site.member("Bert"))
    assert not bert.get("/mail")["offered"]
    assert bert.fails(409, "/mail", email="bert@example.org")["what"] == "no-mail"
    assert site.guest().get("/mail").status_code == 403


def test_queued_mail_is_sent_after_a_restart(
    writing: tuple[Settings, int], games: Mapping[str, AnyGame], mailbox: Mailbox, watch: Watch
) -> None:
    settings, port = writing
    lonely = replace(settings, mail=replace(settings.mail, delay=60.0))
    with running_site(lonely, games, watch, port) as site:
        anna, bert = Player(site, "Anna"), reader(site, mailbox, "Bert")
        anna.new(seats=ALL_ME)
        their_turn(site, anna, bert)
    watch.forward(hours=3)
    with running_site(lonely, games, watch, port):
        assert mailbox.next()["subject"] == "Your turn: Auction"


# -- database helpers


async def on_database(site: Site, work: Any) -> Any:
    url = read_url(site.settings.database)
    assert not isinstance(url, BadDatabase)
    database = Database(url)
    try:
        return await work(database)
    finally:
        await database.close()


def column_of(site: Site, name: str) -> list[Any]:
    from sqlalchemy import select  # noqa: PLC0415

    from sandtable.server.storage.schema import outbox as rows  # noqa: PLC0415

    async def read(database: Database) -> list[Any]:
        async with database.read() as connection:
            return list((await connection.execute(select(rows.c[name]).order_by(rows.c.made))).scalars())

    found: list[Any] = asyncio.run(on_database(site, read))
    return found


def tries_of(site: Site) -> list[int]:
    return column_of(site, "tries")


def fates_of(site: Site) -> list[str]:
    return column_of(site, "fate")


def dues_of(site: Site) -> list[Any]:
    due, fates = column_of(site, "due"), fates_of(site)
    return [one for one, fate in zip(due, fates, strict=True) if fate == "waiting"]
