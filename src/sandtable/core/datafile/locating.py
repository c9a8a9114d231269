"""Locates a decoder error in its file, and suggests the name that was probably meant.

The decoder gives a path in the data: ``$.options[...].rule``, where ``[...]`` is some key of a mapping. To find
the key, each one is tried alone: only the culprit fails.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import yaml
from msgspec import inspect

from sandtable.core.datafile.errors import plainly, suggestion
from sandtable.core.datafile.nodes import find, place

Path = tuple[str | int, ...]

_WHERE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<where>[^`]*)`(?: in `(?P<within>[^`]*)`)?)?$", re.DOTALL)
_STEP = re.compile(r"\.(?P<field>[^.\[]+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")
_UNKNOWN = re.compile(r"unknown field `(?P<name>[^`]*)`")
_MISSING = re.compile(r"missing required field `(?P<name>[^`]*)`")
_VALUE = re.compile(r"[Ii]nvalid (?:enum )?value '?(?P<name>[^']*)'?")


def explain(
    error: msgspec.ValidationError,
    value: Any,
    kind: Any,
    node: yaml.Node | None,
    name: str,
    under: tuple[str, ...] = (),
) -> str:
    """The error, its location, and the closest known name. ``under``: the keys above the value."""
    text = str(error)
    match = _WHERE.match(text)
    assert match is not None
    what, where = match["what"], match["within"] or match["where"] or "$"
    path = _resolved(value, kind, where, text)
    unknown, odd_key = _UNKNOWN.search(what), _VALUE.search(what) if match["within"] else None
    if unknown:
        path = (*path, unknown["name"])
    if odd_key:
        path = (*path, odd_key["name"])
    hint = _key_hint(path, value, kind) if odd_key else _hint(what, path, value, kind)
    spot = find(node, path)
    at = place(spot) if spot is not None else name
    key = ".".join(str(step) for step in (*under, *path))
    said = f"{plainly(what)}.{hint}"
    return f"{at}: {key}: {said}" if key else f"{at}: {said}"


def _resolved(value: Any, kind: Any, where: str, text: str) -> Path:
    """The path with every ``[...]`` replaced by the key at fault."""
    path: Path = ()
    for step in _STEP.finditer(where):
        if step["any"]:
            here = _at(value, path)
            culprit = next(
                (key for key in (here if isinstance(here, dict) else ()) if _fails(value, kind, path, key, text)),
                None,
            )
            if culprit is None:
                return path
            path = (*path, culprit)
        else:
            path = (*path, int(step["index"]) if step["index"] else step["field"])
    return path


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _fails(value: Any, kind: Any, path: Path, key: str | int, text: str) -> bool:
    """Whether the same error occurs if the mapping at ``path`` has only this key."""
    try:
        msgspec.convert(_with_only(value, path, key), kind)
    except msgspec.ValidationError as error:
        return str(error) == text
    return False


def _with_only(value: Any, path: Path, key: str | int) -> Any:
    if not path:
        return {key: value[key]}
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[path[0]] = _with_only(value[path[0]], path[1:], key)  # type: ignore[index]
    return changed


def _key_hint(path: Path, value: Any, kind: Any) -> str:
    """A suggestion for an unknown key of a mapping."""
    keys = [one.key_type for one in _types(kind, path[:-1], value) if isinstance(one, inspect.DictType)]
    flat = [inner for one in keys for inner in _flat(one)]
    words = [str(word) for one in flat if isinstance(one, inspect.LiteralType) for word in one.values]
    return suggestion(str(path[-1]), words)


def _hint(what: str, path: Path, value: Any, kind: Any) -> str:
    if _UNKNOWN.search(what):
        return suggestion(str(path[-1]), _fields(_types(kind, path[:-1], value)))
    if (match := _VALUE.search(what)) is not None:
        return suggestion(match["name"], _allowed(_types(kind, path, value), path, kind, value))
    if path and isinstance(path[-1], str) and (_MISSING.search(what) or "null" in what):
        # A misspelled key lacks the fields that its neighbours have.
        return suggestion(path[-1], (str(key) for key in _at(value, path[:-1]) if key != path[-1]))
    return ""


def _types(kind: Any, path: Path, value: Any) -> list[inspect.Type]:
    """The types allowed at a path."""
    found = list(_flat(inspect.type_info(kind)))
    for step in path:
        value = value[step] if _has(value, step) else None
        found = [inner for one in found for inner in _below(one, step)]
    return found


def _has(value: Any, step: str | int) -> bool:
    return (isinstance(value, dict) and step in value) or (
        isinstance(value, list) and isinstance(step, int) and step < len(value)
    )


def _flat(one: inspect.Type) -> Iterator[inspect.Type]:
    match one:
        case inspect.UnionType():
            for inner in one.types:
                yield from _flat(inner)
        case inspect.Metadata():
            yield from _flat(one.type)
        case _:
            yield one


def _below(one: inspect.Type, step: str | int) -> Iterator[inspect.Type]:
    match one:
        case inspect.StructType():
            for field in one.fields:
                if field.encode_name == step:
                    yield from _flat(field.type)
        case inspect.DictType():
            yield from _flat(one.value_type)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            yield from _flat(one.item_type)
        case inspect.TupleType() if isinstance(step, int) and step < len(one.item_types):
            yield from _flat(one.item_types[step])


def _fields(types: Iterable[inspect.Type]) -> list[str]:
    return [field.encode_name for one in types if isinstance(one, inspect.StructType) for field in one.fields]


def _allowed(types: Iterable[inspect.Type], path: Path, kind: Any, value: Any) -> list[str]:
    """The words allowed at a path: a closed list, or the tags of the union above."""
    words = [str(word) for one in types if isinstance(one, inspect.LiteralType) for word in one.values]
    above = _types(kind, path[:-1], value) if path else []
    return words + [
        str(one.tag) for one in above if isinstance(one, inspect.StructType) and one.tag_field == path[-1]
    ]
