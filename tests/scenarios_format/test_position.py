"""Positions put into words."""

import pytest

from sandtable import games
from sandtable.area.forces import Piece, how_many
from sandtable.area.position import Position, PositionError, build
from sandtable.area.state import AreaState
from sandtable.core.game import Setup

GAME = games.area("1941")
WORLD = GAME.world


def built(**described: object) -> AreaState:
    state = build(WORLD, Position(**described))  # type: ignore[arg-type]
    assert isinstance(state, AreaState), state.message
    return state


def problem(**described: object) -> str:
    state = build(WORLD, Position(**described))  # type: ignore[arg-type]
    assert isinstance(state, PositionError)
    return state.message


def test_without_a_word_it_is_the_opening() -> None:
    assert built() == GAME.start(Setup())


def test_an_empty_board_keeps_who_holds_what() -> None:
    state = built(start_from="empty", turn="uk", phase="combat-move", control={"Karelia": "germany"})
    assert not state.stacks
    assert state.control["Karelia"] == state.turn.control["Karelia"] == "germany"
    assert state.turn.phases == {"uk": "combat-move"}


def test_fighters_come_aboard_and_those_of_the_power_on_turn_take_off() -> None:
    units = {"SZ 14": {"uk": "carrier[usa fighter], fighter", "usa": "carrier, 2 fighters"}}
    state = built(start_from="empty", turn="uk", units=units)
    guest, own = Piece("usa", "fighter"), Piece("uk", "fighter")
    there = state.at("Sea Zone 14")
    assert how_many(there, Piece("uk", "carrier", cargo=(guest,))) == 1
    assert how_many(there, own) == 1
    assert how_many(there, Piece("usa", "carrier", cargo=(guest, guest))) == 1


def test_named_spaces_are_replaced_in_full() -> None:
    state = built(units={"Russia": {"uk": "tank"}, "Karelia": "nothing"})
    assert state.at("Russia") == ((Piece("uk", "tank"), 1),)
    assert state.at("Karelia") == ()
    assert state.at("Caucasus")


def test_money_purchases_options_players_and_room() -> None:
    state = built(
        turn="japan",
        round=3,
        treasury={"japan": 18},
        bought="carrier, 2 fighters",
        options={"short-game": True},
        players={"Anna": ("uk", "usa")},
        no_room={"uk": ("usa",)},
        held_at_start={"India": "uk"},
        control={"India": "japan"},
    )
    assert (state.round, state.treasury["japan"], state.treasury["uk"]) == (3, 18, 12)
    assert state.bought == {"japan": {"carrier": 1, "fighter": 2}}
    assert state.options["short-game"]
    assert state.players["Anna"] == ("uk", "usa")
    assert state.players["japan"] == ("japan",)
    assert state.no_room == (("uk", "usa"),)
    assert (state.control["India"], state.turn.control["India"]) == ("japan", "uk")


def test_what_was_hostile_when_the_turn_began() -> None:
    state = built(
        start_from="empty", turn="uk", units={"SZ 16": {"germany": "destroyer"}, "SZ 9": {"germany": "submarine"}}
    )
    assert state.turn.hostile == ("Sea Zone 16",)


def test_a_power_without_its_capital_begins_with_the_combat_move() -> None:
    assert built(turn="ussr", control={"Russia": "germany"}).turn.phases == {"ussr": "combat-move"}


@pytest.mark.parametrize(
    ("described", "says"),
    [
        ({"units": {"Kerelia": {"ussr": "tank"}}}, "did you mean 'Karelia'?"),
        ({"units": {"Karelia": {"usr": "tank"}}}, "did you mean 'ussr'?"),
        ({"units": {"Karelia": {"ussr": "tnak"}}}, "Karelia: unknown unit 'tnak'; did you mean 'tank'?"),
        ({"units": {"Karelia": "tank"}}, "whose tank?"),
        ({"units": {"SZ 4": {"ussr": "infantry"}}}, "must be aboard a ship"),
        ({"units": {"Karelia": {"ussr": "submarine"}}}, "can't be on land"),
        ({"units": {"SZ 4": {"ussr": "transport[2 tanks]"}}}, "has no room for tank, tank"),
        ({"control": {"SZ 4": "ussr"}}, "can't be controlled"),
        ({"phase": "combat-mov"}, "did you mean 'combat-move'?"),
        ({"options": {"shortgame": True}}, "did you mean 'short-game'?"),
        ({"players": {"Anna": ("uk", "germany")}}, "both sides"),
        ({"setup": "1942"}, "1942"),
    ],
)
def test_what_is_no_position(described: dict[str, object], says: str) -> None:
    assert says in problem(**described)
