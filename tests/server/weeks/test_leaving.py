"""Deleting an account, and signing in as a guest."""

from typing import Any

import httpx

from tests.server.site import Site
from tests.server.tables.people import ALL_ME, Player, Seat, three_rounds
from tests.server.test_accounts import everything_in

PASSWORD = "correct horse"


def gone(client: httpx.Client, name: str, password: str = PASSWORD) -> httpx.Response:
    return client.post("/account/delete", json={"name": name, "password": password})


def seat_of(table: Seat, seat: str) -> Any:
    return next(one for one in table.info()["seats"] if one["seat"] == seat)


def test_a_deleted_account_leaves_games_but_no_name(site: Site) -> None:
    anna, bert = Player(site, "first", site.member("Zacharias")), Player(site, "Bert")
    program = site.program(anna.client)
    done = anna.new(seats=ALL_ME, listed=True)
    three_rounds(done)
    waiting = anna.new(seats={"red": "me"})
    playing = anna.new(seats={"red": "me", "gold": "me"})
    bert.at(playing).post("sit", seat="blue")
    anna.at(playing).post("say", text="Hello")
    playing.bid("red", 2)
    assert gone(anna.client, "Bert").status_code == 400
    assert gone(anna.client, "Zacharias", "wrong password").status_code == 403
    assert gone(program, "Zacharias").status_code == 403
    assert gone(anna.client, "zacharias").json() == {"person": None, "email": "", "operator": False}
    assert anna.client.get("/me").json()["person"] is None
    assert program.get("/me").status_code == 401
    signed = site.visitor().post("/signin", json={"name": "Zacharias", "password": PASSWORD})
    assert signed.status_code == 401
    assert seat_of(bert.at(done), "red")["person"]["name"] == "former player"
    assert bert.at(waiting).info()["phase"] == "abandoned"
    red = seat_of(bert.at(playing), "red")
    assert (red["person"], bool(red["bot"])) == (None, True)
    assert "former player" in [one["by"] for one in bert.at(playing).log()]
    assert bert.at(playing).look()["chat"][0]["person"] == "former player"
    assert "zacharias" not in everything_in(site.settings.database).lower()
    assert site.visitor().post("/visit", json={"name": "Former Player"}).status_code == 409
    assert site.member("Zacharias").get("/me").json()["person"]["name"] == "Zacharias", "the name is free again"


def test_guests_have_nothing_to_delete(site: Site) -> None:
    assert gone(site.guest("Gast"), "Gast").status_code == 403


def test_a_guests_tables_move_to_the_account(site: Site) -> None:
    site.member("Anna")
    guest = Player(site, "first", site.guest("Wanderer"))
    table = guest.new(seats={"red": "me", "gold": "me"})
    Player(site, "Bert").at(table).post("sit", seat="blue")
    table.bid("red", 2)
    answer = guest.client.post("/signin", json={"name": "Anna", "password": PASSWORD})
    assert answer.json()["person"]["name"] == "Anna"
    assert table.info()["mine"] == ["red", "gold"]
    assert table.info()["host"]["name"] == "Anna"
    table.bid("gold", 1)
    assert [one["by"] for one in table.log()] == ["Anna", "Anna"]
    assert "wanderer" not in everything_in(site.settings.database).lower()


def test_switching_accounts_moves_nothing(site: Site) -> None:
    site.member("Anna")
    bert = Player(site, "Bert", site.member("Bert"))
    table = bert.new(seats=ALL_ME)
    bert.client.post("/signin", json={"name": "Anna", "password": PASSWORD})
    assert table.info()["mine"] == []
    assert table.info()["host"]["name"] == "Bert"
