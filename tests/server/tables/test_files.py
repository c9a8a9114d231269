"""Save files: export and import."""

import asyncio
import json
from typing import Any

import pytest

from sandtable.core.dice import HandDice, SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import decode, encode
from sandtable.core.verify import verify
from sandtable.server.tables import sitting
from sandtable.server.tables.building import build
from tests.core.toy import Bid, Roll
from tests.server.site import Site
from tests.server.tables.auction import AUCTION, find
from tests.server.tables.people import ALL_ME, JSON, ROLL, Player, three_rounds

NDJSON = {"content-type": "application/x-ndjson"}


def bring(player: Player, file: bytes, status: int = 201) -> JSON:
    answer = player.client.post("/tables/import", content=file, headers=NDJSON)
    assert answer.status_code == status, answer.text
    return answer.json()


def a_file(rounds: int, *, reveal: bool, by_hand: bool = False) -> bytes:
    dice = HandDice(lambda count, sides, wrong: " ".join(["3"] * count)) if by_hand else SeededDice.from_seed(5)
    record = Record.begin(AUCTION, Setup(), dice)
    assert not isinstance(record, Refusal)
    for _ in range(rounds):
        for seat, amount in (("red", 3), ("blue", 2), ("gold", 1)):
            assert not isinstance(record.act(seat, Bid(amount)), Refusal)
        assert not isinstance(record.act("red", Roll()), Refusal)
    file = encode(record, reveal=reveal)
    assert isinstance(file, bytes)
    return file


def test_a_file_of_a_game_in_play_keeps_the_dice_sealed(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    for seat, amount in (("red", 3), ("blue", 2), ("gold", 1)):
        table.bid(seat, amount)
    table.act("red", ROLL)
    answer = table.player.client.get(f"{table.path}/save")
    assert answer.headers["content-disposition"].startswith('attachment; filename="auction-')
    assert "secret" not in answer.text
    record = decode(answer.content, find)
    assert isinstance(record, Record)
    assert verify(record).dice == "sealed"


def test_no_file_while_it_would_reveal_a_secret(site: Site) -> None:
    table = Player(site, "Anna").new(seats=ALL_ME)
    table.bid("red", 7)
    answer = table.player.client.get(f"{table.path}/save")
    assert (answer.status_code, answer.json()["what"]) == (409, "hidden")
    assert "7" not in answer.text


def test_an_unfinished_game_continues_with_fresh_dice(site: Site) -> None:
    anna = Player(site, "Anna")
    info = bring(anna, a_file(1, reveal=True))
    table = anna.at(info["id"])
    assert (info["phase"], info["host"]["name"], info["seq"], info["mine"]) == ("waiting", "Anna", 4, [])
    dice = table.look()["dice"]
    assert (dice["since"], dice["secret"]) == (1, "")
    assert dice["commitment"] != SeededDice.from_seed(5).commitment
    for seat in AUCTION.seats:
        table.post("sit", seat=seat)
    assert table.info()["phase"] == "playing"
    assert {entry["by"] for entry in table.log()} == {"imported"}
    for _ in range(2):
        for seat, amount in (("red", 3), ("blue", 2), ("gold", 1)):
            table.bid(seat, amount)
        table.act("red", ROLL)
    record = decode(table.player.client.get(f"{table.path}/save").content, find)
    assert isinstance(record, Record)
    assert verify(record, dice["commitment"]).dice == "partly"


def test_an_imported_game_starts_without_holding_up_the_server(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long log takes seconds to replay, in which the server must answer everybody else."""
    built = []

    def watched(*asked: Any) -> Any:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        built.append(asked)
        return build(*asked)

    anna = Player(site, "Anna")
    table = anna.at(bring(anna, a_file(2, reveal=True))["id"])
    monkeypatch.setattr(sitting, "build", watched)
    for seat in AUCTION.seats:
        table.post("sit", seat=seat)
    assert table.info()["phase"] == "playing"
    assert len(built) == 1


def test_bots_continue_an_imported_game(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.at(bring(anna, a_file(1, reveal=False))["id"])
    table.post("sit", seat="red")
    table.post("start")
    table.until(lambda seen: seen["info"]["turn"] == ["red"])


def test_an_imported_finished_game_can_be_viewed(site: Site) -> None:
    anna = Player(site, "Anna")
    info = bring(anna, a_file(3, reveal=True))
    assert (info["phase"], info["winner"]) == ("finished", "warm")
    table = anna.at(info["id"])
    assert table.look()["dice"]["secret"] == SeededDice.from_seed(5).secret.hex()
    assert len(table.log()) == 12
    table.fails(409, "sit", seat="red")
    assert [one["id"] for one in anna.get("/tables", show="finished")["tables"]] == [info["id"]]
    record = decode(anna.client.get(f"{table.path}/save").content, find)
    assert isinstance(record, Record)
    assert verify(record).dice == "verified"


def test_a_game_with_real_dice_can_be_imported(site: Site) -> None:
    anna = Player(site, "Anna")
    assert bring(anna, a_file(3, reveal=True, by_hand=True))["phase"] == "finished"
    assert anna.at(bring(anna, a_file(1, reveal=True, by_hand=True))["id"]).look()["dice"]["source"] == "seeded"


def test_export_and_import_round_trip(site: Site) -> None:
    anna = Player(site, "Anna")
    table = anna.new(seats=ALL_ME)
    three_rounds(table)
    file = anna.client.get(f"{table.path}/save").content
    again = anna.at(bring(anna, file)["id"])
    assert anna.client.get(f"{again.path}/save").content == file
    assert again.view() == table.view()


def test_bad_files_are_refused_and_leave_nothing(site: Site) -> None:
    anna = Player(site, "Anna")
    good = a_file(2, reveal=True)
    lines = good.splitlines()
    forged = json.loads(lines[4])
    forged["events"][0]["dice"] = [10 if forged["events"][0]["dice"] != [10] else 9]
    bad = [
        b"",
        b"{}",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        good[:-40],
        b"\n".join(lines[:-1]),
        b"\n".join([*lines[:3], *lines[4:]]),
        good.replace(b'"auction"', b'"chess"'),
        b"\n".join([*lines[:4], json.dumps(forged).encode(), *lines[5:]]),
    ]
    for file in bad:
        assert bring(anna, file, 400)["what"] == "bad-file"
    assert anna.get("/tables", show="mine")["tables"] == []


def test_a_forged_die_with_a_valid_checksum_is_found(site: Site) -> None:
    """A forger can compute a checksum, but not dice that follow from the secret."""
    record = Record.begin(AUCTION, Setup(), SeededDice.from_seed(5))
    assert not isinstance(record, Refusal)
    other = decode(a_file(3, reveal=True, by_hand=True), find)
    assert isinstance(other, Record)
    for entry in other.entries:
        assert record.replay(entry) is None
    file = encode(record, reveal=True)
    assert isinstance(file, bytes)
    assert "die" in bring(Player(site, "Anna"), file, 400)["why"]


def test_the_size_of_a_file_is_limited(site: Site) -> None:
    anna = Player(site, "Anna")
    assert bring(anna, b"x" * 200_000, 400)["what"] == "bad-file"
    assert bring(anna, b"x" * (site.settings.limits.save_file + 1), 413)["what"] == "too-large"


def test_importing_needs_a_signed_in_person(site: Site) -> None:
    assert site.visitor().post("/tables/import", content=a_file(1, reveal=True), headers=NDJSON).status_code == 401
