"""The JSON Schema of scenario files, made from the classes that read them.

``python -m sandtable.scenarios.schema FILE`` writes it; editors that know YAML use it to complete and check keys.
"""

import ast
import inspect
import json
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any

import msgspec

from sandtable.area.position import Position
from sandtable.scenarios.words import (
    VERBS,
    BattleSeen,
    Expect,
    ExpectStep,
    Facts,
    ScenarioFile,
    When,
    WrittenScenario,
)

REF = "#/$defs/{name}"


def schema() -> dict[str, Any]:
    """The schema: a file is one scenario, or several that share a game."""
    kinds: list[type[Any]] = [WrittenScenario, ScenarioFile, Position, ExpectStep, *VERBS.values()]
    _, components = msgspec.json.schema_components(kinds, ref_template=REF)
    defs = dict(sorted(components.items()))
    parts: list[type[Any]] = [BattleSeen, Expect, Facts, When]
    for kind in kinds + parts:
        _describe(defs, kind)
    verbs: list[type[Any]] = [*VERBS.values(), ExpectStep]
    steps = [{"$ref": REF.format(name=kind.__name__)} for kind in verbs]
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
    """The schema as the file has it."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def sentences(kind: type[Any]) -> Mapping[str, str]:
    """The sentence below each field of a class, those of its base classes included."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if not (issubclass(base, msgspec.Struct) and base is not msgspec.Struct):
            continue
        body = ast.parse(dedent(inspect.getsource(base))).body[0]
        lines = body.body if isinstance(body, ast.ClassDef) else []
        for line, after in pairwise(lines):
            if (
                isinstance(line, ast.AnnAssign)
                and isinstance(line.target, ast.Name)
                and isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
                and isinstance(after.value.value, str)
            ):
                found[line.target.id] = inspect.cleandoc(after.value.value)
    return found


def _describe(defs: dict[str, Any], kind: type[Any]) -> None:
    properties = defs[kind.__name__]["properties"]
    known = sentences(kind)
    for field in msgspec.structs.fields(kind):
        if field.name in known:
            properties[field.encode_name]["description"] = known[field.name]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
