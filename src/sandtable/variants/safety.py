"""What an untrusted game may contain: data files of known kinds, within limits. Nothing here loads a game.

The limits are far above what any real game needs (the largest has 0.7 MB in total). YAML is measured event by
event before anything is built from it, so that neither depth nor multiplying aliases can do harm.
"""

import re
from collections.abc import Iterator, Mapping

import msgspec
import yaml

from sandtable.games.finding import ID

MOST_FILES = 120
MOST_BYTES = 4_000_000
"""The most bytes in one file, unpacked."""
MOST_BYTES_IN_ALL = 12_000_000
MOST_DEPTH = 40
MOST_NODES = 400_000
"""The most nodes in one file, with aliases expanded."""

_FILE = re.compile(r"(?:(?:scenarios|checks)/)?[A-Za-z0-9][A-Za-z0-9._-]{0,79}\.yaml|map\.json|README\.md")
_DRAWN = ("game.yaml", "units.yaml", "board.yaml", "setup.yaml", "places.yaml", "sides.yaml", "map.json")
"""Files whose names are drawn on maps."""

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Unsafe(msgspec.Struct, frozen=True):
    """Why a game is rejected."""

    why: str


def unsafe(games: Mapping[str, Mapping[str, bytes]]) -> Unsafe | None:
    """The first problem with the files of some games; None if they may be loaded."""
    return next(_problems(games), None)


def _problems(games: Mapping[str, Mapping[str, bytes]]) -> Iterator[Unsafe]:
    if sum(len(files) for files in games.values()) > MOST_FILES:
        yield Unsafe(f"it has more than {MOST_FILES} files.")
    if sum(len(data) for files in games.values() for data in files.values()) > MOST_BYTES_IN_ALL:
        yield Unsafe(f"it is larger than {MOST_BYTES_IN_ALL // 1_000_000} MB.")
    for game, files in games.items():
        if not ID.fullmatch(game):
            yield Unsafe(f"{game!r} can't be a game's id.")
        for name, data in files.items():
            if not _FILE.fullmatch(name):
                yield Unsafe(f"{name!r} is not a file of a game: only data files are taken.")
            elif len(data) > MOST_BYTES:
                yield Unsafe(f"{name} is larger than {MOST_BYTES // 1_000_000} MB.")
            else:
                yield from _file(name, data)


def _file(name: str, data: bytes) -> Iterator[Unsafe]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        yield Unsafe(f"{name} is not text (UTF-8).")
        return
    if name.endswith(".yaml"):
        why = _measured(text)
        if why:
            yield Unsafe(f"{name} {why}")
            return
    if name.endswith(".json"):
        try:
            msgspec.json.decode(data)
        except (msgspec.DecodeError, RecursionError):
            yield Unsafe(f"{name} is not valid JSON.")
            return
    if name in _DRAWN and re.search(r"<\s*[A-Za-z/!?]", text):
        yield Unsafe(f"{name} has markup (<...>) in it. Names are plain text.")


def _measured(text: str) -> str:
    """What is wrong with the structure of a YAML text: too deep, or too large with aliases expanded."""
    sizes: dict[str, int] = {}
    above: list[tuple[str | None, int]] = []
    count = 0
    try:
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.AliasEvent):
                count += sizes.get(event.anchor or "", 1)
            elif isinstance(event, yaml.ScalarEvent):
                count += 1
                if event.anchor:
                    sizes[event.anchor] = 1
            elif isinstance(event, yaml.CollectionStartEvent):
                count += 1
                above.append((event.anchor, count))
                if len(above) > MOST_DEPTH:
                    return f"is nested more than {MOST_DEPTH} deep."
            elif isinstance(event, yaml.CollectionEndEvent):
                anchor, start = above.pop()
                if anchor:
                    sizes[anchor] = count - start + 1
            if count > MOST_NODES:
                return f"holds more than {MOST_NODES:,} values."
    except (yaml.YAMLError, RecursionError):
        return "is not valid YAML."
    return ""
