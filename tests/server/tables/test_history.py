"""Looking back: moments, chapters, the story as a file, pictures, statistics, and publishing."""

import json
from collections.abc import Mapping

import pytest

from sandtable.core.game import AnyGame
from sandtable.core.savefile import encode
from sandtable.games import load
from sandtable.server.tables.patch import merge
from tests.server.site import Site
from tests.server.tables.auction import AUCTION, TREASURE
from tests.server.tables.people import ALL_ME, JSON, ROLL, Player, Seat, three_rounds
from tests.stats.games import random_game


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {AUCTION.id: AUCTION, TREASURE.id: TREASURE, "1941": load("1941")}


def brought(player: Player) -> Seat:
    """Two rounds of a real game, from a file."""
    file = encode(random_game("1941", 2), reveal=True)
    assert isinstance(file, bytes)
    answer = player.client.post("/tables/import", content=file, headers={"content-type": "application/x-ndjson"})
    assert answer.status_code == 201, answer.text
    return player.at(answer.json()["id"])


def test_moments_match_the_table_at_the_time(site: Site) -> None:
    table = brought(Player(site, "Anna"))
    get = table.player.get
    last = table.stand()["number"]
    seen = 0
    for first in range(0, last + 1, 32):
        found = get(f"{table.path}/moments/{first}")
        view = found["view"]
        assert view == get(f"{table.path}/at/{first}")["view"]
        assert [one["number"] for one in found["steps"]] == list(range(first + 1, min(first + 32, last) + 1))
        for step in found["steps"]:
            view = merge(view, step["patch"])
            if step["number"] % 7 == 0:
                whole = get(f"{table.path}/at/{step['number']}")
                assert view == whole["view"]
                assert [step[name] for name in ("pending", "headline", "winner")] == [
                    whole[name] for name in ("pending", "headline", "winner")
                ]
                seen += 1
    assert seen > 10
    assert view == table.view()
    assert table.player.client.get(f"{table.path}/moments/{last + 1}").status_code == 404


def test_chapters_say_where_rounds_and_phases_begin(site: Site) -> None:
    table = brought(Player(site, "Anna"))
    history = table.player.get(f"{table.path}/history")
    assert history["number"] == table.stand()["number"]
    first, *rest = history["chapters"]
    assert first == {"number": 0, "round": 1, "seat": "ussr", "phase": "Purchase Units"}
    for chapter in rest:
        headline = table.player.get(f"{table.path}/at/{chapter['number']}")["headline"]
        assert headline.startswith(f"Round {chapter['round']}, ")
        assert headline.endswith(chapter["phase"])
        before = table.player.get(f"{table.path}/at/{chapter['number'] - 1}")["headline"]
        assert before != headline
    assert {chapter["round"] for chapter in history["chapters"]} == {1, 2, 3}


def test_an_undone_chapter_is_gone(site: Site) -> None:
    table = Player(site, "Anna").new("1941", seats=dict.fromkeys(load("1941").seats, "me"))
    table.act("ussr", {"do": "done"})
    phases = [one["phase"] for one in table.player.get(f"{table.path}/history")["chapters"]]
    assert phases == ["Purchase Units", "Combat Move"]
    table.undo("ussr")
    phases = [one["phase"] for one in table.player.get(f"{table.path}/history")["chapters"]]
    assert phases == ["Purchase Units"]


def test_the_story_as_text_and_as_markdown(site: Site) -> None:
    table = Player(site, "Anna").new("1941", seats=dict.fromkeys(load("1941").seats, "me"), title="Sunday *one*")
    table.act("ussr", {"do": "order", "units": {"infantry": 1}})
    table.undo("ussr")
    table.act("ussr", {"do": "order", "units": {"infantry": 2}}, {"do": "done"})
    answer = table.player.client.get(f"{table.path}/story")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-disposition"] == f'attachment; filename="1941-{table.id}.txt"'
    assert answer.text == (
        "Sunday *one*\n\n1941: The World at War\n\nROUND 1\n\nSoviet Union, Purchase Units\n"
        "  The Soviet Union buys 2 infantry for 6 IPCs.\n"
    )
    answer = table.player.client.get(f"{table.path}/story", params={"kind": "md"})
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text.splitlines()[::2] == [
        "# Sunday \\*one\\*",
        "1941: The World at War",
        "## Round 1",
        "### Soviet Union, Purchase Units",
        "- The Soviet Union buys 2 infantry for 6 IPCs.",
    ]


def test_a_position_as_a_picture(site: Site) -> None:
    table = brought(Player(site, "Anna"))
    client = table.player.client
    drawing = client.get(f"{table.path}/at/0/map.svg")
    assert drawing.headers["content-type"].startswith("image/svg+xml")
    assert drawing.text.startswith("<svg")
    later = client.get(f"{table.path}/at/{table.stand()['number']}/map.svg")
    assert later.text != drawing.text
    assert client.get(f"{table.path}/at/0/map.svg?dark=1").text != drawing.text
    picture = client.get(f"{table.path}/at/0/map.png?width=400")
    assert picture.content.startswith(b"\x89PNG")
    assert int.from_bytes(picture.content[16:20], "big") == 400
    assert client.get(f"{table.path}/at/9999/map.png").status_code == 404
    assert client.get(f"{table.path}/at/0/map.png?width=99999").status_code == 400
    plain = table.player.new(seats=ALL_ME)
    assert "no map" in client.get(f"{plain.path}/at/0/map.svg").json()["why"]


def test_the_statistics(site: Site) -> None:
    table = brought(Player(site, "Anna"))
    found = table.player.get(f"{table.path}/statistics")
    assert found["rounds"] == [0, 1, 2, 3]
    income = next(one for one in found["charts"] if one["measure"]["id"] == "income")
    assert {one["who"] for one in income["lines"]} == set(load("1941").seats)
    assert {one["who"] for one in found["sides"]} == {"allies", "axis"}
    assert all(0 < one["percentile"] < 100 for one in found["seats"])


def test_statistics_grow_with_the_game(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    assert table.player.get(f"{table.path}/statistics")["sides"] == []
    for seat, amount in (("red", 3), ("blue", 2), ("gold", 1)):
        table.bid(seat, amount)
    table.act("red", ROLL)
    (luck,) = table.player.get(f"{table.path}/statistics")["sides"]
    assert (luck["who"], luck["what"], luck["dice"], luck["expected"]) == ("warm", "points", 1, 5.5)


def test_a_question_about_the_past(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    three_rounds(table)
    purse = {"ask": "purse", "seat": "red"}

    def asked(at: int) -> JSON:
        return table.post("ask", id=1, question=purse, seat="red", at=at)["answer"]

    assert [asked(at)["coins"] for at in (0, 2, 3, 12)] == [10, 10, 7, 1]
    assert asked(1)["bid"] == 3
    assert "only" in table.fails(404, "ask", id=1, question=purse, seat="red", at=13)["why"]
    table.fails(400, "ask", id=1, question={"ask": "choices"}, seat="red", at=1)
    with table.live() as live:
        live.until("hello")
        live.say("ask", id=7, question=purse, seat="red", at=0)
        assert live.until("answer", id=7)["answer"]["coins"] == 10


# -- publishing


def shown(player: Player) -> set[str]:
    return {one["id"] for one in player.get("/tables", show="finished")["tables"]}


def test_players_can_publish_a_finished_game(site: Site) -> None:
    anna, bert, carl = (Player(site, name) for name in ("Anna", "Bert", "Carl"))
    table = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(table).post("sit", seat="blue")
    assert "over" in table.fails(409, "publish", listed=True)["why"]
    table.post("resign")
    assert table.id not in shown(carl)
    carl.at(table).fails(403, "publish", listed=True)
    Player(site, "Nobody", site.visitor()).at(table).fails(401, "publish", listed=True)
    assert bert.at(table).post("publish", listed=True)["listed"] is True
    assert table.id in shown(carl)
    with carl.at(table).live() as live:
        live.until("hello")
        table.post("publish", listed=False)
        while live.until("table")["info"]["listed"]:
            pass  # until the message arrives
    assert table.id not in shown(carl)


def test_the_file_of_a_finished_game_can_be_verified(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    three_rounds(table)
    lines = table.player.client.get(f"{table.path}/save").text.splitlines()
    header, closing = json.loads(lines[0]), json.loads(lines[-1])
    assert header["dice"]["commitment"] == table.look()["dice"]["commitment"]
    assert closing["secret"] == table.look()["dice"]["secret"]
