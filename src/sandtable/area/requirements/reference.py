"""The reference of the requirement language for authors, generated from the code."""

import inspect
from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable.area.requirements.kinds import KINDS, Kind
from sandtable.core.sentences import sentences


def reference() -> str:
    """The reference as Markdown."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    for kind in KINDS:
        yield f"#### `need: {name(kind)}`"
        yield ""
        yield description(kind)
        yield ""
        notes = field_notes(kind)
        if notes:
            yield "| field | | meaning |"
            yield "|---|---|---|"
            for field in msgspec.structs.fields(kind):
                yield f"| `{field.encode_name}` | {_default(field)} | {notes.get(field.name, '')} |"
            yield ""


def name(kind: type[Kind]) -> str:
    """The name of a kind."""
    tag = kind.__struct_config__.tag
    return str(tag)


def description(kind: type[Kind]) -> str:
    """What a kind means, in one paragraph."""
    return " ".join((inspect.getdoc(kind) or "").split())


def field_notes(kind: type[Kind]) -> dict[str, str]:
    """What the fields of a kind mean: the text below each of them."""
    return {name: " ".join(said.split()) for name, said in sentences(kind).items()}


def _default(field: Any) -> str:
    if field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT:
        return "required"
    if field.default in (None, ()):
        return ""
    value = field.default
    return f"`{', '.join(value) if isinstance(value, tuple) else value}`"


if __name__ == "__main__":
    print(reference())
