"""Steps generated from the phrases of actions: those of the family, and those of parts."""

from collections.abc import Mapping
from functools import cache
from keyword import iskeyword
from typing import Any, ClassVar

import msgspec

from sandtable.area import parts
from sandtable.area.actions import FAMILY
from sandtable.core.vocabulary import Phrase, Slot, phrase_of
from sandtable.scenarios.words.base import Names, Path
from sandtable.scenarios.words.step import Step

ROUTE: Mapping[str, str] = {
    "path": "The spaces on the way, the first being where the units are.",
    "from": "Where they are, instead of a path.",
    "to": "The next space, where they go.",
    "in": "The space where they stay.",
}
"""The keys for where units go, and their meaning."""


class PhraseStep(Step, frozen=True, kw_only=True):
    """A step whose keys are the keywords of a phrase."""

    said: ClassVar[Phrase]

    def words(self) -> Mapping[str, Any]:
        """The value of each keyword."""
        known = {field.encode_name: getattr(self, field.name) for field in msgspec.structs.fields(type(self))}
        keys = [key for slot in self.said.slots for key in (ROUTE if slot.kind == "route" else (slot.keyword,))]
        return {key: known[key] for key in keys if known[key] is not None}


def phrase_verbs() -> Mapping[str, type[PhraseStep]]:
    """The verbs of the family and of all known parts, with their steps."""
    return _verbs(parts.names())


@cache
def _verbs(names: tuple[str, ...]) -> Mapping[str, type[PhraseStep]]:
    of_parts = (action for part in parts.known() for action in part.actions)
    return {phrase_of(action).verb: _step(phrase_of(action)) for action in (*FAMILY, *of_parts) if action.phrase}


@cache
def _step(phrase: Phrase) -> type[PhraseStep]:
    fields: list[Any] = [field for slot in phrase.slots for field in _fields(slot)] or [(phrase.verb, bool)]
    made: type[PhraseStep] = msgspec.defstruct(  # type: ignore[assignment]
        f"{phrase.action.__name__}Step",
        fields,
        bases=(PhraseStep,),
        namespace={"said": phrase, "__doc__": phrase.action.__doc__},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
    return made


_TYPES: Mapping[str, Any] = {
    "number": int,
    "flag": bool,
    "unit": str,
    "power": str,
    "space": str | int,
    "counts": int | Mapping[str, int],
}


def _fields(slot: Slot) -> list[tuple[Any, ...]]:
    if slot.kind != "route":
        return [_field(slot)]
    path = ("path", Path | None, msgspec.field(name="path", default=None))
    ends = [
        (name, str | int | None, msgspec.field(name=key, default=None))
        for name, key in (("start", "from"), ("to", "to"), ("place", "in"))
    ]
    return [path, *ends]


def _field(slot: Slot) -> tuple[Any, ...]:
    name = f"{slot.keyword.replace(' ', '_')}{'_' if iskeyword(slot.keyword) else ''}"
    kind = Names if slot.many else _TYPES.get(slot.kind, str)
    if slot.required:
        return name, kind, msgspec.field(name=slot.keyword)
    return name, kind | None, msgspec.field(name=slot.keyword, default=None)
