"""The docstring below each field of a class, for documentation, schemas and forms."""

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from textwrap import dedent
from typing import Any

import msgspec


def sentences(kind: type[Any]) -> Mapping[str, str]:
    """The docstring below each field of a struct, base classes included.

    >>> from sandtable.area.parts.repairs import Repair
    >>> sorted(sentences(Repair))
    ['unit', 'zone']
    """
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            found |= own_sentences(base)
    return found


@cache
def own_sentences(kind: type[Any]) -> Mapping[str, str]:
    """The same without base classes."""
    body = ast.parse(dedent(inspect.getsource(kind))).body[0]
    lines = body.body if isinstance(body, ast.ClassDef) else []
    return {
        line.target.id: inspect.cleandoc(after.value.value)
        for line, after in pairwise(lines)
        if isinstance(line, ast.AnnAssign)
        and isinstance(line.target, ast.Name)
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Constant)
        and isinstance(after.value.value, str)
    }
