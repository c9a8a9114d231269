"""JSON Schemas of values that need more than one input: battle steps, conditions, part settings with lists.

They share one set of definitions, in which every field is described by its docstring.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, get_args

import msgspec

from sandtable.area.battle.sequence import AnyStep
from sandtable.area.conduct import Conduct, OptionInfo, VictoryInfo
from sandtable.area.parts import known
from sandtable.area.reference import about, first_paragraph
from sandtable.area.units import ABILITIES, UnitType
from sandtable.core.sentences import sentences
from sandtable.hexes.scenario import ScenarioFile, SideSetup
from sandtable.hexes.tables import Tables

REF = "#/$defs/{name}"


class Forms(msgspec.Struct, frozen=True):
    """The schemas of nested forms."""

    defs: Mapping[str, Any]
    step: Any
    """A step of a battle."""
    victory: Any
    """A victory condition."""
    parts: Mapping[str, Any]
    """The settings of each part."""
    parts_said: Mapping[str, str]
    """What each part is."""
    abilities: Mapping[str, str]
    """What the rules do with each ability."""


@cache
def forms() -> Forms:
    """All schemas; they don't depend on a game."""
    roots, defs = _schemas()
    parts = {part.name: roots[part.Settings] for part in known()}
    said = {part.name: first_paragraph(about(part)) for part in known()}
    return Forms(
        defs,
        roots[AnyStep],
        roots[VictoryInfo],
        parts,
        said,
        {str(name): what for name, what in ABILITIES.items()},
    )


def schema_of(hint: Any) -> Any:
    """The schema of one field's type, below the definitions of :func:`forms`."""
    return _schemas()[0].get(hint)


@cache
def _schemas() -> tuple[Mapping[Any, Any], Mapping[str, Any]]:
    kinds = (AnyStep, VictoryInfo, UnitType, OptionInfo, Conduct, ScenarioFile, SideSetup, Tables, *_settings())
    hints = list(dict.fromkeys(_hints(kinds, set())))
    schemas, defs = msgspec.json.schema_components(hints, ref_template=REF)
    roots = dict(zip(hints, schemas, strict=True))
    for kind, schema in roots.items():
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            _describe(defs[schema["$ref"].removeprefix(REF.format(name=""))], kind)
    return roots, defs


def _settings() -> Iterator[type[msgspec.Struct]]:
    return (part.Settings for part in known())


def _hints(found: Iterable[Any], seen: set[Any]) -> Iterator[Any]:
    """These types, and the types of all nested fields."""
    for hint in found:
        if hint in seen:
            continue
        seen.add(hint)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            yield hint
            yield from _hints((field.type for field in msgspec.structs.fields(hint)), seen)
        elif args := [arg for arg in get_args(hint) if arg is not Ellipsis and not isinstance(arg, str | int)]:
            yield hint
            yield from _hints(args, seen)


def _describe(schema: dict[str, Any], kind: type[msgspec.Struct]) -> None:
    said = sentences(kind)
    for field in msgspec.structs.fields(kind):
        if words := said.get(field.name):
            schema["properties"][field.encode_name]["description"] = " ".join(words.split()).replace("``", "")
