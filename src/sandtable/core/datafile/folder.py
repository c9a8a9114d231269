"""A folder of data files in layers: a game's files over those of the game it is like."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path, PurePosixPath

import msgspec
from msgspec.structs import replace

from sandtable.core.datafile.renaming import FILE, renames_of, with_new_names

PATTERNS = ("*.yaml", "*.json", "scenarios/*.yaml")
"""The files that count. Others in the folder are ignored."""


def counts(name: str) -> bool:
    """Whether a file counts, by its path in the folder.

    >>> counts("units.yaml"), counts("scenarios/first.yaml"), counts("checks/first.yaml"), counts("README.md")
    (True, True, False, False)
    """
    path = PurePosixPath(name)
    return any(path.match(pattern) and len(path.parts) == pattern.count("/") + 1 for pattern in PATTERNS)


class Layer(msgspec.Struct, frozen=True, dict=True):
    """The files of one folder, on disk or in memory."""

    name: str
    path: Path | None = None
    held: Mapping[str, bytes] = {}
    renames: Mapping[str, str] = {}
    """New names for what is in these files, by old name: the layers above say so."""

    def has(self, name: str) -> bool:
        return name in self.held if self.path is None else (self.path / name).is_file()

    def read(self, name: str) -> bytes:
        data = self._read(name)
        return with_new_names(name, data, self.renames) if self.renames else data

    def _read(self, name: str) -> bytes:
        if self.path is not None:
            return (self.path / name).read_bytes()
        if name not in self.held:
            raise FileNotFoundError(f"there is no file {name}")
        return self.held[name]

    def names(self) -> list[str]:
        """All files, by their paths in the folder."""
        if self.path is None:
            return sorted(self.held)
        found = {file for pattern in PATTERNS for file in self.path.glob(pattern) if file.is_file()}
        return sorted(file.relative_to(self.path).as_posix() for file in found)


class Folder:
    """Data files by name. ``folder / "units.yaml"`` is a file, as with a path.

    >>> Folder(Layer("house", held={"units.yaml": b""})) / "units.yaml"
    File('house/units.yaml')
    """

    def __init__(self, *layers: Layer, built_in: bool = False) -> None:
        """The folder's own layer first, then that of what it is like, and so on."""
        self.layers = layers
        self.built_in = built_in
        """Whether it ships with the program."""

    @property
    def name(self) -> str:
        return self.layers[0].name

    def __truediv__(self, name: str) -> "File":
        return File(self, name)

    def glob(self, pattern: str) -> Iterator["File"]:
        """All files whose path matches, from any layer."""
        names = sorted({name for layer in self.layers for name in layer.names()})
        return (self / name for name in names if fnmatchcase(name, pattern))

    def snapshot(self) -> "Folder":
        """The same folder with all files in memory, as they are now."""
        held = (Layer(own.name, None, {name: own.read(name) for name in own.names()}) for own in self.layers)
        return Folder(*held, built_in=self.built_in)

    @cached_property
    def digest(self) -> str:
        """A digest of all files."""
        found = hashlib.sha256()
        for layer in self.snapshot().layers:
            for name, data in sorted(layer.held.items()):
                found.update(f"{name}\0{len(data)}\0".encode() + data)
            found.update(b"\0")
        return found.hexdigest()[:32]

    def __repr__(self) -> str:
        return f"Folder({' over '.join(layer.name for layer in self.layers)!r})"


class File:
    """A file of a folder. Reads from the topmost layer that has it."""

    def __init__(self, folder: Folder, path: str) -> None:
        self.folder, self.path = folder, path

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).name

    @property
    def stem(self) -> str:
        return PurePosixPath(self.path).stem

    def with_name(self, name: str) -> "File":
        return File(self.folder, str(PurePosixPath(self.path).with_name(name)))

    def is_file(self) -> bool:
        return any(layer.has(self.path) for layer in self.folder.layers)

    def read_bytes(self) -> bytes:
        first = next((layer for layer in self.folder.layers if layer.has(self.path)), self.folder.layers[0])
        return first.read(self.path)

    def read_text(self, encoding: str = "utf-8") -> str:
        return self.read_bytes().decode(encoding)

    def versions(self) -> list[tuple[str, str]]:
        """The file's name and text in each layer that has it, lowest first."""
        own = self.folder.layers[0]
        return [
            (self.name if layer is own else f"{layer.name}/{self.path}", layer.read(self.path).decode())
            for layer in reversed(self.folder.layers)
            if layer.has(self.path)
        ] or [(self.name, own.read(self.path).decode())]

    def below(self) -> "File | None":
        """The file that a variant changes: without the variant's own layer. None if there is none."""
        own, *others = self.folder.layers
        file = File(Folder(*others), self.path)
        return file if own.has(self.path) and file.is_file() else None

    def __repr__(self) -> str:
        return f"File('{self.folder.name}/{self.path}')"


def renamed(layers: Sequence[Layer]) -> Iterator[Layer]:
    """Layers, the topmost first, with the names that the layers above give to what is in them."""
    names: dict[str, str] = {}
    for layer in layers:
        yield replace(layer, renames=names) if names else layer
        own = _renames_in(layer)
        names = {old: names.get(new, new) for old, new in own.items()} | {
            old: new for old, new in names.items() if old not in own.values()
        }


def _renames_in(layer: Layer) -> dict[str, str]:
    try:
        return renames_of(layer.read(FILE).decode("utf-8")) if layer.has(FILE) else {}
    except (OSError, UnicodeDecodeError):
        return {}  # whoever reads the file says so


AnyFolder = Folder | Path
"""A folder in layers, or a plain one."""
AnyFile = File | Path


def on_disk(path: Path) -> Folder:
    """A plain folder as a single layer."""
    return Folder(Layer(path.name, path))


def files_of(folder: AnyFolder, pattern: str) -> Sequence[AnyFile]:
    """The files of a folder that match a pattern, by name."""
    return sorted(folder.glob(pattern)) if isinstance(folder, Path) else tuple(folder.glob(pattern))
