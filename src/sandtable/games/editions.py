"""Editions: snapshots of a game's files, which can be loaded after the files have changed.

An edition is named by the digest of its files, including those of its parent game.
"""

import zlib

import msgspec

from sandtable.core.datafile import DataFileError, Folder, Layer
from sandtable.core.game import AnyGame
from sandtable.games.composing import compose
from sandtable.games.finding import Family


class Packed(msgspec.Struct, frozen=True):
    """All files of a game, compressed."""

    game: str
    digest: str
    data: bytes


class _Files(msgspec.Struct, frozen=True):
    """The content of the packed data."""

    family: Family
    built_in: bool
    layers: tuple[tuple[str, dict[str, bytes]], ...]


def digest_of(game: AnyGame) -> str:
    """The edition of a game; empty for a game that isn't made from files."""
    folder = getattr(game, "folder", None)
    return folder.digest if isinstance(folder, Folder) else ""


def pack(game: AnyGame) -> Packed | None:
    """A game's files; None for a game that isn't made from files."""
    folder = getattr(game, "folder", None)
    if not isinstance(folder, Folder):
        return None
    family: Family = "hexes" if game.guide.box.family == "hexes" else "area"
    layers = tuple((layer.name, dict(layer.held)) for layer in folder.snapshot().layers)
    files = msgspec.msgpack.encode(_Files(family, folder.built_in, layers))
    return Packed(game.id, folder.digest, zlib.compress(files, 9))


def unpack(data: bytes) -> AnyGame:
    """The game in packed files. Raises ``DataFileError`` if this version can't read them."""
    try:
        files = msgspec.msgpack.decode(zlib.decompress(data), type=_Files)
    except (zlib.error, msgspec.MsgspecError) as error:
        raise DataFileError(f"the stored files are damaged: {error}") from None
    layers = (Layer(name, None, held) for name, held in files.layers)
    return compose(Folder(*layers, built_in=files.built_in), files.family)
