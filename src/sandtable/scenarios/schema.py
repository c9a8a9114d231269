"""The JSON Schema of scenario files, generated from the classes that read them.

``python -m sandtable.scenarios.schema FILE`` writes it. YAML editors use it to complete and check keys.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from sandtable.area.position import Position
from sandtable.core.sentences import own_sentences
from sandtable.core.vocabulary import Phrase
from sandtable.scenarios.words import (
    BattleSeen,
    Expect,
    ExpectStep,
    Facts,
    OddsSeen,
    ScenarioFile,
    When,
    WrittenScenario,
    verbs,
)
from sandtable.scenarios.words.phrases import ROUTE

REF = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """The schema of a file: one scenario, or several that share a game."""
    kinds: list[type[Any]] = [WrittenScenario, ScenarioFile, Position, ExpectStep, *verbs().values()]
    _, components = msgspec.json.schema_components(kinds, ref_template=REF)
    defs = dict(sorted(components.items()))
    parts: list[type[Any]] = [BattleSeen, Expect, Facts, OddsSeen, When]
    for kind in kinds + parts:
        _describe(defs, kind)
    known: list[type[Any]] = [*verbs().values(), ExpectStep]
    steps = [{"$ref": REF.format(name=kind.__name__)} for kind in known]
    defs["AnyStep"] = {"description": "One step, recognised by its verb.", "anyOf": steps}
    one = {"$ref": "#/$defs/AnyStep"}
    defs["WrittenScenario"]["properties"]["steps"]["items"] = one
    defs["Expect"]["properties"]["can"]["items"] = one
    defs["Expect"]["properties"]["cannot"]["items"] = one
    defs["ScenarioFile"]["properties"]["scenarios"]["items"] = {"$ref": REF.format(name="WrittenScenario")}
    shared = defs["ScenarioFile"]["properties"]["position"]
    defs["ScenarioFile"]["properties"]["position"] = {
        "$ref": REF.format(name="Position"),
        "description": shared["description"],
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A sandtable scenario file",
        "anyOf": [{"$ref": REF.format(name=name)} for name in ("ScenarioFile", "WrittenScenario")],
        "$defs": defs,
    }


def text() -> str:
    """The schema as file content."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def sentences(kind: type[Any]) -> Mapping[str, str]:
    """The docstring of each field of a class, including its base classes."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if not (issubclass(base, msgspec.Struct) and base is not msgspec.Struct):
            continue
        phrase = vars(base).get("said")
        if isinstance(phrase, Phrase):  # made from a phrase: it has the action's fields
            of_action = sentences(phrase.action)
            found |= {} if phrase.slots else {phrase.verb: "Always ``true``."}
            found |= ROUTE if any(slot.kind == "route" for slot in phrase.slots) else {}
            found |= {slot.keyword: of_action[slot.field] for slot in phrase.slots if slot.field in of_action}
            continue
        found |= own_sentences(base)
    return found


def _describe(defs: dict[str, Any], kind: type[Any]) -> None:
    properties = defs[kind.__name__]["properties"]
    known = sentences(kind)
    for field in msgspec.structs.fields(kind):
        said = known.get(field.name) or known.get(field.encode_name)
        if said:
            properties[field.encode_name]["description"] = said


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
