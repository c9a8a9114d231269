"""The reference for authors in ``docs/parts.md``: abilities, battle steps and parts, generated from the code.

``python -m sandtable.area.reference FILE`` writes it.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

from sandtable.area.battle.sequence import AnyStep, Step
from sandtable.area.parts import AnyPart, known
from sandtable.area.requirements.kinds import Kind
from sandtable.area.units import ABILITIES
from sandtable.core.sentences import sentences
from sandtable.core.vocabulary import phrase_of

COMMON = tuple(field.name for field in msgspec.structs.fields(Step))
MANY = 6
"""Lists of words this long are not written out."""

HEAD = """# Reference for authors of area games: abilities, battle steps, parts

## Abilities of units

A unit has its abilities in `units.yaml`: `tank: {abilities: {add: [first-shot]}}`.

ABILITIES
## Steps of a battle

A sequence of `battle.yaml` is a list of steps. All have a `number`, a `name` and, if you like, `only_round`.

STEPS
# Parts of area games

A part is a rule, or a group of rules, that some games have and others do not. A game lists its parts in
`game.yaml`, each with its settings (`docs/games.md`); requirements are described in `docs/requirements.md`:

```yaml
parts:
  repairs: {die: 6}
```

This page is written by `python -m sandtable.area.reference docs/parts.md`, from the code that reads the settings.
"""


def text() -> str:
    """The page."""
    head = HEAD.replace("ABILITIES", "\n".join(abilities())).replace("STEPS", "\n".join(steps()))
    return "\n".join([head, *(line for part in known() if _built_in(part) for line in section(part))]) + "\n"


def abilities() -> Iterator[str]:
    """All abilities, each with its effect."""
    yield "| ability | what the rules do with it |"
    yield "|---|---|"
    yield from (f"| `{name}` | {what} |" for name, what in ABILITIES.items())
    yield ""


def steps() -> Iterator[str]:
    """All kinds of steps, with their settings."""
    for kind in step_kinds():
        yield f"### {kind.__struct_config__.tag}\n"
        yield f"{_plain(kind.__doc__ or '')}\n"
        known_sentences = sentences(kind)
        for field in msgspec.structs.fields(kind):
            if field.name in COMMON:
                continue
            need = "" if field.required else _default(field)
            said = " ".join(_plain(known_sentences.get(field.name, "")).split())
            yield f"- `{field.encode_name}` ({in_words(field.type)}{need}){f': {said}' if said else ''}"
        yield ""


def step_kinds() -> tuple[type[msgspec.Struct], ...]:
    """Every kind of step that a sequence may have."""
    return tuple(get_args(AnyStep))


def _built_in(part: AnyPart) -> bool:
    return part.__module__.startswith("sandtable.")


def section(part: AnyPart) -> Iterator[str]:
    """The page's section about one part."""
    yield f"## {part.name}\n"
    yield f"{about(part)}\n"
    if msgspec.structs.fields(part.Settings):
        yield from _settings(part.Settings)
    for action in part.actions:
        if action.phrase:
            yield f"- `{phrase_of(action).example}`: {_plain(first_line(action))}"
    if any(action.phrase for action in part.actions):
        yield ""


def about(part: type[Any]) -> str:
    """What a part is: the docstring of its module, or of its package."""
    module = inspect.getmodule(part)
    assert module is not None
    package = inspect.getmodule(sys.modules[module.__name__.rpartition(".")[0]])
    source = package if package is not None and module.__name__.count(".") > 3 else module
    return _plain(source.__doc__ or "")


def _settings(settings: type[msgspec.Struct], inside: str = "") -> Iterator[str]:
    known_sentences = sentences(settings)
    for field in msgspec.structs.fields(settings):
        need = "" if field.required else _default(field)
        said = " ".join(_plain(known_sentences.get(field.name, "")).split())
        yield f"- `{inside}{field.encode_name}` ({in_words(field.type)}{need}){f': {said}' if said else ''}"
        for nested in structs_in(field.type):
            yield from (f"  {line}" for line in _settings(nested) if line)
    if not inside:
        yield ""


def _default(field: msgspec.structs.FieldInfo) -> str:
    value = field.default if field.default is not msgspec.NODEFAULT else None
    if isinstance(value, msgspec.Struct) or value is None or value in ((), "", {}):
        return ", optional"
    return f", default `{str(value).lower() if isinstance(value, bool) else value}`"


def in_words(hint: Any) -> str:
    """A type, described for authors of games.

    >>> in_words(tuple[str, ...]), in_words(int | None), in_words(Literal["a", "b"])
    ('a list of text', 'a number', '`a` or `b`')
    """
    origin, args = get_origin(hint), [one for one in get_args(hint) if one not in (type(None), Ellipsis)]
    if origin is Literal:
        return " or ".join(f"`{one}`" for one in args) if len(args) < MANY else "a name"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return "a requirement" if issubclass(hint, Kind) else "a group"
    if origin in (tuple, frozenset, list):
        one = in_words(args[0])
        return f"a list of {one.removeprefix('a ')}{'' if one == 'text' else 's'}"
    if origin is not None and len(args) == 2 and args[0] is str:
        return f"{in_words(args[1])} for each name"
    if args:
        return in_words(args[0])
    return {int: "a number", str: "text", bool: "`true` or `false`"}.get(hint, "a value")


def first_paragraph(text: str) -> str:
    """A text's first paragraph on one line, without marks."""
    return " ".join(text.partition("\n\n")[0].split()).replace("`", "")


def structs_in(hint: Any) -> Iterator[type[msgspec.Struct]]:
    """The groups of settings inside a type; requirements have their own reference."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and not issubclass(hint, Kind):
        yield hint
    for one in get_args(hint):
        yield from structs_in(one)


def _plain(said: str) -> str:
    """A docstring as Markdown."""
    return re.sub(r":\w+:`~?(?:[\w.]+\.)?(\w+)`", r"`\1`", inspect.cleandoc(said)).replace("``", "`")


def first_line(kind: type[Any]) -> str:
    return (kind.__doc__ or "").splitlines()[0]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
