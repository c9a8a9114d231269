"""Aimed shots, ships that are stopped, reinforcements that have to wait."""

from sandtable.area.actions import Aim
from sandtable.area.battle.aiming import Sights, offers
from sandtable.area.forces import Piece
from sandtable.area.parts.interdiction import Halt, Passing
from sandtable.area.parts.reaction.actions import Pin
from sandtable.area.parts.reaction.memory import Reinforcement
from sandtable.area.position import Position
from sandtable.area.state import Battle, Strip
from sandtable.bots.planner.marksmen import aim, halt, pin
from tests.bots.planner.historical import GARRISONS, TABLE, units


def aimed(attack: str, defend: str) -> Aim:
    guns, marks = units("germany", attack), units("uk", defend)
    fought = Battle("Sea Zone 8", "sea", "germany", Strip(guns), Strip(marks), round=1)
    return aim(TABLE.world, fought, "germany", offers(TABLE.world, Sights(guns, marks, sum(n for _, n in guns))))[
        0
    ]


def test_a_loaded_transport_before_an_empty_one() -> None:
    (shots,) = aimed("submarine", "2 transports, transport[infantry, tank]").shots or ()
    assert shots.at.cargo


def test_two_shots_at_two_ships_rather_than_twice_at_one() -> None:
    assert len(aimed("2 submarines", "2 transports").shots or ()) == 2


def test_many_shots_together_where_only_that_sinks_something() -> None:
    (shots,) = aimed("3 submarines", "battleship, transport").shots or ()
    assert shots.at.unit == "battleship"


def test_ships_that_would_be_too_few_stay_together() -> None:
    state = TABLE.state(
        Position(
            start_from="empty",
            turn="uk",
            phase="combat-move",
            units={**GARRISONS, "Sea Zone 5": {"germany": "2 destroyers, submarine"}},
        )
    )
    group = units("uk", "destroyer, battleship, carrier")
    stance = TABLE.stance(state, "uk")
    all_stop, small_stops = Halt(group), Halt(units("uk", "destroyer"))
    for words, expected in (("Sea Zone 5", all_stop), ("Sea Zone 12", small_stops)):
        passing = Passing("uk", ("Sea Zone 6", words), group, 1)
        others = Halt(units("uk", "battleship, carrier")) if words == "Sea Zone 5" else Halt(group)
        assert halt(stance, state, passing, [others, expected])[0] == expected


def test_those_wait_who_would_gain_least() -> None:
    state = TABLE.state(Position(start_from="empty", turn="germany", phase="combat", units=GARRISONS))
    away = Reinforcement("ussr", "Novosibirsk", "Evenki National Okrug", "infantry", 1)
    front = Reinforcement("ussr", "Novosibirsk", "Russia", "infantry", 1)
    assert pin(TABLE.stance(state, "ussr"), [Pin((front,)), Pin((away,))])[0] == Pin((away,))


def test_nobody_aims_at_a_ship_that_is_cheaper_to_the_enemy_than_another() -> None:
    (shots,) = aimed("submarine", "destroyer, transport").shots or ()
    assert shots.at == Piece("uk", "destroyer")
