"""The manual tells the truth: its examples run, its tables name every key, its schema is up to date."""

import re
from pathlib import Path

import msgspec
import pytest

from sandtable import games, hexes
from sandtable.area.position import Position
from sandtable.core.sentences import sentences
from sandtable.hexes.parts import AnyPart, known
from sandtable.hexes.position import HexPosition
from sandtable.scenarios import parse, run
from sandtable.scenarios import schema as scenario_schema
from sandtable.scenarios.expectations import event_names
from sandtable.scenarios.hexes import reference
from sandtable.scenarios.hexes.words import FleetSeen, HexExpect, HexStep, WrittenHexScenario
from sandtable.scenarios.words import (
    BattleSeen,
    Expect,
    Facts,
    HexOddsSeen,
    OddsSeen,
    Step,
    When,
    WrittenScenario,
    verbs,
)

DOCS = Path(__file__).parent.parent.parent / "docs"
MANUAL = (DOCS / "scenarios.md").read_text(encoding="utf-8")
SCHEMA = scenario_schema.schema()
HEXES = (DOCS / "hex-scenarios.md").read_text(encoding="utf-8")
EXAMPLES = [block for block in re.findall(r"```yaml\n(.*?)```", MANUAL + HEXES, re.DOTALL) if "..." not in block]


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_of_the_manual_run(example: str) -> None:
    for scenario in parse(example, "docs/scenarios.md"):
        result = run(scenario)
        assert result.ok, result.report()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 2


@pytest.mark.parametrize(
    "kind",
    [
        *verbs().values(),
        *(Step, Expect, Facts, When, BattleSeen, OddsSeen, Position, WrittenScenario),
        *(HexStep, HexExpect, FleetSeen, HexOddsSeen, HexPosition, WrittenHexScenario),
    ],
)
def test_the_manual_names_every_key(kind: type[msgspec.Struct]) -> None:
    missing = [
        f.encode_name for f in msgspec.structs.fields(kind) if not re.search(rf"\b{f.encode_name}\b", MANUAL)
    ]
    assert not missing


def test_the_reference_of_hex_games_is_up_to_date() -> None:
    assert reference.text() == HEXES, "run: python -m sandtable.scenarios.hexes.reference docs/hex-scenarios.md"


def test_the_reference_names_every_decision_of_hex_games() -> None:
    kinds = set(re.findall(r"ASKS = \"([a-z-]+)\"|Decision\([^\"()]*\"([a-z-]+)\"", _sources()))
    assert [name for pair in sorted(kinds) for name in pair if name and f"`{name}`" not in HEXES] == []


def _sources() -> str:
    package = Path(hexes.__file__).parent
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py")))


@pytest.mark.parametrize("part", [part for part in known() if part.memory is not None], ids=lambda part: part.name)
def test_what_a_part_of_hex_games_remembers_has_sentences(part: AnyPart) -> None:
    assert part.memory is not None
    kind = type(part.memory.empty)
    assert [f.name for f in msgspec.structs.fields(kind) if f.name not in sentences(kind)] == []


def test_the_schema_file_is_up_to_date() -> None:
    on_disk = (DOCS / "scenario.schema.json").read_text(encoding="utf-8")
    assert on_disk == scenario_schema.text(), "run: python -m sandtable.scenarios.schema docs/scenario.schema.json"


@pytest.mark.parametrize(
    "kind", [*verbs().values(), Expect, Facts, When, BattleSeen, OddsSeen, Position, WrittenScenario]
)
def test_every_key_has_a_sentence_in_the_schema(kind: type[msgspec.Struct]) -> None:
    properties = SCHEMA["$defs"][kind.__name__]["properties"]
    assert [key for key, value in properties.items() if not value.get("description")] == []


def test_the_manual_names_every_event() -> None:
    assert [name for name in event_names(games.load("1941")) if f"`{name}`" not in MANUAL] == []
