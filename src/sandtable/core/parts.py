"""What parts share across families: how they are found, and where they keep their state.

A *part* is a feature that some games of a family have and others don't. Each family's ``part`` module says what
its parts can do; this module has what doesn't depend on the family.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.core.datafile import AnyFolder, DataFileError, line_of, read_node, read_yaml
from sandtable.core.datafile.locating import explain
from sandtable.core.datafile.nodes import find
from sandtable.core.nearest import nearest


class AnySlice(msgspec.Struct, frozen=True, tag_field="part", omit_defaults=True):
    """One part's state. Each family has a base class, and each part its own subclass."""


class NoSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a part without settings."""


class Kind(Protocol):
    """What the registry needs of a part's class."""

    name: str
    Settings: type[msgspec.Struct]


S = TypeVar("S")
T = TypeVar("T", bound=AnySlice)


class GameMemory(Generic[T]):
    """A part's state for the whole game: in ``parts`` of the game's state, under the part's name."""

    def __init__(self, part: str, empty: T) -> None:
        self.part = part
        self.empty = empty

    def of(self, state: Any) -> T:
        found: Any = state.parts.get(self.part, self.empty)
        return found  # type: ignore[no-any-return]

    def put(self, state: S, value: T) -> S:
        """The state with this value; an empty one is removed."""
        holder: Any = state
        changed: S = replace(holder, parts=remembering(holder.parts, self.part, value, self.empty))
        return changed


def remembering(
    memories: Mapping[str, AnySlice], part: str, value: AnySlice, empty: AnySlice
) -> Mapping[str, Any]:
    """The parts' states with one of them replaced."""
    others = {name: one for name, one in memories.items() if name != part}
    return others if value == empty else {**others, part: value}


P = TypeVar("P")


class PartList(Generic[P]):
    """The parts of a game, by name, action and event."""

    base: ClassVar[type[Any]]
    """The family's base class of parts, whose hooks do nothing."""

    def __init__(self, parts: Iterable[P] = ()) -> None:
        self.all: tuple[P, ...] = tuple(parts)
        named: tuple[Any, ...] = self.all
        self.by_name: Mapping[str, P] = {part.name: part for part in named}
        self.by_action: Mapping[type[Any], P] = {action: part for part in named for action in part.actions}
        self.by_event: Mapping[type[Any], P] = {event: part for part in named for event in part.events}

    def answering(self, hook: str) -> tuple[P, ...]:
        """The parts that override a hook, so that unused hooks cost nothing."""
        return tuple(part for part in self.all if getattr(type(part), hook) is not getattr(self.base, hook))


class Registry:
    """The parts of a family: from its package, from other installed packages, and registered at run time.

    ``scorched-earth`` is the module ``scorched_earth`` of the package.
    """

    def __init__(self, package: str, path: list[str], group: str) -> None:
        self._package = package
        self._path = path
        self._group = group
        self._registered: dict[str, Any] = {}

    def register(self, part: Any) -> Any:
        """Register a part that isn't installed."""
        self._registered[part.name] = part
        return part

    def forget(self, part: Any) -> None:
        """Undo :meth:`register`."""
        self._registered.pop(part.name, None)

    @cached_property
    def _own(self) -> frozenset[str]:
        return frozenset(module.name.replace("_", "-") for module in iter_modules(self._path))

    @cached_property
    def _installed(self) -> Mapping[str, Callable[[], Any]]:
        return {point.name: point.load for point in entry_points(group=self._group)}

    def names(self) -> tuple[str, ...]:
        """The names of all parts a game can list."""
        return tuple(sorted({*self._own, *self._installed, *self._registered}))

    def find(self, name: str) -> Any:
        """A part by name; None if there is none."""
        if name in self._registered:
            return self._registered[name]
        if name in self._own:
            return import_module(f"{self._package}.{name.replace('-', '_')}").PART
        return self._installed[name]() if name in self._installed else None

    def known(self) -> Iterator[Any]:
        """All parts a game can list."""
        return filter(None, map(self.find, self.names()))

    def installed_actions(self) -> tuple[type[Any], ...]:
        """The actions of all installed parts."""
        return tuple(
            action for part in self.known() if part.name not in self._registered for action in part.actions
        )

    def compose(self, listed: Mapping[str, Any], source: str, folder: AnyFolder | None = None) -> list[Any]:
        """The parts a game lists, with their settings; ``source`` is the file that lists them.

        Settings given as text name a file in the folder that contains them. Sorted by name, so that the order in
        the file doesn't matter.
        """
        found = []
        for name, settings in sorted(listed.items()):
            part = self.find(name)
            if part is None:
                where = line_of(folder / source, "parts", name) if folder is not None else source
                raise DataFileError(f"{where}: unknown part {name!r}{nearest(name, self.names())}")
            if isinstance(settings, str) and folder is not None:
                one = part(read_yaml(folder / settings, part.Settings))
                one.file = settings
                found.append(one)
                continue
            try:
                found.append(part(msgspec.convert(settings or {}, part.Settings)))
            except msgspec.ValidationError as error:
                path = folder / source if folder is not None else None
                under = ("parts", name)
                node = find(read_node(path), under) if path is not None and path.is_file() else None
                raise DataFileError(explain(error, settings, part.Settings, node, source, under)) from None
        return found
