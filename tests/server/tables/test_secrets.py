"""Hidden things never leave the server: tries every route, with a bid that appears nowhere else."""

import json

from tests.server.site import Site
from tests.server.tables.people import JSON, ROLL, Player, Seat

SECRET = 77_777_777


def has_secret(said: JSON) -> bool:
    return str(SECRET) in json.dumps(said)


def ways_out(seat: Seat) -> list[JSON]:
    """Everything that can be asked about a table."""
    client = seat.player.client
    found: list[JSON] = [
        client.get(path).text
        for path in (
            seat.path,
            f"{seat.path}/log",
            f"{seat.path}/log?after=0",
            f"{seat.path}/at/0",
            f"{seat.path}/at/1",
            f"{seat.path}/save",
            f"{seat.path}/history",
            f"{seat.path}/moments/0",
            f"{seat.path}/moments/1",
            f"{seat.path}/story",
            f"{seat.path}/story?kind=md",
            f"{seat.path}/statistics",
            "/tables?show=mine",
            "/tables?show=live",
        )
    ]
    for question in ({"ask": "choices"}, {"ask": "purse", "seat": "red"}, {"ask": "wrong"}):
        for own in (None, "red", "blue"):
            answer = client.post(f"{seat.path}/ask", json={"id": 1, "question": question, "seat": own})
            found.append(answer.json())
            earlier = {"id": 1, "question": question, "seat": own, "at": 1}
            found.append(client.post(f"{seat.path}/ask", json=earlier).json())
    return found


def rich_table(site: Site) -> tuple[Player, Player, Seat]:
    """Red has bid in secret; blue and gold have not."""
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me"}, listed=True, game="treasure")
    bert.at(table).post("sit", seat="blue")
    bert.at(table).post("sit", seat="gold")
    return anna, bert, table


def test_a_hidden_bid_never_leaks(site: Site) -> None:
    _, bert, table = rich_table(site)
    nobody = Player(site, "Nobody", site.visitor())
    with bert.at(table).live() as at_blue, nobody.at(table).live() as beside, table.live() as at_red:
        for live in (at_blue, beside, at_red):
            live.until("hello")
        table.bid("red", SECRET)
        for live in (at_blue, beside, at_red):
            live.up_to(1)
            live.say("ask", id=1, question={"ask": "purse", "seat": "red"})
            live.until("answer")
        for live in (at_blue, beside):
            assert not has_secret(live.heard)
        assert has_secret(at_red.heard), "its own seat sees it"
        for player in (bert, nobody):
            for said in ways_out(player.at(table)):
                assert not has_secret(said)
        assert has_secret(table.look())
        reconnected(bert, table)
        reconnected(nobody, table)
        table.undo("red")
        for live in (at_blue, beside):
            live.up_to(2)
            assert not has_secret(live.heard)
        assert not has_secret(bert.at(table).log()), "taken back, and still hidden"
        table.bid("red", SECRET)
        bert.at(table).bid("blue", 1)
        bert.at(table).bid("gold", 1)
        for live in (at_blue, beside):
            live.up_to(5)
            opened = [event for entry in live.entries for event in entry["events"] if event["is"] == "opened"]
            assert ["red", SECRET] in opened[0]["bids"], "now the bids are open"
        assert [entry["action"] for entry in beside.entries if entry["kind"] == "act"] == [None] * 4
    table.act("red", ROLL)
    assert [entry["action"] for entry in nobody.at(table).log()][-1] == ROLL


def reconnected(player: Player, table: Seat) -> None:
    with player.at(table).live() as live:
        live.until("hello")
        assert not has_secret(live.heard)


def test_a_table_does_not_reveal_its_dice(site: Site) -> None:
    anna, bert, table = rich_table(site)
    for player in (anna, bert):
        for said in ways_out(player.at(table)):
            words = said if isinstance(said, str) else json.dumps(said, separators=(",", ":"))
            assert '"secret":"' not in words.replace('"secret":""', "")


def test_leaving_a_seat_ends_its_view(site: Site) -> None:
    anna, _, table = rich_table(site)
    with table.live() as live:
        live.until("hello")
        table.post("seats/red", plan="open")
        hello = live.until("hello")
        assert hello["table"]["info"]["mine"] == []
        carl = Player(site, "Carl")
        carl.at(table).post("sit", seat="red")
        carl.at(table).bid("red", SECRET)
        live.up_to(1)
        assert not has_secret(live.heard)
        assert not has_secret(anna.at(table).look())


def test_a_socket_gets_nothing_about_other_tables(site: Site) -> None:
    anna, _, table = rich_table(site)
    other = anna.new(seats={"red": "me", "blue": "me", "gold": "me"})
    with other.live() as live:
        live.until("hello")
        table.bid("red", SECRET)
        live.say("ping")
        live.until("pong")
        assert not has_secret(live.heard)
