"""What a battle with simultaneous losses takes from the moves before it, and leaves for what follows."""

import pytest
from msgspec.structs import replace

from sandtable.area.actions import Move, Pick, PullBack
from sandtable.area.battle.placing import place
from sandtable.area.battle.sequence import BuiltIn
from sandtable.area.evolve import evolve
from sandtable.area.forces import Piece, Stack
from sandtable.area.movement.orders import make_move
from sandtable.area.movement.voyage import land_assault
from sandtable.area.phases.combat import bombarding
from sandtable.area.state import AreaState, Site, Turn
from sandtable.area.unfold import Unfolding
from sandtable.core.dice import ScriptedDice
from tests.area.simultaneous.strip import RH, Cycle, back, force, sent


def board(stacks: dict[str, Stack], fought: tuple[str, ...] = ()) -> Unfolding:
    held = {name: land.owner for name, land in RH.board.territories.items() if land.owner}
    turn = Turn({"uk": "combat"}, control=held, assaults=(("Sea Zone 6", "Norway"),), fought=fought)
    return Unfolding(RH, AreaState(1, turn, held, {}, stacks), ScriptedDice([]), evolve)


@pytest.mark.rule("rh.landretreat.attacker-land")
def test_a_march_notes_where_it_entered_the_battle() -> None:
    run = board({"Germany": force("germany", tank=1, fighter=1)})
    path = ("Germany", "Eastern Europe", "Belorussia")
    make_move(run, "germany", Move((Pick("tank"), Pick("fighter")), path), combat=True)
    assert {piece.unit: piece.came for piece, _ in run.state.at("Belorussia")} == {
        "tank": "Eastern Europe",
        "fighter": "",
    }


@pytest.mark.rule("rh.amphib.retreat-needs-transport")
def test_a_landing_notes_its_zone() -> None:
    troops = (Piece("uk", "infantry", landing="Norway"),) * 2
    run = board({"Sea Zone 6": ((Piece("uk", "transport", cargo=troops), 1),)})
    land_assault(run, "uk", "Sea Zone 6", "Norway")
    assert [(piece.unit, piece.came, piece.landing) for piece, _ in run.state.at("Norway")] == [
        ("infantry", "Sea Zone 6", "Norway")
    ]
    assert run.state.at("Sea Zone 6")[0][0].offloaded == "Norway"


@pytest.mark.rule("rh.amphib.bombardment")
@pytest.mark.rule("rh.amphib.bombardment-needs-landing")
def test_who_bombards() -> None:
    ships = (*force("uk", battleship=1, carrier=1, destroyer=1, submarine=1),)
    stacks = {"Sea Zone 6": ships, "Norway": force("germany", infantry=1)}
    firing = bombarding(board(stacks), "uk", "Sea Zone 6", "Norway", ())
    assert sorted(piece.unit for piece, _ in firing) == ["battleship", "destroyer"]
    assert bombarding(board(stacks, fought=("Sea Zone 6",)), "uk", "Sea Zone 6", "Norway", ()) == ()


@pytest.mark.rule("rh.landretreat.retreat-is-final")
@pytest.mark.rule("rh.landretreat.unresolved-combat")
def test_who_retreats_into_an_air_attack_joins_its_defense() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=2),
        force("germany", infantry=2),
        control={"West Russia": "ussr"},
        sites=(Site("Belorussia"), Site("Eastern Europe")),
        elsewhere={"Eastern Europe": (*force("germany", tank=1), *sent("ussr", fighter=1))},
        dice=[6] * 10,
    )
    table.do("germany", back((force("germany", infantry=2), "Eastern Europe")))
    table.do("ussr", PullBack())
    assert table.outcome == "attacker"
    there = place(RH, table.state, "ussr", "Eastern Europe")
    assert there.defend.units == force("germany", infantry=2, tank=1)
    assert {piece.unit for piece, _ in there.attack.units} == {"fighter"}


@pytest.mark.rule("rh.landretreat.retreat-is-final")
def test_attackers_that_have_retreated_are_marked() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", infantry=2),
        force("germany", infantry=2),
        control={"West Russia": "ussr"},
        dice=[6] * 10,
    )
    table.do("germany", PullBack())
    table.do("ussr", back((force("ussr", infantry=2), "West Russia")))
    assert all(piece.retreated and piece.moved for piece, _ in table.state.at("West Russia"))


@pytest.mark.rule("rh.unit.table-land")
@pytest.mark.rule("rh.unit.table-air")
@pytest.mark.rule("rh.unit.table-naval")
@pytest.mark.rule("rh.unit.transport-harmless")
def test_the_unit_tables() -> None:
    def cost(**units: int) -> int:
        return sum(RH.units[name].cost * count for name, count in units.items())

    assert cost(infantry=2, artillery=2, tank=2, infrastructure_defense=2) == 30
    assert cost(fighter=1, bomber=1) == 24
    assert cost(battleship=1, carrier=1, destroyer=1, submarine=1, transport=1) == 61
    numbers = {name: (unit.cost, unit.move, unit.attack, unit.defense) for name, unit in RH.units.items()}
    assert numbers == {
        "infrastructure_defense": (3, 1, 0, 0),
        "industrial_complex": (15, 0, 0, 0),
        "infantry": (3, 1, 1, 2),
        "artillery": (4, 1, 2, 2),
        "tank": (5, 2, 3, 3),
        "fighter": (10, 4, 3, 4),
        "bomber": (14, 6, 4, 1),
        "battleship": (20, 2, 4, 4),
        "carrier": (15, 3, 1, 1),
        "destroyer": (10, 2, 2, 2),
        "submarine": (8, 2, 2, 2),
        "transport": (8, 2, 0, 0),
    }
    assert {name: unit.dogfight for name, unit in RH.units.items() if unit.kind == "air"} == {
        "fighter": (2, 3),
        "bomber": (0, 1),
    }
    assert {name: unit.anti_air for name, unit in RH.units.items() if unit.anti_air} == {
        "battleship": 2,
        "carrier": 1,
        "destroyer": 1,
    }


@pytest.mark.rule("rh.transport.capacity")
def test_room_aboard_a_transport() -> None:
    ship = RH.units["transport"]
    assert ship.takes(("infantry", "infantry"))
    assert ship.takes(("infantry", "tank"))
    assert ship.takes(("infrastructure_defense",))
    assert not ship.takes(("artillery", "tank"))


def test_data_that_do_not_fit_together_are_named() -> None:
    assert list(RH._problems()) == []
    guns = BuiltIn("flak", factory=2, city=1)
    odd = replace(RH, sequences=replace(RH.sequences, built_in=guns))
    assert "battle: unknown unit 'flak'" in [problem.what for problem in odd._problems()]


def test_losses_together_need_a_leader() -> None:
    with pytest.raises(ValueError, match="leader"):
        replace(RH.sequences, leader=False).__post_init__()
