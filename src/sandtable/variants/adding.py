"""Installs a packed game: it is checked, test-loaded, and only then added to the user's games."""

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec

from sandtable import games
from sandtable.core.datafile import DataFileError, Folder, Layer, circle
from sandtable.core.datafile.folder import counts, renamed
from sandtable.core.game import AnyGame
from sandtable.games.composing import compose
from sandtable.games.finding import BUILT_IN, FAMILIES, FILE, Family, Header, header_in, user_folder
from sandtable.variants.packing import NOTE, BadPack, Note, Pack, digest_on_disk
from sandtable.variants.trial import tried


class Added(msgspec.Struct, frozen=True):
    """An installed game."""

    note: Note
    path: Path
    new: bool
    """Whether anything was written: the same game may have been installed already."""


def add(pack: Pack, replace: bool = False, where: Path | None = None) -> Added | BadPack:
    """Install a pack in the user's games folder. On any problem nothing changes."""
    shelf = where if where is not None else user_folder()
    note = pack.note
    if note.like and not (BUILT_IN / note.like).is_dir():
        return BadPack(f"it is like {note.like!r}, a game that this sandtable does not have.")
    writing: list[str] = []
    for game in pack.games:
        here = shelf / game
        if (BUILT_IN / game).is_dir():
            return BadPack(f"{game!r} is a game that comes with sandtable.")
        if not here.exists():
            writing.append(game)
            continue
        now = digest_on_disk(here)
        if now == note.digests[game]:
            continue
        if not replace or game != note.id:
            return BadPack(_occupied(here, game, note))
        if now != _noted(here):
            return BadPack(f"{here} was changed here, and would be lost. Rename that folder first.")
        writing.append(game)
    if not writing:
        return Added(note, shelf / note.id, new=False)
    try:
        shelf.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".adding-", dir=shelf) as staging:
            problem = _staged(Path(staging), pack)
            if problem:
                return BadPack(problem)
            for game in writing:
                if (shelf / game).exists():
                    (shelf / game).rename(Path(staging) / f"{game}.old")
                shutil.move(Path(staging) / game, shelf / game)
    except OSError as error:
        return BadPack(f"{shelf} can't be written: {error.strerror}.")
    games.forget()
    return Added(note, shelf / note.id, new=True)


def loaded(pack: Pack) -> AnyGame | BadPack:
    """The game of a pack, made in memory: nothing is installed. Call it where time and memory are limited."""
    try:
        folder = _in_memory(pack)
        game = compose(folder, _family(folder))
        _ = game.guide.box, game.guide.kit
    except DataFileError as error:
        return BadPack(str(error))
    except Exception as error:  # a stranger's game may break any assumption
        return BadPack(f"it can't be loaded: {type(error).__name__}: {error}")
    return game


def _in_memory(pack: Pack) -> Folder:
    """The files of a pack's game over those of its parents, packed or built in."""
    layers: list[Layer] = []
    name = pack.note.id
    while name in pack.games:
        if name in [layer.name for layer in layers]:
            raise DataFileError(f"{FILE}: {circle([*(layer.name for layer in layers), name])}")
        layers.append(Layer(name, None, _counting(pack.games[name])))
        name = _header(layers[-1]).like
    if name and not (BUILT_IN / name).is_dir():
        raise DataFileError(f"it is like {name!r}, a game that this sandtable does not have.")
    below = games.folder(name).snapshot().layers if name else ()
    return Folder(*renamed([*layers, *below]))


def _counting(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that a game is read from."""
    return {name: data for name, data in files.items() if counts(name)}


def _header(layer: Layer) -> Header:
    return header_in(layer.held.get(FILE, b"").decode("utf-8"))


def _family(folder: Folder) -> Family:
    said = next((header.family for header in map(_header, folder.layers) if header.family), "area")
    if said not in FAMILIES:
        raise DataFileError(f"{FILE}: family: there is no family {said!r}.")
    return "hexes" if said == "hexes" else "area"


def _staged(folder: Path, pack: Pack) -> str:
    for game, files in pack.games.items():
        for name, data in files.items():
            path = folder / game / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        (folder / game / NOTE).write_bytes(msgspec.json.format(msgspec.json.encode(pack.note)))
    return tried(folder, list(pack.games))


def _occupied(here: Path, game: str, note: Note) -> str:
    if game != note.id:
        return f"it brings the game {game!r}, and another version of that is in {here}. Rename that folder first."
    return f"there is another version of {game!r} in {here}. Add it with --replace, or rename that folder."


def _noted(folder: Path) -> str:
    """The fingerprint of a game when it was added; empty for a game written here."""
    try:
        note = msgspec.json.decode((folder / NOTE).read_bytes(), type=Note)
    except (OSError, msgspec.MsgspecError):
        return ""
    return note.digests.get(folder.name, "")
