"""Editing positions: who may, what is logged, and undo."""

import json

from sandtable import games
from sandtable.core.record import Record
from sandtable.core.savefile import decode
from sandtable.core.verify import verify
from tests.server.site import Site
from tests.server.tables.people import ALL_ME, JSON, Player, Seat
from tests.server.tables.test_files import NDJSON

POWERS = ("ussr", "germany", "uk", "japan", "usa")


def study(player: Player, game: str = "1941", **wanted: object) -> Seat:
    return player.new(game, study=True, **wanted)


def edit(table: Seat, *changes: JSON) -> JSON:
    return table.post("edit", key=table.player.key(), seq=table.stand()["seq"], changes=list(changes))


def edit_fails(table: Seat, status: int, *changes: JSON, seq: int | None = None) -> JSON:
    known = table.stand()["seq"] if seq is None else seq
    return table.fails(status, "edit", key=table.player.key(), seq=known, changes=list(changes))


def money(amount: int) -> JSON:
    return {"set": "treasury", "power": "ussr", "amount": amount}


INFANTRY = {"set": "units", "space": "Ukraine", "power": "germany", "unit": "infantry", "count": 9}


def test_a_study_starts_at_once_with_every_seat_its_hosts(site: Site) -> None:
    info = study(Player(site, "Anna")).info()
    assert (info["study"], info["listed"], info["phase"], info["mine"]) == (True, False, "playing", list(POWERS))


def test_changes_are_logged_and_shown_as_edits(site: Site) -> None:
    table = study(Player(site, "Anna"))
    edit(table, INFANTRY, money(40))
    view = table.view()
    assert view["treasury"]["ussr"] == 40
    assert [group for group in view["stacks"]["Ukraine"] if group[0]["unit"] == "infantry"] == [
        [{"power": "germany", "unit": "infantry"}, 9]
    ]
    first, second = table.log()
    assert (first["kind"], first["seat"], first["by"], first["number"]) == ("edit", "", "Anna", 1)
    assert first["action"] is None
    assert first["text"] == ["Changed by hand: Germany has 9 infantry in Ukraine."]
    assert second["events"][0]["change"] == money(40)


def test_the_turn_can_be_given_to_another_power(site: Site) -> None:
    table = study(Player(site, "Anna"))
    edit(table, {"set": "turn", "power": "japan", "phase": "combat-move", "round": 4})
    stand = table.stand()
    assert [(one["seat"], one["kind"]) for one in stand["pending"]] == [("japan", "combat-move")]
    assert stand["headline"].startswith("Round 4")


def test_all_changes_or_none(site: Site) -> None:
    table = study(Player(site, "Anna"))
    wrong = edit_fails(table, 422, money(5), {**INFANTRY, "space": "Narnia"})
    assert "Narnia" in wrong["why"]
    assert table.stand()["seq"] == 0


def test_an_invalid_change_is_refused(site: Site) -> None:
    table = study(Player(site, "Anna"))
    assert edit_fails(table, 400, {"set": "weather"})["what"] == "bad-request"
    assert edit_fails(table, 400, money(-1))["what"] == "bad-request"


def test_a_change_to_a_stale_table_is_a_conflict(site: Site) -> None:
    table = study(Player(site, "Anna"))
    edit(table, money(40))
    assert edit_fails(table, 409, money(41), seq=0)["what"] == "conflict"


def test_a_change_can_be_undone(site: Site) -> None:
    table = study(Player(site, "Anna"))
    before = table.stand()["digest"]
    edit(table, money(40), INFANTRY)
    assert table.stand()["undo"][""] == 1
    table.undo("")
    assert table.view()["treasury"]["ussr"] == 40
    table.undo("")
    assert table.stand()["digest"] == before
    assert table.stand()["undo"] == {}


def test_a_change_in_the_middle_can_be_undone_alone(site: Site) -> None:
    table = study(Player(site, "Anna"))
    edit(table, money(40), INFANTRY)
    assert table.undo("", 1)["dropped"] == []
    assert table.view()["treasury"]["ussr"] != 40
    assert [entry["kind"] for entry in table.log()] == ["edit", "edit", "undo", "edit"]


def test_only_a_study_can_be_edited(site: Site) -> None:
    table = Player(site, "Anna").new("1941", seats=dict.fromkeys(POWERS, "me"))
    assert edit_fails(table, 403, money(40))["what"] == "no-study"


def test_only_the_host_can_edit_a_study(site: Site) -> None:
    table = study(Player(site, "Anna"))
    other = Player(site, "Bert").at(table)
    assert other.info()["mine"] == []
    edit_fails(other, 403, money(40))
    other.fails(409, "sit", seat="ussr")
    other.refused(403, "ussr", {"do": "done"})
    table.fails(409, "seats/ussr", plan="open")
    table.fails(409, "leave")


def test_a_study_is_in_no_list_of_games(site: Site) -> None:
    anna = Player(site, "Anna")
    table = study(anna)
    assert anna.fails(400, "/tables", game="1941", study=True, listed=True)["why"].startswith("A study is private")
    assert anna.fails(400, "/tables", game="1941", study=True, seats={"uk": "friend:Bert"})["why"]
    assert [one["id"] for one in anna.get("/tables", show="studies")["tables"]] == [table.id]
    for show in ("mine", "open", "live", "finished"):
        assert anna.get("/tables", show=show)["tables"] == []
    assert Player(site, "Bert").get("/tables", show="studies")["tables"] == []


def test_a_study_has_no_clock_and_is_not_rated(site: Site) -> None:
    anna = Player(site, "Anna")
    study(anna)
    assert anna.get("/turns") == []
    clock = {"kind": "days", "days": 3, "grace": 0, "end": "bot"}
    stakes: tuple[JSON, ...] = ({"rated": True}, {"clock": clock})
    for wanted in stakes:
        assert "no clock" in anna.fails(400, "/tables", game="1941", study=True, **wanted)["why"]


def test_bots_play_seats_of_a_study_and_give_them_back(site: Site) -> None:
    table = study(Player(site, "Anna"), seats={"ussr": "bot:random"})
    table.until(lambda seen: any(one["seat"] != "ussr" for one in seen["stand"]["pending"]))
    table.post("seats/ussr", plan="me")
    assert table.info()["seats"][0]["bot"] == ""


def test_a_game_without_edits_says_so(site: Site) -> None:
    table = study(Player(site, "Anna"), "auction")
    assert "can't change positions of this game by hand" in edit_fails(table, 409, {"set": "coins"})["why"]


def test_the_save_file_marks_edits(site: Site) -> None:
    anna = Player(site, "Anna")
    table = study(anna)
    edit(table, INFANTRY)
    table.act("ussr", {"do": "done"})
    edit(table, money(40))
    file = anna.client.get(f"{table.path}/save").content
    assert json.loads(file.splitlines()[0])["version"] == 5
    assert json.loads(file.splitlines()[1])["edit"] == INFANTRY
    record = decode(file, games.find)
    assert isinstance(record, Record)
    verdict = verify(record)
    assert (verdict.good, verdict.edits) == (True, (1, 3))
    assert verdict.says.startswith("Entries 1, 3 were changed by hand. All 1 other entries follow the rules.")
    again = anna.client.post("/tables/import", content=file, headers=NDJSON).json()
    assert (again["study"], again["phase"], again["mine"]) == (True, "playing", list(POWERS))
    assert [entry["kind"] for entry in anna.at(again["id"]).log()] == ["edit", "act", "edit"]


def test_any_save_file_can_be_studied(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new("auction", seats=ALL_ME)
    file = anna.client.get(f"{table.path}/save").content
    brought = anna.client.post("/tables/import", params={"study": "true"}, content=file, headers=NDJSON).json()
    assert (brought["study"], brought["phase"]) == (True, "playing")


def test_over_the_socket(site: Site) -> None:
    table = study(Player(site, "Anna"))
    with table.live() as live:
        live.until("hello")
        live.say("edit", key="edit-by-socket", seq=0, changes=[money(77)])
        live.up_to(1)
        assert live.view["treasury"]["ussr"] == 77
