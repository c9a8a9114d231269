"""Reading data files: YAML in, typed values out, and an error that names file, line and key.

* ``folder``: data files in layers, where the upper ones say only what is different;
* ``overlay``: how one file is laid over another;
* ``renaming``: other names for what is in the files below;
* ``nodes``: YAML that remembers its lines;
* ``misfits``: what does not fit together although every file can be read;
* ``locating``: where in a file an error is, and which name was meant;
* ``errors``: the exception that all of this ends in.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import TypeVar

import msgspec
import yaml

from sandtable.core.datafile.errors import DataFileError, plainly, suggestion
from sandtable.core.datafile.folder import AnyFile, AnyFolder, File, Folder, Layer, files_of, on_disk
from sandtable.core.datafile.misfits import Misfit, Unfit, told
from sandtable.core.datafile.nodes import compose, construct, find, place
from sandtable.core.datafile.overlay import has_key, overlay, without

__all__ = [
    "LIKE",
    "OWN",
    "AnyFile",
    "AnyFolder",
    "DataFileError",
    "File",
    "Folder",
    "Layer",
    "Misfit",
    "Unfit",
    "Versions",
    "circle",
    "compose",
    "compose_layers",
    "construct",
    "files_of",
    "like_of",
    "line_of",
    "on_disk",
    "overlay",
    "parse_node",
    "parse_yaml",
    "plainly",
    "read_node",
    "read_yaml",
    "refuse_misfits",
    "suggestion",
    "told",
    "versions_of",
    "without",
]

T = TypeVar("T")

Versions = Sequence[tuple[str, str]]
"""A file's texts by name, each laid over the previous ones."""

LIKE = "like"
"""The key that names the game or file that a file modifies."""
OWN = (LIKE, "title", "finished", "version", "author", "licence")
"""Keys that describe one file only: never inherited."""


def parse_yaml(text: str, kind: type[T], name: str) -> T:
    """Decode YAML text as ``kind``; error messages call it ``name``."""
    return parse_node(compose(text, name), kind, name)


def parse_node(node: yaml.Node | None, kind: type[T], name: str) -> T:
    """Decode a node as ``kind``; errors name the line."""
    value = construct(node)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        from sandtable.core.datafile.locating import explain  # noqa: PLC0415 - needed only when something is wrong

        raise DataFileError(explain(error, value, kind, node, name)) from None


def read_yaml(path: AnyFile, kind: type[T]) -> T:
    """Read a YAML file as ``kind``."""
    return parse_node(read_node(path), kind, path.name)


def read_node(path: AnyFile) -> yaml.Node | None:
    """A YAML file, merged with the layers below it."""
    return compose_layers(versions_of(path))


def versions_of(path: AnyFile) -> Versions:
    """A file's texts with their names, lowest layer first."""
    try:
        return path.versions() if isinstance(path, File) else [(path.name, path.read_text(encoding="utf-8"))]
    except (OSError, UnicodeDecodeError) as error:
        raise DataFileError(f"{path.name}: cannot be read: {error}") from None


def compose_layers(versions: Versions) -> yaml.Node | None:
    """Texts with their names, each laid over the previous ones."""
    first, *others = (compose(text, name) for name, text in versions)
    return reduce(_upon, others, first)


def like_of(node: yaml.Node | None) -> str:
    """What a file is ``like``; empty: it stands alone."""
    if isinstance(node, yaml.MappingNode):
        return next((str(value.value) for key, value in node.value if key.value == LIKE), "")
    return ""


def circle(names: Sequence[str]) -> str:
    """The error for a circle of ``like``; the last name is where it closes.

    >>> circle(["a", "b", "a"])
    'a is like b, which is like a: one of them must stand alone.'
    """
    start = names.index(names[-1])
    first, *others = names[start:]
    return f"{first} is like {', which is like '.join(others)}: one of them must stand alone."


def _upon(base: yaml.Node | None, change: yaml.Node | None) -> yaml.Node | None:
    return overlay(without(base, OWN) if has_key(change, LIKE) else base, change)


def refuse_misfits(folder: AnyFolder, misfits: Iterable[Misfit]) -> None:
    """Raise an error that lists all misfits with their lines, if there are any."""
    found = [told(one, read_node(folder / one.file)) for one in misfits]
    if found:
        raise DataFileError("\n".join(found))


def line_of(path: AnyFile, *keys: str | int) -> str:
    """Where something is in a file: ``setup.yaml, line 12``; only the file's name if the line is unknown."""
    try:
        node = find(read_node(path), keys)
    except DataFileError:
        node = None
    return place(node) if node is not None else path.name
