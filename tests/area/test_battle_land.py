"""Battles on land."""

import pytest
from msgspec.structs import replace

from sandtable.area.actions import Casualties, Done, Press, Retreat, Submerge
from sandtable.area.events import CasualtiesRemoved, LossesTaken, Retreated, Rolled
from sandtable.area.forces import Piece, changed
from tests.area.strip import Table, force


@pytest.mark.rule("1941.combat.step-sequence")
@pytest.mark.rule("1941.combat.simultaneous-fire")
@pytest.mark.rule("1941.combat.end-one-side-gone")
def test_a_round_on_land() -> None:
    table = Table(
        "Karelia", "germany", force("germany", tank=3), force("ussr", infantry=3), dice=[1, 2, 3, 6, 6, 6]
    )
    assert table.over
    assert table.outcome == "attacker"
    assert table.numbers() == [3, 4, 5, 6]
    assert table.dice_at() == [("attack", [3, 3, 3]), ("defend", [2, 2, 2])]
    assert table.count() == {"germany tank": 3}
    assert table.replay() == table.state


@pytest.mark.rule("1941.combat.die")
@pytest.mark.rule("1941.combat.attackers-fire")
@pytest.mark.rule("1941.combat.defenders-fire")
@pytest.mark.rule("1941.casualty.owner-chooses")
def test_the_defender_chooses_and_the_chosen_fire_back() -> None:
    table = Table(
        "Karelia",
        "germany",
        force("germany", infantry=2, tank=1, fighter=1),
        force("ussr", infantry=2, tank=1),
        dice=[6, 6, 3, 4, 3, 3, 4],
        routes=(("Eastern Europe", "Karelia"),),
    )
    assert table.asked == [("ussr", "casualties")]
    assert table.last(Rolled).hits[0].count == 1
    assert table.refused("germany", Casualties()) == "1941.casualty.owner-chooses"
    table.do("ussr", Casualties(destroyed=force("ussr", infantry=1)))
    assert table.dice_at() == [("attack", [1, 1, 3, 3]), ("defend", [2, 2, 3])]
    assert table.asked == [("germany", "retreat")]


@pytest.mark.rule("1941.combat.remove-defender-casualties")
@pytest.mark.rule("1941.casualty.attacker-removed-at-once")
def test_when_losses_leave() -> None:
    table = Table(
        "Karelia",
        "germany",
        force("germany", tank=2),
        force("ussr", infantry=2),
        dice=[1, 6, 2, 6, 6, 6],
        routes=(("Eastern Europe", "Karelia"),),
    )
    taken = table.events(LossesTaken)
    assert [(one.side, one.behind) for one in taken] == [("defend", True), ("attack", False)]
    assert table.last(CasualtiesRemoved).units == force("ussr", infantry=1)
    table.do("germany", Press())
    assert table.dice_at()[2:] == [("attack", [3]), ("defend", [2])]


@pytest.mark.rule("1941.casualty.excess-hits-lost")
@pytest.mark.rule("1941.combat.both-destroyed")
def test_excess_hits_and_nobody_left() -> None:
    table = Table(
        "Archangel", "germany", force("germany", tank=3), force("ussr", infantry=2), dice=[1, 1, 1, 6, 6]
    )
    assert table.outcome == "attacker"
    table = Table("Archangel", "germany", force("germany", infantry=1), force("ussr", infantry=1), dice=[1, 2])
    assert table.outcome == "none"
    assert table.count() == {}
    assert "Archangel" not in table.state.stacks


@pytest.mark.rule("1941.retreat.attacker-only")
@pytest.mark.rule("1941.retreat.all-together")
@pytest.mark.rule("1941.retreat.where")
@pytest.mark.rule("1941.retreat.no-partial-general")
@pytest.mark.rule("1941.combat.mandatory")
def test_a_retreat() -> None:
    routes = (("Eastern Europe", "West Russia"), ("Ukraine", "West Russia"))
    table = Table(
        "West Russia",
        "germany",
        force("germany", infantry=2, tank=1, fighter=1),
        force("ussr", infantry=3, tank=1),
        dice=[1, 6, 6, 6, 6, 6, 6, 6],
        routes=routes,
        control={"Ukraine": "germany"},
    )
    assert table.refused("germany", Retreat("Ukraine")) == "1941.combat.mandatory"
    table.do("ussr", Casualties())
    assert table.asked == [("germany", "retreat")]
    assert table.refused("ussr", Retreat("Archangel")) == "1941.retreat.attacker-only"
    assert table.refused("germany", Retreat("Karelia")) == "1941.retreat.where"
    assert table.refused("germany", Retreat()) == "1941.retreat.no-partial-general"
    assert table.refused("germany", Done()) == "1941.combat.order-of-battles"
    table.do("germany", Retreat("Ukraine"))
    assert table.outcome == "broken-off"
    assert table.count("Ukraine") == {"germany infantry": 2, "germany tank": 1}
    assert table.count() == {"germany fighter": 1, "ussr infantry": 2, "ussr tank": 1}
    assert all(piece.moved for piece, _ in table.state.at("Ukraine"))
    assert table.replay() == table.state


@pytest.mark.rule("1941.retreat.air-only")
@pytest.mark.rule("1941.retreat.air")
def test_air_units_alone_break_off() -> None:
    flown = changed(force("germany", fighter=2), lambda p: replace(p, used=2))
    table = Table("Karelia", "germany", flown, force("ussr", infantry=1), dice=[6, 6, 6])
    assert table.refused("germany", Retreat("Eastern Europe")) == "1941.retreat.air"
    table.do("germany", Retreat())
    assert table.outcome == "broken-off"
    assert table.state.at("Karelia")[0] == (Piece("germany", "fighter", used=2, moved=True), 2)


@pytest.mark.rule("1941.retreat.where")
@pytest.mark.rule("1941.retreat.land-into-blitzed")
def test_only_adjacent_spaces_that_are_friendly_now() -> None:
    routes = (("Ukraine", "West Russia", "Russia"), ("Karelia", "Archangel", "Russia"))
    table = Table(
        "Russia",
        "germany",
        force("germany", tank=2),
        force("ussr", infantry=1),
        dice=[6, 6, 6],
        routes=routes,
        control={"Ukraine": "germany", "West Russia": "germany", "Karelia": "germany", "Archangel": "germany"},
    )
    assert table.state.battle is not None
    assert table.state.battle.retreats == ("West Russia", "Archangel")
    assert table.refused("germany", Retreat("Ukraine")) == "1941.retreat.where"


@pytest.mark.rule("1941.amphib.seaborne-fight-on")
@pytest.mark.rule("1941.amphib.overland-retreat")
@pytest.mark.rule("1941.amphib.air-retreat-with-overland")
@pytest.mark.rule("1941.amphib.others-must-fight-one-round")
def test_an_amphibious_assault() -> None:
    seaborne = changed(force("ussr", tank=1), lambda p: replace(p, landing="Norway/Finland"))
    table = Table(
        "Norway/Finland",
        "ussr",
        force("ussr", infantry=2, fighter=1),
        seaborne,
        force("germany", infantry=2),
        dice=[6, 6, 6, 6, 1, 6, 1, 6, 6, 1, 6],
        routes=(("Karelia", "Norway/Finland"),),
        amphibious=True,
    )
    assert table.dice_at()[0] == ("attack", [1, 1, 3, 3])
    assert table.refused("ussr", Retreat("Karelia")) == "1941.amphib.others-must-fight-one-round"
    table.do("ussr", Casualties(destroyed=force("ussr", infantry=1)))
    assert table.refused("ussr", Retreat()) == "1941.amphib.air-retreat-with-overland"
    assert table.refused("ussr", Retreat("Archangel")) == "1941.amphib.overland-retreat"
    table.do("ussr", Retreat("Karelia"))
    assert table.last(Retreated).air == (((Piece("ussr", "fighter", moved=True)), 1),)
    assert table.dice_at()[2:][0] == ("attack", [3])
    assert table.count("Karelia") == {"ussr infantry": 1}
    assert table.outcome == "attacker"
    assert table.count() == {"ussr tank": 1, "ussr fighter": 1}


@pytest.mark.rule("1941.amphib.seaborne-cannot-retreat")
@pytest.mark.rule("1941.amphib.air-retreat-with-overland")
def test_seaborne_units_stay_while_air_units_leave() -> None:
    seaborne = changed(force("uk", infantry=2), lambda p: replace(p, landing="Western Europe"))
    table = Table(
        "Western Europe",
        "uk",
        seaborne,
        force("uk", fighter=1),
        force("germany", infantry=2),
        dice=[6, 6, 6, 6, 6, 1, 1, 6, 6],
        amphibious=True,
    )
    assert table.refused("uk", Retreat("Sea Zone 7")) == "1941.amphib.seaborne-cannot-retreat"
    table.do("uk", Retreat())
    assert table.outcome == "attacker"
    assert table.count() == {"uk infantry": 2, "uk fighter": 1}


@pytest.mark.rule("1941.multi.defend-together")
@pytest.mark.rule("1941.casualty.multinational-defense")
def test_players_of_one_defence_agree_or_the_attacker_chooses() -> None:
    def table() -> Table:
        return Table(
            "Caucasus",
            "germany",
            force("germany", tank=2),
            force("ussr", infantry=1),
            force("uk", infantry=1),
            dice=[1, 6, 6, 6],
            routes=(("Ukraine", "Caucasus"),),
            control={"Ukraine": "germany"},
        )

    soviet, british = (
        Casualties(destroyed=force("ussr", infantry=1)),
        Casualties(destroyed=force("uk", infantry=1)),
    )
    agreed = table()
    assert agreed.asked == [("ussr", "casualties"), ("uk", "casualties")]
    agreed.do("uk", british)
    assert agreed.asked == [("ussr", "casualties")]
    assert agreed.refused("uk", british) == "1941.casualty.multinational-defense"
    agreed.do("ussr", british)
    assert agreed.last(LossesTaken).destroyed == force("uk", infantry=1)

    split = table().do("ussr", british).do("uk", soviet)
    assert split.asked == [("germany", "casualties")]
    both = Casualties(destroyed=force("ussr", infantry=1) + force("uk", infantry=1))
    assert split.refused("germany", both) == "1941.casualty.owner-chooses"
    split.do("germany", soviet)
    assert split.last(LossesTaken).destroyed == force("ussr", infantry=1)
    assert split.replay() == split.state


@pytest.mark.rule("1941.casualty.multinational-defense")
def test_one_player_with_two_powers_is_asked_once() -> None:
    table = Table(
        "Caucasus",
        "germany",
        force("germany", tank=2),
        force("ussr", infantry=1),
        force("uk", infantry=1),
        dice=[1, 6, 6, 6],
        players={"anna": ("ussr", "uk"), "ben": ("germany", "japan"), "cleo": ("usa",)},
    )
    assert table.asked == [("ussr", "casualties")]


def test_low_luck_on_land() -> None:
    table = Table(
        "Karelia",
        "germany",
        force("germany", infantry=2, tank=3),
        force("ussr", infantry=3),
        dice=[5],
        options={"low-luck": True},
        routes=(("Eastern Europe", "Karelia"),),
    )
    # 2 x 1 + 3 x 3 = 11: one hit, and a second on 5 or less; the defence of 6 hits once without a die
    fire = table.events(Rolled)[0].fire
    assert [(f.unit, f.value, f.dice, f.hits, f.units) for f in fire] == [
        ("infantry", 1, (), 0, 2),
        ("tank", 3, (5,), 2, 3),
    ]
    assert table.dice_left == ()
    table.do("germany", Casualties())
    assert table.events(Rolled)[1].hits[0].count == 1


@pytest.mark.rule("1941.combat.unopposed")
def test_nobody_to_fight() -> None:
    table = Table("Karelia", "germany", force("germany", infantry=1))
    assert (table.over, table.outcome, table.count()) == (True, "attacker", {"germany infantry": 1})


def test_an_answer_that_nobody_asked_for() -> None:
    table = Table("Karelia", "germany", force("germany", tank=2), force("ussr", infantry=1, tank=1), dice=[1, 6])
    assert table.refused("germany", Press()) == "1941.combat.mandatory"
    assert table.refused("germany", Submerge(0)) == "1941.sub.submerge-any-number"
    assert table.refused("ussr", Casualties(destroyed=force("ussr", fighter=1))) == "1941.casualty.eligibility"
