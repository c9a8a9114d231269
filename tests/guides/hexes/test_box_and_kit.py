"""What is in the box: chairs by scenario, the board, the drawings."""

import re

import pytest
from msgspec.structs import replace

from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.guides.hexes import questions as ask
from sandtable.guides.hexes.notation import TypedError, parse_attack
from sandtable.guides.hexes.queries import Ground, Group, Outlook, Senseless
from sandtable.hexes.actions import Defend, Done, Lose, Target
from sandtable.hexes.state import Combat, Toll
from sandtable.hexes.strength import Points
from tests.guides.hexes.asking import GAME, on, start, until

GUIDE = GAME.guide
BOX = GUIDE.box


def test_a_scenario_has_its_own_chairs() -> None:
    assert BOX.seats_in("") == BOX.seats_in("barbarossa") == ("axis", "soviet")
    assert BOX.seats_in("fall-of-germany") == ("axis", "soviet", "allied")
    assert BOX.titles["fall-of-germany"] == "The Fall of Germany"


def test_two_players_make_two_sides() -> None:
    assert BOX.parties("barbarossa") == {"axis": ("axis",), "soviet": ("soviet",)}
    assert BOX.players_in("barbarossa") == {}
    together = BOX.players_in("fall-of-germany")
    assert together == {"axis": ("axis",), "partners": ("soviet", "allied")}
    state = GAME.start(Setup("fall-of-germany", players=together))
    assert not isinstance(state, Refusal)
    assert set(GUIDE.strength(state)) == {"axis", "partners"}
    assert BOX.won("allied", "partners")
    assert BOX.won("allied", "allied")
    assert not BOX.won("soviet", "allied")
    assert not BOX.won("axis", "partners")


def test_the_kit_has_the_whole_board() -> None:
    kit = GUIDE.kit
    boards = {board.id: board for board in kit.boards}
    assert set(boards) == {"europe", "atlantic", "world"}
    board, atlantic = boards["europe"], boards["atlantic"]
    places = {place.id: place for place in board.places}
    moscow = places["1144"]
    assert (moscow.name, moscow.area, moscow.capital) == ("Moscow", "Soviet Union", True)
    assert all(one.id in places[near].near for one in board.places for near in one.near if near in places)
    assert all(near in one.near for one in board.places for near in (*one.straits, *one.roads))
    left, top, wide, high = board.view
    beyond = [p.id for p in board.places if not (left <= p.at[0] <= left + wide and top <= p.at[1] <= top + high)]
    assert len(beyond) == 36, "islands far away, Madagascar, and the northernmost row"
    hexes = {place.id for place in atlantic.places}
    for world in GAME.worlds.values():
        assert set(world.scenario.control) <= {place.id for place in boards[world.facts.theatre].places}
    assert "Siberia" not in hexes
    assert {"1152", "1809", "2656", "4639"} <= hexes
    assert places["Siberia"].box
    assert places["1909"].title == "United States"
    assert {one.id for one in kit.scenarios} == {
        "barbarossa",
        "fall-of-germany",
        "campaign-1",
        "campaign-2",
        "campaign-3",
        "campaign-4",
        "lesson",
        "lesson-campaign-1",
    }
    assert all(goal.rule in GAME.rulebook for one in kit.scenarios for goal in one.goals)


@pytest.mark.parametrize("theatre", ["europe", "atlantic", "world"])
def test_the_ground_has_its_origin_where_the_kit_says(theatre: str) -> None:
    board = next(one for one in GUIDE.kit.boards if one.id == theatre)
    left, top, wide, high = board.view
    drawn = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', GUIDE.ground_of(theatre))
    assert drawn is not None
    corner = (left - board.margin, top - board.margin)
    size = (wide + 2 * board.margin, high + 2 * board.margin)
    assert [int(one) for one in drawn.groups()] == pytest.approx([*corner, *size], abs=2)


def test_positions_are_drawn() -> None:
    state = start()
    picture = GUIDE.picture(state, dark=False)
    assert picture.count('class="counter"') == len({army.at for army in state.armies.values()})
    assert "Army Group North (5 infantry and 5 mechanized)" in picture
    assert 'class="line front"' in picture
    assert GUIDE.picture(state, dark=True) != picture
    assert "light-dark(" in GUIDE.ground
    assert 'class="counter"' not in GUIDE.ground


def test_moments_and_turns() -> None:
    setting = start("fall-of-germany")
    moving = until(start(), "movement")
    assert GUIDE.turn(setting) == "0 axis"
    assert GUIDE.turn(moving) == "1 axis"
    assert GUIDE.moment(moving).phase == "Movement"
    assert GUIDE.headline(until(moving, "combat")) == "Summer 1941, Axis, Combat: announcing attacks"


def test_standing_orders_settle_what_they_say() -> None:
    fighting = until(start(), "combat")
    toll = replace(fighting, combat=Combat(step="assault", toll=Toll("soviet", 1, ("NW Front",))))
    mechanized = ask.StandingOrders(losses=("mechanized",))
    assert GUIDE.standing(toll, "soviet", mechanized) == Lose({"NW Front": Points(mechanized=1)})
    assert GUIDE.standing(toll, "soviet", ask.StandingOrders()) is None
    attacked = on(fighting, Target("Army Group North", "1140"), Done())
    always, never = ask.StandingOrders(defend="always"), ask.StandingOrders(defend="never")
    assert GUIDE.standing(attacked, "soviet", always) == Defend(("Baltic Military District",))
    assert GUIDE.standing(attacked, "soviet", never) == Defend()
    assert GUIDE.lapsed(fighting, replace(fighting, phase="production"), "soviet", always)
    assert not GUIDE.lapsed(fighting, replace(fighting, turn=3), "soviet", replace(always, until="cancelled"))


def test_odds_without_a_table() -> None:
    asked = parse_attack("5 inf 5 mech, 2 inf", "3 inf, then garrison")
    found = GUIDE.reply(asked)
    assert isinstance(found, Outlook)
    assert found.entered == (0.888889, 0.444444)
    assert found.captured >= found.entered[0]
    later = GUIDE.reply(replace(asked, fire_at=1))
    assert isinstance(later, Outlook)
    assert later.mean_enemy < found.mean_enemy, "two infantry fire alone"
    for bad in (
        replace(asked, groups=()),
        replace(asked, losses=("infantry",)),
        replace(asked, fire_at=2),
        replace(asked, path=()),
        replace(asked, groups=(Group((Points(infantry=-1),)),)),
        replace(asked, path=(Ground(winter=99),)),
    ):
        assert isinstance(GUIDE.reply(bad), Senseless)


@pytest.mark.parametrize(
    ("attack", "defend", "says"),
    [
        ("", "2 inf", "Nobody attacks"),
        ("3 inf", "", "one hex"),
        ("3 inf,", "2 inf in ice", "not one of clear"),
        ("30 inf", "2 inf", "more than 20"),
        ("3 inf x", "2 inf", "not understood"),
        ("garrison", "2 inf", "not understood"),
    ],
)
def test_what_is_no_attack_is_told(attack: str, defend: str, says: str) -> None:
    with pytest.raises(TypedError, match=says):
        parse_attack(attack, defend)
