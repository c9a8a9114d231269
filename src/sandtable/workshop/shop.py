"""Opens, changes and undoes changes to the variants on this machine. Errors are raised as ``Trouble``."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec

from sandtable import games
from sandtable.core.datafile import DataFileError
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.core.wording import listed
from sandtable.games.composing import compose
from sandtable.maps.geometry import FILE
from sandtable.server.problems import Trouble
from sandtable.variants.comparing import compared
from sandtable.variants.packing import digest_on_disk
from sandtable.workshop.borders import PLACES, NoMap, Sheet, built_map, moved, place_path, sheet, without
from sandtable.workshop.editing import GONE, rename, set_value, spaces_in, undo, write
from sandtable.workshop.part_rules import missing_rules
from sandtable.workshop.views import View, family_of, view

RULES = "rules.yaml"
CANNOT = (DataFileError, OSError, UnicodeDecodeError, RecursionError)
"""What keeps a file from being changed."""
CHANGED = "The files were changed meanwhile, so nothing was written. Here they are as they are now."


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sets the value of one place; ``gone`` removes it."""

    file: str
    path: tuple[str, ...]
    value: Any = None
    gone: bool = False


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moves a place to another point on the sheet; ``spot`` -1 adds one, ``gone`` removes it."""

    stand: str
    space: str
    spot: int = -1
    point: int = -1
    x: float = 0.0
    y: float = 0.0
    gone: bool = False


class Shop:
    """The games that can be edited: those found, and some extra folders."""

    def __init__(self, extra: Sequence[Path] = ()) -> None:
        self._extra = {path.name: path for path in extra}
        self._one_at_a_time = RLock()

    def all(self) -> dict[str, Path]:
        """Every variant and its folder, searched for again."""
        games.forget()
        found = {name: one.path for name, one in games.finding.shelf().games.items() if not one.built_in}
        return {**found, **self._extra}

    def folder(self, game: str) -> Path:
        path = self._extra.get(game) or self.all().get(game)
        if path is None or not (path / "game.yaml").is_file():
            raise Trouble.of(HTTPStatus.NOT_FOUND, f"There is no variant {game!r} here any more.")
        return path

    def view(self, game: str) -> View:
        try:
            return view(self.folder(game))
        except DataFileError as error:
            raise Trouble.of(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), "broken") from None

    def edit(self, game: str, stand: str, edits: Sequence[Edit]) -> None:
        """Make all of these changes, or none."""
        with self._changing(game, stand) as path:
            self._edit(path, edits)

    def _edit(self, path: Path, edits: Sequence[Edit]) -> None:
        files = {one.file for one in edits}
        allowed = {file for layer in games.folder_at(path).layers for file in layer.names()}
        if not files <= allowed or any(not one.path for one in edits):
            raise Trouble.of(HTTPStatus.UNPROCESSABLE_ENTITY, "That is not a place in this game's files.")
        before = {file: _held(path / file) for file in files}
        try:
            for one in edits:
                set_value(path, one.file, one.path, GONE if one.gone else one.value)
                if one.file == "game.yaml" and len(one.path) == 2 and one.path[0] == "parts" and not one.gone:
                    before.setdefault(RULES, _held(path / RULES))
                    for rule in missing_rules(path, one.path[1]):
                        set_value(path, RULES, (rule.id,), {"section": rule.section, "text": rule.text})
        except CANNOT as error:
            for file, held in before.items():
                _restore(path / file, held)
            raise _unwritten(error, files) from None

    def rename(self, game: str, stand: str, space: str, name: str) -> None:
        """Call a space something else, wherever it is named."""
        with self._changing(game, stand) as path:
            before = {file: _held(path / file) for file in games.folder_at(path).layers[0].names()}
            try:
                known = spaces_in(games.folder_at(path))
                if space not in known or not name.strip() or name in known:
                    raise DataFileError(f"{name!r} is not a new name for {space}.")
                rename(path, space, name)
            except CANNOT as error:
                for file, held in before.items():
                    _restore(path / file, held)
                raise _unwritten(error, before) from None

    def undo(self, game: str, stand: str, change: str) -> None:
        """Undo a difference. Does nothing if it no longer exists."""
        with self._changing(game, stand) as path:
            try:
                found = next((one for one in compared(games.folder_at(path)) if one.id == change), None)
                if found is not None:
                    undo(path, found)
            except CANNOT as error:
                raise _unwritten(error, ["a file of this change"]) from None

    def picture(self, game: str, scenario: str) -> str:
        """The board with a scenario's starting units."""
        path = self.folder(game)
        try:
            loaded = compose(games.folder_at(path).snapshot(), family_of(path))
        except DataFileError as error:
            raise Trouble.of(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), "broken") from None
        state = loaded.start(Setup(scenario))
        return "" if isinstance(state, Refusal) else loaded.guide.picture(state, dark=False)

    def sheet(self, game: str, draft: bool) -> Sheet:
        """The map with its places, current or as a draft."""
        with _map_trouble():
            return sheet(self.folder(game), draft)

    def move_place(self, game: str, move: Move) -> None:
        """Move, add or remove a place."""
        with self._changing(game, move.stand) as path, _map_trouble():
            spots = (
                without(path, move.space, move.spot)
                if move.gone
                else moved(path, move.space, move.spot, move.point, move.x, move.y)
            )
            set_value(path, PLACES, place_path(path, move.space), spots)

    def build(self, game: str, stand: str) -> None:
        """Build the final map. If the folder has changed meanwhile, it keeps its current map."""
        path = self._unchanged(game, stand)
        with _map_trouble():
            data = built_map(path)
            with self._changing(game, stand):
                write(path / FILE, data)

    @contextmanager
    def _changing(self, game: str, stand: str) -> Iterator[Path]:
        """The folder, for one change at a time: two browsers that change it at once can't both pass the check."""
        with self._one_at_a_time:
            yield self._unchanged(game, stand)

    def _unchanged(self, game: str, stand: str) -> Path:
        path = self.folder(game)
        if digest_on_disk(path) != stand:
            raise Trouble.of(HTTPStatus.CONFLICT, CHANGED)
        return path


@contextmanager
def _map_trouble() -> Iterator[None]:
    """Turns errors about maps into responses."""
    try:
        yield
    except (DataFileError, NoMap, OSError) as error:
        raise Trouble.of(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), "no-map") from None


def _unwritten(error: Exception, files: Iterable[str]) -> Trouble:
    """Why nothing was changed, and what to do."""
    if isinstance(error, DataFileError):
        why = str(error)
    elif isinstance(error, OSError):
        why = f"{listed(sorted(files), 'or')} can't be written: {error.strerror}. Nothing was changed."
    else:
        why = f"{listed(sorted(files), 'or')} can't be changed here: fix it in a text editor first."
    return Trouble.of(HTTPStatus.UNPROCESSABLE_ENTITY, why)


def _held(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _restore(path: Path, held: bytes | None) -> None:
    if held is not None:
        write(path, held)
    elif path.is_file():
        path.unlink()
