"""YAML nodes, which know their file and line."""

import io
from typing import Any

import yaml

from sandtable.core.datafile.errors import DataFileError

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MERGE = "tag:yaml.org,2002:merge"


class _Named(io.StringIO):
    """A text with a name for the parser's errors."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(text)
        self.name = name


def compose(text: str, name: str) -> yaml.Node | None:
    """The root node of a YAML text; None if it is empty."""
    loader = _Loader(_Named(text, name))
    try:
        node: yaml.Node | None = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = f", line {mark.line + 1}" if mark is not None else ""
        raise DataFileError(f"{name}{line}: not valid YAML: {error.problem or error}") from None
    except yaml.YAMLError as error:
        raise DataFileError(f"{name}: not valid YAML: {error}") from None
    finally:
        loader.dispose()
    _refuse_twice(node)
    return node


def _refuse_twice(root: yaml.Node | None) -> None:
    """YAML takes the last of two equal keys; an author who wrote both loses the first without noticing."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, yaml.MappingNode | yaml.SequenceNode) or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            waiting += node.value
            continue
        lines: dict[str, int] = {}
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode) and key.tag != MERGE:
                if key.value in lines:
                    first = lines[key.value]
                    raise DataFileError(f"{place(key)}: {key.value} is here twice; first in line {first}")
                lines[key.value] = key.start_mark.line + 1
            waiting.append(value)


def construct(node: yaml.Node | None) -> Any:
    """The value of a node."""
    if node is None:
        return None
    loader = _Loader("")
    try:
        return loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        raise DataFileError(f"{place(node)}: not valid YAML: {error.problem}") from None
    except ValueError as error:  # a number or a date that is none
        raise DataFileError(f"{place(node)}: a value is not valid: {error}") from None
    finally:
        loader.dispose()


def flatten(node: yaml.Node) -> None:
    """Resolve the merge keys (``<<``) of a mapping in place."""
    loader = _Loader("")
    try:
        loader.flatten_mapping(node)
    finally:
        loader.dispose()


def place(node: yaml.Node) -> str:
    """The location of a node: ``units.yaml, line 4``."""
    return f"{node.start_mark.name}, line {node.start_mark.line + 1}"


def is_null(node: yaml.Node) -> bool:
    return bool(node.tag == "tag:yaml.org,2002:null")


def find(node: yaml.Node | None, path: tuple[str | int, ...]) -> yaml.Node | None:
    """The node at a path, or the last one on the way. For a key of a mapping, the key's node."""
    here = node
    for number, step in enumerate(path):
        there: yaml.Node | None = None
        if isinstance(here, yaml.MappingNode):
            for key, value in here.value:
                if str(key.value) == str(step):
                    there = key if number == len(path) - 1 else value
        elif isinstance(here, yaml.SequenceNode) and isinstance(step, int) and step < len(here.value):
            there = here.value[step]
        if there is None:
            return here
        here = there
    return here
