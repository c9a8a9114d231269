"""Operators install packed games in the browser, and remove them."""

import io
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import httpx
import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from sandtable import games as installed
from sandtable.cli.app import app
from sandtable.core.game import AnyGame
from sandtable.server import operating
from sandtable.server.settings import Bots, Limits, Settings
from sandtable.variants.packing import MOST_PACKED, BadPack, pack, written
from tests.patience import SECONDS
from tests.server.postgres import free_port
from tests.server.site import Site, running_site
from tests.server.tables.people import Player

GAME = "house"
ROUTE = "/operator/games"


@pytest.fixture(scope="module")
def usual(usual: Settings) -> Settings:
    return replace(usual, bots=Bots(pause=0.0, slow=0.0))


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {"1941": installed.load("1941")}


def packed(
    folder: Path, cost: int = 5, version: str = "1", name: str = GAME, more: str = "", like: str = "1941"
) -> bytes:
    """A variant as a file: tanks cost this much."""
    place = folder / f"{name}-{cost}-{version}" / name
    place.mkdir(parents=True, exist_ok=True)
    head = f"like: '{like}'\ntitle: House rules\nversion: '{version}'\nauthor: Anna\nlicence: CC0\n"
    (place / "game.yaml").write_text(head + more, encoding="utf-8")
    if cost:
        (place / "units.yaml").write_text(f"tank: {{cost: {cost}}}\n", encoding="utf-8")
    made = pack(installed.folder_at(place))
    assert not isinstance(made, BadPack), made.why
    return written(made)


def admin(site: Site, *words: str) -> str:
    done = CliRunner().invoke(app, ["admin", *words, "--database", site.settings.database])
    assert done.exit_code == 0, done.output
    return done.output


def operator(site: Site, name: str = "Olga") -> httpx.Client:
    client = site.member(name)
    assert "is an operator" in admin(site, "operator", name)
    return client


def upload(client: httpx.Client, data: bytes, replace: bool = False, **headers: str) -> httpx.Response:
    headers = {"content-type": "application/octet-stream", **headers}
    return client.post(ROUTE, params={"replace": replace}, content=data, headers=headers)


def ids(client: httpx.Client) -> list[str]:
    return [game["box"]["id"] for game in client.get("/games").json()]


def tank(client: httpx.Client, address: str) -> int:
    kit = client.get(f"/games/{address}/kit").json()
    return int(next(unit["cost"] for unit in kit["units"] if unit["id"] == "tank"))


@pytest.fixture
def olga(site: Site) -> Iterator[httpx.Client]:
    """An operator. What she has installed is removed at the end."""
    client = operator(site)
    yield client
    for game in client.get(ROUTE).json()["games"]:
        client.delete(f"{ROUTE}/{game['id']}")


def test_an_operator_installs_a_game(site: Site, olga: httpx.Client, tmp_path: Path) -> None:
    answer = upload(olga, packed(tmp_path))
    assert answer.status_code == 201, answer.text
    [game] = answer.json()["games"]
    assert (game["id"], game["title"], game["version"], game["author"], game["licence"], game["like"]) == (
        GAME,
        "House rules",
        "1",
        "Anna",
        "CC0",
        "1941",
    )
    assert (game["by"], game["tables"], game["problem"]) == ("Olga", 0, "")
    assert ids(site.visitor()) == ["1941", GAME]
    assert tank(site.visitor(), GAME) == 5


def test_bots_questions_and_save_files_of_an_installed_game(
    site: Site, olga: httpx.Client, tmp_path: Path
) -> None:
    """No process finds it on disk: they are all sent its files."""
    assert upload(olga, packed(tmp_path)).status_code == 201
    anna = Player(site, "Anna")
    seats = {**dict.fromkeys(installed.load("1941").seats, "bot:easy"), "germany": "me"}
    table = anna.new(GAME, seats=seats)
    table.until(lambda seen: "germany" in seen["info"]["turn"])
    assert table.ask({"ask": "contests"}, "germany") == {"about": "contests", "battles": []}
    save = anna.client.get(f"/tables/{table.id}/save").content
    assert msgspec.json.decode(save.splitlines()[0])["game"] == GAME
    anna.post(f"/tables/{table.id}/close", why="tea")
    kind = {"content-type": "application/x-ndjson"}
    brought = anna.client.post("/tables/import?study=true", content=save, headers=kind)
    assert (brought.status_code, brought.json().get("game")) == (201, GAME), brought.text


def test_tables_keep_the_edition_they_began_with(site: Site, olga: httpx.Client, tmp_path: Path) -> None:
    [before] = upload(olga, packed(tmp_path, 5)).json()["games"]
    everybody = dict.fromkeys(installed.load("1941").seats, "me")
    anna = Player(site, "Anna")
    table = anna.new(GAME, seats=everybody)
    newer = packed(tmp_path, 4, "2")
    refused = upload(olga, newer)
    assert (refused.status_code, refused.json()["what"]) == (409, "other-version")
    assert refused.json()["why"] == "House rules 1 is installed. Replace it with version 2?"
    same_number = upload(olga, packed(tmp_path, 3, "1"))
    assert same_number.json()["why"] == "A different House rules 1 is installed. Replace it with this one?"
    assert tank(olga, GAME) == 5
    [game] = upload(olga, newer, replace=True).json()["games"]
    assert (game["version"], game["tables"]) == ("2", before["tables"] + 1)
    assert tank(olga, GAME) == 4
    address = table.info()["game"]
    assert address.startswith(f"{GAME}@")
    assert tank(olga, address) == 5
    assert olga.delete(f"{ROUTE}/{GAME}").json()["games"] == []
    assert ids(olga) == ["1941"]
    assert tank(olga, table.info()["game"]) == 5
    table.act("ussr", {"do": "order", "units": {"tank": 1}})
    assert table.view()["treasury"]["ussr"] == 2
    again = anna.client.post("/tables", json={"game": GAME, "seats": everybody})
    assert again.status_code == 400, "no new tables of a game that was removed"


def test_only_operators_may(site: Site, olga: httpx.Client, tmp_path: Path) -> None:
    data = packed(tmp_path)
    for client, status in (
        (site.visitor(), 401),
        (site.guest("Gunner"), 403),
        (site.member("Mallory"), 403),
        (site.program(olga), 403),
    ):
        assert client.get(ROUTE).status_code == status
        assert upload(client, data).status_code == status
        assert client.delete(f"{ROUTE}/{GAME}").status_code == status
    assert ids(olga) == ["1941"]
    assert site.member("Mel").get("/me").json()["operator"] is False
    assert olga.get("/me").json()["operator"] is True
    assert "no longer an operator" in admin(site, "operator", "Olga", "--revoke")
    assert olga.get(ROUTE).status_code == 403
    assert olga.get("/me").json()["operator"] is False
    admin(site, "operator", "Olga")


def test_guests_cannot_be_operators(site: Site) -> None:
    site.guest("Stoker")
    done = CliRunner().invoke(app, ["admin", "operator", "Stoker", "--database", site.settings.database])
    assert done.exit_code != 0
    assert "is a guest" in done.output


def test_no_other_site_can_install_in_an_operators_name(site: Site, olga: httpx.Client, tmp_path: Path) -> None:
    data = packed(tmp_path)
    answer = upload(olga, data, Origin="https://elsewhere.example")
    assert answer.status_code == 403
    assert ids(olga) == ["1941"]


def test_what_is_not_a_good_game_is_refused(site: Site, olga: httpx.Client, tmp_path: Path) -> None:
    good = packed(tmp_path)
    broken = packed(tmp_path, more="phases: {add: [{id: tea}]}\n", version="broken")
    for data, words in (
        (b"", "not a game"),
        (b"hello", "not a game"),
        (good[:-30], "not a game"),
        (_with(good, "house/units.yaml", b"tank: {cost: 1}\n"), "damaged"),
        (_with(good, "house/evil.py", b"print()"), "only data files"),
        (_with(good, "house/board.yaml", b"a: " + b"[" * 60 + b"]" * 60), "nested"),
        (broken, "game.yaml"),
    ):
        answer = upload(olga, data)
        assert (answer.status_code, answer.json()["what"]) == (422, "bad-pack"), answer.text
        assert words in answer.json()["why"]
    assert upload(olga, b"x" * (MOST_PACKED + 1)).status_code == 413
    assert ids(olga) == ["1941"]
    assert olga.get(ROUTE).json()["games"] == []


def _with(data: bytes, name: str, content: bytes) -> bytes:
    """A pack with one file changed or added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(out, "w") as after:
        for one in before.namelist():
            if one != name:
                after.writestr(one, before.read(one))
        after.writestr(name, content)
    return out.getvalue()


def test_what_the_server_has_is_not_replaced(site: Site, olga: httpx.Client, tmp_path: Path) -> None:
    data = packed(tmp_path)
    assert upload(olga, data).status_code == 201
    same = upload(olga, data)
    assert (same.status_code, same.json()["what"]) == (409, "same")
    own = upload(olga, packed(tmp_path, 0, name="1941", like="classic"))
    assert (own.status_code, own.json()["what"]) == (409, "taken")
    assert olga.delete(f"{ROUTE}/1941").status_code == 404


def test_only_so_many(site: Site, olga: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operating, "MOST", 1)
    assert upload(olga, packed(tmp_path)).status_code == 201
    more = upload(olga, packed(tmp_path, name="other"))
    assert (more.status_code, more.json()["what"]) == (409, "too-many")
    assert upload(olga, packed(tmp_path, 4, "2"), replace=True).status_code == 201


def test_the_audit_log_has_it(site: Site, olga: httpx.Client, tmp_path: Path) -> None:
    upload(olga, packed(tmp_path))
    upload(olga, packed(tmp_path, 4, "2"), replace=True)
    olga.delete(f"{ROUTE}/{GAME}")
    log = " ".join(admin(site, "audit").split())
    for what in ("appoint", "install", "replace", "remove"):
        assert what in log


def test_a_deleted_account_leaves_games_but_no_name(site: Site, olga: httpx.Client, tmp_path: Path) -> None:
    otto = operator(site, "Otto")
    assert upload(otto, packed(tmp_path)).json()["games"][0]["by"] == "Otto"
    gone = otto.post("/account/delete", json={"name": "Otto", "password": "correct horse"})
    assert gone.is_success, gone.text
    assert [game["by"] for game in olga.get(ROUTE).json()["games"]] == ["former player"]


def test_uploads_are_limited(settings: Settings, games: Mapping[str, AnyGame]) -> None:
    with running_site(replace(settings, limits=Limits(save_files=(2, 3600))), games) as site:
        olga = operator(site)
        statuses = [upload(olga, b"x").status_code for _ in range(3)]
    assert statuses == [422, 422, 429]


def test_installed_games_survive_a_restart_and_reach_other_servers(
    settings: Settings, games: Mapping[str, AnyGame], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operating, "REFRESH", 0.05)
    with running_site(settings, games, port=free_port()) as first:
        olga = operator(first)
        with running_site(settings, games) as second:
            assert upload(olga, packed(tmp_path)).status_code == 201
            other = second.visitor()
            _until(lambda: GAME in ids(other))
            assert upload(olga, packed(tmp_path, 4, "2"), replace=True).status_code == 201
            _until(lambda: tank(other, GAME) == 4)
    with running_site(settings, games) as again:
        assert ids(again.visitor()) == ["1941", GAME]
        assert tank(again.visitor(), GAME) == 4
    variant = {**games, GAME: games["1941"]}
    with running_site(settings, variant) as found:
        olga = found.visitor()
        olga.post("/signin", json={"name": "Olga", "password": "correct horse"})
        [game] = olga.get(ROUTE).json()["games"]
        assert game["problem"] == "the server has found another game with this id."
        assert tank(olga, GAME) == 6


def _until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)
