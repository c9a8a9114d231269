"""Seats: creating, joining, leaving, stand-in bots, resigning, rematches, lists."""

import pytest
from msgspec.structs import replace

from sandtable.server.settings import Bots, Settings
from tests.server.site import Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import ALL_ME, ROLL, Player, bid, three_rounds


def plan(info: dict[str, object]) -> dict[str, str]:
    """A summary of a table's seats."""
    seats = info["seats"]
    assert isinstance(seats, list)
    found = {}
    for one in seats:
        who = one["person"]["name"] if one["person"] else ""
        bot = f"bot:{one['bot']}" if one["bot"] else ""
        asked = f"({one['invited']})" if one["invited"] else ""
        found[one["seat"]] = " ".join(filter(None, (who, bot, asked)))
    return found


def test_a_table_has_the_hosts_settings(site: Site) -> None:
    anna = Player(site, "Anna")
    made = anna.post(
        "/tables",
        game="auction",
        scenario="rich",
        options={"fast": True},
        seats={"red": "me", "blue": "friend:Bert", "gold": "bot:random"},
        title="  Tuesday   night ",
        listed=True,
    )
    assert plan(made) == {"red": "Anna", "blue": "(Bert)", "gold": "bot:random"}
    assert (made["title"], made["scenario"], made["options"]) == ("Tuesday night", "rich", {"fast": True})
    assert (made["phase"], made["listed"], made["mine"], made["turn"]) == ("waiting", True, ["red"], [])
    assert made["host"]["name"] == "Anna"
    assert anna.at(made["id"]).view()["coins"]["red"] == 100, "the board is there to be looked at"


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"game": "chess"}, 400),
        ({"game": "auction", "scenario": "moon"}, 422),
        ({"game": "auction", "options": {"slow": True}}, 422),
        ({"game": "auction", "seats": {"purple": "me"}}, 400),
        ({"game": "auction", "seats": {"red": "you"}}, 400),
        ({"game": "auction", "seats": {"red": "bot:nobody"}}, 400),
        ({"game": "auction", "seats": {"red": "bot:exec:true"}}, 400),
        ({"game": "auction", "seats": {"red": "bot:hard@/etc/passwd"}}, 400),
        ({"game": "auction", "seats": {"red": "bot:hard"}}, 400),
        ({"game": "auction", "seats": {"red": "friend:"}}, 400),
        ({"game": "auction", "seats": {"red": "friend:" + "x" * 30}}, 400),
        ({"game": "auction", "title": "x" * 81}, 400),
        ({"game": "auction", "surprise": 1}, 400),
        ({}, 400),
    ],
)
def test_invalid_tables_are_refused(site: Site, wanted: dict[str, object], status: int) -> None:
    anna = Player(site, "Anna")
    problem = anna.fails(status, "/tables", **wanted)
    assert problem["why"]
    assert anna.get("/tables", show="mine")["tables"] == []


def test_a_new_table_needs_a_signed_in_person(site: Site) -> None:
    assert site.visitor().post("/tables", json={"game": "auction"}).status_code == 401


def test_the_game_begins_when_no_seat_is_free(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "bot:random"})
    assert table.info()["phase"] == "waiting"
    assert bert.at(table).post("sit", seat="blue")["phase"] == "playing"


def test_a_full_table_starts_at_once(site: Site) -> None:
    assert Player(site, "Anna").new(seats=ALL_ME).made["phase"] == "playing"


def test_a_taken_seat_cannot_be_taken(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me"})
    bert.at(table).fails(409, "sit", seat="red")
    bert.at(table).post("sit", seat="blue")
    bert.at(table).fails(409, "sit", seat="blue")
    bert.at(table).fails(404, "sit", seat="purple")
    anna.at(table).fails(409, "sit", seat="blue")
    assert plan(table.info()) == {"red": "Anna", "blue": "Bert", "gold": ""}


def test_a_seat_reserved_for_a_friend(site: Site) -> None:
    anna, bert, carl = (Player(site, name) for name in ("Anna", "Bert", "Carl"))
    table = anna.new(seats={"red": "me", "gold": "me", "blue": "friend:bERT"})
    assert carl.at(table).fails(403, "sit", seat="blue")["why"] == "This seat is reserved for bERT."
    assert [one["id"] for one in bert.get("/tables", show="mine")["tables"]] == [table.id]
    assert plan(bert.at(table).post("sit", seat="blue")) == {"red": "Anna", "blue": "Bert", "gold": "Anna"}


def test_the_host_arranges_the_free_seats(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me"})
    table.post("seats/blue", plan="friend:Bert")
    table.post("seats/blue", plan="bot:random")
    assert plan(table.info())["blue"] == "bot:random"
    table.post("seats/blue", plan="open")
    bert.at(table).post("sit", seat="blue")
    table.fails(403, "seats/blue", plan="open")
    bert.at(table).fails(403, "seats/gold", plan="bot:random")
    table.fails(400, "seats/gold", plan="dance")
    table.fails(404, "seats/purple", plan="open")
    assert table.post("seats/gold", plan="bot:random")["phase"] == "playing"


def test_the_host_starts_with_bots_in_the_free_seats(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "blue": "friend:Bert"})
    bert.at(table).fails(403, "start")
    table.fails(400, "start", bot="nobody")
    info = table.post("start")
    assert (info["phase"], plan(info)) == ("playing", {"red": "Anna", "blue": "bot:random", "gold": "bot:random"})
    table.fails(409, "start")


def test_leaving_before_the_game_frees_the_seat(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me"})
    bert.at(table).fails(409, "leave")
    bert.at(table).post("sit", seat="blue")
    assert plan(bert.at(table).post("leave"))["blue"] == ""
    bert.at(table).post("sit", seat="gold")
    assert plan(table.info()) == {"red": "Anna", "blue": "", "gold": "Bert"}


def test_a_bot_replaces_a_player_who_leaves(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")
    assert plan(bert.at(table).post("leave"))["blue"] == "bot:random"
    table.until(lambda seen: seen["info"]["turn"] == ["red", "gold"])
    bert.at(table).refused(403, "blue", bid(1))
    table.post("seats/blue", plan="open")
    assert plan(bert.at(table).post("sit", seat="blue"))["blue"] == "Bert"


def test_a_bot_stands_in_until_the_player_returns(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new(seats=ALL_ME)
    info = table.post("seats/blue", plan="bot:random")
    assert plan(info)["blue"] == "Anna bot:random"
    table.until(lambda seen: seen["info"]["turn"] == ["red", "gold"])
    assert table.refused(409, "blue", bid(1))["what"] == "bot-plays"
    assert table.log()[0]["by"] == "random"
    assert plan(table.post("seats/blue", plan="me"))["blue"] == "Anna"
    table.fails(400, "seats/blue", plan="friend:Bert")
    table.bid("red", 3)


def test_an_open_seat_in_a_game_waits_for_somebody(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats=ALL_ME, listed=True)
    table.post("seats/blue", plan="open")
    assert [one["id"] for one in bert.get("/tables", show="open")["tables"]] == [table.id]
    bert.at(table).post("sit", seat="blue")
    bert.at(table).bid("blue", 2)
    assert bert.get("/tables", show="open")["tables"] == []


def test_a_table_is_abandoned_by_its_host_before_the_game(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me"})
    bert.at(table).fails(403, "abandon")
    assert table.post("abandon")["phase"] == "abandoned"
    bert.at(table).fails(409, "sit", seat="blue")
    assert anna.get("/tables", show="mine")["tables"] == []
    playing = anna.new(seats=ALL_ME)
    playing.fails(409, "abandon")


def test_somebody_on_both_sides_is_two_players(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    three_rounds(table)
    first = table.player.client.get(f"{table.path}/save").text.splitlines()[0]
    assert '"players":{"Anna (warm)":["red","gold"],"Anna (cold)":["blue"]}' in first


def test_a_guest_who_makes_an_account_keeps_the_seat_under_the_new_name(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")
    with bert.at(table).live() as live:
        live.until("hello")
        anna.post("/signup", name="Anna of Cleves", password="correct horse")
        assert plan(table.info())["red"] == "Anna of Cleves"
        while plan(live.until("table")["info"])["red"] != "Anna of Cleves":
            pass
    table.bid("red", 1)
    assert table.log()[0]["by"] == "Anna of Cleves"


def test_evicted_tables_are_reloaded(settings: Settings) -> None:
    small = replace(settings, tables=replace(settings.tables, kept=1))
    with running_site(small, {"auction": AUCTION}) as site:
        anna = Player(site, "Anna")
        tables = [anna.new(seats=ALL_ME) for _ in range(4)]
        for amount in range(2):
            for table in tables:
                table.bid(("red", "blue")[amount], amount)
        with tables[0].live() as live:
            live.until("hello")
            for table in tables:
                table.bid("gold", 2)
            live.up_to(3)
        assert all(table.stand()["seq"] == 3 for table in tables)


# -- resigning


def test_the_last_person_of_a_side_resigns_for_its_bots(settings: Settings) -> None:
    # In the auction nobody can quit once all have bid, so these bots never do.
    idle = replace(settings, bots=Bots(games="tests.server.tables.auction:nothing"))
    with running_site(idle, {"auction": AUCTION}) as site:
        table = Player(site, "Anna").new(seats={"red": "me", "gold": "bot:random", "blue": "bot:random"})
        info = table.post("resign")
        assert (info["phase"], info["winner"]) == ("finished", "cold")
        assert table.look()["dice"]["secret"]
        table.fails(409, "resign")


def test_a_partner_plays_on(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "blue": "bot:random"})
    bert.at(table).post("sit", seat="gold")
    info = table.post("resign", seat="red")
    assert info["phase"] == "playing"
    assert [(one["seat"], one["conceded"]) for one in info["seats"] if one["conceded"]] == [("red", True)]
    table.fails(409, "seats/red", plan="me")
    table.fails(409, "resign", seat="red")
    assert bert.at(table).post("resign")["winner"] == "cold"


def test_one_side_of_a_two_sided_player_can_resign(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    table.fails(403, "resign", seat="purple")
    assert table.post("resign", seat="blue")["winner"] == "warm"


def test_nobody_can_resign_before_the_game(site: Site) -> None:
    table = Player(site, "Anna").new(seats={"red": "me"})
    assert table.fails(409, "resign")["what"] == "not-in-play"


# -- rematches


def test_a_rematch_has_the_same_people(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "bot:random"}, title="Cup", options={"fast": False})
    bert.at(table).post("sit", seat="blue")
    table.fails(409, "rematch")
    table.post("resign")
    Player(site, "Carl").at(table).fails(403, "rematch")
    again = table.post("rematch")
    assert plan(again) == {"red": "Anna", "blue": "(Bert)", "gold": "bot:random"}
    assert (again["title"], again["options"], again["phase"]) == ("Cup", {"fast": False}, "waiting")
    assert bert.at(table).post("rematch")["id"] == again["id"], "there is one"
    assert table.info()["next"] == again["id"]
    assert bert.at(again["id"]).post("sit", seat="blue")["phase"] == "playing"


def test_a_rematch_with_sides_swapped(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")
    bert.at(table).post("resign")
    assert plan(table.post("rematch", swap=True)) == {"red": "(Bert)", "blue": "Anna", "gold": "(Bert)"}


def test_sides_too_small_to_swap(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    table = anna.new(seats={"red": "me", "blue": "bot:random"})
    bert.at(table).post("sit", seat="gold")
    table.post("resign")
    bert.at(table).post("resign")
    table.fails(409, "rematch", swap=True)


# -- lists


def test_my_tables_have_my_turn_first(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    tables = []
    for _ in range(3):
        table = anna.new(seats={"red": "me", "gold": "me"})
        bert.at(table).post("sit", seat="blue")
        tables.append(table)
    tables[2].bid("red", 1)
    tables[2].bid("gold", 1)
    tables[0].bid("red", 1)
    mine = anna.get("/tables", show="mine")["tables"]
    assert [one["id"] for one in mine] == [tables[0].id, tables[1].id, tables[2].id]
    assert [one["turn"] for one in mine] == [["blue", "gold"], ["red", "blue", "gold"], ["blue"]]


def test_lists_show_what_they_should(site: Site) -> None:
    anna, bert, nobody = Player(site, "Anna"), Player(site, "Bert"), site.visitor()
    listed_open = anna.new(seats={"red": "me"}, listed=True)
    anna.new(seats={"red": "me"})
    listed_live = anna.new(seats=ALL_ME, listed=True)
    private_live = anna.new(seats=ALL_ME)
    for table in (anna.new(seats=ALL_ME, listed=True), anna.new(seats=ALL_ME)):
        three_rounds(table)

    def ids(player: Player, show: str) -> list[str]:
        return [one["id"] for one in player.get("/tables", show=show)["tables"]]

    assert ids(bert, "open") == [listed_open.id]
    assert ids(bert, "live") == [listed_live.id]
    assert len(ids(bert, "finished")) == 1
    assert len(ids(anna, "finished")) == 2
    assert len(ids(anna, "mine")) == 4
    assert ids(bert, "mine") == []
    assert private_live.id not in nobody.get("/tables", params={"show": "live"}).text
    assert nobody.get("/tables", params={"show": "mine"}).json() == {"tables": [], "more": ""}
    assert anna.get("/tables", show="live", game="chess")["tables"] == []
    assert anna.client.get("/tables", params={"show": "all"}).status_code == 400
    assert anna.client.get("/tables", params={"cursor": "zz"}).status_code == 400
    assert anna.client.get("/tables", params={"cursor": "7b7d"}).status_code == 400


def test_a_long_list_comes_in_pages(site: Site) -> None:
    anna, bert = Player(site, "Anna"), Player(site, "Bert")
    for number in range(65):
        table = anna.new(seats={"red": "me", "gold": "me", "blue": "me" if number % 2 else "friend:Bert"})
        if number % 3 == 0 and not number % 2:
            bert.at(table).post("sit", seat="blue")
    seen: list[str] = []
    cursor, pages = "", 0
    while True:
        page = bert.get("/tables", show="mine", cursor=cursor)
        seen += [one["id"] for one in page["tables"]]
        pages += 1
        if not page["more"]:
            break
        cursor = page["more"]
    assert pages == 2
    assert len(seen) == len(set(seen)) == 33
    moved = [one["moved"] for one in bert.get("/tables", show="mine")["tables"][11:]]
    assert moved == sorted(moved, reverse=True)


def test_an_unknown_table(site: Site) -> None:
    anna = Player(site, "Anna")
    for path in ("", "/log", "/at/0", "/save", "/history", "/moments/0", "/story", "/at/0/map.svg", "/statistics"):
        assert anna.client.get(f"/tables/nowhere{path}").status_code == 404
    anna.fails(404, "/tables/nowhere/sit", seat="red")
    anna.fails(404, "/tables/nowhere/act", key="some-key", seat="red", seq=0, actions=[ROLL])
