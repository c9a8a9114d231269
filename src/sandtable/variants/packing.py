"""A game as one file to share: a zip of its data files and a manifest."""

import hashlib
import io
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from sandtable import __version__
from sandtable.core.datafile import DataFileError, Folder, Layer, construct, read_node
from sandtable.games.finding import BUILT_IN
from sandtable.variants.safety import MOST_BYTES, MOST_BYTES_IN_ALL, MOST_FILES, unsafe, unsafe_name

NOTE = "pack.json"
"""The pack's manifest; also kept in the folder of an added game."""
SUFFIX = ".game.zip"
FORMAT = 1
MOST_PACKED = 4_000_000
"""The most bytes in a pack."""
MUST_SAY = ("version", "author", "licence")
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The compressions that a pack may use."""
EXTRA = ("README.md",)
"""Files packed in addition to those that the game is read from."""
_WHEN = (1980, 1, 1, 0, 0, 0)
"""The date of all files, so that equal games make equal packs."""


class Note(msgspec.Struct, frozen=True):
    """The manifest of a pack."""

    format: int
    id: str
    title: str
    version: str
    author: str
    licence: str
    like: str
    """The built-in game it is ultimately based on."""
    digest: str
    """The digest of all files in the pack, to tell versions apart."""
    sandtable: str
    """The version of sandtable that packed it."""
    digests: Mapping[str, str] = {}
    """The digest of each game in the pack: a variant of a variant includes both."""


class Pack(msgspec.Struct, frozen=True):
    """A pack that was read or will be written."""

    note: Note
    games: Mapping[str, Mapping[str, bytes]]
    """The files of each game: the game itself first, then its parents."""


class BadPack(msgspec.Struct, frozen=True):
    """Why there is no pack."""

    why: str


def pack(folder: Folder) -> Pack | BadPack:
    """The pack of a game on disk, including its parents that aren't built in."""
    own, *_ = folder.layers
    if folder.built_in:
        return BadPack(f"{own.name} comes with sandtable: everybody has it.")
    try:
        said = construct(read_node(Folder(own) / "game.yaml"))
    except DataFileError as error:
        return BadPack(str(error))
    facts = said if isinstance(said, dict) else {}
    missing = [key for key in MUST_SAY if not str(facts.get(key) or "").strip()]
    if missing:
        lines = ", ".join(f"{key}:" for key in missing)
        return BadPack(f"game.yaml of {own.name} must say {lines} (in the first lines). Fill in what is missing.")
    layers = [layer for layer in folder.layers if layer.path is None or layer.path.parent != BUILT_IN]
    games = {layer.name: _files(layer) for layer in layers}
    away = [f"{layer.name}/{name}" for layer in layers for name in games[layer.name] if _is_elsewhere(layer, name)]
    if away:
        return BadPack(
            f"{away[0]} is a link to a file outside its folder, which would be given away. Copy the file."
        )
    problem = unsafe(games)
    if problem:
        return BadPack(problem.why)
    version, author, licence = (str(facts[key]).strip() for key in MUST_SAY)
    note = Note(
        format=FORMAT,
        id=own.name,
        title=str(facts.get("title") or own.name),
        version=version,
        author=author,
        licence=licence,
        like=next((layer.name for layer in folder.layers if layer not in layers), ""),
        digest=digest(games),
        sandtable=__version__,
        digests={name: digest({name: files}) for name, files in games.items()},
    )
    return Pack(note, games)


def _files(layer: Layer) -> dict[str, bytes]:
    files = {name: layer.read(name) for name in layer.names()}
    if layer.path is not None:
        checks = sorted((layer.path / "checks").glob("*.yaml"))
        beside = [layer.path / name for name in EXTRA if (layer.path / name).is_file()]
        files |= {path.relative_to(layer.path).as_posix(): path.read_bytes() for path in (*checks, *beside)}
    files.pop(NOTE, None)
    return dict(sorted(files.items()))


def _is_elsewhere(layer: Layer, name: str) -> bool:
    """Whether a file is a link that leads out of its game's folder."""
    return layer.path is not None and not (layer.path / name).resolve().is_relative_to(layer.path.resolve())


def digest(games: Mapping[str, Mapping[str, bytes]]) -> str:
    """A fingerprint of the files of some games."""
    found = hashlib.sha256()
    for game, files in sorted(games.items()):
        for name, data in sorted(files.items()):
            found.update(f"{game}/{name}\0{len(data)}\0".encode() + data)
    return found.hexdigest()[:32]


def digest_on_disk(path: Path) -> str:
    """The fingerprint of one game's folder as it is now."""
    return digest({path.name: _files(Layer(path.name, path))})


def written(one: Pack) -> bytes:
    """A pack as a file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        files = {f"{game}/{name}": data for game, held in one.games.items() for name, data in held.items()}
        for name, data in {NOTE: msgspec.json.format(msgspec.json.encode(one.note)), **files}.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def read_pack(data: bytes) -> Pack | BadPack:
    """A pack from an untrusted file."""
    if len(data) > MOST_PACKED:
        return BadPack(f"it is larger than {MOST_PACKED // 1_000_000} MB.")
    try:
        files = _unzipped(data)
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        ValueError,
        OSError,
    ):
        return BadPack("it is not a game that 'sandtable pack' has written.")
    if isinstance(files, BadPack):
        return files
    try:
        note = msgspec.json.decode(files.pop(NOTE, b""), type=Note)
    except (msgspec.MsgspecError, RecursionError):
        return BadPack("it is not a game that 'sandtable pack' has written.")
    if note.format > FORMAT:
        return BadPack(f"it was packed by a newer sandtable ({note.sandtable}). Update this one.")
    said = (note.id, note.title, note.version, note.author, note.licence, note.like, note.sandtable)
    if why := next(filter(None, map(unsafe_name, said)), ""):
        return BadPack(f"{NOTE} {why}")
    games: dict[str, dict[str, bytes]] = {note.id: {}}
    for name, held in files.items():
        game, _, file = name.partition("/")
        games.setdefault(game, {})[file] = held
    problem = unsafe(games)
    if problem:
        return BadPack(problem.why)
    own = {game: digest({game: held}) for game, held in games.items()}
    if note.digest != digest(games) or dict(note.digests) != own:
        return BadPack("its files are not those that were packed: it is damaged, or somebody has changed it.")
    return Pack(note, games)


def _unzipped(data: bytes) -> dict[str, bytes] | BadPack:
    files: dict[str, bytes] = {}
    left = MOST_BYTES_IN_ALL
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = [one for one in archive.infolist() if not one.is_dir()]
        if len(entries) > MOST_FILES:
            return BadPack(f"it has more than {MOST_FILES} files.")
        for entry in entries:
            if entry.compress_type not in METHODS:  # others unpack without limit, whatever is asked for
                return BadPack("it is not a game that 'sandtable pack' has written.")
            with archive.open(entry) as stream:
                held = stream.read(min(left, MOST_BYTES) + 1)  # don't trust the size in the archive
            if len(held) > min(left, MOST_BYTES):
                return BadPack(f"{entry.filename} is too large.")
            if entry.filename in files:
                return BadPack(f"{entry.filename} is in it twice.")
            left -= len(held)
            files[entry.filename] = held
    return files
