"""A change to one place in a file, and the names that sentences about it need."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from sandtable.core.wording import listed, the

NOTHING: Final[UnsetType] = UNSET
"""Stands for a missing value."""


class Edit(msgspec.Struct, frozen=True):
    """One place in a file with another value; ``NOTHING`` if it had or has none."""

    file: str
    path: tuple[str, ...]
    before: Any
    after: Any


class Names(msgspec.Struct, frozen=True):
    """The names of things: ``game.yaml`` and ``units.yaml`` as data."""

    game: Mapping[str, Any]
    units: Mapping[str, Any]
    first_scenario: str = ""
    """Its name is omitted from changes to its set-up."""

    def unit(self, unit: str, count: int = 1) -> str:
        return str(self._of(self.units, unit, "name" if count == 1 else "plural") or unit)

    def counted(self, count: int, unit: str) -> str:
        """``3 tanks``"""
        return f"{count} {self.unit(unit, count)}"

    def power(self, power: str) -> str:
        """A power or a side, as used in a sentence."""
        found = self._of(self.game.get("powers"), power, "name") or (self.game.get("sides") or {}).get(power)
        return the(str(found or power))

    def of(self, group: str, key: str) -> str:
        """The name of an option, a phase or anything else that has one."""
        return str(self._of(self.game.get(group), key, "name") or key)

    @staticmethod
    def _of(group: Any, key: str, field: str) -> Any:
        one = group.get(key) if isinstance(group, Mapping) else None
        return one.get(field) if isinstance(one, Mapping) else None


def shown(value: Any) -> str:
    """A value as people write it.

    >>> shown(True), shown(["a", "b"]), shown({"die": 6})
    ('yes', 'a and b', 'die 6')
    """
    if value is NOTHING or value is None or value in ("", [], {}):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return listed(shown(one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {shown(one)}" for key, one in value.items())
    return str(value)


def generic(edit: Edit) -> str:
    where = ", ".join(edit.path) or edit.file
    if edit.before is NOTHING:
        return f"{where}: {shown(edit.after)} (new)"
    if edit.after is NOTHING:
        return f"{where}: removed (was {shown(edit.before)})"
    return f"{where}: {shown(edit.after)} instead of {shown(edit.before)}"
