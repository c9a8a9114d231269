"""Form fields from the struct that a file is read into: name, kind, description, and allowed values."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from sandtable.core.sentences import sentences
from sandtable.workshop.schemas import schema_of

FieldKind = Literal["number", "text", "switch", "choice", "list", "other"]


class Field(msgspec.Struct, frozen=True):
    """One field of a form."""

    file: str
    path: tuple[str, ...]
    label: str
    help: str
    kind: FieldKind
    choices: tuple[str, ...] = ()
    value: Any = None
    parent: Any = None
    """The parent game's value; None if it has none."""
    schema: Any = None
    """The schema of a value that needs more than one input; its definitions are in ``Forms``."""


def fields_of(
    struct: type[msgspec.Struct], file: str, path: tuple[str, ...], value: Any, parent: Any
) -> Iterator[Field]:
    """A field for each value of a struct and of the structs inside it; anything more complex is ``other``."""
    said = sentences(struct)
    for field in msgspec.structs.fields(struct):
        name = field.encode_name
        here, above = _at(value, name), _at(parent, name)
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from fields_of(field.type, file, (*path, name), here or {}, above or {})
            continue
        default = None if field.default is msgspec.NODEFAULT else field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        kind, choices = kind_of(field.type)
        yield Field(
            file,
            (*path, name),
            name.replace("_", " "),
            " ".join(said.get(field.name, "").split()),
            kind,
            choices,
            _plain(default) if here is None else here,
            _plain(default) if above is None else above,
            schema_of(field.type) if kind == "other" else None,
        )


def kind_of(hint: Any) -> tuple[FieldKind, tuple[str, ...]]:
    """The kind of input for a value of this type.

    >>> kind_of(int), kind_of(Literal["a", "b"])
    (('number', ()), ('choice', ('a', 'b')))
    """
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:  # a number with bounds
        return kind_of(args[0])
    if origin is Literal and all(isinstance(one, str) for one in args):
        return "choice", tuple(args)
    if hint is bool:
        return "switch", ()
    if hint is int:
        return "number", ()
    if hint is str:
        return "text", ()
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        inner, choices = kind_of(args[0])
        if inner in ("text", "choice"):
            return "list", choices
    return "other", ()


def _at(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value) if isinstance(value, tuple | dict | msgspec.Struct) else value
