"""Moving units on the map: by clicks, by dragging, by touch and by keys; refusals, ways, arrows, transports."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.board import Board, open_board
from tests.browser.conftest import PHONE, Newcomer
from tests.browser.server import Server


@pytest.fixture
def board(server: Server, newcomer: Newcomer) -> Board:
    """The Soviet Union sends its attacks on their way."""
    found = open_board(server, newcomer)
    found.until("ussr", "combat-move")
    return found


def test_two_clicks_move_a_stack_and_the_arrow_takes_it_back(board: Board) -> None:
    board.marker("Caucasus", "infantry").click()
    expect(board.hand).to_contain_text("3/3")
    expect(board.lit("Ukraine")).to_have_class(re.compile("attack"))
    board.marker("Ukraine", "infantry", "germany").click()
    expect(board.moves()).to_have_count(1)
    assert board.units("Ukraine", "ussr") == {"infantry": 3}
    expect(board.hand).not_to_be_attached()
    expect(board.space("Ukraine")).to_have_accessible_name(re.compile("battle pending"))

    expect(board.page.locator("[data-odds='Ukraine']").first).to_contain_text("%")

    expect(board.arrow()).to_have_count(1)
    board.badge().click()
    board.page.get_by_role("button", name="Take back", exact=True).click()
    expect(board.arrow()).to_have_count(0)
    assert board.units("Caucasus", "ussr") == {"infantry": 3, "tank": 1}


def test_a_stack_is_dragged(board: Board) -> None:
    board.marker("Russia", "infantry").drag_to(board.marker("West Russia", "infantry", "germany"))
    expect(board.moves()).to_have_count(1)
    assert board.units("West Russia", "ussr") == {"infantry": 6}


def test_some_of_the_units_go(board: Board) -> None:
    board.marker("Russia", "infantry").click()
    board.hand.get_by_role("button", name="Fewer infantry").click()
    board.hand.get_by_role("button", name="Fewer infantry").click()
    board.marker("Russia", "tank").click()
    expect(board.hand).to_contain_text("4/6")
    board.marker("West Russia", "infantry", "germany").click()
    expect(board.moves()).to_have_count(1)
    assert board.units("West Russia", "ussr") == {"infantry": 4, "tank": 1}


def test_a_click_with_shift_takes_one(board: Board) -> None:
    board.marker("Russia", "infantry").click(modifiers=["Shift"])
    expect(board.hand).to_contain_text("1/6")
    board.marker("Russia", "infantry").click(modifiers=["Shift"])
    expect(board.hand).to_contain_text("2/6")


def test_moves_the_same_way_are_one_arrow_and_go_together(board: Board) -> None:
    board.marker("Russia", "infantry").click(modifiers=["Shift"])
    board.marker("West Russia", "infantry", "germany").click()
    expect(board.moves()).to_have_count(1)
    board.marker("Russia", "tank").click()
    board.marker("West Russia", "infantry", "germany").click()
    expect(board.moves()).to_have_count(2)
    expect(board.arrow()).to_have_count(1)
    expect(board.badge()).to_have_text("2")
    board.badge().click()
    board.page.get_by_role("button", name="Take back", exact=True).click()
    expect(board.moves()).to_have_count(0)
    assert board.units("Russia", "ussr") == {"infantry": 6, "tank": 1, "fighter": 1}


def test_an_arrow_takes_no_click_that_is_meant_for_a_lit_space(board: Board) -> None:
    board.marker("Russia", "infantry").click(modifiers=["Shift"])
    board.marker("West Russia", "infantry", "germany").click()
    expect(board.moves()).to_have_count(1)
    expect(board.arrow()).to_have_count(1)
    board.marker("Russia", "tank").click()
    expect(board.lit("West Russia")).to_be_attached()
    # The last point of the arrow where nothing but the arrow lies over West Russia.
    spot = (
        board.arrow()
        .locator(".grip")
        .evaluate(
            """path => {
            const length = path.getTotalLength(), onto = path.getScreenCTM();
            for (let share = 1; share > 0; share -= 0.02) {
                const { x, y } = path.getPointAtLength(length * share).matrixTransform(onto);
                if (document.elementFromPoint(x, y)?.closest("[data-arrow]")) return { x, y };
            }
            return null;
        }"""
        )
    )
    assert spot is not None
    board.page.mouse.click(spot["x"], spot["y"])
    expect(board.moves()).to_have_count(2)
    expect(board.page.get_by_role("button", name="Take back", exact=True)).to_have_count(0)


def test_a_move_in_the_middle_is_taken_back_from_the_list(board: Board) -> None:
    for start, end in (("Caucasus", "Ukraine"), ("Russia", "West Russia"), ("Siberia", "Manchuria")):
        board.marker(start, "infantry").click()
        board.marker(end, "infantry").click()
        expect(board.hand).not_to_be_attached()
    expect(board.moves()).to_have_count(3)
    board.page.get_by_role("button", name=re.compile("Take back: 6 infantry")).click()
    expect(board.moves()).to_have_count(2)
    assert board.units("West Russia", "ussr") == {}
    assert board.units("Manchuria", "ussr") == {"infantry": 3}


def test_a_refused_move_says_why_and_shows_the_rule(board: Board) -> None:
    board.marker("Russia", "infantry").click()
    expect(board.lit("West Russia")).to_be_attached()
    board.space("Urals").evaluate("one => one.click()")
    refusal = board.page.get_by_role("region", name="Messages").or_(board.page.get_by_label("Messages"))
    expect(refusal.first).to_contain_text("Urals")
    board.page.get_by_role("button", name="Read the rule").first.click()
    expect(board.page.get_by_role("dialog")).to_contain_text(re.compile(r"1941\.\S+"))


def test_a_click_on_other_own_units_out_of_reach_takes_those_up(board: Board) -> None:
    board.marker("Karelia", "infantry").click()
    expect(board.space("Karelia")).to_have_accessible_name(re.compile("3 units selected"))
    board.marker("Siberia", "infantry").click()
    expect(board.space("Siberia")).to_have_accessible_name(re.compile("3 units selected"))
    expect(board.lit("Karelia")).not_to_be_attached()
    expect(board.page.get_by_role("region", name="Messages").get_by_role("paragraph")).to_have_count(0)


def test_escape_puts_units_back(board: Board) -> None:
    board.marker("Karelia", "infantry").click()
    expect(board.hand).to_be_visible()
    board.page.keyboard.press("Escape")
    expect(board.hand).not_to_be_attached()
    expect(board.lit("Karelia")).not_to_be_attached()


def test_planes_tell_where_they_can_land(board: Board) -> None:
    board.marker("Russia", "fighter").click()
    expect(board.lit("Ukraine")).to_be_attached()
    board.marker("Ukraine", "infantry").hover()
    expect(board.hand).to_contain_text("Attack Ukraine.")
    expect(board.hand).to_contain_text("Costs 2, 2 left.")
    expect(board.hand).to_contain_text("Can land in")
    expect(board.lit("Caucasus")).to_have_class(re.compile("later"))


def test_a_way_point_leads_around(board: Board) -> None:
    board.until("ussr", "noncombat-move")
    board.marker("Caucasus", "tank").click()
    expect(board.lit("Archangel")).to_be_attached()
    board.space("Russia").evaluate(
        "one => one.dispatchEvent(new MouseEvent('click', {shiftKey: true, bubbles: true}))"
    )
    expect(board.hand).to_contain_text("Via Russia.")
    board.marker("Archangel", "infantry").click()
    expect(board.moves()).to_have_count(1)
    assert board.units("Archangel", "ussr") == {"infantry": 3, "tank": 1}


def test_land_units_are_offered_transports_and_several_ways(board: Board) -> None:
    board.until("uk", "combat-move")
    board.look("United Kingdom")
    board.marker("United Kingdom", "infantry").click()
    expect(board.lit("Western Europe")).to_have_class(re.compile("attack"))
    board.space("Western Europe").evaluate("one => one.click()")
    ways = board.page.get_by_role("group", name="Choose a route to Western Europe")
    ways.get_by_role("button", name=re.compile("by transport.*Sea Zone 6")).click()
    expect(board.moves()).to_have_count(1)
    expect(board.space("Western Europe")).to_have_accessible_name(re.compile("battle pending"))
    # The button is gone with the order: the keys work on the map again.
    expect(board.page.get_by_role("main", name="Map").locator("*:focus")).to_have_count(1)


def test_a_voyage_is_put_together(board: Board) -> None:
    board.until("japan", "combat-move")
    board.look("Sea Zone 45")
    board.marker("Sea Zone 45", "transport").click()
    board.hand.get_by_role("button", name="Load and land").click()
    load = board.hand.get_by_role("list", name="Units to load")
    load.get_by_role("button", name="infantry from Japan").click()
    load.get_by_role("button", name="tank from Japan").click()
    expect(load).not_to_be_attached()
    board.space("Sea Zone 47").evaluate("one => one.click()")
    expect(board.hand).to_contain_text("Sea Zone 45 → Sea Zone 47")
    expect(board.lit("Soviet Far East")).to_have_class(re.compile("attack"))
    board.space("Soviet Far East").evaluate("one => one.click()")
    expect(board.moves()).to_have_count(1)
    ship = board.marker("Sea Zone 47", "transport", "japan")
    expect(ship).to_be_attached()


def test_a_move_by_keys_alone(board: Board) -> None:
    page = board.page
    board.map.focus()
    page.keyboard.press("/")
    page.keyboard.type("cauc")
    page.keyboard.press("Enter")
    expect(board.space("Caucasus")).to_be_focused()
    page.keyboard.press("Enter")
    expect(board.space("Caucasus")).to_have_accessible_name(re.compile("4 units selected"))
    page.keyboard.press("ArrowLeft")
    expect(board.space("Ukraine")).to_be_focused()
    expect(board.space("Ukraine")).to_have_accessible_name(re.compile("attack, 1 movement"))
    page.keyboard.press("Enter")
    expect(board.moves()).to_have_count(1)
    assert board.units("Ukraine", "ussr") == {"infantry": 3, "tank": 1}


def test_two_taps_move_on_a_phone(server: Server, newcomer: Newcomer) -> None:
    board = open_board(server, newcomer, size=PHONE, touch=True)
    board.until("ussr", "combat-move")
    board.marker("Caucasus", "infantry").tap()
    expect(board.hand.get_by_role("button", name="Fewer infantry")).to_be_visible()
    board.hand.get_by_role("button", name="Fewer infantry").tap()
    board.marker("Ukraine", "infantry", "germany").tap()
    expect(board.moves()).to_have_count(1)
    assert board.units("Ukraine", "ussr") == {"infantry": 2}


def test_a_long_press_sets_a_way_point(server: Server, newcomer: Newcomer) -> None:
    board = open_board(server, newcomer, size=PHONE, touch=True)
    board.until("ussr", "noncombat-move")
    board.marker("Caucasus", "tank").tap()
    expect(board.lit("Archangel")).to_be_attached()
    target = board.marker("Russia", "fighter").bounding_box()
    assert target is not None
    spot = {"x": target["x"] + target["width"] / 2, "y": target["y"] + target["height"] / 2}
    session = board.page.context.new_cdp_session(board.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    board.page.evaluate("new Promise(done => setTimeout(done, 700))")  # by the page's own clock, busy or not
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(board.hand).to_contain_text("Via Russia.")


def test_who_looks_on_sees_the_moves_of_others(server: Server, newcomer: Newcomer, board: Board) -> None:
    page = newcomer(server, f"/t/{board.table}")
    watching = Board(page, server)
    expect(watching.marker("Russia", "infantry")).to_be_visible()
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(
        """() => {
            window.seen = 0;
            new MutationObserver(() => { window.seen ||= document.querySelectorAll('.scene').length; })
                .observe(document.body, {childList: true, subtree: true});
        }"""
    )
    board.act(
        "ussr", {"do": "move", "units": [{"unit": "infantry", "count": 3}], "path": ["Karelia", "West Russia"]}
    )
    page.wait_for_function("() => window.seen > 0")
    expect(page.locator(".scene")).to_have_count(0)
    expect(watching.arrow()).to_have_count(0)
    expect(page.locator(".arrow")).to_have_count(1)
