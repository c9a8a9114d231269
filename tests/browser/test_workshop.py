"""The workshop in a browser: a change is made, seen in words, in the file, and taken back."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from sandtable import games
from sandtable.scenarios import variants
from sandtable.server.run import PortTaken, listen
from sandtable.workshop import borders
from sandtable.workshop.app import workshop_app
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_access import findings
from tests.patience import SECONDS
from tests.workshop import island

GAME = 'like: "1941"\ntitle: House\n'


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("shelf")
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_DATA_HOME", str(folder / "data"))
    patch.setenv(games.VARIABLE, "")
    patch.setattr(borders, "DRAFT", 400)  # cells across: enough for an island
    games.forget()
    yield folder / "data" / "sandtable" / "games"
    patch.undo()
    games.forget()


@pytest.fixture(scope="module")
def address(shelf: Path) -> Iterator[str]:
    """One workshop for all of these tests."""
    listener = listen("127.0.0.1", 0)
    assert not isinstance(listener, PortTaken)
    server = uvicorn.Server(uvicorn.Config(workshop_app(), log_level="error", access_log=False))
    running = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    running.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    running.join(SECONDS)


@pytest.fixture
def house(shelf: Path) -> Path:
    folder = shelf / "house"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "units.yaml").write_text("# my units\n")
    return folder


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, base_url=address)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert faults == []


def test_a_number_is_changed_and_changed_back(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    cost = page.get_by_role("textbox", name="tank: cost")
    cost.fill("5")
    cost.press("Tab")
    expect(page.get_by_text("A tank costs 5 IPCs instead of 6.")).to_be_visible()
    text = (house / "units.yaml").read_text()
    assert "# my units" in text
    assert "cost: 5" in text
    page.get_by_role("button", name="Undo: A tank costs 5 IPCs instead of 6.").click()
    expect(page.get_by_text("No changes yet.")).to_be_visible()
    expect(cost).to_have_value("6")


def test_units_are_placed_on_the_map(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    page.get_by_role("tab", name="Set-up").click()
    page.locator('.map [data-space="Karelia"] .area').first.click(force=True)
    group = page.get_by_role("group", name="Karelia")
    group.get_by_role("spinbutton", name="infantry").press("ArrowUp")
    expect(page.get_by_text("The Soviet Union starts with 4 infantry in Karelia instead of 3.")).to_be_visible()
    assert "Karelia" in (house / "setup.yaml").read_text()
    (house / "setup.yaml").unlink()


def test_quick_clicks_all_count_and_the_chosen_space_is_marked(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    page.get_by_role("tab", name="Set-up").click()
    page.get_by_role("combobox", name="Space").select_option("Karelia")
    expect(page.locator('.map [data-space="Karelia"].chosen').first).to_be_attached()
    more = page.get_by_role("group", name="Karelia").get_by_role("button", name="More infantry")
    more.evaluate("button => { for (let n = 0; n < 4; n++) button.click(); }")
    expect(page.get_by_text("The Soviet Union starts with 7 infantry in Karelia instead of 3.")).to_be_visible()
    (house / "setup.yaml").unlink()


def test_typing_goes_on_while_a_change_is_saved(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    page.get_by_role("textbox", name="tank: cost").fill("5")
    page.keyboard.press("Tab")
    page.keyboard.type("4")
    page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name="tank: defense")).to_be_focused()
    expect(page.get_by_text("A tank costs 5 IPCs instead of 6.")).to_be_visible()
    expect(page.get_by_text("A tank attacks at 4 instead of 3.")).to_be_visible()


def test_what_is_no_number_is_said_at_once(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    cost = page.get_by_role("textbox", name="tank: cost")
    cost.fill("cheap")
    cost.press("Tab")
    expect(page.get_by_role("alert").filter(has_text="whole number")).to_be_visible()
    expect(page.get_by_text("No changes yet.")).to_be_visible()


def test_a_price_below_nothing_is_refused_where_it_stands(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    cost = page.get_by_role("textbox", name="tank: cost")
    cost.fill("-5")
    cost.press("Tab")
    expect(page.get_by_role("cell").get_by_role("alert")).to_contain_text("ust be at least 0")
    expect(page.get_by_text("A tank costs -5 IPCs instead of 6.")).to_be_visible()
    page.get_by_role("button", name="Undo: A tank costs -5 IPCs instead of 6.").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_more_of_the_board_is_shown_on_request(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    page.get_by_role("tab", name="Board").click()
    expect(page.get_by_role("status").filter(has_text="12 shown of 120")).to_be_visible()
    page.get_by_role("button", name="Show more").click()
    expect(page.get_by_role("status").filter(has_text="36 shown of 120")).to_be_visible()


def test_abilities_are_ticked_and_say_what_they_do(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    page.get_by_role("button", name="All numbers of infantry").click()
    page.get_by_role("checkbox", name="blitz drives on through an empty hostile territory").check()
    expect(page.get_by_role("heading", name="Changes (1)")).to_be_visible()
    assert "abilities: [blitz]" in (house / "units.yaml").read_text()


def test_an_optional_rule_and_a_part_are_added(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    page.get_by_role("tab", name="Options").click()
    page.get_by_label("Id of a new optional rule").fill("no-bombers")
    page.get_by_role("button", name="Create").click()
    page.locator("summary", has_text="No bombers").click()
    page.get_by_role("textbox", name="not for sale").last.fill("bomber")
    page.get_by_role("textbox", name="not for sale").last.press("Tab")
    expect(page.get_by_role("heading", name="Changes (1)")).to_be_visible()
    page.get_by_role("combobox", name="Add a part").select_option("repairs")
    expect(page.get_by_role("status").filter(has_text="repair")).to_be_visible()
    assert "not_for_sale: [bomber]" in (house / "game.yaml").read_text()
    page.get_by_role("button", name="Add", exact=True).last.click()
    expect(page.get_by_text("New part. Repairs: damaged ships beside friendly factories")).to_be_visible()
    expect(page.get_by_role("textbox", name="die", exact=True)).to_be_visible()
    expect(page.get_by_role("combobox", name="Add a part")).to_have_value("")
    for file in ("game.yaml", "rules.yaml"):
        (house / file).unlink(missing_ok=True)


def test_two_browsers_at_once(browser: Browser, page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    other = page.context.new_page()
    other.goto("/workshop/house")
    for one, unit in ((page, "tank"), (other, "fighter")):
        field = one.get_by_role("textbox", name=f"{unit}: cost")
        expect(field).to_be_visible()
    page.get_by_role("textbox", name="tank: cost").fill("5")
    page.get_by_role("textbox", name="tank: cost").press("Tab")
    expect(page.get_by_text("A tank costs 5 IPCs instead of 6.")).to_be_visible()
    expect(other.get_by_text("A tank costs 5 IPCs instead of 6.")).to_be_visible()
    other.get_by_role("textbox", name="fighter: cost").fill("9")
    other.get_by_role("textbox", name="fighter: cost").press("Tab")
    expect(page.get_by_text("A fighter costs 9 IPCs instead of 10.")).to_be_visible()
    assert "cost: 5" in (house / "units.yaml").read_text()


def test_a_step_is_moved_by_keyboard_alone(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    page.get_by_role("tab", name="Battles").click()
    down = page.get_by_role("button", name="Move Defending submarines strike down")
    down.press("Enter")
    expect(page.get_by_role("heading", name="Changes (1)")).to_be_visible()
    expect(down).to_be_focused()
    (house / "battle.yaml").unlink()


def test_a_territory_gets_another_name(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    page.get_by_role("tab", name="Board").click()
    page.get_by_label("Search").fill("Karelia")
    page.get_by_label("Name", exact=True).fill("Leningrad")
    page.get_by_label("Name", exact=True).press("Tab")
    expect(page.get_by_text("Karelia is called Leningrad.")).to_be_visible()
    assert "renamed" in (house / "game.yaml").read_text()


def test_a_hex_game_has_its_scenarios_and_tables(page: Page, shelf: Path) -> None:
    folder = shelf / "hexes"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text("like: hgw\ntitle: Hexes\n")
    page.goto("/workshop/hexes")
    page.get_by_role("tab", name="Tables").click()
    limit = page.get_by_role("textbox", name="fort limit")
    limit.fill("9")
    limit.press("Tab")
    expect(page.get_by_text("Fort limit: 9 instead of 7.")).to_be_visible()
    page.get_by_role("tab", name="Scenarios").click()
    page.get_by_role("combobox", name="Scenario").select_option("barbarossa")
    page.locator("summary", has_text="soviet").click()
    page.get_by_role("group", name="armies").get_by_role("button", name="Edit Leningrad").click()
    page.get_by_role("spinbutton", name="infantry").fill("4")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("heading", name="Changes (2)")).to_be_visible()
    assert findings(page) == []
    assert "infantry: 4" in (folder / "scenarios" / "barbarossa.yaml").read_text()


def test_a_file_changed_outside_is_reloaded_and_its_error_shown_where_it_is(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    expect(page.get_by_role("textbox", name="tank: cost")).to_have_value("6")
    (house / "units.yaml").write_text("tank: {cost: cheap}\n")
    expect(page.get_by_role("alert").filter(has_text="units.yaml, line 1")).to_be_visible()
    expect(page.get_by_role("textbox", name="tank: cost")).to_have_attribute("aria-invalid", "true")
    (house / "units.yaml").write_text("tank: {cost: 4}\n")
    expect(page.get_by_role("textbox", name="tank: cost")).to_have_value("4")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_new_game_in_a_hand_and_in_german(page: Page, shelf: Path) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto("/workshop")
    page.get_by_label("Id (lowercase letters, digits, hyphens)").fill("pocket")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Pocket")).to_be_visible()
    page.get_by_role("combobox", name="Language").select_option("de")
    expect(page.get_by_role("tab", name="Aufstellung")).to_be_visible()
    page.get_by_role("tab", name="Änderungen (1)").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert (shelf / "pocket" / "game.yaml").is_file()


def test_a_step_of_a_battle_is_added_and_removed(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    page.get_by_role("tab", name="Battles").click()
    page.get_by_role("button", name="Add to land").click()
    form = page.locator("form").filter(has=page.get_by_role("button", name="Apply"))
    form.get_by_role("combobox", name="Kind").select_option("volley")
    form.get_by_label("name", exact=True).fill("Guns fire first")
    form.get_by_role("spinbutton", name="number", exact=True).fill("2")
    form.get_by_role("combobox", name="side", exact=True).select_option("defend")
    form.get_by_role("checkbox", name="Set unless enemy").check()
    form.get_by_role("combobox", name="unless enemy").select_option("blitz")
    form.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("button", name="Edit Guns fire first")).to_be_visible()
    expect(page.get_by_role("heading", name="Changes (1)")).to_be_visible()
    text = (house / "battle.yaml").read_text()
    assert "unless_enemy: blitz" in text
    assert "per_target" not in text, "what is as it would be anyway is not written"
    page.get_by_role("button", name="Remove Guns fire first").click()
    expect(page.get_by_text("No changes yet.")).to_be_visible()


def test_a_condition_is_a_form_and_a_draft_survives_the_other_editor(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    page.get_by_role("tab", name="Victory").click()
    page.get_by_role("button", name="Edit axis").first.click()
    number = page.get_by_role("spinbutton", name="at least")
    expect(number).to_have_value("2")
    number.fill("3")
    (house / "game.yaml").write_text(
        f"{GAME}victory: [{{side: axis, rule: victory.axis-two-capitals, production: 40}}]\n"
    )
    expect(page.get_by_role("alert").filter(has_text="changed while you were editing")).to_be_visible()
    expect(number).to_have_value("3")
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("production: 40")).to_be_visible()


SCENARIO = "game: house\ntitle: {title}\nexpect: {{treasury: {{ussr: {money}}}}}\n"


def test_scenarios_and_their_side_effects_are_shown(
    page: Page, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        variants, "book_of", lambda _: Path(__file__).parent.parent / "scenarios" / "1941" / "units"
    )
    (house / "scenarios").mkdir()
    (house / "scenarios" / "mine.yaml").write_text(SCENARIO.format(title="Money", money=7))
    (house / "units.yaml").write_text("tank: {cost: 5}\n")
    page.goto("/workshop/house")
    page.get_by_role("tab", name="Check").click()
    run = page.get_by_role("button", name="Run the scenarios")
    run.click()
    expect(page.get_by_text("Your scenario comes out as written.")).to_be_visible()
    expect(page.get_by_text(re.compile(r"Side effects: \d+ in \d+ scenarios of 1941"))).to_be_visible()
    (house / "scenarios" / "mine.yaml").write_text(SCENARIO.format(title="Money", money=8))
    expect(page.get_by_text("You have changed the game since this check.")).to_be_visible()
    run.click()
    expect(page.get_by_text("1 of your scenarios fails.")).to_be_visible()
    expect(page.get_by_text("treasury of ussr")).to_be_visible()
    (house / "scenarios" / "mine.yaml").unlink()
    (house / "scenarios").rmdir()


def test_a_game_without_an_author_is_not_packed_and_the_page_says_why(page: Page, house: Path) -> None:
    page.goto("/workshop/house")
    pack = page.get_by_role("button", name="Pack")
    pack.click()
    expect(page.get_by_text("author:")).to_be_visible()
    (house / "game.yaml").write_text(f"{GAME}version: '1'\nauthor: Anna\nlicence: CC0\n")
    with page.expect_download() as download:
        pack.click()
    assert download.value.suggested_filename == "house.game.zip"


def test_a_border_is_dragged_and_held_against_the_board(page: Page, shelf: Path) -> None:
    folder = shelf / "island"
    folder.mkdir(parents=True, exist_ok=True)  # there already at a second try
    for name, text in (("game", island.GAME), ("board", island.BOARD), ("places", island.PLACES)):
        (folder / f"{name}.yaml").write_text(text)
    page.goto("/workshop/island")
    page.get_by_role("tab", name="Map", exact=True).click()
    expect(page.get_by_text("This is a draft.")).to_be_visible()
    expect(page.get_by_text("Every border on the map is a connection on the board")).to_be_visible()
    page.get_by_role("combobox", name="Zoom").select_option("1×")
    page.get_by_role("combobox", name="Space").select_option("Gull Rock")
    dot = page.locator(".map .place")
    dot.scroll_into_view_if_needed()
    box = dot.bounding_box()
    land = page.locator('.map [data-space="Lowlands"] .area').first.bounding_box()
    assert box is not None
    assert land is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(land["x"] + land["width"] / 2, land["y"] + 10, steps=3)
    page.mouse.up()
    expect(page.get_by_text("Borders that don't match the board")).to_be_visible()
    expect(page.get_by_role("button", name="Gull Rock and Highlands touch")).to_be_visible()
    assert "17.0" not in (folder / "places.yaml").read_text()
    page.get_by_role("button", name="Undo: Gull Rock has other borders on the map").first.click()


def test_a_folder_that_disappears_can_be_opened_again(page: Page, house: Path, tmp_path: Path) -> None:
    page.goto("/workshop/house")
    expect(page.get_by_role("textbox", name="tank: cost")).to_have_value("6")
    house.rename(tmp_path / "elsewhere")
    expect(page.get_by_role("heading", name="This game can't be opened")).to_be_visible()
    (tmp_path / "elsewhere").rename(house)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("textbox", name="tank: cost")).to_have_value("6")


@pytest.mark.parametrize(("dark", "size"), [(False, DESKTOP), (True, PHONE)], ids=["light-desktop", "dark-phone"])
def test_axe_finds_nothing(browser: Browser, address: str, house: Path, dark: bool, size: tuple[int, int]) -> None:
    (house / "units.yaml").write_text("tank: {cost: 5, move: fast}\n")
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light", base_url=address
    )
    page = context.new_page()
    page.goto("/workshop")
    expect(page.get_by_role("link", name="house")).to_be_visible()
    assert findings(page) == []
    page.goto("/workshop/house")
    tabs = page.get_by_role("tab")
    expect(tabs.first).to_be_visible()
    for name in ("About", "Units", "Set-up", "Board", "Map", "Options", "Battles", "Victory", "Rules", "Check"):
        page.get_by_role("tab", name=name, exact=True).click()
        if name == "Battles":
            page.get_by_role("button", name="Edit Attacking units fire").first.click()
            expect(page.get_by_role("button", name="Apply")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert findings(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], name
    context.close()
