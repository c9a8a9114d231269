"""The parts that scenarios of the family can list: one module or small package each.

A part is found by its name: ``lend-lease`` is :mod:`sandtable.hexes.parts.lend_lease`. Other packages add parts
through the entry point group ``sandtable.hex_parts``, and a program can :func:`register` its own.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.core.parts import Registry
from sandtable.hexes.part import Part, PartAction, Parts

AnyPart = type[Part[Any]]

_REGISTRY = Registry(__name__, __path__, "sandtable.hex_parts")


def register(part: AnyPart) -> AnyPart:
    """Register a part that isn't installed."""
    _REGISTRY.register(part)
    return part


def forget(part: AnyPart) -> None:
    """Undo :func:`register`."""
    _REGISTRY.forget(part)


def known() -> Iterator[AnyPart]:
    """All parts that can be listed."""
    return _REGISTRY.known()


def known_actions() -> tuple[type[PartAction], ...]:
    """The actions of all parts that can be listed."""
    return tuple(action for part in known() for action in part.actions)


def installed_actions() -> tuple[type[PartAction], ...]:
    """The actions of all installed parts."""
    return _REGISTRY.installed_actions()


def compose(listed: Mapping[str, Any], source: str) -> Parts:
    """The parts a scenario lists, with its settings; ``source`` is the file that lists them."""
    return Parts(_REGISTRY.compose(listed, source))
