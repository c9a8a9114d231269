"""One file over another: a variant's file says only what is different.

* Mappings are merged by key. ``null`` removes a key; ``{replace: ...}`` puts a new value in place of the old one,
  whatever it is.
* Lists whose items have an ``id`` are merged by it: a known id changes that item, a new one is added.
* Other lists are replaced by a list, or edited by a mapping: ``add`` and ``remove`` items, put items ``before``,
  ``after`` or ``instead`` of a named one, or ``change`` a named one's fields. An item is named by its ``id``, its
  ``name``, or itself.
* Anything else is replaced.

All of this works on the nodes of YAML files, so that every value still knows the file and the line it comes from.
"""

from collections.abc import Callable, Iterator

import yaml

from sandtable.core.datafile.errors import DataFileError, suggestion
from sandtable.core.datafile.nodes import MERGE, construct, flatten, is_null, place

REPLACE = "replace"
EDITS = ("add", "remove", "before", "after", "instead", "change")


def overlay(base: yaml.Node | None, change: yaml.Node | None) -> yaml.Node | None:
    """``change`` laid over ``base``; neither is modified."""
    if base is None or change is None:
        return base if change is None else _fresh(change)
    return _over(base, change)


def has_key(node: yaml.Node | None, name: str) -> bool:
    """Whether a node is a mapping with this key."""
    return isinstance(node, yaml.MappingNode) and any(key.value == name for key, _ in node.value)


def without(node: yaml.Node | None, keys: tuple[str, ...]) -> yaml.Node | None:
    """A mapping without some of its keys; anything else as it is."""
    if not isinstance(node, yaml.MappingNode):
        return node
    left = [(key, value) for key, value in node.value if key.value not in keys]
    return yaml.MappingNode(node.tag, left, node.start_mark, node.end_mark)


def _over(base: yaml.Node, change: yaml.Node) -> yaml.Node:
    if isinstance(change, yaml.MappingNode):
        replaced = _replaced(change)
        if replaced is not None:
            return replaced
        if isinstance(base, yaml.MappingNode):
            return _mapping(base, change)
        if isinstance(base, yaml.SequenceNode):
            return _edited(base, change)
    if isinstance(base, yaml.SequenceNode) and isinstance(change, yaml.SequenceNode) and _has_ids(base):
        return _by_id(base, change)
    return change


def _replaced(change: yaml.MappingNode) -> yaml.Node | None:
    """The new value of a mapping that has only ``replace``."""
    if len(change.value) == 1 and change.value[0][0].value == REPLACE:
        value: yaml.Node = change.value[0][1]
        return value
    return None


def _fresh(change: yaml.Node) -> yaml.Node:
    """A value with nothing below it, so that only additions remain."""
    if isinstance(change, yaml.MappingNode):
        if (replaced := _replaced(change)) is not None:
            return replaced
        words = [key.value for key, _ in change.value]
        if words and set(words) <= {"add", "remove"}:
            return _edited(yaml.SequenceNode("tag:yaml.org,2002:seq", [], change.start_mark), change)
    return change


def _mapping(base: yaml.MappingNode, change: yaml.MappingNode) -> yaml.MappingNode:
    merged = {_key(key): (key, value) for key, value in _pairs(base)}
    for key, value in _pairs(change):
        name = _key(key)
        if name not in merged:
            merged[name] = key, _fresh(value)
        elif is_null(value):
            del merged[name]
        else:
            merged[name] = key, _over(merged[name][1], value)
    return yaml.MappingNode(base.tag, list(merged.values()), change.start_mark, change.end_mark)


def _pairs(node: yaml.MappingNode) -> list[tuple[yaml.Node, yaml.Node]]:
    if any(key.tag == MERGE for key, _ in node.value):
        node = yaml.MappingNode(node.tag, list(node.value), node.start_mark, node.end_mark)
        flatten(node)
        # The mapping's own keys come after merged ones and override them.
        node.value = list({_key(key): (key, value) for key, value in node.value}.values())
    pairs: list[tuple[yaml.Node, yaml.Node]] = node.value
    return pairs


def _key(node: yaml.Node) -> str:
    """A key for comparison: ``7`` and ``"7"`` are the same."""
    return str(node.value)


# -- lists whose items have an id


def _field(item: yaml.Node, name: str) -> str | None:
    if isinstance(item, yaml.MappingNode):
        for key, value in item.value:
            if key.value == name and isinstance(value, yaml.ScalarNode):
                return str(value.value)
    return None


def _has_ids(node: yaml.SequenceNode) -> bool:
    return bool(node.value) and all(_field(item, "id") is not None for item in node.value)


def _by_id(base: yaml.SequenceNode, change: yaml.SequenceNode) -> yaml.SequenceNode:
    merged = {_field(item, "id"): item for item in base.value}
    for item in change.value:
        name = _field(item, "id")
        if name is None:
            raise DataFileError(f"{place(item)}: an item of this list needs an id.")
        merged[name] = _over(merged[name], item) if name in merged else item
    return _sequence(base, list(merged.values()), change)


# -- edits of a list


def _edited(base: yaml.SequenceNode, change: yaml.MappingNode) -> yaml.SequenceNode:
    items = list(base.value)
    for word, value in change.value:
        match word.value:
            case "add":
                items += _items(value)
            case "remove":
                for pattern in _items(value):
                    items = _without(items, pattern)
            case "before" | "after" | "instead":
                for name, new in _named(value):
                    at = _position(items, name)
                    start, end = {"before": (at, at), "after": (at + 1, at + 1)}.get(word.value, (at, at + 1))
                    items[start:end] = _items(new)
            case "change":
                for name, new in _named(value):
                    at = _position(items, name)
                    items[at] = _over(items[at], new)
            case other:
                raise DataFileError(
                    f"{place(word)}: {other}: what is changed here is a list, by {', '.join(EDITS[:-1])} or "
                    f"{EDITS[-1]}.{suggestion(str(other), EDITS)}"
                )
    return _sequence(base, items, change)


def _items(value: yaml.Node) -> list[yaml.Node]:
    return list(value.value) if isinstance(value, yaml.SequenceNode) else [value]


def _named(value: yaml.Node) -> Iterator[tuple[yaml.Node, yaml.Node]]:
    if not isinstance(value, yaml.MappingNode):
        raise DataFileError(f"{place(value)}: name the item of the list that is meant: {{NAME: ...}}.")
    yield from value.value


def _name(item: yaml.Node) -> str | None:
    if isinstance(item, yaml.ScalarNode):
        return str(item.value)
    return _field(item, "id") or _field(item, "name")


def _position(items: list[yaml.Node], name: yaml.Node) -> int:
    found = [at for at, item in enumerate(items) if _name(item) == name.value]
    if len(found) > 1:
        raise DataFileError(f"{place(name)}: the list has {len(found)} items called {name.value!r}.")
    if not found:
        raise _nothing_like(name, items)
    return found[0]


def _nothing_like(name: yaml.Node, items: list[yaml.Node]) -> DataFileError:
    known = [known for item in items if (known := _name(item)) is not None]
    return DataFileError(
        f"{place(name)}: the list has no item {name.value!r}.{suggestion(str(name.value), known)}"
    )


def _without(items: list[yaml.Node], pattern: yaml.Node) -> list[yaml.Node]:
    """The items without those that match a name or a pattern of fields."""
    means: Callable[[yaml.Node], bool]
    if isinstance(pattern, yaml.ScalarNode):
        means = lambda item: _name(item) == pattern.value  # noqa: E731
    else:
        wanted = construct(pattern)
        means = lambda item: _fits(construct(item), wanted)  # noqa: E731
    left = [item for item in items if not means(item)]
    if len(left) == len(items):
        if isinstance(pattern, yaml.ScalarNode):
            raise _nothing_like(pattern, items)
        raise DataFileError(f"{place(pattern)}: the list has no such item to remove.")
    return left


def _fits(value: object, pattern: object) -> bool:
    if isinstance(value, dict) and isinstance(pattern, dict):
        return all(key in value and value[key] == wanted for key, wanted in pattern.items())
    return value == pattern


def _sequence(base: yaml.SequenceNode, items: list[yaml.Node], change: yaml.Node) -> yaml.SequenceNode:
    return yaml.SequenceNode(base.tag, items, change.start_mark, change.end_mark)
