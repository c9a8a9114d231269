"""What a variant changes: its files merged over its parent's, compared with the parent's alone.

An *edit* is one place in one file with another value. A *difference* is what a reader calls one change: usually
one edit, sometimes several (both ends of a new connection). The comparison only reads data, so that a game that
doesn't load can still be compared.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.core.datafile import OWN, DataFileError, Folder, Layer, construct, read_node
from sandtable.core.datafile.renaming import KEY as RENAMED
from sandtable.games import folder as folder_of
from sandtable.variants.edit import NOTHING, Edit, Names
from sandtable.variants.words import say, topic_of

__all__ = ["NOTHING", "Difference", "Edit", "compared", "differences", "names_of", "parent_of", "with_only"]

ABOUT = (*OWN, "summary", "family")
"""Keys of ``game.yaml`` that describe the game and don't affect play."""
UNPLAYED = ("rules.yaml", "topics.yaml", "places.yaml", "map.json", "prospects.yaml")
"""Files that don't affect play."""
_BY_PLACE = ("setup.yaml",)
"""Files in which a new or missing mapping is compared item by item."""
_GROUPS = ((RENAMED,), ("parts",), ("options",), ("absent",))
"""Groups in ``game.yaml`` of which each item is a change of its own, also where the parent has no such group."""


class Difference(msgspec.Struct, frozen=True):
    """One change, as a reader would count them."""

    id: str
    """Its place: ``units.yaml: tank.cost``."""
    topic: str
    words: str
    edits: tuple[Edit, ...]

    @property
    def played(self) -> bool:
        """Whether it can affect play."""
        return any(not is_text(edit.file) and edit.path[:1] != (RENAMED,) for edit in self.edits)


def is_text(file: str) -> bool:
    """Whether a file contains only texts or drawings."""
    return file in UNPLAYED or file.startswith(("names.", "tutorial"))


def parent_of(folder: Folder) -> Folder | None:
    """A variant's parent game; None if it has none."""
    return Folder(*folder.layers[1:], built_in=True) if len(folder.layers) > 1 else None


def differences(game_id: str) -> tuple[Difference, ...]:
    """What a game changes in its parent.

    >>> differences("1941")
    ()
    """
    return compared(folder_of(game_id))


def compared(folder: Folder) -> tuple[Difference, ...]:
    """What the game in a folder changes. Raises ``DataFileError`` if a file can't be read."""
    parent = parent_of(folder)
    if parent is None:
        return ()
    own = folder.layers[0]
    names = names_of(folder)
    found: list[Edit] = []
    for file in own.names():
        if file.endswith(".yaml") and not _is_scenario(folder, file):
            found += _edits(file, _value(parent, file), _value(folder, file))
        elif file == "map.json":
            found.append(Edit(file, (), NOTHING, NOTHING))
    return tuple(_differences(found, names))


def names_of(folder: Folder) -> Names:
    """The names of units, powers and sides, in the game and its parent."""
    game, units = _value(folder, "game.yaml"), _value(folder, "units.yaml")
    parent = parent_of(folder)
    if parent is not None:
        for tree, file in ((game, "game.yaml"), (units, "units.yaml")):
            old = _value(parent, file)
            for key, value in old.items() if isinstance(old, dict) else ():
                if isinstance(value, dict) and isinstance(tree, dict):
                    tree[key] = {**value, **tree[key]} if isinstance(tree.get(key), dict) else value
                elif isinstance(tree, dict):
                    tree.setdefault(key, value)
    setup = _value(folder, "setup.yaml")
    scenarios = setup.get("scenarios") if isinstance(setup, dict) else None
    first = str(next(iter(scenarios), "")) if isinstance(scenarios, dict) else ""
    if isinstance(game, dict) and not game.get("sides"):  # a hex game has them in a file of their own
        sides = _value(folder, "sides.yaml")
        game["sides"] = {key: one.get("name", key) for key, one in sides.items() if isinstance(one, dict)}
    return Names(game if isinstance(game, dict) else {}, units if isinstance(units, dict) else {}, first)


def with_only(folder: Folder, chosen: Collection[Difference], name: str = "") -> Folder:
    """The variant with only some of its changes: otherwise its parent's numbers, with the variant's texts."""
    parent = parent_of(folder)
    assert parent is not None, "only a variant has changes"
    own = folder.layers[0]
    held = {file: own.read(file) for file in own.names() if is_text(file)}
    if "rules.yaml" in held:  # the change that strikes a rule may be left out here
        rules = construct(read_node(Folder(own) / "rules.yaml")) or []
        kept = [{key: value for key, value in rule.items() if key != "struck"} for rule in rules]
        held["rules.yaml"] = msgspec.json.encode(kept)
    game = construct(read_node(Folder(own) / "game.yaml")) or {}
    trees: dict[str, dict[str, Any]] = {"game.yaml": {key: game[key] for key in ABOUT if key in game}}
    for file in own.names():
        if file in held or not file.endswith(".yaml") or _is_scenario(folder, file):
            continue
        before = _value(parent, file)
        edits = [edit for one in chosen for edit in one.edits if edit.file == file]
        if not edits:
            continue
        tree = _own(before)
        for edit in edits:
            tree = _applied(tree, edit.path, edit.after)
        old = before if isinstance(before, dict) else {}
        lines = trees.setdefault(file, {})
        lines |= {key: {"replace": value} for key, value in tree.items() if old.get(key, NOTHING) != value}
        lines |= {key: None for key in old if key not in tree}
    held |= {file: msgspec.json.encode(_plain(tree)) for file, tree in trees.items()}
    return Folder(Layer(name or own.name, None, held), *folder.snapshot().layers[1:])


def _plain(value: Any) -> Any:
    """Data that fits JSON, as YAML reads it: keys are strings."""
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def _is_scenario(folder: Folder, file: str) -> bool:
    """Whether a file is one of the author's scenario files, not a scenario that the game is played in."""
    return file.startswith("scenarios/") and not (folder / "atlas.yaml").is_file()


def _value(folder: Folder, file: str) -> Any:
    path = folder / file
    return _own(construct(read_node(path))) if path.is_file() else {}


def _own(value: Any) -> Any:
    """A deep copy that shares nothing: YAML anchors refer to the same mapping."""
    if isinstance(value, dict):
        return {key: _own(one) for key, one in value.items()}
    return [_own(one) for one in value] if isinstance(value, list) else value


# finding edits


def _edits(file: str, before: Any, after: Any) -> Iterator[Edit]:
    if file == "game.yaml" and isinstance(before, dict) and isinstance(after, dict):
        before = {key: value for key, value in before.items() if key not in ABOUT}
        after = {key: value for key, value in after.items() if key not in ABOUT}
    for edit in _between(file, (), before, after):
        if not (file == "rules.yaml" and edit.path[1:] == ("section",)):
            yield edit


def _between(file: str, path: tuple[str, ...], before: Any, after: Any) -> Iterator[Edit]:
    if before == after:
        return
    if file in _BY_PLACE or (file == "game.yaml" and path in _GROUPS):
        before = {} if before is NOTHING and isinstance(after, dict) else before
        after = {} if after is NOTHING and isinstance(before, dict) else after
    pair = _as_mappings(file, before, after)
    if pair is None:
        yield Edit(file, path, before, after)
        return
    old, new = pair
    for key in dict.fromkeys([*old, *new]):
        yield from _between(file, (*path, key), old.get(key, NOTHING), new.get(key, NOTHING))


def _as_mappings(file: str, before: Any, after: Any) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
    """Both as mappings, if they can be compared item by item: lists by the names of their items."""
    if isinstance(before, dict) and isinstance(after, dict):
        return {str(k): v for k, v in before.items()}, {str(k): v for k, v in after.items()}
    old, new = _named(before), _named(after)
    if old is None or new is None:
        return None
    # If the order matters, only lists of the same items can be compared one by one.
    return (old, new) if file == "rules.yaml" or list(old) == list(new) else None


def _named(value: Any) -> dict[str, Any] | None:
    if not isinstance(value, list) or not value or not all(isinstance(one, dict) for one in value):
        return None
    for key in ("id", "name"):
        names = [str(one.get(key, "")) for one in value]
        if all(names) and len(set(names)) == len(names):
            return dict(zip(names, value, strict=True))
    return None


def _applied(tree: Any, path: Sequence[str], value: Any) -> Any:
    """A tree with another value at a path; the tree itself is changed."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(tree, list):
        names = list(_named(tree) or ())
        if key not in names:
            raise DataFileError(f"the list has no item {key!r}")
        tree[names.index(key)] = _applied(tree[names.index(key)], rest, value)
        return tree
    tree = tree if isinstance(tree, dict) else {}
    real = next((one for one in tree if str(one) == key), key)
    if not rest and value is NOTHING:
        tree.pop(real, None)
    else:
        tree[real] = _applied(tree.get(real, {}), rest, value)
    return tree


# from edits to differences


def _differences(edits: Sequence[Edit], names: Names) -> Iterator[Difference]:
    borders = {
        edit.path[1]: edit for edit in edits if edit.file == "board.yaml" and edit.path[2:] == ("neighbours",)
    }
    seen: set[str] = set()
    for edit in edits:
        place = f"{edit.file}: {'.'.join(edit.path)}" if edit.path else edit.file
        if edit.file == "board.yaml" and edit.path[2:] == ("neighbours",):
            if edit.path[1] in seen:
                continue
            group = _connected(edit.path[1], borders)
            seen |= set(group)
            some = tuple(borders[one] for one in group)
            yield Difference(place, topic_of(edit), " ".join(say(one, names) for one in some), some)
        else:
            yield Difference(place, topic_of(edit), say(edit, names), (edit,))


def _connected(first: str, borders: Mapping[str, Edit]) -> list[str]:
    """All spaces whose neighbours must change together with those of the first."""
    group, waiting = [first], [first]
    while waiting:
        edit = borders[waiting.pop()]
        changed = set(edit.before or ()) ^ set(edit.after or ())
        for other in sorted(changed & borders.keys()):
            if other not in group:
                group.append(other)
                waiting.append(other)
    return group
