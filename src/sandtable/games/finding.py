"""Finds games: folders with a ``game.yaml``, built in or not.

A folder's name is the game's id. Folders are searched for

* next to this file: the built-in games;
* in ``SANDTABLE_GAMES``, where ``--games`` adds to it: game folders, or folders of game folders;
* in the user's data folder (``~/.local/share/sandtable/games``);
* at the entry points of the group ``sandtable.games``: a package, or a path in one.

The first game with a name wins. Unusable folders are reported by :func:`problems` and otherwise ignored.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from sandtable.core.datafile import (
    LIKE,
    DataFileError,
    Folder,
    Layer,
    circle,
    compose,
    construct,
    suggestion,
)
from sandtable.core.datafile.folder import renamed

BUILT_IN = Path(__file__).parent
VARIABLE = "SANDTABLE_GAMES"
GROUP = "sandtable.games"
FILE = "game.yaml"
"""The file that makes a folder a game."""
ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")

Family = Literal["area", "hexes"]
FAMILIES: tuple[Family, ...] = ("area", "hexes")


class Found(msgspec.Struct, frozen=True):
    """A game's folder."""

    id: str
    path: Path
    built_in: bool = False


class Problem(msgspec.Struct, frozen=True):
    """A folder that isn't a game, or can't be used as one here."""

    id: str
    path: str
    why: str


class Shelf(msgspec.Struct, frozen=True):
    """Everything found."""

    games: Mapping[str, Found]
    problems: tuple[Problem, ...]


class Header(msgspec.Struct, frozen=True):
    """The keys of a ``game.yaml`` that are needed to sort games."""

    family: str = ""
    like: str = ""


def add_to_search(folders: Iterable[Path]) -> None:
    """Also search for games in these folders, in this process and all its child processes."""
    wanted = [str(folder.expanduser().absolute()) for folder in folders]
    known = [one for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one and one not in wanted]
    os.environ[VARIABLE] = os.pathsep.join([*wanted, *known])


def user_folder() -> Path:
    """The user's games folder: ``$XDG_DATA_HOME/sandtable/games``, or the same under ``~/.local/share``."""
    data = os.environ.get("XDG_DATA_HOME", "")
    return (Path(data) if data else Path.home() / ".local" / "share") / "sandtable" / "games"


def shelf() -> Shelf:
    """All games found. Cached until the search folders change."""
    try:
        own = str(user_folder())
    except RuntimeError:  # no home directory
        own = ""
    return _shelf(os.environ.get(VARIABLE, ""), own)


def find(game_id: str) -> Found | None:
    """A game by its id. A built-in game is found without searching elsewhere."""
    here = BUILT_IN / game_id
    if ID.fullmatch(game_id) and (here / FILE).is_file():
        return Found(game_id, here, built_in=True)
    return shelf().games.get(game_id)


@cache
def _shelf(named: str, own: str) -> Shelf:
    games: dict[str, Found] = {}
    problems: list[Problem] = []
    for one in _candidates(named, own):
        if isinstance(one, Problem):
            problems.append(one)
        elif one.id in games:
            other = games[one.id]
            if not one.path.samefile(other.path):
                whose = "built in" if other.built_in else f"in {other.path}"
                why = f"there is another game {one.id!r}, {whose}. Give the folder another name."
                problems.append(Problem(one.id, str(one.path), why))
        else:
            games[one.id] = one
    return Shelf(games, tuple(problems))


def _candidates(named: str, own: str) -> Iterator[Found | Problem]:
    yield from sorted(_games_in(BUILT_IN, built_in=True), key=_order)
    for place in named.split(os.pathsep):
        if place:
            yield from _named(Path(place))
    if own and Path(own).is_dir():
        yield from _games_in(Path(own))
    from importlib.metadata import entry_points  # noqa: PLC0415 - who wants a built-in game does not wait for it

    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        yield from _provided(point)


def _named(place: Path) -> Iterator[Found | Problem]:
    """The games in a named folder: a game, or a folder of games."""
    if not place.is_dir():
        yield Problem(place.name, str(place), "there is no such folder.")
    elif (place / FILE).is_file():
        yield _folder(place)
    else:
        games = list(_games_in(place))
        yield from games or [Problem(place.name, str(place), f"neither it nor a folder in it has a {FILE}.")]


def _games_in(place: Path, built_in: bool = False) -> Iterator[Found | Problem]:
    for path in sorted(place.iterdir()):
        if (path / FILE).is_file():
            yield _folder(path, built_in)


def _folder(path: Path, built_in: bool = False) -> Found | Problem:
    path = path.absolute()
    name = path.name or path.resolve().name
    if not ID.fullmatch(name):
        why = "the folder's name is the game's id: small letters, digits and hyphens, at most 40."
        return Problem(name, str(path), why)
    return Found(name, path, built_in)


def _order(one: Found | Problem) -> tuple[int, str]:
    """The order of the built-in games: area games first."""
    family = read_header(one.path).family if isinstance(one, Found) else ""
    return FAMILIES.index("hexes") if family == "hexes" else 0, one.id


def _provided(point: Any) -> Iterator[Found | Problem]:
    """The games of an installed package."""
    try:
        target = point.load()
        given = [target] if isinstance(target, str | os.PathLike) else target.__path__
        places = [Path(one) for one in given]
    except Exception as error:  # a package can raise anything
        yield Problem(point.name, point.value, f"the entry point cannot be loaded: {error}")
        return
    for place in places:
        yield from _named(place)


# families and layers


def read_header(path: Path) -> Header:
    """The header of a game's file, without parsing all of it: top-level keys start at the beginning of a line."""
    try:
        text = (path / FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataFileError(f"{FILE}: cannot be read: {error}") from None
    return header_in(text)


def header_in(text: str) -> Header:
    """The header in the text of a game's file."""
    lines = re.findall(r"^(?:family|like)[ \t]*:.*$", text, re.MULTILINE)
    if not lines and not text.lstrip().startswith("{"):
        return Header()
    value = construct(compose("\n".join(lines) or text, FILE))
    told = value if isinstance(value, dict) else {}
    return Header(str(told.get("family") or ""), str(told.get(LIKE) or ""))


def family(found: Found) -> Family:
    """A game's family."""
    said = [header.family for _, header in _line(found) if header.family]
    name = said[0] if said else "area"
    if name not in FAMILIES:
        near = suggestion(name, FAMILIES)
        raise DataFileError(f"{FILE}: family: there is no family {name!r}.{near} There are: area, hexes.")
    return "hexes" if name == "hexes" else "area"


def layers(found: Found) -> Folder:
    """A game's files, merged over those of its parent."""
    line = [Layer(one.id, one.path) for one, _ in _line(found)]
    return Folder(*renamed(line), built_in=found.built_in)


def _line(found: Found) -> Iterator[tuple[Found, Header]]:
    """A game, its parent, its parent's parent, and so on."""
    seen: list[str] = []
    here: Found | None = found
    while here is not None:
        header = read_header(here.path)
        yield here, header
        if not header.like:
            return
        seen.append(here.id)
        if header.like in seen:
            raise DataFileError(f"{FILE}: {circle([*seen, header.like])}")
        here = find(header.like)
        if here is None:
            near = suggestion(header.like, shelf().games)
            raise DataFileError(f"{FILE}: like: there is no game {header.like!r}.{near}")


def forget() -> None:
    """Clear the cache: everything is searched for again on next use."""
    _shelf.cache_clear()
