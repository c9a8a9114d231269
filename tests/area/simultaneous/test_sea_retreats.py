"""Pulling back at sea: decks, destinations, and who leaves first."""

import pytest

from sandtable.area.actions import PullBack
from sandtable.area.events import PulledBack, RoundBegan
from sandtable.area.forces import Piece, Stack, stack
from sandtable.area.state import Site
from tests.area.simultaneous.strip import RH, Cycle, back, force, sent

ATTACK, DEFEND = "attack", "defend"
ZONE = "Sea Zone 13"


def carrier(power: str, fighters: int) -> Stack:
    return ((Piece(power, "carrier", cargo=(Piece(power, "fighter"),) * fighters), 1),)


@pytest.mark.rule("rh.searetreat.order")
def test_the_defender_decides_first() -> None:
    table = Cycle(
        "Sea Zone 6",
        "uk",
        sent("uk", battleship=1),
        force("germany", battleship=1),
        routes=(("Sea Zone 7", "Sea Zone 6"),),
        dice=[6] * 10,
    )
    assert table.asked == [("germany", "pull-back")]
    assert table.refused("uk", PullBack()) == "rh.searetreat.order"
    table.do("germany", PullBack())
    assert table.asked == [("uk", "pull-back")]


@pytest.mark.rule("rh.seacombat.excess-air-retreats")
@pytest.mark.rule("rh.searetreat.attacker-air")
def test_air_units_without_a_deck_leave_after_a_cycle() -> None:
    table = Cycle(ZONE, "germany", sent("germany", fighter=3), force("uk", destroyer=2), dice=[6] * 10)
    assert table.outcome == "defender"
    assert table.count() == {"uk destroyer": 2, "germany fighter": 3}


@pytest.mark.rule("rh.seacombat.excess-air-retreats")
def test_a_deck_keeps_two() -> None:
    table = Cycle(ZONE, "germany", sent("germany", fighter=3, carrier=1), force("uk", battleship=1), dice=[6] * 20)
    assert table.left(ATTACK) == {"germany fighter": 2, "germany carrier": 1}
    assert table.count() == {"germany fighter": 1}


@pytest.mark.rule("rh.seacombat.excess-air-retreats")
def test_the_owner_chooses_who_leaves() -> None:
    far = stack(
        [(Piece("germany", "fighter", moved=True, used=2), 2), (Piece("germany", "fighter", moved=True), 1)]
    )
    table = Cycle(ZONE, "germany", far, sent("germany", carrier=1), force("uk", battleship=1), dice=[6] * 20)
    assert table.asked == [("germany", "pull-back")]
    assert table.refused("germany", PullBack()) == "rh.seacombat.excess-air-retreats"
    two = back((force("germany", fighter=2), ""))
    assert table.refused("germany", two) == "rh.seacombat.excess-air-retreats"
    table.do("germany", back((((Piece("germany", "fighter", moved=True, used=2), 1),), "")))
    assert [piece.used for piece, _ in table.state.at(ZONE)] == [2]


@pytest.mark.rule("rh.searetreat.carrier-sunk")
@pytest.mark.rule("rh.searetreat.defender-air")
def test_fighters_whose_carrier_sank_have_to_land_elsewhere() -> None:
    table = Cycle(
        "Sea Zone 50",
        "usa",
        sent("usa", battleship=2),
        carrier("japan", 2),
        dice=[6, 6, 6, 6, 6, 6, 1, 1, 6],
    )
    assert table.left(DEFEND) == {"japan fighter": 2}
    assert table.asked == [("japan", "pull-back")]
    assert table.refused("japan", PullBack()) == "rh.seacombat.excess-air-retreats"
    far = back((force("japan", fighter=2), "Japan"))
    assert table.refused("japan", far) == "rh.searetreat.defender-air"
    table.do("japan", back((force("japan", fighter=2), "Caroline Islands")))
    assert table.outcome == "attacker"
    assert table.count("Caroline Islands") == {"japan fighter": 2}
    assert table.replay() == table.state


@pytest.mark.rule("rh.searetreat.cannot-land")
@pytest.mark.rule("rh.searetreat.carrier-sunk")
def test_without_a_place_to_land_they_stay_aloft() -> None:
    table = Cycle(
        "Sea Zone 50",
        "usa",
        sent("usa", battleship=2),
        carrier("japan", 1),
        control={name: "usa" for name, land in RH.board.territories.items() if land.owner == "japan"},
        dice=[6, 6, 6, 6, 6, 1, 1, 6],
    )
    left = table.last(PulledBack).leave
    assert [(party.units, party.to) for party in left.parties] == [(force("japan", fighter=1), "")]
    assert table.outcome == "attacker"
    assert next(p for p, _ in table.state.at("Sea Zone 50") if p.power == "japan").submerged


@pytest.mark.rule("rh.searetreat.defender-naval")
def test_defending_ships_go_to_free_zones_next_to_it() -> None:
    table = Cycle(
        "Sea Zone 14",
        "uk",
        sent("uk", battleship=1),
        force("germany", battleship=1, transport=1),
        elsewhere={"Sea Zone 13": force("uk", battleship=1), "Sea Zone 15": force("uk", transport=1)},
        dice=[6] * 20,
    )
    barred = back((force("germany", battleship=1), "Sea Zone 13"))
    assert table.refused("germany", barred) == "rh.searetreat.defender-naval"
    far = back((force("germany", battleship=1), "Sea Zone 12"))
    assert table.refused("germany", far) == "rh.searetreat.defender-naval"
    table.do(
        "germany",
        back((force("germany", battleship=1), "Sea Zone 16"), (force("germany", transport=1), "Sea Zone 15")),
    )
    assert table.count("Sea Zone 16") == {"germany battleship": 1}
    assert table.count("Sea Zone 15") == {"germany transport": 1, "uk transport": 1}
    assert table.outcome == "attacker"


@pytest.mark.rule("rh.searetreat.fighters-follow-carrier")
def test_fighters_follow_their_carrier() -> None:
    table = Cycle("Sea Zone 50", "usa", sent("usa", destroyer=1), carrier("japan", 2), dice=[6] * 20)
    assert table.asked == [("japan", "pull-back")]
    alone = back((force("japan", fighter=2), "Sea Zone 49"))
    assert table.refused("japan", alone) == "rh.searetreat.defender-air"
    table.do("japan", back((force("japan", fighter=2, carrier=1), "Sea Zone 49")))
    assert table.count("Sea Zone 49") == {"japan carrier": 1, "japan fighter*": 2}
    assert table.outcome == "attacker"
    assert table.replay() == table.state


@pytest.mark.rule("rh.searetreat.unresolved-combat")
def test_not_into_another_battle_but_from_the_air() -> None:
    def table(attackers: Stack) -> Cycle:
        return Cycle(
            "Sea Zone 6",
            "uk",
            sent("uk", battleship=1),
            force("germany", battleship=1),
            sites=(Site("Sea Zone 6"), Site("Sea Zone 5")),
            elsewhere={"Sea Zone 5": (*force("germany", destroyer=1), *attackers)},
            dice=[6] * 10,
        )

    away = back((force("germany", battleship=1), "Sea Zone 5"))
    assert table(sent("uk", destroyer=1)).refused("germany", away) == "rh.searetreat.unresolved-combat"
    assert table(sent("uk", transport=1)).refused("germany", away) == "rh.searetreat.unresolved-combat"
    assert table(sent("uk", fighter=1)).check("germany", away) is None


@pytest.mark.rule("rh.searetreat.attacker-naval")
def test_attacking_ships_go_where_one_of_them_came_from() -> None:
    table = Cycle(
        "Sea Zone 6",
        "uk",
        sent("uk", battleship=1, destroyer=1),
        force("germany", battleship=1),
        routes=(("Sea Zone 2", "Sea Zone 3", "Sea Zone 6"), ("Sea Zone 7", "Sea Zone 6")),
        dice=[6] * 10,
    )
    table.do("germany", PullBack())
    other = back((force("uk", battleship=1), "Sea Zone 5"))
    assert table.refused("uk", other) == "rh.searetreat.attacker-naval"
    table.do("uk", back((force("uk", battleship=1), "Sea Zone 7"), (force("uk", destroyer=1), "Sea Zone 3")))
    assert table.outcome == "defender"
    assert table.count("Sea Zone 7") == {"uk battleship": 1}
    assert table.count("Sea Zone 3") == {"uk destroyer": 1}


@pytest.mark.rule("rh.searetreat.attacker-naval")
def test_who_began_there_cannot_leave() -> None:
    table = Cycle(
        "Sea Zone 6", "uk", sent("uk", battleship=1), force("germany", battleship=1), dice=[6, 6, 1, 6, 1, 6]
    )
    table.do("germany", PullBack())
    assert [event.round for event in table.events(RoundBegan)] == [1, 2]
    assert table.asked == [("germany", "pull-back")]  # nobody asked the attacker


@pytest.mark.rule("rh.searetreat.attacker-after-win")
@pytest.mark.rule("rh.combat.end")
def test_the_winner_may_pull_back() -> None:
    table = Cycle(
        "Sea Zone 6",
        "uk",
        sent("uk", battleship=2),
        force("germany", destroyer=1),
        routes=(("Sea Zone 7", "Sea Zone 6"),),
        dice=[1, 6, 6],
    )
    assert table.asked == [("uk", "pull-back")]
    table.do("uk", back((force("uk", battleship=1), "Sea Zone 7")))
    assert table.outcome == "attacker"
    assert table.count() == {"uk battleship": 1}
    assert table.count("Sea Zone 7") == {"uk battleship": 1}


@pytest.mark.rule("rh.searetreat.attacker-air")
def test_attacking_fighters_may_leave_at_the_end_of_a_cycle() -> None:
    table = Cycle(
        "Sea Zone 6",
        "uk",
        sent("uk", carrier=1, fighter=2),
        force("germany", battleship=1),
        routes=(("Sea Zone 7", "Sea Zone 6"),),
        dice=[6] * 20,
    )
    table.do("germany", PullBack())
    table.do("uk", back((force("uk", fighter=1), "")))
    assert table.left(ATTACK) == {"uk carrier": 1, "uk fighter": 1}
    assert table.count() == {"uk fighter": 1}


@pytest.mark.rule("rh.searetreat.landing-cancelled")
def test_transports_take_their_cargo_along() -> None:
    ship = Piece("uk", "transport", moved=True, cargo=(Piece("uk", "infantry", landing="Germany"),))
    table = Cycle(
        "Sea Zone 5",
        "uk",
        ((ship, 2),),
        sent("uk", battleship=1),
        force("germany", destroyer=1),
        routes=(("Sea Zone 6", "Sea Zone 5"),),
        dice=[1, 6],
    )
    table.do("uk", back((((ship, 1),), "Sea Zone 6")))
    assert table.count("Sea Zone 6") == {"uk transport": 1, "uk infantry*": 1}
    assert table.count() == {"uk battleship": 1, "uk transport": 1, "uk infantry*": 1}


@pytest.mark.rule("rh.das.one-cycle-at-sea")
def test_defending_fighters_come_down_on_any_deck_of_their_side() -> None:
    table = Cycle(
        ZONE,
        "germany",
        sent("germany", destroyer=1),
        force("uk", fighter=2),
        carrier("usa", 1),
        dice=[6, 4, 6, 6, 6, 6],
    )
    # Three fighters over a ship with room for two: the British one that finds none has to leave.
    assert table.asked == [("uk", "pull-back")]
    table.do("uk", back((force("uk", fighter=1), "Gibraltar")))
    assert table.count() == {"usa carrier": 1, "usa fighter*": 1, "uk fighter*": 1}
