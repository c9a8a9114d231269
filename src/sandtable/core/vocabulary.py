"""The vocabulary: an action declares its phrase once, and every notation is derived from it.

A *phrase* is a verb, then the action's fields, each after a keyword::

    class Repair(Action, frozen=True):
        phrase = "repair {unit} in {zone}"

        unit: UnitName
        zone: SpaceName

A scenario file writes ``repair: battleship, in: 5``, the terminal reads ``repair battleship in sz 5``, and the
page's form asks for a unit and a space, because the fields' types say what kind of name they hold.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType
from typing import Annotated, Any, Protocol, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

UnitName = Annotated[str, Meta(extra_json_schema={"kind": "unit"})]
"""A field that names a unit type."""
SpaceName = Annotated[str, Meta(extra_json_schema={"kind": "space"})]
"""A field that names a space."""
PowerName = Annotated[str, Meta(extra_json_schema={"kind": "power"})]
"""A field that names a power."""
RouteNames = Annotated[tuple[str, ...], Meta(extra_json_schema={"kind": "route"})]
"""The spaces that units move through: ``path: A > B > C``, or ``from`` and ``to``, or ``in`` for one space."""

_SLOT = re.compile(r"(?:(?P<keyword>[a-z]+(?: [a-z]+)*)\s+)?\{(?P<field>\w+)\}")


class Names(Protocol):
    """Resolves players' words. Raises an error for an unknown word."""

    def unit(self, text: str) -> str: ...

    def counts(self, text: str) -> Mapping[str, int]:
        """Unit types and counts: ``2 infantry, tank``."""

    def space(self, text: str) -> str: ...

    def power(self, text: str) -> str: ...


class Unreadable(Exception):
    """A line that doesn't match the phrase. The message says how to write it."""


class Slot(msgspec.Struct, frozen=True):
    """A field of an action in its phrase."""

    keyword: str
    """The word before it; for the first field, the verb."""
    field: str
    kind: str
    """``unit``, ``space``, ``power``, ``number``, ``flag``, ``counts`` (a number for each name), ``route`` or
    ``text``."""
    many: bool
    """Whether it is a list."""
    required: bool


class Phrase(msgspec.Struct, frozen=True):
    """How an action is written."""

    action: type[Any]
    verb: str
    slots: tuple[Slot, ...]
    example: str

    def from_words(self, words: Mapping[str, Any], names: Names) -> list[Any]:
        """The actions for keywords and values, as a scenario file writes them.

        Usually one. If a unit type follows the verb, ``2 infantry, tank`` is one order per type, with its number,
        or one per unit if the action takes no number.
        """
        units = self._units
        given = [slot for slot in self.slots if slot is not units and words.get(slot.keyword) is not None]
        fields = {slot.field: _value(slot, words[slot.keyword], names) for slot in given}
        if units is None:
            return [self.action(**fields)]
        found: list[Any] = []
        for unit, count in names.counts(words[units.keyword]).items():
            if "count" in self.action.__struct_fields__:
                found.append(self.action(**fields, **{units.field: unit, "count": count}))
            else:
                found += [self.action(**fields, **{units.field: unit})] * count
        return found

    @property
    def _units(self) -> Slot | None:
        """The field after the verb, if it is a unit type."""
        first = next(iter(self.slots), None)
        return first if first is not None and first.kind == "unit" and not first.many else None

    def words_in(self, line: str) -> Mapping[str, str]:
        """The value after each keyword in the rest of a line, as a player types it after the verb.

        An action can allow other notations: ``lines``, patterns whose groups are keywords.
        """
        for pattern in self.action.lines:
            found = re.fullmatch(pattern, line.strip(), re.IGNORECASE)
            if found is not None:
                return {keyword: text for keyword, text in found.groupdict().items() if text is not None}
        found = re.fullmatch(self._pattern(), line.strip(), re.IGNORECASE)
        if found is None:
            raise Unreadable(self.example)
        return {slot.keyword: found[slot.field] for slot in self.slots if found[slot.field] is not None}

    def line(self, action: Any) -> str:
        """An action as a player would type it.

        >>> from sandtable.area.parts.repairs import Repair
        >>> phrase_of(Repair).line(Repair("battleship", "Sea Zone 5"))
        'repair battleship in Sea Zone 5'
        """
        said = []
        for slot in self.slots:
            value = getattr(action, slot.field)
            if value is not None:
                said.append(f"{slot.keyword} {_said(slot, value)}")
        return " ".join(said) or self.verb

    def _pattern(self) -> str:
        pattern = ""
        for index, slot in enumerate(self.slots):
            listing = slot.many or slot.kind == "counts"
            body = ".*" if listing else r"\d+" if slot.kind == "number" else ".+?"
            keyword = "" if index == 0 else rf"\s+{re.escape(slot.keyword)}\s+"
            piece = rf"{keyword}(?P<{slot.field}>{body})"
            pattern += piece if slot.required else rf"(?:{piece})?"
        return pattern


@cache
def phrase_of(action: type[Any]) -> Phrase:
    """The phrase of an action that declares one.

    >>> from sandtable.area.parts.repairs import Repair
    >>> [(slot.keyword, slot.field, slot.kind) for slot in phrase_of(Repair).slots]
    [('repair', 'unit', 'unit'), ('in', 'zone', 'space')]
    """
    verb, _, rest = action.phrase.partition(" ")
    hints = get_type_hints(action, include_extras=True)
    required = {field.name for field in msgspec.structs.fields(action) if field.required}
    slots = []
    for index, found in enumerate(_SLOT.finditer(rest)):
        kind, many = _kind(hints[found["field"]])
        keyword = verb if index == 0 else found["keyword"]
        slots.append(Slot(keyword, found["field"], kind, many, found["field"] in required))
    return Phrase(action, verb, tuple(slots), getattr(action, "example", "") or action.phrase)


def _kind(hint: Any) -> tuple[str, bool]:
    """The kind of word a field holds, and whether it is a list."""
    origin = get_origin(hint)
    if origin is Annotated:
        for note in get_args(hint)[1:]:
            if isinstance(note, Meta) and note.extra_json_schema and "kind" in note.extra_json_schema:
                return str(note.extra_json_schema["kind"]), False
        return _kind(get_args(hint)[0])
    if origin in (tuple, list):
        return _kind(get_args(hint)[0])[0], True
    if origin is Mapping:
        return "counts", False
    options = [one for one in get_args(hint) if one is not NoneType]
    if options and origin is not None:
        return _kind(options[0])
    return {int: "number", bool: "flag"}.get(hint, "text"), False


def _said(slot: Slot, value: Any) -> str:
    if slot.kind == "counts":
        return ", ".join(f"{count} {name}".strip() for name, count in value.items()) or "nothing"
    return ", ".join(map(str, value)) or "nothing" if slot.many else str(value)


def _counts(said: Any) -> dict[str, int]:
    """A number for each name; a number alone has an empty name."""
    if isinstance(said, int):
        return {"": said}
    if isinstance(said, Mapping):
        return dict(said)
    found: dict[str, int] = {}
    for count, name in re.findall(r"(\d*)\s*([^,]*)(?:,|$)", said.strip()):
        if count or name:
            found[name.strip()] = found.get(name.strip(), 0) + int(count[:9] or 1)
    return found


def _value(slot: Slot, said: Any, names: Names) -> Any:
    nothing = isinstance(said, str) and said.strip().casefold() in ("", "nothing", "none")
    if slot.kind == "counts":
        return {} if nothing else _counts(said)
    if slot.many and slot.kind == "unit" and isinstance(said, str):
        return () if nothing else tuple(unit for unit, count in names.counts(said).items() for _ in range(count))
    if slot.many:
        words: Sequence[Any] = () if nothing else re.split(r"\s*,\s*", said) if isinstance(said, str) else said
        return tuple(_name(slot.kind, word, names) for word in words)
    return _name(slot.kind, said, names)


def _name(kind: str, said: Any, names: Names) -> Any:
    match kind:
        case "unit":
            return names.unit(str(said))
        case "space":
            return names.space(str(said))
        case "power":
            return names.power(str(said))
        case "number":
            return int(str(said)[:9])
        case "flag":
            return said if isinstance(said, bool) else str(said).casefold() in ("yes", "true", "on")
        case _:
            return said
