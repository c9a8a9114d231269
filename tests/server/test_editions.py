"""A table keeps the game it started with, whatever happens to the game's folder."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import update

from sandtable import games
from sandtable.core.datafile import DataFileError
from sandtable.server import editions
from sandtable.server.app import open_database
from sandtable.server.settings import Bots, Settings
from sandtable.server.storage.database import BadDatabase
from sandtable.server.storage.schema import tables
from tests.server.postgres import free_port
from tests.server.site import Site, running_site
from tests.server.tables.people import Player

GAME = "house"
TANK = {"do": "order", "units": {"tank": 1}}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A variant in which tanks cost 5."""
    place = tmp_path / "games" / GAME
    place.mkdir(parents=True)
    (place / "game.yaml").write_text("like: '1941'\ntitle: House rules", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv(games.VARIABLE, str(place.parent))
    cost(place, 5)
    yield place
    games.forget()


def cost(folder: Path, price: int) -> None:
    (folder / "units.yaml").write_text(f"tank: {{cost: {price}}}", encoding="utf-8")
    games.forget()


@contextmanager
def serving(settings: Settings, port: int, *game_ids: str) -> Iterator[Site]:
    shelf = {game_id: games.load(game_id) for game_id in game_ids}
    with running_site(replace(settings, bots=Bots(pause=0.0, slow=0.0)), shelf, port=port) as site:
        yield site


def again(site: Site, before: Player) -> Player:
    """The same person after a restart."""
    client = site.visitor()
    client.cookies.update(before.client.cookies)
    return Player(site, before.name, client)


def price(client: httpx.Client, address: str) -> int:
    """The price of a tank, as the page gets it."""
    kit = client.get(f"/games/{address}/kit").json()
    return int(next(unit["cost"] for unit in kit["units"] if unit["id"] == "tank"))


def test_a_table_survives_an_edit_of_its_folder(settings: Settings, folder: Path) -> None:
    port = free_port()
    everybody = dict.fromkeys(games.load("1941").seats, "me")
    with serving(settings, port, GAME) as site:
        anna = Player(site, "Anna")
        begun = anna.new(GAME, seats=everybody)
        assert begun.info()["game"] == GAME
        begun.act("ussr", TANK)
        assert begun.view()["treasury"]["ussr"] == 2
    cost(folder, 7)
    with serving(settings, port, GAME) as site:
        anna = again(site, anna)
        table = anna.at(begun)
        address = table.info()["game"]
        assert address.startswith(f"{GAME}@")
        assert (price(anna.client, address), price(anna.client, GAME)) == (5, 7)
        assert table.view()["treasury"]["ussr"] == 2
        table.undo("ussr")
        table.act("ussr", TANK)
        assert table.view()["treasury"]["ussr"] == 2
        assert table.ask({"ask": "contests"}, "ussr") == {"about": "contests", "battles": []}
        rule = anna.get(f"/games/{address}/rules/1941.purchase.affordable")
        assert rule["id"] == "1941.purchase.affordable"
        # New tables have the new price; a study of the old game has the old one.
        other = anna.new(GAME, seats=everybody)
        other.act("ussr", TANK)
        assert (other.info()["game"], other.view()["treasury"]["ussr"]) == (GAME, 0)
        assert anna.at(table.post("branch")["id"]).info()["game"] == address
        listed = {one["id"]: one["game"] for one in anna.get("/tables", show="mine")["tables"]}
        assert (listed[table.id], listed[other.id]) == (address, GAME)
        assert anna.client.get(f"/games/{GAME}@nothing/kit").status_code == 404
        assert anna.client.get(f"/games/1941@{address.partition('@')[2]}/kit").status_code == 404
    cost(folder, 5)
    with serving(settings, port, GAME) as site:
        assert again(site, anna).at(begun).info()["game"] == GAME


def test_a_table_of_an_older_server_opens_with_the_current_files(settings: Settings, folder: Path) -> None:
    port = free_port()
    with serving(settings, port, GAME) as site:
        anna = Player(site, "Anna")
        begun = anna.new(GAME, seats=dict.fromkeys(games.load("1941").seats, "me"))
    database = open_database(settings)
    assert not isinstance(database, BadDatabase)

    async def as_before() -> None:
        async with database.write() as connection:
            await connection.execute(update(tables).values(edition=""))
        await database.close()

    asyncio.run(as_before())
    cost(folder, 7)
    with serving(settings, port, GAME) as site:
        table = again(site, anna).at(begun)
        table.act("ussr", TANK)
        assert (table.info()["game"], table.view()["treasury"]["ussr"]) == (GAME, 0)


def test_a_table_survives_the_loss_of_its_folder(settings: Settings, folder: Path) -> None:
    port = free_port()
    seats = dict.fromkeys(games.load("1941").seats, "bot:random") | {"ussr": "me"}
    with serving(settings, port, GAME) as site:
        anna = Player(site, "Anna")
        begun = anna.new(GAME, seats=seats)
        begun.act("ussr", TANK)
    for file in folder.iterdir():
        file.unlink()
    games.forget()
    assert games.find(GAME) is None
    with serving(settings, port, "1941") as site:
        table = again(site, anna).at(begun)
        table.post("seats/ussr", plan="bot:random")
        seen = table.until(lambda seen: not seen["stand"]["headline"].startswith("Round 1, Soviet Union"))
        assert seen["info"]["game"].startswith(f"{GAME}@")
        fresh = Player(site, "Bert")
        fresh.fails(400, "/tables", game=GAME, seats=seats)


def test_unreadable_editions_fall_back_to_the_current_files(
    settings: Settings, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    with serving(settings, port, GAME) as site:
        anna = Player(site, "Anna")
        begun = anna.new(GAME, seats=dict.fromkeys(games.load("1941").seats, "me"))
        begun.act("ussr", TANK)
    cost(folder, 7)

    def too_old(_: bytes) -> None:
        raise DataFileError("units.yaml: of another time")

    monkeypatch.setattr(editions, "unpack", too_old)
    with serving(settings, port, GAME) as site:
        table = again(site, anna).at(begun)
        assert (table.info()["game"], table.view()["bought"]) == (GAME, {"ussr": {"tank": 1}})
