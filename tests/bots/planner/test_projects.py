"""Research on a track: what pays, and for whom."""

from sandtable.area.actions import Order
from sandtable.area.parts.project_research import Advance, ProjectResearch
from sandtable.area.position import Position
from sandtable.area.state import AreaState
from sandtable.bots.planner.projects import budget, dice_left, projects, worth_of
from sandtable.bots.planner.research import Laboratory
from tests.bots.planner.global_war import TABLE, answer, bot_of


def usa(money: int = 40, planes: str = "") -> AreaState:
    position = Position(
        start_from="empty",
        turn="usa",
        phase="purchase",
        treasury={"usa": money},
        units={"Eastern United States": {"usa": f"6 infantry, {planes}major industrial complex"}},
    )
    return TABLE.state(position)


def laboratory(state: AreaState, power: str = "usa") -> Laboratory:
    return Laboratory(TABLE.stance(state, power), TABLE.world.as_of(state), state)


def chosen(state: AreaState, power: str = "usa") -> list[str]:
    found = projects(laboratory(state, power), TABLE.world.as_of(state), state, power)
    return [order.project for order, _ in found]


def research() -> ProjectResearch:
    part = ProjectResearch.of(TABLE.world)
    assert part is not None
    return part


def test_money_that_comes_back_every_turn_is_worth_most() -> None:
    state, techs = usa(), research().settings.techs
    assert worth_of(laboratory(state), techs["war-bonds"]) == 60.0  # five turns of two dice and 5
    assert worth_of(laboratory(state), techs["improved-asw"]) < 5


def test_dice_that_a_project_takes() -> None:
    settings = research().settings
    assert dice_left(settings, settings.techs["war-bonds"], 0) == 5
    assert dice_left(settings, settings.techs["war-bonds"], 16) == 1
    assert dice_left(settings, settings.techs["atomic-bomb"], 0) == 14


def test_a_power_with_money_and_peace_at_home_researches() -> None:
    assert "war-bonds" in chosen(usa())
    action, reason = answer(usa())
    assert isinstance(action, Advance)
    assert reason.aim.startswith("research ") and "IPCs" in reason.odds


def test_nobody_researches_with_the_enemy_at_the_gates() -> None:
    position = Position(
        start_from="empty",
        turn="uk",
        phase="purchase",
        treasury={"uk": 40},
        control={"Scotland": "germany"},
        units={
            "United Kingdom": {"uk": "2 infantry, minor industrial complex"},
            "Scotland": {"germany": "8 infantry, 4 armor"},
        },
    )
    assert chosen(TABLE.state(position), "uk") == []


def test_a_neutral_power_researches_with_what_it_may_not_spend_on_units() -> None:
    state = usa()
    assert budget(laboratory(state), TABLE.world.as_of(state), state, "usa") >= 20


def test_a_rich_power_starts_no_more_projects_than_it_may() -> None:
    """Each order is legal after the others, so that the purchase goes on."""
    state = usa(300, "20 fighters, 8 strategic bombers, ")
    orders = projects(laboratory(state), TABLE.world.as_of(state), state, "usa")
    assert len(orders) == research().settings.new == 2
    after = TABLE.after(state, "usa", *(order for order, _ in orders))
    action, _ = answer(after)
    assert isinstance(action, Order) and action.units


def test_research_comes_before_repairs_and_the_rest_of_the_money_buys_units() -> None:
    works = "major industrial complex(damaged 4), air base(damaged 2)"
    position = Position(
        start_from="empty",
        turn="usa",
        phase="purchase",
        treasury={"usa": 60},
        units={"Eastern United States": {"usa": f"9 infantry, {works}"}},
    )
    state, kinds, bot = TABLE.state(position), list[str](), bot_of()
    while state.turn.phases == {"usa": "purchase"}:
        decision = TABLE.game.pending(state)[0]
        action = bot.choose(TABLE.game.view(state, "usa"), decision)
        kinds.append(type(action).__name__)
        state = TABLE.after(state, "usa", action)
    assert list(dict.fromkeys(kinds)) == ["Advance", "Restore", "Order", "Done"]
