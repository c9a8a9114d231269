"""What a planner does about an enemy's moves: scrambles, strikes at ships, interceptions and ambushes."""

from sandtable.area.actions import Done
from sandtable.area.parts.countermoves.actions import Ambush, Intercept, Interdict, Scramble
from tests.bots.planner.global_war import answer, asked, germans_move, go


def test_fighters_scramble_where_they_turn_a_battle() -> None:
    state = germans_move(
        {
            "Sea Zone 112": {"germany": "cruiser, destroyer"},
            "Sea Zone 111": {"uk": "cruiser"},
            "Scotland": {"uk": "2 fighters, tactical bomber, air base"},
        },
        go("cruiser", 1, "Sea Zone 112", "Sea Zone 111"),
        go("destroyer", 1, "Sea Zone 112", "Sea Zone 111"),
    )
    action, reason = answer(asked(state, "scramble"))
    assert isinstance(action, Scramble)
    assert (action.base, action.zone) == ("Scotland", "Sea Zone 111")
    assert reason.aim.startswith("scramble ") and "Sea Zone 111" in reason.aim
    before, after = (float(n.strip("%")) for n in reversed(reason.odds.split(" against ")))
    assert after > before


def test_nobody_scrambles_into_a_battle_that_is_lost_anyway() -> None:
    state = germans_move(
        {
            "Sea Zone 112": {"germany": "4 battleships, 3 cruisers, 4 destroyers"},
            "Sea Zone 111": {"uk": "destroyer"},
            "Scotland": {"uk": "fighter, air base"},
        },
        go("battleship", 4, "Sea Zone 112", "Sea Zone 111"),
        go("cruiser", 3, "Sea Zone 112", "Sea Zone 111"),
        go("destroyer", 4, "Sea Zone 112", "Sea Zone 111"),
    )
    action, _ = answer(asked(state, "scramble"))
    assert isinstance(action, Done)


def test_planes_strike_at_transports_without_guns() -> None:
    state = germans_move(
        {
            "Sea Zone 112": {"germany": "2 transports[infantry, armor]"},
            "Scotland": {"uk": "3 tactical bombers, air base"},
        },
        go("transport", 2, "Sea Zone 112", "Sea Zone 111"),
        phase="noncombat-move",
    )
    action, reason = answer(asked(state, "interdict"))
    assert isinstance(action, Interdict)
    assert len(action.units) == 3 and action.zone == "Sea Zone 111"
    assert reason.odds == "0.5 hits expected"


def test_planes_do_not_strike_at_a_battle_fleet() -> None:
    state = germans_move(
        {
            "Sea Zone 112": {"germany": "3 battleships, 2 cruisers"},
            "Scotland": {"uk": "2 fighters, air base"},
        },
        go("battleship", 3, "Sea Zone 112", "Sea Zone 111"),
        go("cruiser", 2, "Sea Zone 112", "Sea Zone 111"),
        phase="noncombat-move",
    )
    action, _ = answer(asked(state, "interdict"))
    assert isinstance(action, Done)


def test_submarines_ambush_ships_that_nobody_guards() -> None:
    state = germans_move(
        {"Sea Zone 112": {"germany": "cruiser"}, "Sea Zone 111": {"uk": "2 submarines"}},
        go("cruiser", 1, "Sea Zone 112", "Sea Zone 111"),
        phase="noncombat-move",
    )
    action, reason = answer(asked(state, "ambush"))
    assert action == Ambush(2, "Sea Zone 111")
    assert "2 submarines" in reason.aim


def test_fighters_intercept_bombers_on_their_way() -> None:
    state = germans_move(
        {
            "Western Germany": {"germany": "2 strategic bombers"},
            "France": {"france": "4 fighters, air base"},
            "Normandy/Bordeaux": {"france": "infantry"},
        },
        go("strategic_bomber", 2, "Western Germany", "France", "Normandy/Bordeaux"),
    )
    action, reason = answer(asked(state, "intercept"))
    assert isinstance(action, Intercept)
    assert action.territory == "France" and len(action.units) == 4
    assert "turned back" in reason.odds


def test_one_fighter_leaves_a_great_flight_alone() -> None:
    state = germans_move(
        {
            "Western Germany": {"germany": "8 fighters"},
            "France": {"france": "fighter, air base"},
            "Normandy/Bordeaux": {"france": "infantry"},
        },
        go("fighter", 8, "Western Germany", "France", "Normandy/Bordeaux"),
    )
    action, _ = answer(asked(state, "intercept"))
    assert isinstance(action, Done)
