"""The scenarios of the hex game as their files have them: dates, lands, forces, production, and the tables."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.core.datafile import DataFileError
from sandtable.hexes.scenario import on_board, read_facts, read_sides
from sandtable.hexes.strength import Points, total
from sandtable.hexes.supplying import supply_of
from sandtable.hexes.world import World
from tests.hexes.static import FOLDER, barbarossa, board, fall, position


def counted(world: World, side: str, turn: int = 1) -> int:
    """The production of a side that is friendly, undevastated and in full supply at the start."""
    state = position(world)
    fed = supply_of(world, state, side).at("full")
    return sum(world.production(place, turn) - state.devastated.get(place, 0) for place in fed)


def deployed(world: World, side: str) -> Counter[str]:
    """The points in each place as proposed, forts included."""
    setup = world.setup(side)
    held = Counter(setup.forts)
    for army in setup.default.values():
        held[army.at] += army.points.total
    return held


@pytest.mark.rule("hgw.setup.procedure", "hgw.setup.start-production", "hgw.barbarossa.production-start")
def test_barbarossa_starts_as_it_is_printed() -> None:
    world = barbarossa()
    state = position(world)
    assert (state.turn, state.side) == (1, "axis")
    assert world.facts.turns[0] == "Summer 1941"
    assert (counted(world, "axis"), counted(world, "soviet")) == (34, 16)
    assert (world.setup("axis").production, world.setup("soviet").production) == (34, 16)


@pytest.mark.rule("hgw.setup.sides")
def test_two_sides_and_three() -> None:
    assert barbarossa().order == ("axis", "soviet")
    assert fall().order == ("axis", "soviet", "allied")
    assert not fall().hostile("soviet", "allied")
    assert fall().hostile("axis", "allied")


@pytest.mark.rule("hgw.barbarossa.forces", "hgw.barbarossa.center-hex")
def test_the_armies_of_barbarossa() -> None:
    world = barbarossa()
    axis, soviet = (world.setup(side).armies for side in world.order)
    assert (len(axis), total(army.points for army in axis.values())) == (5, Points(21, 20))
    assert (len(soviet), total(army.points for army in soviet.values())) == (8, Points(22, 10))
    fronts = {
        "Army Group North": "1140 1241",
        "Fourth Army": "1241 1341",
        "Army Group Center": "1341 1442",
        "Army Group South": "1442 1542",
        "Rumanian Army": "1542",
    }
    posts = {army.at for army in soviet.values()}
    for name, enemies in fronts.items():
        assert set(board().neighbours(axis[name].at)) & posts == set(enemies.split())
    assert axis["Army Group Center"].at == "1441"


@pytest.mark.rule("hgw.barbarossa.axis-areas", "hgw.barbarossa.eastern-poland", "hgw.barbarossa.soviet-areas")
def test_the_line_of_june_1941() -> None:
    control = barbarossa().scenario.control
    axis = "2239 1434 0438 1239 1339 1340 1440 1441 1937 1836 1735 2041 2130 0841 1639"
    assert {control[place] for place in axis.split()} == {"axis"}
    assert {control[place] for place in ("1241", "1341", "1446", "1041", "Siberia", "1542")} == {"soviet"}
    assert not {"2139", "2240", "1832", "1843", "1333", "1909", "1535"} & set(control)
    assert board().area_of("1241") == "Poland"


@pytest.mark.rule("hgw.barbarossa.french-devastation", "hgw.barbarossa.balkan-devastation")
def test_what_is_devastated_in_1941() -> None:
    facts = barbarossa().facts
    assert facts.choice is not None
    assert (facts.choice.side, facts.choice.areas, facts.choice.points) == ("axis", ("France",), 3)
    assert sum(facts.choice.default.values()) == 3
    balkans = {place for place in board().in_areas(("Yugoslavia", "Greece")) if board().production_of(place)}
    assert set(facts.devastated) == balkans
    assert all(facts.devastated[place] == board().production_of(place) for place in balkans)


@pytest.mark.rule("hgw.barbarossa.length", "hgw.fall.length", "hgw.seq.seasons")
def test_the_turns() -> None:
    assert barbarossa().facts.turns == (
        "Summer 1941",
        "Winter 1941",
        "Spring 1942",
        "Summer 1942",
        "Winter 1942",
        "Spring 1943",
        "Summer 1943",
        "Winter 1943",
    )
    assert fall().facts.turns == (
        "Spring 1944",
        "Summer 1944",
        "Winter 1944",
        "Spring 1945",
        "Summer 1945",
        "Winter 1945",
    )


@pytest.mark.rule("hgw.table.turns", "hgw.barbarossa.siberia-production", "hgw.barbarossa.track-events")
def test_siberia_by_date() -> None:
    world = barbarossa()
    assert [world.production("Siberia", turn) for turn in range(1, 9)] == [0, 8, 8, 8, 8, 12, 12, 12]
    assert (counted(world, "soviet", 2), counted(world, "soviet", 6)) == (24, 28)
    assert set(world.facts.box_production) == {"Siberia"}
    assert fall().production("Siberia", 1) == 12


@pytest.mark.rule("hgw.fall.axis-areas", "hgw.fall.soviet-areas", "hgw.fall.allied-areas")
def test_the_line_of_1944() -> None:
    control = fall().scenario.control
    axis = "1143 1442 1041 1434 1737 1241 1341 2041 0841 1235 1334 1136"
    assert {control[place] for place in axis.split()} == {"axis"}
    assert {control[place] for place in ("1444", "1144", "0942", "1446", "1243", "Siberia")} == {"soviet"}
    allied = "1837 1838 1839 1938 1937 1836 1735 1909 1614 2828 4639 2656 2249 2044 2146 2137 2031 1333 2130"
    assert {control[place] for place in allied.split()} == {"allied"}
    inside = [
        place for place, side in control.items() if side == "axis" and board().area_of(place) == "Soviet Union"
    ]
    assert inside == ["1042", "1142", "1143", "1242", "1342", "1442", "1443", "1542"]


@pytest.mark.rule("hgw.fall.neutrals", "hgw.barbarossa.neutrals")
def test_neutrals_belong_to_nobody() -> None:
    neutral = ("Portugal", "Spain", "Sweden", "Turkey", "Saudi Arabia", "Eire", "Iceland", "Ethiopia")
    assert not set(board().in_areas(neutral)) & set(fall().scenario.control)
    assert not set(board().in_areas((*neutral, "Egypt", "Iran"))) & set(barbarossa().scenario.control)


@pytest.mark.rule("hgw.fall.devastation", "hgw.map.known-production")
def test_production_in_1944() -> None:
    world = fall()
    whole = "1534 1635 1435 1638 1639 0841 1143 1443 1542"
    lost = world.facts.devastated
    assert {place: board().production_of(place) for place in whole.split()} | {"1436": 3} == lost
    assert [counted(world, side) for side in world.order] == [30, 23, 35]
    assert [world.setup(side).production for side in world.order] == [30, 23, 35]
    assert world.facts.beyond_repair is not None
    assert set(world.facts.beyond_repair.places) == {"1534", "1635", "1435"}


@pytest.mark.rule("hgw.fall.forces", "hgw.fall.free-deployment-limits", "hgw.army.limit-twelve")
@pytest.mark.parametrize(
    ("side", "forces"),
    [("axis", Points(29, 14)), ("soviet", Points(40, 16)), ("allied", Points(28, 12, 12))],
)
def test_a_proposal_deploys_exactly_the_forces(side: str, forces: Points) -> None:
    world = fall()
    setup = world.setup(side)
    assert setup.forces == forces
    assert total(army.points for army in setup.default.values()) == forces
    assert len(setup.default) <= len(world.counters(side)) == 12
    assert all(count <= 10 for place, count in deployed(world, side).items() if place not in board().boxes)


def test_a_proposal_is_supplied() -> None:
    world = fall()
    state = position(world)
    for side in world.order:
        supply = supply_of(world, state, side)
        assert {supply.of(army.at) for army in world.setup(side).default.values()} == {"full"}


@pytest.mark.rule("hgw.fall.forts")
def test_forts_at_the_start() -> None:
    assert dict(fall().setup("axis").forts) == {
        "1436": 2,
        "1335": 2,
        "1736": 2,
        "1334": 2,
        "1235": 2,
        "1236": 3,
    }
    assert dict(fall().setup("soviet").forts) == {"0942": 2}


@pytest.mark.rule("hgw.fall.fleets", "hgw.fleet-basic.allotment")
def test_fleets_at_the_start() -> None:
    points = {side: forces.points for side in fall().order if (forces := fall().setup(side).fleets) is not None}
    assert points == {"axis": 2, "allied": 8}
    assert fall().setup("axis").default_fleets["Kiel Fleet"].at == "1236"


@pytest.mark.rule("hgw.army.names")
def test_twelve_names_a_side() -> None:
    names = [name for side in fall().order for name in fall().counters(side)]
    assert len(names) == len(set(names)) == 36
    assert {"OKW", "White Russian Front", "Fifth Army"} <= set(names)


@pytest.mark.rule("hgw.table.firepower")
@pytest.mark.parametrize(
    ("strength", "die", "losses"),
    [
        (5, 3, 1),
        (6, 4, 1),
        (9, 3, 3),
        (5, 2, 2),
        (8, 4, 2),
        (8, 3, 2),
        (4, 2, 1),
        (6, 6, 1),
        (2, 5, 0),
        (10, 7, 1),
        (10, 8, 0),
        (0, 1, 0),
    ],
)
def test_the_firepower_table(strength: int, die: int, losses: int) -> None:
    assert fall().tables.losses(strength, die) == losses


@pytest.mark.rule("hgw.table.advance")
@pytest.mark.parametrize(
    ("attack", "defence", "highest"),
    [
        (8, 6, 2),
        (8, 3, 5),
        (10, 0, 8),
        (10, 1, 8),
        (4, 1, 3),
        (10, 9, 1),
        (10, 10, 0),
        (0, None, 4),
        (0, 0, 4),
        (0, 1, 0),
    ],
)
def test_the_advance_table(attack: int, defence: int | None, highest: int) -> None:
    assert fall().tables.reach(attack, defence) == highest


@pytest.mark.rule("hgw.table.advance")
def test_the_law_of_the_advance_table() -> None:
    tables = fall().tables
    for attack in range(11):
        for defence in range(1, 11):
            least = attack - defence
            assert tables.reach(attack, defence) == max(0, min(8, least if attack > 1 else 0))


@pytest.mark.rule("hgw.table.basic-costs", "hgw.production.basic-costs")
def test_costs() -> None:
    tables = fall().tables
    assert {kind: tables.cost[kind] for kind in fall().facts.kinds} == {
        "infantry": 2,
        "mechanized": 5,
        "amphibious": 5,
    }
    assert (tables.fort_cost, tables.repair_cost) == (5, 3)


@pytest.mark.rule("hgw.table.terrain")
def test_terrain() -> None:
    effects = fall().tables.terrain
    swamp, mountain, desert, jungle = (effects[kind] for kind in ("swamp", "mountain", "desert", "jungle"))
    assert (swamp.assault, swamp.advance, swamp.leaving, swamp.road) == ("none", 1, "none", False)
    assert (mountain.assault, mountain.advance, mountain.leaving, mountain.road) == ("none", 2, "full", True)
    assert (desert.assault, desert.advance, desert.road, desert.marker) == ("full", -1, True, True)
    assert (jungle.assault, jungle.empty, jungle.leaving, jungle.marker) == ("half", 1, "half", True)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"areas": ("Atlantis",)}, "'Atlantis' isn't an area"),
        ({"hexes": "2560"}, "2560 is outside the theatre"),
        ({"forces": Points(1)}, "does not deploy exactly"),
        ({"forts": {"1144": 2}}, "fort in 1144"),
    ],
)
def test_a_scenario_that_does_not_fit_is_refused(change: dict[str, object], told: str) -> None:
    facts = read_facts(FOLDER, "fall-of-germany")
    axis = replace(facts.sides["axis"], **change)
    with pytest.raises(DataFileError, match=told):
        on_board(
            "fall-of-germany", replace(facts, sides={**facts.sides, "axis": axis}), read_sides(FOLDER), board()
        )


def test_a_scenario_that_is_like_another_says_only_what_is_different(tmp_path: Path) -> None:
    lesson, model = read_facts(FOLDER, "lesson"), read_facts(FOLDER, "barbarossa")
    assert (lesson.turns, lesson.sides["axis"].builds) == (model.turns, model.sides["axis"].builds)
    assert (lesson.choice, lesson.sides["axis"].armies) == (None, {})
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "odd.yaml").write_text("{like: nothing, title: Odd}")
    with pytest.raises(DataFileError, match=r"odd\.yaml: there is no scenario 'nothing' to be like"):
        read_facts(tmp_path, "odd")
