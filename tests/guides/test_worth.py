"""What combat moves are worth: battles by the exact odds, landings only if the sea is won, and prizes."""

import pytest

from sandtable.area.actions import Load, Move, Pick, Voyage
from sandtable.area.forces import Piece
from sandtable.area.state import AreaState
from sandtable.guides.area.questions import Prospect, Worth, WorthAnswer
from sandtable.odds.answer import Question, exact_odds
from sandtable.odds.policy import Policy
from tests.guides.asking import GAME, given, picks, position

EASTERN, KARELIA = "Eastern Europe", "Karelia"


def worth(state: AreaState, seat: str) -> WorthAnswer:
    answer = GAME.guide.answer(state, seat, Worth())
    assert isinstance(answer, WorthAnswer)
    return answer


def combat(answer: WorthAnswer, space: str) -> Prospect:
    return next(one for one in answer.combats if one.space == space)


def value(space: str) -> int:
    return GAME.world.board.territories[space].value


def test_a_battle_is_worth_its_swing_and_the_chance_of_its_prize() -> None:
    state = position(
        "germany",
        "combat-move",
        {EASTERN: {"germany": "3 infantry, 2 tank"}, KARELIA: {"ussr": "2 infantry"}},
        control={KARELIA: "ussr"},
    )
    state = given(state, "germany", Move(picks("3 infantry, 2 tank"), (EASTERN, KARELIA)))
    answer = worth(state, "germany")
    odds = exact_odds(
        GAME.world,
        Question(
            ((Piece("germany", "infantry"), 3), (Piece("germany", "tank"), 2)),
            ((Piece("ussr", "infantry"), 2),),
            attacker=Policy(keep_land=True),
        ),
    )
    found = combat(answer, KARELIA)
    assert (found.win, found.capture, found.swing) == pytest.approx((odds.win, odds.capture, odds.value_swing))
    assert found.prize == 2 * value(KARELIA)
    assert answer.total == pytest.approx(odds.value_swing + odds.capture * 2 * value(KARELIA))
    assert found.exact


def test_no_moves_are_worth_nothing() -> None:
    state = position("germany", "combat-move", {EASTERN: {"germany": "3 infantry"}, KARELIA: {"ussr": "infantry"}})
    assert worth(state, "germany") == WorthAnswer((), {}, 0)


def test_planes_alone_take_nothing() -> None:
    state = position("germany", "combat-move", {EASTERN: {"germany": "2 fighter"}, KARELIA: {"ussr": "infantry"}})
    state = given(state, "germany", Move(picks("2 fighter"), (EASTERN, KARELIA)))
    found = combat(worth(state, "germany"), KARELIA)
    assert found.win > 0.5
    assert found.capture == 0


def landing(sea: str) -> AreaState:
    """The United Kingdom lands two tanks in Germany, which one infantry and these ships defend."""
    home = "United Kingdom"
    ships = {"germany": sea} if sea else {}
    state = position(
        "uk",
        "combat-move",
        {
            6: {"uk": "2 destroyer, transport"},
            5: ships,
            home: {"uk": "2 tank"},
            "Germany": {"germany": "infantry"},
        },
        control={home: "uk", "Germany": "germany"},
    )
    load = Load("Sea Zone 6", home, "tank", 1)
    fleet = (Move(picks("2 destroyer"), ("Sea Zone 6", "Sea Zone 5")),) if sea else ()
    voyage = Voyage(Pick("transport"), ("Sea Zone 6", "Sea Zone 5"), (load,), "Germany")
    return given(state, "uk", *fleet, voyage)


def test_a_landing_needs_the_sea() -> None:
    free = combat(worth(landing(""), "uk"), "Germany")
    answer = worth(landing("destroyer"), "uk")
    sea, land = combat(answer, "Sea Zone 5"), combat(answer, "Germany")
    assert free.reached == 1
    assert 0 < sea.win < 1
    assert land.reached == pytest.approx(sea.win)
    assert land.capture == pytest.approx(sea.win * free.capture)
    assert land.swing == pytest.approx(sea.win * free.swing)


def test_a_capital_is_also_worth_its_treasury_and_income() -> None:
    state = position(
        "germany",
        "combat-move",
        {EASTERN: {"germany": "tank"}, "Russia": {"ussr": "infantry"}, "West Russia": {"germany": "9 tank"}},
        control={"Russia": "ussr", "West Russia": "germany"},
        treasury={"ussr": 13},
    )
    state = given(state, "germany", Move(picks("9 tank"), ("West Russia", "Russia")))
    income = sum(value(space) for space, holder in state.control.items() if holder == "ussr")
    assert combat(worth(state, "germany"), "Russia").prize == 13 + income + value("Russia")
