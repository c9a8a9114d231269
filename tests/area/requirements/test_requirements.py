"""What requirements say, whether they hold, and what is missing."""

import re
from pathlib import Path

import msgspec
import pytest

from sandtable import games
from sandtable.area.events import ControlChanged, RelationChanged, TurnBegan
from sandtable.area.family import AreaGame
from sandtable.area.position import Position, build
from sandtable.area.requirements import reference
from sandtable.area.requirements.chronicle import CHRONICLE
from sandtable.area.requirements.judging import Case, Finding, holds, judge
from sandtable.area.requirements.kinds import KINDS, Requirements
from sandtable.area.state import AreaState
from sandtable.area.victory import finding
from sandtable.area.world import World
from sandtable.core.datafile import DataFileError
from sandtable.guides import area_guide

DOCS = Path(__file__).parents[3] / "docs"

GAME = """
like: "1941"
title: A made-up war
relations: [{powers: [germany, usa], are: peace}, {powers: [japan, usa], are: peace}]
parts:
  chronicle: chronicle.yaml
victory:
  replace:
    - side: axis
      rule: victory.short-game-axis
      when:
        - need: lasting
          name: two-capitals
          of: [{need: control, of: [Russia, United Kingdom], by: [axis]}]
"""
CHRONICLE_FILE = """
deeds:
  russia-fell: {is: captured, text: Russia has fallen, by: [axis], of: [Russia]}
  struck: {is: declared, text: Japan has struck, by: [japan], against: [usa], provoked: false}
"""
BOARD = """
regions:
  mainland: {spaces: [Russia, Karelia]}
  british: {original: [uk]}
"""


def write(folder: Path, game: str = GAME, chronicle: str = CHRONICLE_FILE) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in (("game.yaml", game), ("chronicle.yaml", chronicle), ("board.yaml", BOARD)):
        (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> AreaGame:
    """The game, which is read once."""
    folder = tmp_path_factory.mktemp("games") / "made-up"
    write(folder)
    return AreaGame(games.folder_at(folder), area_guide)


def position(game: AreaGame, **described: object) -> AreaState:
    found = build(game.world, Position(turn="germany", **described))  # type: ignore[arg-type]
    assert isinstance(found, AreaState), found
    return found


def judged(game: AreaGame, state: AreaState, *requirements: object, power: str = "germany") -> Finding:
    found = msgspec.convert(list(requirements), Requirements)
    case = Case(game.world.as_of(state), state, power)
    assert holds(case, found) == judge(case, found).holds, "both ways of judging agree"
    return judge(case, found)


@pytest.mark.parametrize(
    ("requirement", "good", "missing"),
    [
        ({"need": "control", "of": ["Germany"]}, True, ()),
        ({"need": "control", "of": ["Germany", "Russia"]}, False, ("Russia",)),
        ({"need": "control", "of": ["Germany", "Russia"], "at_least": 1}, True, ()),
        ({"need": "control", "of": ["mainland"], "by": ["allies"]}, True, ()),
        ({"need": "control", "of": ["mainland"], "by": ["axis"]}, False, ("Karelia", "Russia")),
        ({"need": "war", "against": ["uk", "ussr"]}, True, ()),
        ({"need": "war", "against": ["uk", "usa"]}, False, ("war with the United States",)),
        ({"need": "war", "against": ["allies"], "at_least": 2}, True, ()),
        ({"need": "war", "by": ["japan"], "against": ["usa"]}, False, ("war with the United States",)),
        ({"need": "peace", "against": ["usa"]}, True, ()),
        ({"need": "peace", "against": ["uk", "usa"]}, False, ("peace with the United Kingdom",)),
        ({"need": "units", "within": ["Karelia"], "of": ["ussr"], "at_least": 2}, True, ()),
        ({"need": "units", "within": ["Karelia"], "types": ["tank"]}, False, ("tanks in Karelia",)),
        ({"need": "units", "within": ["mainland"], "of": ["allies"], "but": ["ussr"], "at_most": 0}, True, ()),
        (
            {"need": "units", "within": ["mainland"], "of": ["allies"], "at_most": 0},
            False,
            ("without 2 Soviet infantry in Karelia",),
        ),
        ({"need": "round", "first": 3}, True, ()),
        ({"need": "round", "first": 4}, False, ("round 4 or later",)),
        ({"need": "round", "last": 2}, False, ("round 1 to 2",)),
        ({"need": "happened", "deed": "russia-fell"}, False, ("Russia has fallen",)),
        ({"need": "production", "by": ["axis"], "at_least": 1}, True, ()),
        ({"need": "production", "by": ["germany"], "at_least": 100}, False, ("88 of production",)),
        ({"need": "not", "of": {"need": "round", "first": 4}}, True, ()),
        (
            {"need": "all", "of": [{"need": "round"}, {"need": "round", "first": 4}]},
            False,
            ("round 4 or later",),
        ),
        ({"need": "any", "of": [{"need": "round"}, {"need": "round", "first": 4}]}, True, ()),
        (
            {"need": "any", "of": [{"need": "round"}, {"need": "round", "first": 4}], "at_least": 2},
            False,
            ("any of these: round 1 or later or round 4 or later",),
        ),
    ],
)
def test_a_requirement_says_what_is_missing(
    made: AreaGame, requirement: object, good: bool, missing: tuple[str, ...]
) -> None:
    game = made
    units = {"Karelia": {"ussr": "2 infantry"}, "Russia": "nothing"}
    found = judged(game, position(game, round=3, start_from="empty", units=units), requirement)
    lines = [*found.missing, *(line for one in found.of for line in one.missing)]
    assert (found.holds, tuple(lines)) == (good, missing)
    assert found.line.endswith("holds") if good else "missing: " in found.line


def test_a_list_needs_all_and_explains_each(made: AreaGame) -> None:
    game = made
    found = judged(
        game,
        position(game),
        {"need": "war", "against": ["uk"]},
        {"need": "control", "of": ["british"], "at_least": 1},
    )
    assert not found.holds
    assert [one.holds for one in found.of] == [True, False]
    assert "at least 1 of british held by Germany" in found.line


def test_deeds_are_remembered_with_their_round(made: AreaGame) -> None:
    game = made
    state = position(game, round=2)
    state = game.evolve(state, ControlChanged(space="Russia", to="germany", frm="ussr", how="capture"))
    state = game.evolve(state, RelationChanged(("japan", "usa"), "war", by="japan", provoked=True))
    assert CHRONICLE.of(state).deeds == {"russia-fell": 2}, "a provoked declaration is not the deed"
    assert judged(game, state, {"need": "happened", "deed": "russia-fell"}).holds
    assert not judged(game, state, {"need": "happened", "deed": "russia-fell", "ago": 1}).holds
    assert game.read_state(msgspec.json.encode(state)) == state


def test_what_must_last_begins_again_when_it_is_interrupted(made: AreaGame) -> None:
    game = made
    condition = game.world.game.victory[0]

    def line(state: AreaState) -> str:
        return finding(game.world.as_of(state), state, condition).line

    def taken(state: AreaState, space: str, to: str) -> AreaState:
        return game.evolve(state, ControlChanged(space=space, to=to, frm="", how="capture"))

    state = position(game, round=2)
    assert "missing: Russia and United Kingdom" in line(state)
    state = taken(taken(state, "Russia", "germany"), "United Kingdom", "germany")
    assert "hold it until the next turn of Germany" in line(state)
    lost = taken(taken(state, "Russia", "ussr"), "Russia", "germany")
    lost = game.evolve(lost, TurnBegan(round=2, power="germany", phase="purchase"))
    assert "hold it until" in line(lost), "a turn of the same round is not the next one"
    won = game.evolve(state, TurnBegan(round=3, power="germany", phase="purchase"))
    assert line(won).endswith("holds")
    assert "missing: Russia" in line(taken(won, "Russia", "ussr"))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (
            "{need: control, of: [Rusia], by: [axis]}",
            r"game.yaml, line \d+: victory.0.when.0.of.0.of.0: unknown territory 'Rusia'.* Did you mean 'Russia'",
        ),
        ("{need: war, against: [germny]}", r"unknown power 'germny'.*'germany'"),
        ("{need: happened, deed: russia-fel}", r"unknown deed 'russia-fel'.*'russia-fell'"),
        ("{need: contrl, of: [Russia]}", r"game.yaml, line \d+: .*need: .*'contrl'.*'control'"),
        ("{need: control, ofs: [Russia]}", r"game.yaml, line \d+: .*ofs.*'of'"),
    ],
)
def test_an_author_is_told_where_a_word_is_wrong(tmp_path: Path, wrong: str, told: str) -> None:
    right = "{need: control, of: [Russia, United Kingdom], by: [axis]}"
    write(tmp_path / "broken", GAME.replace(right, wrong))
    with pytest.raises(DataFileError) as error:
        World.read(games.folder_at(tmp_path / "broken"))
    assert re.search(told, str(error.value), re.IGNORECASE | re.DOTALL), str(error.value)


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("[Russia]", "[Rusia]", r"chronicle\.yaml, line 3: .*unknown space 'Rusia'.*'Russia'"),
        ("is: captured", "is: captred", r"chronicle\.yaml, line 3: .*'captred'.*'captured'"),
    ],
)
def test_a_wrong_word_in_the_file_of_a_part_is_told_with_that_file(
    tmp_path: Path, right: str, wrong: str, told: str
) -> None:
    write(tmp_path / "broken", GAME, CHRONICLE_FILE.replace(right, wrong))
    with pytest.raises(DataFileError, match=told):
        World.read(games.folder_at(tmp_path / "broken"))


def test_victories_of_finished_games_are_requirements() -> None:
    game = games.area("classic")
    state = position(game)
    lines = [finding(game.world, state, one).line for one in game.world.game.victory[:3]]
    assert lines == [
        "all of Germany and Japan held by the Allies; missing: Germany and Japan",
        "at least 2 of Russia, United Kingdom and Eastern U.S.A. held by the Axis; "
        "missing: Eastern U.S.A., Russia and United Kingdom",
        "a production of 84 of the Axis; missing: 27 of production",
    ]


# the reference


@pytest.mark.parametrize("kind", KINDS, ids=reference.name)
def test_every_kind_and_every_field_is_described(kind: type) -> None:
    assert reference.description(kind).endswith(".")
    notes = reference.field_notes(kind)
    lacking = [field.name for field in msgspec.structs.fields(kind) if not notes.get(field.name)]
    assert not lacking, f"{kind.__name__}: say what {', '.join(lacking)} means"


def test_the_reference_in_the_docs_is_the_one_of_the_code() -> None:
    text = (DOCS / "requirements.md").read_text(encoding="utf-8")
    assert reference.reference().strip() in text, "write it again: python -m sandtable.area.requirements.reference"
