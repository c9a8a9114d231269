"""What games of whole teams have: the other team's window, missions, airlifts, programs, limits, city points."""

from typing import Any

from sandtable.area import actions as act
from sandtable.area.events import AimedFired, AimedRoll, Fire
from sandtable.area.family import AreaGame
from sandtable.area.forces import Piece
from sandtable.area.parts.airlift import Airlift
from sandtable.area.parts.directed_research import Program, ResearchRolled
from sandtable.area.parts.missions import BombsFell
from sandtable.area.parts.reaction.actions import Reinforce, Support
from sandtable.area.state import AreaState, Damage
from sandtable.core.dice import ScriptedDice
from sandtable.core.refusal import Refusal
from sandtable.games import area
from sandtable.guides.area.questions import (
    Contests,
    ContestsAnswer,
    Income,
    IncomeAnswer,
    Placements,
    PlacementsAnswer,
    Reaction,
    ReactionAnswer,
    Shop,
    ShopAnswer,
)
from tests.guides.asking import Units, ask_reach, given, position, ways

GAME: AreaGame = area("revised-historical")
FRONT: Units = {
    "Ukraine": {"germany": "2 infantry, fighter"},
    "West Russia": {"ussr": "infantry"},
    "Caucasus": {"ussr": "2 fighter, infantry"},
    "Germany": {"germany": "infantry, bomber, industrial_complex"},
    "Russia": {"ussr": "infantry, industrial_complex"},
    "Japan": {"japan": "infantry, industrial_complex"},
    "United Kingdom": {"uk": "infantry, industrial_complex"},
    "Eastern United States": {"usa": "industrial_complex"},
}


def at(turn: str, phase: str, **more: Any) -> AreaState:
    return position(turn, phase, FRONT, GAME, control={"West Russia": "ussr"}, **more)


def attacked() -> AreaState:
    """Germany attacks West Russia, and both powers are ready."""
    state = at("germany", "combat-move")
    go = act.Move((act.Pick("infantry", 2),), ("Ukraine", "West Russia"))
    state = given(state, "germany", go, act.Done(), game=GAME)
    return given(state, "japan", act.Done(), game=GAME)


def reaction(state: AreaState, seat: str) -> ReactionAnswer:
    answer = GAME.guide.answer(state, seat, Reaction())
    assert isinstance(answer, ReactionAnswer), answer
    return answer


def test_the_other_team_sees_where_it_is_attacked_and_who_could_help() -> None:
    answer = reaction(attacked(), "ussr")
    assert answer.attacked == ("West Russia",)
    first, *others = answer.sendings
    assert first.order == Support("fighter", "Caucasus", "West Russia")
    assert (first.most, first.attacked) == (2, True)
    helped = [one for one in others if one.attacked]
    assert {(one.unit, one.space) for one in helped} == {("infantry", "Caucasus"), ("infantry", "Russia")}
    assert all(not one.attacked for one in others[len(helped) :])
    assert answer.given == ()


def test_orders_of_the_window_are_told_and_can_be_given_as_offered() -> None:
    state = attacked()
    for one in reaction(state, "ussr").sendings:
        assert GAME.check(state, "ussr", one.order) is None, one
    state = given(
        state,
        "ussr",
        Support("fighter", "Caucasus", "West Russia", 2),
        Reinforce((act.Pick("infantry"),), "Russia", "West Russia"),
        game=GAME,
    )
    assert reaction(state, "ussr").given == (
        "2 fighters: fly from Caucasus to support West Russia",
        "1 infantry: go from Russia to West Russia after combat",
    )


def test_who_is_on_turn_has_no_window() -> None:
    assert isinstance(GAME.guide.answer(attacked(), "germany", Reaction()), Refusal)
    assert isinstance(GAME.guide.answer(attacked(), None, Reaction()), Refusal)


def test_planes_choose_their_mission_on_the_map() -> None:
    state = at("germany", "combat-move")
    found = ways(ask_reach(state, "germany", "Germany", "bomber", game=GAME), "United Kingdom")
    missions = [way.orders[0].mission for way in found if isinstance(way.orders[0], act.Raid)]
    assert missions == ["counter-air", "bombing", "night-bombing", "interdiction"]


def test_a_bomber_and_an_infantry_go_together_by_airlift() -> None:
    state = at("germany", "noncombat-move")
    answer = ask_reach(state, "germany", "Germany", "bomber, infantry", game=GAME)
    (way,) = ways(answer, "Western Europe")
    assert way.orders == (Airlift("bomber", "infantry", way.path, "Western Europe"),)
    after = given(state, "germany", *way.orders, game=GAME)
    assert {p.unit for p, _ in after.at("Western Europe")} == {"bomber", "infantry"}


def test_the_shop_knows_programs_factories_to_destroy_and_both_limits() -> None:
    state = at("germany", "purchase", treasury={"germany": 12}, developments={"germany": ("rockets",)})
    state = given(state, "germany", Program({"jet-plane": 1}), game=GAME)
    shop = GAME.guide.answer(state, "germany", Shop())
    assert isinstance(shop, ShopAnswer)
    assert shop.research is not None
    assert shop.budget == 7
    assert shop.research.program == {"jet-plane": 1}
    assert "rockets" not in shop.research.open
    assert shop.scorchable == ("Germany", "Southern Europe")
    assert shop.capacity == 16
    assert shop.levied == ("infantry",)
    assert {one.space: one.limit for one in shop.levies}["Germany"] == 5


def test_research_in_boxes_names_no_weapon_before_it_is_rolled() -> None:
    state = at("germany", "purchase", treasury={"germany": 12}, options={"progress-boxes": True})
    shop = GAME.guide.answer(state, "germany", Shop())
    assert isinstance(shop, ShopAnswer)
    assert shop.research is not None
    assert (shop.research.open, shop.research.needed) == (("",), 3)


def test_bombs_on_a_factory_take_its_room() -> None:
    state = at("germany", "mobilize", bought="tank", damage={"Germany": Damage(production=4)})
    answer = GAME.guide.answer(state, "germany", Placements())
    assert isinstance(answer, PlacementsAnswer)
    assert [(one.space, one.limit) for one in answer.factories] == [("Germany", 6), ("Southern Europe", 6)]
    assert answer.levied == ("infantry",)


def test_an_income_tells_what_bombs_have_cost() -> None:
    state = at("japan", "purchase", damage={"Germany": Damage(income=4)})
    answer = GAME.guide.answer(state, "germany", Income("germany"))
    assert isinstance(answer, IncomeAnswer)
    assert ("Germany was bombed", -4) in {(share.text, share.amount) for share in answer.shares}
    assert sum(share.amount for share in answer.shares) == answer.total


def test_city_points_are_the_way_to_victory() -> None:
    guide, state = GAME.guide, at("germany", "purchase")
    assert "points" in {measure.id for measure in guide.measures}
    before = guide.measure(state)["points"]
    held = position("germany", "purchase", FRONT, GAME, control={"Russia": "germany"})
    after = guide.measure(held)["points"]
    moscow = GAME.world.board.territories["Russia"].points
    assert (after["axis"], after["allies"]) == (before["axis"] - moscow, before["allies"] + moscow)


def test_aimed_shots_bombs_and_research_count_as_luck() -> None:
    state = attacked()
    state = given(state, "ussr", act.Done(), game=GAME, dice=ScriptedDice((6,) * 3))
    guide, fire = GAME.guide, Fire("submarine", 2, (2, 5), 1, power="germany")
    bombs = BombsFell("Russia", "germany", "income", (3, 4), 7, 2)
    assert [(one.seat, one.what, one.dice) for one in guide.throws(state, bombs)] == [
        ("germany", "damage", (3, 4))
    ]
    heavy = BombsFell("Russia", "germany", "income", (3, 4), 4, 1)
    assert guide.throws(state, heavy) == ()
    research = ResearchRolled(power="germany", tech="rockets", dice=(6,), gained=True)
    assert guide.throws(state, research)[0].scores == (0, 0, 0, 0, 0, 1)
    aimed = AimedFired("West Russia", "attack", "strike", (AimedRoll(Piece("ussr", "tank"), (fire,), 1),), ())
    assert [(one.seat, one.scores) for one in guide.throws(state, aimed)] == [("germany", (1, 1, 0, 0, 0, 0))]


def test_a_combat_of_a_team_is_told_once() -> None:
    empty = {**FRONT, "West Russia": "nothing"}
    state = position("germany", "combat-move", empty, GAME, control={"West Russia": "ussr"})
    state = given(state, "germany", act.Move((act.Pick("infantry"),), ("Ukraine", "West Russia")), game=GAME)
    answer = GAME.guide.answer(state, "japan", Contests())
    assert isinstance(answer, ContestsAnswer)
    assert [(one.space, one.note) for one in answer.battles] == [("West Russia", "It's undefended.")]
