"""Other names for things in the files of a game, such as territories in a variant.

A variant says ``renamed: {Karelia: Leningrad}`` in ``game.yaml``. The files of the games below it are then read
with the new name, wherever the old one is a whole value or key; the variant's own files use the new name.
"""

import re
from collections.abc import Iterator, Mapping

import msgspec
import yaml

from sandtable.core.datafile.errors import DataFileError
from sandtable.core.datafile.nodes import compose, construct

FILE = "game.yaml"
KEY = "renamed"
PROSE = ("rules.yaml", "topics.yaml")
"""Files of texts; nothing is renamed in them, nor in ``names.*.yaml``."""
TEXTS = frozenset({"name", "adjective", "plural", "title", "summary", "text", "city", KEY})
"""Keys whose values stay: what powers, cities and units are called."""


def renames_of(text: str) -> dict[str, str]:
    """What a ``game.yaml`` renames in the games below it, by old name.

    >>> renames_of("renamed: {Karelia: Leningrad}")
    {'Karelia': 'Leningrad'}
    """
    if KEY not in text:
        return {}
    value = construct(compose(text, FILE))
    found = value.get(KEY) if isinstance(value, dict) else None
    if not isinstance(found, dict):
        return {}
    for old, new in found.items():
        if not isinstance(new, str) or not new.strip():
            raise DataFileError(f"{FILE}: {KEY}.{old}: a name is needed here.")
    return {str(old): new for old, new in found.items()}


def with_new_names(file: str, data: bytes, names: Mapping[str, str]) -> bytes:
    """A file with new names.

    >>> with_new_names("board.yaml", b"{Ur: {neighbours: [Ur, Uruk]}}", {"Ur": "Sumer"})
    b'{"Sumer": {neighbours: ["Sumer", Uruk]}}'
    """
    if not names or file in PROSE or file.startswith("names."):
        return data
    text = data.decode("utf-8")
    if not any(old in text for old in names):
        return data
    return (_in_json(text, names) if file.endswith(".json") else in_yaml(text, names, file)).encode()


def in_yaml(text: str, names: Mapping[str, str], file: str) -> str:
    """A YAML text with new names; everything else stays as it is, comments included."""
    found = {
        (node.start_mark.index, node.end_mark.index): names[node.value]
        for node in _scalars(compose(text, file), names)
    }
    for (start, end), new in sorted(found.items(), reverse=True):
        text = f"{text[:start]}{_quoted(new)}{text[end:]}"
    return text


def in_words(text: str, names: Mapping[str, str]) -> str:
    """A text with new names, wherever an old one stands as a word.

    >>> in_words("2 inf Ur -> Uruk", {"Ur": "Sumer"})
    '2 inf Sumer -> Uruk'
    """
    if not names:
        return text
    known = "|".join(re.escape(old) for old in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{known})(?!\w)", lambda found: names[found[0]], text)


def _scalars(node: yaml.Node | None, names: Mapping[str, str]) -> Iterator[yaml.ScalarNode]:
    if isinstance(node, yaml.ScalarNode) and node.value in names:
        yield node
    elif isinstance(node, yaml.SequenceNode):
        for one in node.value:
            yield from _scalars(one, names)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _scalars(key, names)
            if key.value not in TEXTS:
                yield from _scalars(value, names)


def _in_json(text: str, names: Mapping[str, str]) -> str:
    known = "|".join(re.escape(_quoted(old)) for old in names)
    quoted = {_quoted(old): _quoted(new) for old, new in names.items()}
    return re.sub(known, lambda found: quoted[found[0]], text)


def _quoted(name: str) -> str:
    """A name in quotation marks, as both YAML and JSON read it."""
    return msgspec.json.encode(name).decode()
