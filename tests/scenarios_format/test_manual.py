"""The manual tells the truth: its examples run, its tables name every key, its schema is up to date."""

import re
from pathlib import Path

import msgspec
import pytest

from sandtable import games
from sandtable.area.position import Position
from sandtable.hexes.position import HexPosition
from sandtable.scenarios import parse, run
from sandtable.scenarios import schema as scenario_schema
from sandtable.scenarios.expectations import event_names
from sandtable.scenarios.hexes.words import HexExpect, HexStep, WrittenHexScenario
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
EXAMPLES = [block for block in re.findall(r"```yaml\n(.*?)```", MANUAL, re.DOTALL) if "..." not in block]


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
        *(HexStep, HexExpect, HexOddsSeen, HexPosition, WrittenHexScenario),
    ],
)
def test_the_manual_names_every_key(kind: type[msgspec.Struct]) -> None:
    missing = [
        f.encode_name for f in msgspec.structs.fields(kind) if not re.search(rf"\b{f.encode_name}\b", MANUAL)
    ]
    assert not missing


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
