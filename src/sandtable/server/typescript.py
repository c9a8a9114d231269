"""Generates the page's types: ``python -m sandtable.server.typescript > web/src/lib/wire.ts``.

Structs become interfaces, tagged unions discriminated unions, docstrings comments. Each game family has its own
namespace; wire types that carry its values take the family as a parameter.
"""

import ast
import inspect
import json
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, pairwise
from types import ModuleType, UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import inspect as look

from sandtable import games, statistics
from sandtable.core import guide, tutorial
from sandtable.core.game import AnyGame
from sandtable.core.rulebook import Rule, Topic
from sandtable.server import wire
from sandtable.server.families import SLOTS as FAMILY_SLOTS
from sandtable.server.families import families
from sandtable.server.wire import history as wire_history
from sandtable.server.wire import operating as wire_operating
from sandtable.server.wire import puzzles as wire_puzzles
from sandtable.server.wire import study as wire_study
from sandtable.server.wire import weeks as wire_weeks

HEAD = "// Written by `python -m sandtable.server.typescript`: change the Python types, not this file.\n"
SLOTS = {
    "action": "action",
    "actions": "action",
    "events": "event",
    "view": "state",
    "standing": "standing",
    "orders": "standing",
    "question": "question",
    "answer": "answer",
    "changes": "change",
}
"""Raw fields that a family fills, with the slot of its type. Other raw fields are unknown."""
NULLABLE = frozenset({(wire.Standing, "orders"), (wire.Entry, "action")})
"""Raw fields that may be null."""

Struct = type[msgspec.Struct]


def main() -> None:
    sys.stdout.write(page_types(built_in()))


def built_in() -> Iterator[AnyGame]:
    """The games the page supports."""
    for game_id in games.ids():
        if games.is_built_in(game_id):
            yield games.load(game_id)


def page_types(known: Iterable[AnyGame]) -> str:
    """The whole file, for the families of these games."""
    aliases = _aliases(wire) | _aliases(wire_weeks)
    own = (Rule, Topic, tutorial.Tutorial, statistics.Statistics)
    general = Declarations(
        chain(_structs(guide, wire, wire_history, wire_operating, wire_puzzles, wire_study, wire_weeks), own),
        aliases,
    )
    parts = [HEAD, _family("What a family of games says over the wire.", dict.fromkeys(FAMILY_SLOTS, "unknown"))]
    parts += general.declarations()
    for name, types in families(known).items():
        namespace = Declarations((), {_title(slot): kind for slot, kind in types.items()}, patched=types["state"])
        words = f"All of it, for the types of the wire: `TableView<{_title(name)}.Family>`."
        body = "\n".join([*namespace.declarations(), _family(words, {slot: _title(slot) for slot in types})])
        parts.append(f"export declare namespace {_title(name)} {{\n{textwrap.indent(body, '  ')}}}\n")
    return "\n".join(parts)


def _family(words: str, members: Mapping[str, str]) -> str:
    lines = "".join(f"  {slot}: {kind}\n" for slot, kind in members.items())
    return f"{_comment(words)}export interface Family {{\n{lines}}}\n"


class Declarations:
    """Type declarations: structs with all types they mention, and aliases."""

    def __init__(self, structs: Iterable[Struct], aliases: Mapping[str, object], patched: object = None) -> None:
        self._found: dict[Struct, look.StructType] = {}
        _meet(look.type_info(patched), self._found)
        self._patched = tuple(self._found)
        for kind in chain(structs, aliases.values()):
            _meet(look.type_info(kind), self._found)
        self._names = _names_apart(self._found)
        self._filled = self._filled_by_family()
        taken = set(self._names.values())
        self._aliases = {name: kind for name, kind in aliases.items() if self._names.get(_struct(kind)) != name}
        clash = taken & self._aliases.keys()
        if clash:
            raise ValueError(f"two types are called {', '.join(sorted(clash))}")

    def declarations(self) -> Iterator[str]:
        """One declaration per type, in the order they are mentioned."""
        for struct, info in self._found.items():
            yield self._interface(struct, info)
        for name, kind in self._aliases.items():
            info_ = look.type_info(kind)
            yield f"export type {name}{self._parameter(info_)} = {self._write(info_)}\n"

    def _interface(self, struct: Struct, info: look.StructType) -> str:
        config = struct.__struct_config__
        words = _field_words(struct)
        lines = []
        if info.tag_field is not None:
            lines.append(f"  {info.tag_field}: {json.dumps(info.tag)}\n")
        for field in info.fields:
            # Optional: a default that we omit, or that clients may omit.
            left_out = not field.required and (config.omit_defaults or config.forbid_unknown_fields)
            # A merge patch can't set null, so patched types omit it.
            left_out |= struct in self._patched and _may_be_null(field.type)
            comment = textwrap.indent(_comment(words.get(field.name, "")), "  ")
            kind = self._write(field.type, SLOTS.get(field.name, ""))
            if (struct, field.name) in NULLABLE:
                kind += " | null"
            lines.append(f"{comment}  {field.encode_name}{'?' if left_out else ''}: {kind}\n")
        head = f"export interface {self._names[struct]}{self._parameter(info)}"
        body = f" {{\n{''.join(lines)}}}\n" if lines else " extends Record<never, never> {}\n"
        return _comment(inspect.cleandoc(struct.__doc__ or "")) + head + body

    def _parameter(self, info: look.Type) -> str:
        return "<F extends Family = Family>" if self._is_filled(info, ()) else ""

    def _write(self, info: look.Type, slot: str = "") -> str:
        """A type in TypeScript; ``slot``: the family's type for raw JSON."""
        match info:
            case look.RawType():
                return f'F["{slot}"]' if slot else "unknown"
            case look.NoneType():
                return "null"
            case look.BoolType():
                return "boolean"
            case look.IntType() | look.FloatType():
                return "number"
            case look.StrType() | look.DateTimeType() | look.BytesType():
                return "string"
            case look.LiteralType():
                return " | ".join(json.dumps(value) for value in info.values)
            case look.VarTupleType() | look.ListType() | look.SetType() | look.FrozenSetType():
                item = self._write(info.item_type, slot)
                return f"({item})[]" if " | " in item else f"{item}[]"
            case look.TupleType():
                return f"[{', '.join(self._write(item, slot) for item in info.item_types)}]"
            case look.DictType():
                return f"Record<string, {self._write(info.value_type, slot)}>"
            case look.UnionType():
                return " | ".join(self._write(one, slot) for one in info.types)
            case look.StructType() if _open_kinds(info.cls):
                return self._open(info.cls)
            case look.StructType():
                return self._names[info.cls] + ("<F>" if info.cls in self._filled else "")
            case look.Metadata():
                return self._write(info.type, slot)
            case _:
                return "unknown"

    def _open(self, base: Struct) -> str:
        """A tagged base class: the alias of the union of its subclasses, or the union itself."""
        for name, kind in self._aliases.items():
            members = get_args(kind)
            if members and all(isinstance(one, type) and issubclass(one, base) for one in members):
                return name
        return " | ".join(self._names[kind] for kind in _open_kinds(base))

    def _filled_by_family(self) -> set[Struct]:
        return {struct for struct, info in self._found.items() if self._is_filled(info, ())}

    def _is_filled(self, info: look.Type, above: tuple[Struct, ...]) -> bool:
        """Whether it contains raw JSON that a family fills."""
        if isinstance(info, look.StructType):
            if info.cls in above:
                return False
            if any(field.name in SLOTS and _holds_raw(field.type) for field in info.fields):
                return True
            above = (*above, info.cls)
        return any(self._is_filled(inner, above) for inner in _mentioned(info))


def _meet(info: look.Type, found: dict[Struct, look.StructType]) -> None:
    """Collect every struct mentioned."""
    if isinstance(info, look.StructType):
        kinds = _open_kinds(info.cls)
        if kinds:
            for kind in kinds:
                _meet(look.type_info(kind), found)
            return
        if info.cls in found:
            return
        found[info.cls] = info
    for inner in _mentioned(info):
        _meet(inner, found)


def _open_kinds(struct: Struct) -> tuple[Struct, ...]:
    """The subclasses of a tagged base class."""
    below = [one for kind in struct.__subclasses__() for one in _open_kinds(kind) or (kind,)]
    known = {
        one for one in below if one.__module__.startswith("sandtable.") and one.__struct_config__.tag is not None
    }
    if struct.__struct_config__.tag_field is None:
        return ()
    return tuple(sorted(known, key=lambda one: (one.__module__, one.__name__)))


def _may_be_null(info: look.Type) -> bool:
    return isinstance(info, look.UnionType) and info.includes_none


def _mentioned(info: look.Type) -> tuple[look.Type, ...]:
    """The types a type consists of."""
    match info:
        case look.StructType():
            return tuple(field.type for field in info.fields)
        case look.VarTupleType() | look.ListType() | look.SetType() | look.FrozenSetType():
            return (info.item_type,)
        case look.TupleType():
            return info.item_types
        case look.DictType():
            return (info.value_type,)
        case look.UnionType():
            return info.types
        case look.Metadata():
            return (info.type,)
        case _:
            return ()


def _holds_raw(info: look.Type) -> bool:
    if isinstance(info, look.StructType):
        return False
    return isinstance(info, look.RawType) or any(_holds_raw(inner) for inner in _mentioned(info))


def _names_apart(structs: Iterable[Struct]) -> dict[Struct, str]:
    """A name for each struct. Name clashes are prefixed with the module: ``StateStrip``."""
    known = list(structs)
    plain = [struct.__name__ for struct in known]
    return {
        struct: struct.__name__
        if plain.count(struct.__name__) == 1
        else _title(struct.__module__.rpartition(".")[2]) + struct.__name__
        for struct in known
    }


def _structs(*modules: ModuleType) -> Iterator[Struct]:
    """The structs that modules define, without abstract bases."""
    for module in modules:
        for value in vars(module).values():
            if (
                isinstance(value, type)
                and issubclass(value, msgspec.Struct)
                and value.__module__ == module.__name__
            ) and (value.__struct_fields__ or value.__struct_config__.tag is not None):
                yield value


def _aliases(module: ModuleType) -> dict[str, object]:
    """The unions and literals that a module names."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, UnionType) or get_origin(value) is Literal
    }


def _struct(kind: object) -> Any:
    return kind if isinstance(kind, type) else None


def _field_words(struct: Struct) -> dict[str, str]:
    """The docstrings below fields, which aren't available at run time."""
    found: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if base.__module__.startswith("sandtable."):
            tree = ast.parse(textwrap.dedent(inspect.getsource(base)))
            assert isinstance(tree.body[0], ast.ClassDef)
            body = tree.body[0].body
            for field, words in pairwise(body):
                match field, words:
                    case (
                        ast.AnnAssign(target=ast.Name(id=name)),
                        ast.Expr(value=ast.Constant(value=str(text))),
                    ):
                        found[name] = inspect.cleandoc(text)
    return found


def _comment(words: str) -> str:
    if not words:
        return ""
    lines = words.replace("``", "`").replace("*/", "* /").splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _title(word: str) -> str:
    """A name in the case of a type.

    >>> _title("area"), _title("revised-team")
    ('Area', 'RevisedTeam')
    """
    return "".join(part.capitalize() for part in word.replace("-", "_").split("_"))


if __name__ == "__main__":
    main()
