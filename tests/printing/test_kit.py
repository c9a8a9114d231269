"""What is in a kit: the right pages, of the right size, with what a table needs on them."""

import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

from sandtable import games
from sandtable.printing.battles import battles
from sandtable.printing.board import OVERLAP, chart, tiles
from sandtable.printing.counters import CONTROL, counters, placed
from sandtable.printing.flow import BOTTOM, TOP, paragraph, sheets
from sandtable.printing.kit import Kit, kit
from sandtable.printing.sheet import A1, A4, A4_ACROSS, MARK, Sheet
from tests.games.conftest import Write

CHANGES = {
    "game": 'like: "1941"\ntitle: House 1941\nversion: "1.0"\nauthor: Anna\n',
    "units": "tank: {cost: 5}\n",
    "setup": "scenarios: {lesson: {ussr: {Russia: {infantry: 9}}}}\n",
    "rules": """
        - {id: 1941.house.tank, section: House rules, text: A tank costs 5 IPCs & no more.}
        - {id: 1941.setup.no-piece-limit, text: The box has all units that there are.}
        """,
}


def text(sheet: Sheet) -> str:
    return " ".join(unescape(one) for one in re.findall(r"<text[^>]*>([^<]*)", sheet.svg("Title", 1, 1)))


def of_kind(made: Kit, kind: str) -> str:
    return " ".join(text(sheet) for sheet in made.sheets if sheet.kind == kind)


def test_a_variants_kit_has_every_kind_of_page(write: Write) -> None:
    write("house", **CHANGES)
    made = kit("house")
    kinds = list(dict.fromkeys(sheet.kind for sheet in made.sheets))
    assert kinds == ["contents", "changes", "turns", "units", "battles", "set-up", "rules", "counters", "map"]
    sizes = Counter(sheet.size for sheet in made.sheets)
    assert sizes[A1] == 1
    assert sizes[A4_ACROSS] == 6
    assert sizes[A4] == len(made.sheets) - 7
    assert "by Anna" in of_kind(made, "contents")
    first = next(page for page, sheet in enumerate(made.sheets, 1) if sheet.kind == "rules")
    assert f"Rules: the rulebook, from page {first}" in of_kind(made, "contents")
    assert "A tank costs 5 IPCs instead of 6." in of_kind(made, "changes")
    assert "lesson" not in of_kind(made, "changes")
    assert "Soviet Union Allies" in of_kind(made, "turns")
    assert "Tank 5 3 3 2 1" in of_kind(made, "units")
    assert "Attacking submarines strike" in of_kind(made, "battles")
    assert "Russia 3 6 infantry, 1 tank, 1 fighter" in of_kind(made, "set-up")
    assert "Sea Zone 4  1 submarine" in of_kind(made, "set-up")
    rules = of_kind(made, "rules")
    assert "1941.house.tank (new) A tank costs 5 IPCs & no more." in rules
    assert "1941.setup.no-piece-limit (changed) The box has all units that there are." in rules
    assert rules.count("(new)") + rules.count("(changed)") == 2


def test_the_contents_name_only_what_is_in_the_kit(write: Write) -> None:
    write("house", **CHANGES)
    said = of_kind(kit("house", ("contents", "units", "battles")), "contents")
    assert "Units: numbers and abilities, from page 2" in said
    assert "Battles: the steps of a battle, and what each unit hits on, from page 3" in said
    assert "Rules:" not in said
    assert "Map:" not in said


def marked(made: Kit, kind: str) -> list[str]:
    """What is written in red on the pages of a kind."""
    drawn = "".join(sheet.svg("Title", 1, 1) for sheet in made.sheets if sheet.kind == kind)
    return [unescape(one) for one in re.findall(rf'<text[^>]*"{MARK}"[^>]*>([^<]*)', drawn)]


def test_changed_numbers_and_set_ups_are_red(write: Write) -> None:
    unit = "militia: {name: militia, plural: militia, kind: land, cost: 2, attack: 0, defense: 1, move: 1}"
    game = CHANGES["game"] + "renamed: {Karelia: Leningrad}"
    setup = 'scenarios: {"1941": {ussr: {Russia: {infantry: 9}}}}'
    board = "territories: {Leningrad: {value: 3}}"
    write("house", game=game, units=f"{CHANGES['units']}{unit}", setup=setup, board=board)
    made = kit("house", ("units", "set-up"))
    assert [one for one in marked(made, "units") if one] == ["5", "Militia", "2", "0", "1", "1", "1"]
    assert marked(made, "set-up") == ["9 infantry, 1 tank, 1 fighter", "3"]
    assert marked(kit("1941", ("units", "set-up")), "units") == []


def test_new_and_changed_steps_and_money_are_red(write: Write) -> None:
    game = f"{CHANGES['game']}powers: {{japan: {{treasury: 12}}}}\noptions: {{short-game: {{default: true}}}}"
    step = "{step: volley, number: 1, name: Partisans, side: defend, losses: removed}"
    battle = f"""
        sequences:
          land:
            steps:
              before: {{Attacking units fire: {step}}}
              change: {{Defending units fire: {{losses: behind}}}}
        """
    write("house", game=game, battle=battle)
    made = kit("house", ("turns", "battles", "set-up"))
    assert marked(made, "battles") == [
        "Partisans",
        "Those who are hit leave at once.",
        "Defending units fire",
        "Those who are hit can still fire until they are removed.",
    ]
    (money,) = marked(made, "set-up")
    assert "Begins with 12 IPCs" in money
    assert "Shorter game (on from the start):" in of_kind(made, "turns")


def test_a_game_of_its_own_has_no_marks() -> None:
    made = kit("1941")
    assert "changes" not in {sheet.kind for sheet in made.sheets}
    rules = of_kind(made, "rules")
    assert not re.search(r"\((new|changed|struck)\)", rules)
    assert [rule.id for rule in games.load("1941").rulebook if rule.id not in rules] == []


def test_a_hex_games_kit_is_complete_for_its_first_scenario_and_says_what_it_lacks() -> None:
    made = kit("hgw")
    kinds = list(dict.fromkeys(sheet.kind for sheet in made.sheets))
    assert kinds == ["contents", "turns", "battles", "set-up", "rules", "counters", "map"]
    assert "the other scenarios" in of_kind(made, "contents")
    assert "1 Axis player turn 2 Soviet" in of_kind(made, "turns")
    assert "1 Movement Phase 2 Combat Phase 3 Production Phase" in of_kind(made, "turns")
    assert "Army Group North East Prussia (1240) 5 infantry and 5 mechanized" in of_kind(made, "set-up")
    world = games.load_hexes("hgw").worlds["barbarossa"]
    numbers = " ".join(str(value) for value in world.tables.firepower[0])
    assert f"1 {numbers}" in of_kind(made, "battles")
    drawn = "".join(sheet.svg("Title", 1, 1) for sheet in made.sheets if sheet.kind == "counters")
    armies = [one for side in world.order for one in world.counters(side)]
    assert drawn.count("data-army=") == len(armies)
    assert drawn.count("data-control=") == 60


def test_changed_points_and_costs_of_a_hex_game_are_red(write: Write) -> None:
    scenario = "sides: {axis: {production: 36, armies: {Fourth Army: {points: {infantry: 6}}}}}"
    write("war", game="like: hgw\ntitle: War", tables="cost: {infantry: 3}", **{"scenarios/barbarossa": scenario})
    made = kit("war", ("battles", "set-up"))
    assert marked(made, "battles") == ["3"]
    assert marked(made, "set-up") == ["Begins with a production of 36.", "Brest (1340)", "6 infantry"]


@pytest.mark.parametrize("game", ["1941", "classic"])
def test_there_is_a_counter_for_every_unit_of_the_set_up(game: str) -> None:
    world = games.world(game)
    pages = list(counters(world))
    for power, info in world.powers.items():
        drawn = "".join(page.body for page in pages if f"Counters: {info.name}" in page.body)
        found = Counter(re.findall(r'data-unit="(\w+)"', drawn))
        begun = placed(world, power)
        assert begun
        assert all(found[unit] > count for unit, count in begun.items()), power
        assert drawn.count(f'data-control="{power}"') == CONTROL


def test_map_sheets_cover_the_map_and_overlap() -> None:
    made = chart("", (1000, 470))
    pieces = [sheet.inset for sheet in tiles(made)]
    right = max(one.source[0] + one.size[0] for one in pieces if one)
    bottom = max(one.source[1] + one.size[1] for one in pieces if one)
    assert (right, bottom) == pytest.approx(made.size)
    first, second = pieces[:2]
    assert first is not None
    assert second is not None
    assert first.size[0] - second.source[0] == pytest.approx(OVERLAP)


def test_long_text_goes_on_on_the_next_page_and_loses_nothing() -> None:
    words = [f"word{number}" for number in range(3000)]
    pages = list(sheets("rules", "Long", paragraph(" ".join(words), 100)))
    assert len(pages) > 1
    assert [word for page in pages for word in text(page).split() if re.fullmatch(r"word\d+", word)] == words
    for page in pages:
        lowest = max(float(y) for y in re.findall(r"translate\(\S+ ([\d.]+)\)", page.body))
        assert TOP <= lowest < A4[1] - BOTTOM


@pytest.mark.parametrize("game", [*games.BUILT_IN.glob("*/battle.yaml")], ids=lambda path: path.parent.name)
def test_a_battle_strip_has_all_steps_and_no_empty_phrases(game: Path) -> None:
    world = games.world(game.parent.name)
    said = " ".join(text(page) for page in battles(world))
    steps = [step for sequence in world.sequences.sequences.values() for step in sequence.steps]
    assert [step.name for step in steps if step.name not in said] == []
    assert not re.search(r": \.| has \.|None", said)
