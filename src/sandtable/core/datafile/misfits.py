"""Inconsistencies between files that are each valid, with the line of the wrong word."""

from collections.abc import Collection, Iterator

import msgspec
import yaml

from sandtable.core.datafile.errors import DataFileError, suggestion
from sandtable.core.datafile.nodes import find, place

Path = tuple[str, ...]


class Misfit(msgspec.Struct, frozen=True):
    """A word in a file that doesn't fit the rest of the game."""

    file: str
    what: str
    word: str
    """The word that is wrong."""
    known: Collection[str] = ()
    """What is allowed instead."""
    under: Path = ()
    """The keys under which to look for the word."""

    def __str__(self) -> str:
        return f"{self.what}.{suggestion(self.word, self.known)}"


class Unfit(DataFileError):
    """A misfit without its line, which the caller can add if it has the file."""

    def __init__(self, misfit: Misfit) -> None:
        super().__init__(f"{misfit.file}: {misfit}")
        self.misfit = misfit


def told(misfit: Misfit, root: yaml.Node | None) -> str:
    """A misfit with its line and key."""
    found = next(_places(root, misfit), None)
    if found is None:
        above = find(root, misfit.under) if misfit.under else None
        return f"{place(above) if above is not None else misfit.file}: {misfit}"
    path, node = found
    return f"{place(node)}: {'.'.join(path)}: {misfit}"


def _places(root: yaml.Node | None, misfit: Misfit) -> Iterator[tuple[Path, yaml.Node]]:
    for path, node in _scalars(root, ()):
        if node.value == misfit.word and path[: len(misfit.under)] == misfit.under:
            yield path, node


def _scalars(node: yaml.Node | None, path: Path) -> Iterator[tuple[Path, yaml.Node]]:
    """All keys and scalar values with the keys above them."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            here = (*path, str(key.value))
            yield here, key
            yield from _scalars(value, here)
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            yield from _scalars(value, (*path, str(number)))
    elif node is not None:
        yield path, node
