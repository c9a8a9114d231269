"""The parts that games can list in ``game.yaml``: one module or small package each.

Parts are found by name: ``scorched-earth`` is :mod:`sandtable.area.parts.scorched_earth`. Other packages provide
parts through the entry point group ``sandtable.parts``, and a program can :func:`register` its own.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.area.actions import Action
from sandtable.area.part import Part, Parts
from sandtable.core.datafile import AnyFolder
from sandtable.core.parts import Registry

AnyPart = type[Part[Any]]

_REGISTRY = Registry(__name__, __path__, "sandtable.parts")


def register(part: AnyPart) -> AnyPart:
    """Add a part that isn't installed."""
    _REGISTRY.register(part)
    return part


def forget(part: AnyPart) -> None:
    """Undo :func:`register`."""
    _REGISTRY.forget(part)


def names() -> tuple[str, ...]:
    """The names of all available parts."""
    return _REGISTRY.names()


def find(name: str) -> AnyPart | None:
    """A part by name, or None."""
    part: AnyPart | None = _REGISTRY.find(name)
    return part


def installed_actions() -> tuple[type[Action], ...]:
    """The actions of all installed parts."""
    return _REGISTRY.installed_actions()


def known() -> Iterator[AnyPart]:
    """All available parts."""
    return _REGISTRY.known()


def compose(listed: Mapping[str, Any], folder: AnyFolder, source: str = "game.yaml") -> Parts:
    """The parts a game lists, with its settings; ``source`` is the file that lists them."""
    return Parts(_REGISTRY.compose(listed, source, folder))
