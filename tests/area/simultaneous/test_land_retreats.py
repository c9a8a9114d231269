"""Pulling back on land: who may, who must, and where to."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from sandtable.area.actions import Press, PullBack, Retreat
from sandtable.area.events import LeaveNamed, PulledBack, RoundBegan
from sandtable.area.forces import Piece, Stack, changed
from sandtable.area.state import Site
from tests.area.simultaneous.strip import Cycle, back, force, landed, sent

ATTACK, DEFEND = "attack", "defend"


GARRISON = force("germany", infantry=3, tank=1)


def belorussia(
    *attackers: Stack,
    defenders: Stack = GARRISON,
    control: Mapping[str, str] | None = None,
    sites: tuple[Site, ...] = (),
    elsewhere: Mapping[str, Stack] | None = None,
) -> Cycle:
    """A battle in Belorussia in which no die hits anybody."""
    return Cycle(
        "Belorussia",
        "ussr",
        *attackers,
        defenders,
        dice=[6] * 60,
        control=control,
        sites=sites,
        elsewhere=elsewhere,
    )


@pytest.mark.rule("rh.landretreat.order")
@pytest.mark.rule("rh.landretreat.partial")
def test_the_defender_decides_first() -> None:
    table = belorussia(sent("ussr", "West Russia", infantry=2), control={"West Russia": "ussr"})
    assert table.asked == [("germany", "pull-back")]
    assert table.refused("ussr", PullBack()) == "rh.landretreat.order"
    assert table.choices("germany") > 3
    table.do("germany", back((force("germany", tank=1), "Eastern Europe")))
    assert table.left(DEFEND) == {"germany infantry": 3}
    assert table.count("Eastern Europe") == {"germany tank": 1}
    assert table.asked == [("ussr", "pull-back")]
    table.do("ussr", PullBack())
    assert len(table.events(RoundBegan)) == 2
    assert table.replay() == table.state


@pytest.mark.rule("rh.landretreat.partial")
def test_nobody_leaves_who_is_not_there() -> None:
    table = belorussia(sent("ussr", "West Russia", infantry=2))
    many = back((force("germany", tank=2), "Eastern Europe"))
    assert table.refused("germany", many) == "rh.landretreat.partial"


@pytest.mark.rule("rh.landretreat.not-before-first-cycle")
def test_a_cycle_is_fought_first() -> None:
    table = Cycle(
        "Belorussia",
        "ussr",
        sent("ussr", "West Russia", artillery=1),
        force("germany", infantry=1, artillery=1),
        dice=[1, 6, 6],
    )
    assert table.asked == [("germany", "casualties")]
    leave = back((force("germany", infantry=1), "Eastern Europe"))
    assert table.refused("germany", leave) == "rh.landretreat.not-before-first-cycle"


@pytest.mark.rule("rh.landretreat.order")
@pytest.mark.rule("rh.landretreat.attacker-must-hold")
def test_the_attacker_knows_and_must_hold() -> None:
    table = belorussia(sent("ussr", "West Russia", tank=3), control={"West Russia": "ussr"})
    table.do("germany", back((force("germany", infantry=3, tank=1), "Eastern Europe")))
    assert table.asked == [("ussr", "pull-back")]
    everybody = back((force("ussr", tank=3), "West Russia"))
    assert table.refused("ussr", everybody) == "rh.landretreat.attacker-must-hold"
    table.do("ussr", back((force("ussr", tank=2), "West Russia")))
    assert table.outcome == "attacker"
    assert table.count() == {"ussr tank": 1}
    assert table.count("West Russia") == {"ussr tank": 2}
    assert table.replay() == table.state


@pytest.mark.rule("rh.landretreat.attacker-must-hold")
def test_the_last_unit_is_not_asked() -> None:
    table = Cycle(
        "Ukraine", "ussr", sent("ussr", "Caucasus", infantry=1), force("germany", infantry=1), dice=[1, 6]
    )
    assert table.outcome == "attacker"


@pytest.mark.rule("rh.landretreat.attacker-must-hold")
@pytest.mark.rule("rh.control.joint-conqueror")
def test_in_a_joint_attack_the_conqueror_stays() -> None:
    ships = ((Piece("uk", "transport", offloaded="Western Europe"), 1),)
    more = ((Piece("usa", "transport", offloaded="Western Europe"), 1),)
    table = Cycle(
        "Western Europe",
        "uk",
        landed("uk", "Western Europe", "Sea Zone 7", infantry=2),
        landed("usa", "Western Europe", "Sea Zone 13", infantry=1),
        force("germany", infantry=1),
        elsewhere={"Sea Zone 7": ships, "Sea Zone 13": more},
        amphibious=True,
        dice=[1, 6, 6, 6],
    )
    assert table.asked == [("uk", "pull-back"), ("usa", "pull-back")]
    both = back((force("uk", infantry=2), "Sea Zone 7"))
    assert table.refused("uk", both) == "rh.landretreat.attacker-must-hold"
    table.do("usa", back((force("usa", infantry=1), "Sea Zone 13")))
    assert table.left(ATTACK) == {"uk infantry": 2, "usa infantry": 1}  # all leave together
    assert table.refused("usa", PullBack()) == "rh.landretreat.order"
    table.do("uk", back((force("uk", infantry=1), "Sea Zone 7")))
    assert table.count() == {"uk infantry": 1}
    assert table.count("Sea Zone 13") == {"usa transport": 1, "usa infantry*": 1}
    assert len(table.events(LeaveNamed)) == 1
    assert table.replay() == table.state


@pytest.mark.rule("rh.combat.joint-casualties")
def test_each_power_decides_on_its_own_retreat() -> None:
    table = belorussia(
        sent("ussr", "West Russia", infantry=3),
        sent("uk", "West Russia", infantry=1),
        control={"West Russia": "ussr"},
    )
    table.do("germany", PullBack())
    assert table.asked == [("ussr", "pull-back"), ("uk", "pull-back")]
    theirs = back((force("uk", infantry=1), "West Russia"))
    assert table.refused("ussr", theirs) == "rh.landretreat.partial"
    table.do("ussr", PullBack())
    table.do("uk", theirs)
    assert table.count("West Russia") == {"uk infantry": 1}


@pytest.mark.rule("rh.landretreat.order")
@pytest.mark.rule("rh.landretreat.forced")
@pytest.mark.rule("rh.landretreat.air-cannot-stay-alone")
def test_the_defenders_fighters_cannot_stay_alone() -> None:
    table = belorussia(
        sent("ussr", "West Russia", infantry=3),
        defenders=force("germany", infantry=1, fighter=1),
        control={"West Russia": "ussr"},
    )
    table.do("germany", back((force("germany", infantry=1), "Eastern Europe")))
    assert table.asked == [("germany", "pull-back")]  # before the attacker decides
    assert table.refused("germany", PullBack()) == "rh.landretreat.forced"
    table.do("germany", back((force("germany", fighter=1), "Germany")))
    assert table.asked == [("ussr", "pull-back")]
    table.do("ussr", PullBack())
    assert table.outcome == "attacker"
    assert table.count("Germany") == {"germany fighter": 1}
    assert len(table.events(RoundBegan)) == 1


@pytest.mark.rule("rh.landretreat.air-cannot-stay-alone")
@pytest.mark.rule("rh.landretreat.attacker-air")
def test_the_attackers_fighters_cannot_stay_alone() -> None:
    table = belorussia(
        sent("ussr", "West Russia", infantry=2, fighter=1),
        defenders=force("germany", infantry=1),
        control={"West Russia": "ussr"},
    )
    table.do("germany", PullBack())
    table.do("ussr", back((force("ussr", infantry=2), "West Russia")))
    assert len(table.events(RoundBegan)) == 1
    assert table.outcome == "defender"
    assert table.count() == {"germany infantry": 1, "ussr fighter": 1}  # it waits over the territory
    assert table.count("West Russia") == {"ussr infantry": 2}


@pytest.mark.rule("rh.landretreat.forced")
@pytest.mark.rule("rh.landretreat.attacker-air")
def test_air_units_alone_have_to_leave() -> None:
    table = belorussia(sent("ussr", fighter=2), defenders=force("germany", infantry=1))
    assert table.outcome == "defender"
    assert table.count() == {"germany infantry": 1, "ussr fighter": 2}


@pytest.mark.rule("rh.landretreat.forced")
@pytest.mark.rule("rh.land.air-immune-to-land")
@pytest.mark.rule("rh.term.id-not-a-fighting-land-unit")
def test_a_lone_defending_fighter_has_to_leave() -> None:
    table = belorussia(
        sent("ussr", "West Russia", infantry=2), defenders=force("germany", fighter=1, infrastructure_defense=1)
    )
    assert table.asked == [("germany", "pull-back")]
    table.do("germany", back((force("germany", fighter=1), "Eastern Europe")))
    assert table.outcome == "attacker"
    assert table.count() == {"ussr infantry": 2, "germany infrastructure_defense": 1}


@pytest.mark.rule("rh.landretreat.no-land-on-either-side")
def test_without_land_units_the_sky_is_fought_for() -> None:
    table = belorussia(sent("ussr", fighter=1), defenders=force("germany", fighter=1))
    table.stay()
    assert len(table.events(RoundBegan)) == 2
    assert table.dice_at()[2:] == [(ATTACK, [2]), (DEFEND, [3])]


@pytest.mark.rule("rh.landretreat.defender-land")
@pytest.mark.rule("rh.landretreat.defender-no-sea")
def test_defenders_go_to_friendly_neighbours() -> None:
    table = belorussia(
        sent("ussr", "West Russia", infantry=2), control={"West Russia": "ussr", "Karelia S.S.R.": "ussr"}
    )
    for space in ("Karelia S.S.R.", "West Russia", "Germany", "Sea Zone 5"):
        leave = back((force("germany", tank=1), space))
        assert table.refused("germany", leave) == "rh.landretreat.defender-land"
    table.do(
        "germany", back((force("germany", infantry=2), "Eastern Europe"), (force("germany", tank=1), "Ukraine"))
    )
    assert table.count("Eastern Europe") == {"germany infantry": 2}
    assert table.count("Ukraine") == {"germany tank": 1}


@pytest.mark.rule("rh.landretreat.defender-land")
def test_without_a_friendly_neighbour_nobody_leaves() -> None:
    around = ("Eastern Europe", "Ukraine", "West Russia", "Karelia S.S.R.")
    table = belorussia(sent("ussr", "West Russia", infantry=2), control=dict.fromkeys(around, "ussr"))
    assert table.asked == [("ussr", "pull-back")]


@pytest.mark.rule("rh.landretreat.defender-air")
def test_defending_air_units_fly_two_spaces() -> None:
    table = Cycle(
        "Ukraine",
        "ussr",
        sent("ussr", "Caucasus", infantry=2),
        force("germany", bomber=1, fighter=1),
        dice=[6] * 10,
    )
    for unit in ("bomber", "fighter"):
        far = back((force("germany", **{unit: 1}), "Western Europe"))
        assert table.refused("germany", far) == "rh.landretreat.defender-air"
    sea = back((force("germany", fighter=1), "Sea Zone 16"))
    assert table.refused("germany", sea) == "rh.landretreat.defender-air"
    table.do("germany", back((force("germany", bomber=1, fighter=1), "Germany")))
    assert table.count("Germany") == {"germany bomber": 1, "germany fighter": 1}


@pytest.mark.rule("rh.landretreat.defender-air")
def test_a_carrier_with_room_will_do() -> None:
    table = Cycle(
        "Ukraine",
        "ussr",
        sent("ussr", "Caucasus", infantry=2),
        force("germany", fighter=1),
        elsewhere={"Sea Zone 16": ((Piece("japan", "carrier", cargo=(Piece("japan", "fighter"),)), 1),)},
        dice=[6] * 10,
    )
    table.do("germany", back((force("germany", fighter=1), "Sea Zone 16")))
    assert table.count("Sea Zone 16") == {"japan carrier": 1, "japan fighter*": 1, "germany fighter*": 1}
    assert table.replay() == table.state


@pytest.mark.rule("rh.landretreat.cannot-land")
@pytest.mark.rule("rh.control.aircraft-caught")
def test_without_a_place_to_land_they_stay_aloft() -> None:
    every = dict.fromkeys(("Libya", "Trans-Jordan", "Anglo-Egypt", "Italian East Africa"), "uk")
    table = Cycle(
        "Kenya",
        "uk",
        sent("uk", "Italian East Africa", infantry=1),
        force("germany", fighter=1),
        control={"Kenya": "germany", **every},
        dice=[6] * 10,
    )
    assert table.outcome == "attacker"
    left = table.last(PulledBack).leave
    assert [(party.units, party.to) for party in left.parties] == [(force("germany", fighter=1), "")]
    assert next(p for p, _ in table.state.at("Kenya") if p.power == "germany").submerged


@pytest.mark.rule("rh.landretreat.unresolved-combat")
def test_not_into_another_battle() -> None:
    sites = (Site("Belorussia"), Site("Ukraine"), Site("Eastern Europe"))
    table = belorussia(
        sent("ussr", "West Russia", infantry=2),
        sites=sites,
        elsewhere={"Ukraine": sent("ussr", infantry=1), "Eastern Europe": sent("ussr", fighter=2)},
    )
    into = back((force("germany", tank=1), "Ukraine"))
    assert table.refused("germany", into) == "rh.landretreat.unresolved-combat"
    table.do("germany", back((force("germany", tank=1), "Eastern Europe")))
    assert table.count("Eastern Europe") == {"ussr fighter": 2, "germany tank": 1}


@pytest.mark.rule("rh.landretreat.unresolved-combat")
def test_not_where_a_landing_is_to_come() -> None:
    ship = Piece("uk", "transport", cargo=(Piece("uk", "infantry", landing="Eastern Europe"),))
    table = Cycle(
        "Belorussia",
        "uk",
        sent("ussr", "West Russia", infantry=2),
        force("germany", infantry=1),
        sites=(Site("Belorussia"), Site("Eastern Europe", amphibious=True)),
        assaults=(("Sea Zone 5", "Eastern Europe"),),
        elsewhere={"Sea Zone 5": ((ship, 1),)},
        dice=[6] * 20,
    )
    into = back((force("germany", infantry=1), "Eastern Europe"))
    assert table.refused("germany", into) == "rh.landretreat.unresolved-combat"


@pytest.mark.rule("rh.landretreat.resolved-combat")
def test_where_a_battle_is_over_the_way_is_open() -> None:
    table = belorussia(sent("ussr", "West Russia", infantry=2), sites=(Site("Belorussia"),))
    assert table.check("germany", back((force("germany", tank=1), "Ukraine"))) is None


@pytest.mark.rule("rh.landretreat.attacker-land")
def test_attackers_go_back_where_each_came_from() -> None:
    table = Cycle(
        "Ukraine",
        "ussr",
        sent("ussr", "West Russia", infantry=2),
        sent("ussr", "Caucasus", tank=1),
        force("germany", infantry=3),
        control={"West Russia": "ussr"},
        dice=[6] * 12,
    )
    table.do("germany", PullBack())
    crossed = back((force("ussr", tank=1), "West Russia"))
    assert table.refused("ussr", crossed) == "rh.landretreat.attacker-land"
    table.do("ussr", back((force("ussr", infantry=2), "West Russia"), (force("ussr", tank=1), "Caucasus")))
    assert table.over
    assert table.count("West Russia") == {"ussr infantry": 2}
    assert table.count("Caucasus") == {"ussr tank": 1}
    assert all(piece.retreated for piece, _ in table.state.at("Caucasus"))


@pytest.mark.rule("rh.landretreat.attacker-land")
def test_without_a_note_the_routes_tell() -> None:
    table = Cycle(
        "Belorussia",
        "germany",
        sent("germany", tank=1),
        force("ussr", infantry=1),
        control={"Belorussia": "ussr"},
        routes=(("Germany", "Eastern Europe", "Belorussia"),),
        dice=[6] * 6,
    )
    while table.asked[0][0] != "germany":
        table.do(table.asked[0][0], PullBack())
    assert table.refused("germany", back((force("germany", tank=1), "Germany"))) == "rh.landretreat.attacker-land"
    table.do("germany", back((force("germany", tank=1), "Eastern Europe")))
    assert table.count("Eastern Europe") == {"germany tank": 1}


@pytest.mark.rule("rh.landretreat.attacker-air")
def test_attacking_air_units_leave_for_the_sky() -> None:
    table = belorussia(
        changed(sent("ussr", "West Russia", fighter=2), lambda p: replace(p, used=2)),
        sent("ussr", "West Russia", infantry=2),
    )
    table.do("germany", PullBack())
    land = back((force("ussr", fighter=1), "Russia"))
    assert table.refused("ussr", land) == "rh.landretreat.attacker-air"
    table.do("ussr", back((force("ussr", fighter=2), "")))
    assert table.left(ATTACK) == {"ussr infantry": 2}
    waiting = [piece for piece, _ in table.state.at("Belorussia") if piece.unit == "fighter"]
    assert [piece.used for piece in waiting] == [2]


@pytest.mark.rule("rh.amphib.landed-units-may-retreat")
@pytest.mark.rule("rh.amphib.retreat-converts-to-infantry")
def test_landed_units_go_back_aboard_as_infantry() -> None:
    table = Cycle(
        "Norway",
        "uk",
        landed("uk", "Norway", "Sea Zone 6", infantry=1, tank=1),
        force("germany", infantry=3),
        elsewhere={"Sea Zone 6": ((Piece("uk", "transport", offloaded="Norway"), 1),)},
        amphibious=True,
        dice=[6] * 10,
    )
    while table.asked[0][0] != "uk":
        table.do(table.asked[0][0], PullBack())
    table.do("uk", back((force("uk", infantry=1, tank=1), "Sea Zone 6")))
    assert table.outcome == "defender"
    assert table.count("Sea Zone 6") == {"uk transport": 1, "uk infantry*": 2}
    ship = table.state.at("Sea Zone 6")[0][0]
    assert ship.offloaded == "Norway"
    assert table.replay() == table.state


@pytest.mark.rule("rh.amphib.retreat-needs-transport")
def test_there_has_to_be_their_transport() -> None:
    table = Cycle(
        "Norway",
        "uk",
        landed("uk", "Norway", "Sea Zone 6", infantry=3),
        force("germany", infantry=3),
        elsewhere={
            "Sea Zone 6": ((Piece("uk", "transport", offloaded="Norway"), 1), (Piece("uk", "transport"), 1)),
        },
        amphibious=True,
        dice=[*[6] * 7, 1, 6, 6],
    )
    while table.asked[0][0] != "uk":
        table.do(table.asked[0][0], PullBack())
    three = back((force("uk", infantry=3), "Sea Zone 6"))
    assert table.refused("uk", three) == "rh.amphib.retreat-needs-transport"
    elsewhere = back((force("uk", infantry=1), "Sea Zone 3"))
    assert table.refused("uk", elsewhere) == "rh.amphib.retreat-needs-transport"
    table.do("uk", back((force("uk", infantry=2), "Sea Zone 6")))
    assert table.dice_at()[2] == (ATTACK, [1])  # the third one has to fight on
    assert table.outcome == "defender"


def test_breaking_off_as_a_whole_is_not_known_here() -> None:
    table = belorussia(sent("ussr", "West Russia", infantry=2), control={"West Russia": "ussr"})
    for action in (Press(), Retreat("West Russia")):
        assert table.check("ussr", action) is not None
