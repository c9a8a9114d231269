"""What an untrusted game may contain: data files of known kinds, within limits. Nothing here loads a game.

The limits are far above what any real game needs (the largest has 0.7 MB in total). YAML is measured event by
event before anything is built from it, so that neither depth nor multiplying aliases can do harm.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

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
MOST_LETTERS = 10_000
"""The longest text in a file."""
MOST_DIGITS = 40
"""The longest number: what reads numbers takes time that grows with the square of their length."""
LONGEST_NAME = 400
"""The longest text in a file whose names are drawn on maps."""

_FILE = re.compile(r"(?:(?:scenarios|checks)/)?[A-Za-z0-9][A-Za-z0-9._-]{0,79}\.yaml|map\.json|README\.md")
_DRAWN = ("game.yaml", "units.yaml", "board.yaml", "setup.yaml", "places.yaml", "sides.yaml", "map.json")
"""Files whose names are drawn on maps."""
_MARKUP = re.compile(r"<\s*[A-Za-z/!?]")
_NUMBER = re.compile(r"[-+.0-9][-+0-9a-fA-FxX_.:]*")
"""Everything that is read as a number, and a little more."""
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that turn the direction of a line."""

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Unsafe(msgspec.Struct, frozen=True):
    """Why a game is rejected."""

    why: str


def unsafe(games: Mapping[str, Mapping[str, bytes]]) -> Unsafe | None:
    """The first problem with the files of some games; None if they may be loaded."""
    return next(_problems(games), None)


def unsafe_name(text: str) -> str:
    """What is wrong with a short text that is shown to people; empty if nothing is."""
    if "\n" in text or "\t" in text:
        return "has a text of several lines where a name belongs."
    return _worded(text, drawn=True)


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
    why = ""
    if name.endswith(".yaml"):
        why = _measured(text, name in _DRAWN)
    elif name.endswith(".json"):
        try:
            said = _texts(msgspec.json.decode(data))
            why = next(filter(None, (_worded(one, name in _DRAWN) for one in said)), "")
        except (msgspec.DecodeError, RecursionError):
            why = "is not valid JSON."
    if why:
        yield Unsafe(f"{name} {why}")


def _texts(value: Any) -> Iterator[str]:
    """All texts in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def _worded(text: str, drawn: bool) -> str:
    """What is wrong with a text."""
    if _UNSEEN.search(text):
        return "has control characters in a text."
    if drawn and _MARKUP.search(text):
        return "has markup (<...>) in it. Names are plain text."
    most = LONGEST_NAME if drawn else MOST_LETTERS
    return f"has a text of more than {most:,} letters." if len(text) > most else ""


def _measured(text: str, drawn: bool) -> str:
    """What is wrong with a YAML text: too deep, too large with aliases expanded, or with a bad value."""
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
                if event.implicit[0] and len(event.value) > MOST_DIGITS and _NUMBER.fullmatch(event.value):
                    return f"has a number with more than {MOST_DIGITS} digits."
                if why := _worded(event.value, drawn):
                    return why
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
