"""Changes a variant's own files, keeping comments, order and spacing.

A change is described by its effect on the merged game: this place in this file has that value. What to write in
the variant's file follows from its current content.
"""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import YAMLError

from sandtable.core.datafile import DataFileError, File, Folder, construct, read_node
from sandtable.core.datafile.renaming import FILE, KEY, in_words, renames_of, with_new_names
from sandtable.games import folder_at
from sandtable.hexes.scenario import read_plain
from sandtable.variants.comparing import Difference, compared, parent_of

REPLACE = "replace"
CHANGE = "change"
EDITS = ("add", "remove", "before", "after", "instead", CHANGE)
GONE = object()
"""The value of a place to be removed."""


def _yaml(flat: bool = False) -> YAML:
    """``flat``: a list at the left edge, as in ``rules.yaml``."""
    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = 120
    yaml.indent(mapping=2, sequence=2 if flat else 4, offset=0 if flat else 2)
    yaml.representer.add_representer(
        type(None), lambda representer, _: representer.represent_scalar("tag:yaml.org,2002:null", "null")
    )
    return yaml


def load(path: Path) -> Any:
    """A file with its comments. An empty file is an empty mapping, or an empty list of rules."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    try:
        tree = _yaml().load(text)
    except YAMLError as error:
        raise DataFileError(f"{path.name} is not valid YAML: fix it in a text editor first. {error}") from None
    if tree is None:
        tree = CommentedSeq() if path.name == "rules.yaml" else CommentedMap()
        if text.strip():  # only comments: they go at the top
            tree.yaml_set_start_comment(
                "\n".join(line.removeprefix("# ").removeprefix("#") for line in text.splitlines())
            )
    return tree


def dump(tree: Any) -> str:
    """A file's text. A file that is now empty keeps its comments."""
    out = io.StringIO()
    _yaml(isinstance(tree, list)).dump(tree, out)
    text = out.getvalue()
    if not tree:
        return "\n".join(line for line in text.splitlines() if line.strip() not in ("{}", "[]")) + "\n"
    return text


def set_value(folder: Path, file: str, path: Sequence[str], value: Any) -> None:
    """Set a place in the merged game to a value or ``GONE``. Values equal to the parent's aren't written."""
    tree = load(folder / file)
    before = _parents(folder, file, path)
    if value == before or (value is GONE and before is GONE):
        _drop(tree, path)
    else:
        _put(tree, path, value if value is not GONE else None, before)
    write(folder / file, dump(tree))


def undo(folder: Path, difference: Difference) -> None:
    """Undo a change: restore the parent's value."""
    for edit in difference.edits:
        if not edit.path:  # not a YAML file, such as the map
            (folder / edit.file).unlink(missing_ok=True)
            continue
        before = _parents(folder, edit.file, edit.path)
        tree = load(folder / edit.file)
        _drop(tree, edit.path)
        write(folder / edit.file, dump(tree))
        if any(
            found.file == edit.file and found.path[: len(edit.path)] == edit.path[: len(found.path)]
            for one in compared(folder_at(folder))
            for found in one.edits
        ):  # something further up in the file still overrides it, or replaces it with what is below
            tree = load(folder / edit.file)
            _put(tree, edit.path, None if before is GONE else before, GONE)
            write(folder / edit.file, dump(tree))


def rename(folder: Path, old: str, new: str) -> None:
    """Call a space something else, in the games below and in the variant's own files."""
    own = folder_at(folder).layers[0]
    for name in own.names():
        text = own.read(name).decode("utf-8")
        moves = name.startswith("scenarios/")  # there a name stands inside orders: 2 inf Karelia -> Archangel
        changed = in_words(text, {old: new}) if moves else with_new_names(name, text.encode(), {old: new}).decode()
        if changed != text:
            write(folder / name, changed)
    parent = parent_of(folder_at(folder))
    assert parent is not None, "only a variant is changed"
    known = renames_of(own.read(FILE).decode("utf-8"))
    first = next((one for one, now in known.items() if now == old), old)
    if first in spaces_in(parent) or first in known:
        set_value(folder, FILE, (KEY, first), GONE if new == first else new)


def spaces_in(folder: Folder) -> set[str]:
    """The names of all territories and sea zones."""
    board = construct(read_node(folder / "board.yaml"))
    groups = (board.get(group) for group in ("territories", "sea_zones")) if isinstance(board, dict) else ()
    return {str(name) for group in groups if isinstance(group, dict) for name in group}


def write(path: Path, text: str | bytes) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_bytes(text.encode() if isinstance(text, str) else text)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _parents(folder: Path, file: str, path: Sequence[str]) -> Any:
    """The parent's value in a place."""
    parent = parent_of(folder_at(folder))
    there: File | None = parent / file if parent is not None else None
    value: Any = {}
    if parent is not None and there is not None and there.is_file():
        played = is_played(parent, file)
        value = read_plain(parent, there.stem) if played else construct(read_node(there))
    for step in path:
        value = _below(value, step)
        if value is GONE:
            return GONE
    return value


def is_played(folder: Folder, file: str) -> bool:
    """Whether a file is a scenario that a hex game is played in; it can be like another one."""
    return file.startswith("scenarios/") and (folder / "atlas.yaml").is_file()


def _below(value: Any, step: str) -> Any:
    if isinstance(value, dict):
        return next((one for key, one in value.items() if str(key) == step), GONE)
    if isinstance(value, list):
        return next((one for one in value if _name(one) == step), GONE)
    return GONE


def _name(item: Any) -> str:
    return str(item.get("id") or item.get("name") or "") if isinstance(item, dict) else str(item)


def _drop(tree: Any, path: Sequence[str]) -> None:
    """Remove a place from a variant's file, and what is then empty."""
    trail: list[tuple[Any, Any]] = []
    here = tree
    for step in path:
        here = _inside(here, trail)
        key = _key(here, step)
        if key is None:
            return
        trail.append((here, key))
        here = here[key]
    for holder, key in reversed(trail):
        if (holder is trail[-1][0] and key == trail[-1][1]) or _is_empty(holder[key]):
            del holder[key]
        else:
            break


def _inside(here: Any, trail: list[tuple[Any, Any]]) -> Any:
    """Where the items of a value are: under ``replace``, or under a list's ``change``."""
    for word in (REPLACE, CHANGE):
        if isinstance(here, dict) and word in here and set(here) <= {REPLACE, *EDITS}:
            trail.append((here, word))
            return here[word]
    return here


def _key(here: Any, step: str) -> Any:
    if isinstance(here, dict):
        return next((key for key in here if str(key) == step), None)
    if isinstance(here, list):
        return next((at for at, one in enumerate(here) if _name(one) == step), None)
    return None


def _is_empty(value: Any) -> bool:
    if isinstance(value, dict):
        return not value or set(value) == {"id"}
    return isinstance(value, list) and not value


def _put(tree: Any, path: Sequence[str], value: Any, before: Any) -> None:
    """Write a value; in a list that only the parent has, with ``change``."""
    here: Any = tree
    trail: list[tuple[Any, Any]] = []
    for at, step in enumerate(path[:-1]):
        here = _inside(here, trail)
        key = _key(here, step)
        if key is None or not isinstance(here[key], dict | list):
            fresh: Any = CommentedMap()
            if isinstance(here, list):
                fresh["id"] = step
                here.append(fresh)
                key = len(here) - 1
            else:
                key = step
                here[key] = fresh
        here = here[key]
        if at == 0 and isinstance(here, dict) and step == "passages" and CHANGE not in here:
            here[CHANGE] = CommentedMap()
    here = _inside(here, trail)
    last = path[-1]
    fresh_value = _plain(value)
    if isinstance(fresh_value, dict) and isinstance(before, dict):
        fresh_value = {REPLACE: fresh_value}
    key = _key(here, last)
    if isinstance(here, list):
        item = CommentedMap({"id": last, **(fresh_value if isinstance(fresh_value, dict) else {})})
        if key is None:
            here.append(item)
        else:
            here[key] = item
    else:
        here[last if key is None else key] = fresh_value


def _plain(value: Any) -> Any:
    """A value as ruamel writes it: short lists on one line."""
    if isinstance(value, dict):
        found = CommentedMap({key: _plain(one) for key, one in value.items()})
        if all(not isinstance(one, dict | list) for one in value.values()):
            found.fa.set_flow_style()
        return found
    if isinstance(value, list):
        items = CommentedSeq([_plain(one) for one in value])
        if all(not isinstance(one, dict) for one in value):
            items.fa.set_flow_style()
        return items
    return value
