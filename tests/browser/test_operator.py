"""An operator installs a packed game in the browser; anybody can play it at once."""

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from sandtable import games
from sandtable.variants.packing import BadPack, pack, written
from tests.browser.conftest import PHONE, Newcomer
from tests.browser.people import sign_up
from tests.browser.server import Server
from tests.browser.test_access import findings

CHOOSE = "Choose a packed game"


def packed(folder: Path, cost: int, version: str) -> Path:
    place = folder / version / "house"
    place.mkdir(parents=True)
    head = f"like: '1941'\ntitle: House rules\nversion: '{version}'\nauthor: Anna\nlicence: CC0\n"
    (place / "game.yaml").write_text(head, encoding="utf-8")
    (place / "units.yaml").write_text(f"tank: {{cost: {cost}}}\n", encoding="utf-8")
    made = pack(games.folder_at(place))
    assert not isinstance(made, BadPack)
    file = folder / f"house-{version}.game.zip"
    file.write_bytes(written(made))
    return file


def operator(page: Page, server: Server, name: str) -> None:
    sign_up(page, name)
    command = [sys.executable, "-m", "sandtable", "admin", "operator", name, "--data", str(server.data)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    page.goto("/account")
    page.get_by_role("link", name="Games on this server").click()


def test_install_replace_remove(own_server: Server, newcomer: Newcomer, tmp_path: Path) -> None:
    page = newcomer(own_server)
    operator(page, own_server, "Olga")
    expect(page.get_by_text("No games have been installed.")).to_be_visible()
    junk = tmp_path / "junk.game.zip"
    junk.write_bytes(b"junk")
    page.get_by_label(CHOOSE).set_input_files(junk)
    expect(page.get_by_role("alert")).to_contain_text("it is not a game that 'sandtable pack' has written")
    page.get_by_label(CHOOSE).set_input_files(packed(tmp_path, 5, "1"))
    row = page.get_by_role("listitem").filter(has_text="House rules")
    expect(row).to_contain_text("House rules 1")
    expect(row).to_contain_text("by Anna, licence CC0 · based on 1941")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert findings(page) == []
    page.get_by_label(CHOOSE).set_input_files(packed(tmp_path, 4, "2"))
    dialog = page.get_by_role("dialog", name="Replace this game?")
    expect(dialog).to_contain_text("House rules 1 is installed. Replace it with version 2?")
    assert findings(page) == []
    dialog.get_by_role("button", name="Replace").click()
    expect(row).to_contain_text("House rules 2")
    guest = newcomer(own_server, "/g/house")
    expect(guest.get_by_role("heading", name="House rules")).to_be_visible()
    page.get_by_role("button", name="Remove House rules").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No games have been installed.")).to_be_visible()


def test_others_are_told(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server, "/operator", size=PHONE)
    expect(page.get_by_text("Only operators of this server can install games.")).to_be_visible()
    expect(page.get_by_label(CHOOSE)).to_have_count(0)
    assert findings(page) == []
