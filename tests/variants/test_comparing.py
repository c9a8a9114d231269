"""What a variant changes, in words, and the game with only some of it."""

import pytest

from sandtable import games
from sandtable.area.family import AreaGame
from sandtable.core.datafile import Folder
from sandtable.games.composing import compose
from sandtable.scenarios.variants import side_effects
from sandtable.variants.comparing import Difference, compared, differences, with_only
from tests.games.conftest import Write
from tests.games.test_variants import DESERT

SAID = [
    "A tank costs 5 IPCs instead of 6.",
    "A transport loses the ability chosen-last.",
    "New unit: halftrack (cost 4, attack 2, defense 2, move 2).",
    "Germany starts with 14 IPCs instead of 12.",
    "Germany starts with 3 tanks in North Africa instead of 1.",
    "Germany starts with 1 halftrack in North Africa instead of none.",
    "Germany starts with no submarines in Sea Zone 9 instead of 1.",
    "The United Kingdom starts with 3 infantry in Anglo-Egypt Sudan instead of 2.",
    "The United Kingdom starts with no tanks in Anglo-Egypt Sudan instead of 1.",
    "Angola now borders Sahara. Sahara now borders Angola.",
    "Sahara is not neutral any more.",
    "Sahara belongs to the United Kingdom instead of nobody.",
    "Turkish Straits: open to ships.",
    "Battles, land: new step 'Aircraft strike' as the first.",
    "The option Low luck is gone.",
    "The game no longer rules out: bid.",
    "Rule 1941.units.table has another text.",
    "Rule 1941.absent.bid is struck.",
    "New rule 1941.house.halftrack.",
]


@pytest.fixture
def desert(write: Write) -> Folder:
    write("desert", **DESERT)
    return games.folder("desert")


def test_side_effects_are_sought_under_the_new_names(write: Write) -> None:
    write("north", game='like: "1941"\ntitle: North\nrenamed: {Karelia: Leningrad}')
    found = side_effects("north")
    assert found.played > 800
    assert [(one.title, one.failures) for one in found.changed] == []


def test_a_variant_of_a_variant_renames_what_was_renamed(write: Write) -> None:
    write("north", game='like: "1941"\ntitle: North\nrenamed: {Karelia: Leningrad}')
    write("later", game="like: north\ntitle: Later\nrenamed: {Leningrad: Petrograd}")
    board = games.area("later").world.board
    assert {"Karelia", "Leningrad", "Petrograd"} & set(board.territories) == {"Petrograd"}
    assert [one.words for one in differences("later")] == ["Leningrad is called Petrograd."]


def area(folder: Folder) -> AreaGame:
    game = compose(folder, "area")
    assert isinstance(game, AreaGame)
    return game


def find(found: tuple[Difference, ...], words: str) -> Difference:
    return next(one for one in found if one.words == words)


def test_every_change_is_said_once(desert: Folder) -> None:
    assert sorted(one.words for one in compared(desert)) == sorted(SAID)


def test_a_game_that_changes_nothing_has_no_differences(write: Write) -> None:
    write("same", game='like: "1941"\ntitle: The same\nversion: "2"', units="tank: {cost: 6}")
    assert differences("same") == ()
    assert differences("1941") == ()


def test_one_change_alone_is_the_parent_with_that_change(desert: Folder) -> None:
    world = area(with_only(desert, [find(compared(desert), "A tank costs 5 IPCs instead of 6.")])).world
    parent = games.world("1941")
    assert world.units["tank"].cost == 5
    assert {**world.units, "tank": parent.units["tank"]} == parent.units
    assert (world.board, world.setup, world.sequences) == (parent.board, parent.setup, parent.sequences)


def test_all_changes_together_are_the_variant(desert: Folder) -> None:
    world, whole = area(with_only(desert, compared(desert))).world, area(desert).world
    assert (world.units, world.board, world.sequences, world.game) == (
        whole.units,
        whole.board,
        whole.sequences,
        whole.game,
    )
    assert world.setup.scenarios["1941"]["germany"] == {
        **whole.setup.scenarios["1941"]["germany"],
        "Sea Zone 9": {},
    }


def test_shared_mappings_are_not_changed_with_each_other(desert: Folder) -> None:
    """The lesson's set-up shares mappings with the first scenario by YAML's anchors."""
    change = find(compared(desert), "Germany starts with 3 tanks in North Africa instead of 1.")
    placed = area(with_only(desert, [change])).world.setup.scenarios
    assert placed["1941"]["germany"]["North Africa"] == {"tank": 3}
    assert placed["lesson"]["germany"]["North Africa"] == {"tank": 1}


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("units", "tank: {attack: 4}", "A tank attacks at 4 instead of 3."),
        ("units", "infantry: {defense: 3}", "An infantry defends at 3 instead of 2."),
        ("units", "tank: {move: 3}", "A tank moves 3 spaces instead of 2."),
        ("units", "tank: {hits: 2}", "A tank takes 2 hits instead of 1."),
        ("units", "tank: {limit: 3}", "A tank: limit is 3."),
        (
            "units",
            "transport: {berths: [[infantry]]}",
            "A transport has room for an infantry instead of an infantry or a tank and an infantry.",
        ),
        ("board", "territories: {Karelia: {value: 4}}", "Karelia is worth 4 IPCs instead of 1."),
        ("board", "territories: {Alaska: {factory: true}}", "Alaska has a factory."),
        (
            "setup",
            "scenarios: {lesson: {ussr: {Russia: {tank: 1}}}}",
            "The Soviet Union starts with 1 tank in Russia instead of none (scenario lesson).",
        ),
        (
            "battle",
            "sequences: {land: {steps: {change: {Attacking units fire: {number: 9}}}}}",
            "Battles, land, step 'Attacking units fire': number 9, was 3.",
        ),
        ("game_", "options: {low-luck: {default: true}}", "The option Low luck is on from the start."),
        ("game_", "absent: {bid: null}", "The game no longer rules out: bid."),
        (
            "game_",
            "conduct: {unplaced: lost}",
            "What becomes of bought units that find no place: lost instead of refunded.",
        ),
        (
            "game_",
            "victory: {add: [{side: axis, production: 90, rule: victory.axis-two-capitals}]}",
            "Victory. New: the Axis wins with a production of 90.",
        ),
    ],
)
def test_a_change_in_words(write: Write, file: str, text: str, words: str) -> None:
    game = 'like: "1941"\ntitle: House\n' + (f"{text}\n" if file == "game_" else "")
    write("house", game=game, **({} if file == "game_" else {file: text}))
    assert [one.words for one in differences("house")] == [words]


def test_each_new_part_is_a_change_of_its_own_also_where_the_parent_has_none(write: Write) -> None:
    write("house", game='like: "1941"\ntitle: House\nparts: {objectives: {objectives: []}, repairs: {die: 6}}')
    assert [(one.id, one.words) for one in differences("house")] == [
        (
            "game.yaml: parts.objectives",
            "New part. Objectives: money paid in addition to income while certain requirements hold.",
        ),
        (
            "game.yaml: parts.repairs",
            "New part. Repairs: damaged ships beside friendly factories and cities are repaired at a price set by "
            "a die roll.",
        ),
    ]


def test_a_hex_game_is_compared_by_place(write: Write) -> None:
    write("cold", game="like: hgw\ntitle: Cold\nfamily: hexes", **{"scenarios/barbarossa": "winners: {x: 1}"})
    (one,) = compared(games.folder("cold"))
    assert one.words == "Scenario barbarossa, winners: x 1 (new)."
