"""Small things at the table that players rely on: lists that fit, complete answers, focus where it belongs."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from sandtable.games import area
from tests.browser.board import open_board
from tests.browser.conftest import DESKTOP, PHONE, Newcomer
from tests.browser.people import end_phase, laid_out, open_menu, play_now
from tests.browser.server import Server
from tests.browser.stage import Scene, running_stage
from tests.server.site import Site

CLIPPED = """one => {
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    const out = Math.max(0, parseFloat(style.outlineOffset)) + parseFloat(style.outlineWidth);
    if (style.outlineStyle === "none" || !box.width) return "";
    const ring = parseFloat(style.outlineOffset) < 0 ? 0 : out;
    for (let at = one.parentElement; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at);
        const frame = at.getBoundingClientRect();
        const wide = frame.left - (box.left - ring) > 0.6 || box.right + ring - frame.right > 0.6;
        const tall = frame.top - (box.top - ring) > 0.6 || box.bottom + ring - frame.bottom > 0.6;
        if ((overflowX !== "visible" && wide) || (overflowY !== "visible" && tall))
            return `${one.outerHTML.slice(0, 120)} in ${at.className || at.tagName}`;
        if (position === "fixed") break;
    }
    return "";
}"""
"""Where the ring around what has the focus is cut off; empty: nowhere."""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_stage(tmp_path_factory.mktemp("stage")) as site:
        yield site


@pytest.mark.parametrize(
    ("position", "game", "size"),
    [
        ("laboratory", "classic", DESKTOP),
        ("laboratory", "classic", PHONE),
        ("britain", "1941", DESKTOP),
        ("britain", "1941", PHONE),
    ],
    ids=["research", "research-phone", "desktop", "phone"],
)
def test_the_purchase_list_fits(
    stage: Site, newcomer: Newcomer, position: str, game: str, size: tuple[int, int]
) -> None:
    scene = Scene(newcomer(stage, "", size=size, touch=size == PHONE), stage).begin(position)
    scene.asked("Buy units")
    if position == "laboratory" and size == PHONE:  # with research above it the list takes the whole panel
        scene.page.get_by_role("button", name="Expand panel").tap()
    more = scene.orders.get_by_role("button", name=re.compile("^More "))
    expect(scene.orders.get_by_role("button", name="More infantry")).to_be_in_viewport(ratio=1)
    expect(more).to_have_count(len(area(game).world.units) + (position == "laboratory"))
    end = scene.orders.get_by_role("button", name="End ")
    expect(end).to_be_in_viewport(ratio=1)
    laid_out(scene.page)
    foot = end.bounding_box()
    assert foot is not None
    for button in more.all():
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box is not None and box["y"] + box["height"] <= foot["y"]


def test_a_purchase_of_two_digits_is_typed(stage: Site, newcomer: Newcomer) -> None:
    scene = Scene(newcomer(stage, ""), stage).begin("teams")
    scene.asked("Buy units")
    field = scene.orders.get_by_role("spinbutton", name="infantry")
    field.focus()
    scene.page.keyboard.type("10")
    expect(field).to_have_attribute("aria-valuenow", "10")


def test_odds_are_seen_while_units_are_dragged(stage: Site, newcomer: Newcomer) -> None:
    scene = Scene(newcomer(stage, ""), stage).begin("ukraine")
    scene.asked("Make your combat moves.")
    scene.look("Ukraine")
    start = scene.marker("Ukraine", "infantry").bounding_box()
    end = scene.marker("Caucasus", "infantry").bounding_box()
    assert start is not None and end is not None
    mouse = scene.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    expect(scene.page.get_by_role("application")).to_be_visible()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
    expect(scene.hand).to_contain_text(re.compile(r"Win \d+%, lose \d+%"))
    expect(scene.moves()).to_have_count(0)
    mouse.up()
    expect(scene.moves()).to_have_count(1)


def test_every_place_to_land_is_named(server: Server, newcomer: Newcomer) -> None:
    board = open_board(server, newcomer)
    board.until("ussr", "combat-move")
    board.marker("Russia", "fighter").click()
    expect(board.lit("Ukraine")).to_be_attached()
    question = {"ask": "reach", "space": "Russia", "units": [{"unit": "fighter"}]}
    asked = {"id": 1, "seat": "ussr", "question": question}
    answer = board._post(f"/tables/{board.table}/ask", asked)["answer"]
    ukraine = next(one for one in answer["destinations"] if one["space"] == "Ukraine")
    landing = ukraine["ways"][0]["landing"]
    assert len(landing) > 3
    board.marker("Ukraine", "infantry").hover()
    expect(board.hand).to_contain_text("Can land in")
    for space in landing:
        expect(board.hand).to_contain_text(space)


def test_the_safe_button_leads_in_a_warning(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    end_phase(page, "Purchase Units")
    warning = page.get_by_role("dialog")
    expect(warning.get_by_role("button", name="Keep playing")).to_have_class(re.compile(r"\blead\b"))
    expect(warning.get_by_role("button", name="End phase anyway")).not_to_have_class(re.compile(r"\blead\b"))


@pytest.mark.parametrize(
    "place", ["odds", pytest.param("rules", marks=pytest.mark.long("the same from the rules"))]
)
def test_back_from_elsewhere_the_view_is_as_it_was(server: Server, newcomer: Newcomer, place: str) -> None:
    board = open_board(server, newcomer)
    board.look("Brazil")
    view = board.camera()
    follow = """path => {
        const link = document.body.appendChild(document.createElement("a"));
        link.href = path;
        link.click();
        link.remove();
    }"""
    board.page.evaluate(follow, f"/{place}/1941")  # as the links to it do, without a reload
    expect(board.page.get_by_role("heading", level=1)).to_be_visible()
    board.page.go_back()
    expect(board.marker("Brazil", "infantry").or_(board.space("Brazil")).first).to_be_attached()
    expect(board.page.get_by_role("application")).to_be_visible()
    board.page.wait_for_function(
        """wanted => {
            const now = new DOMMatrix(getComputedStyle(document.querySelector(".paper")).transform);
            return [now.e, now.f, now.a].every((one, at) => Math.abs(one - wanted[at]) < 0.5);
        }""",
        arg=list(view),
    )


def test_the_rules_open_at_their_search(server: Server, newcomer: Newcomer) -> None:
    page = newcomer(server)
    play_now(page)
    open_menu(page, "Rules")
    expect(page.get_by_label("Search the rules")).to_be_focused()


def test_an_invitation_says_who_invites_to_what_and_which_seats_are_free(
    server: Server, newcomer: Newcomer
) -> None:
    host, guest = newcomer(server), newcomer(server)
    host.request.post("/api/visit", data={"name": "Hilda Host"}, headers={"Origin": server.url})
    seats = dict.fromkeys(("ussr", "uk", "usa"), "me") | {"germany": "open", "japan": "open"}
    made = host.request.post("/api/tables", data={"game": "1941", "seats": seats}, headers={"Origin": server.url})
    guest.goto(f"/t/{made.json()['id']}")
    expect(guest.get_by_text(re.compile("Hilda Host invites you to .*1941"))).to_be_visible()
    expect(guest.get_by_text(re.compile("Germany and Japan"))).to_be_visible()


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(DESKTOP, id="desktop", marks=pytest.mark.long("the same with more room")),
        pytest.param(PHONE, id="phone"),
    ],
)
def test_focus_rings_are_never_cut_off(server: Server, newcomer: Newcomer, size: tuple[int, int]) -> None:
    page = newcomer(server, size=size)
    for path in ("/", "/new", "/puzzles"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert clipped(page) == [], path
    page.goto("/")
    play_now(page)
    page.wait_for_load_state("networkidle")
    assert clipped(page) == []


def clipped(page: Page) -> list[str]:
    """Press Tab through the page, and look at each ring."""
    found: list[str] = []
    page.evaluate("document.activeElement?.blur()")
    for _ in range(70):
        page.keyboard.press("Tab")
        one = page.locator("*:focus")
        if not one.count() or one.get_attribute("data-at") is not None:  # the map draws its own mark
            continue
        found += filter(None, [one.evaluate(CLIPPED)])
    return found


@pytest.mark.parametrize(
    "game",
    [
        "1941",
        pytest.param("classic", marks=pytest.mark.long("the same with another map")),
        pytest.param("revised-historical", marks=pytest.mark.long("the same with another map")),
        "global-1940",
    ],
)
def test_every_power_is_labelled_on_the_opening_map(server: Server, newcomer: Newcomer, game: str) -> None:
    world = area(game).world
    page = newcomer(server, "/")
    seats = dict.fromkeys(world.order, "me")
    page.request.post("/api/visit", data={}, headers={"Origin": server.url})
    made = page.request.post("/api/tables", data={"game": game, "seats": seats}, headers={"Origin": server.url})
    page.goto(f"/t/{made.json()['id']}")
    bar = page.get_by_role("list", name="Economy of all powers")
    expect(bar).to_be_visible()
    page.get_by_role("application").press("0")
    emblems = page.locator("svg path.emblem")
    expect(emblems.first).to_be_attached()
    colours = set(emblems.evaluate_all("all => all.map(one => one.getAttribute('fill'))"))
    holders = {world.board.territories[space].owner for space in world.board.territories} - {""}
    assert len(colours) >= len(holders & set(world.order))
    for power in world.order:
        expect(bar.get_by_role("button", name=re.compile(f"^{re.escape(world.name(power))}: "))).to_be_visible()
