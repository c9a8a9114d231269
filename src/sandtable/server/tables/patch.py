"""JSON merge patches (RFC 7396): view changes, small enough to send after every decision.

A merge patch can't set a member to null, so :func:`plain` omits null members.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

JSON = Any
"""A JSON value."""


def plain(value: object) -> JSON:
    """A struct as JSON values, without null members.

    >>> plain({"battle": None, "round": 2})
    {'round': 2}
    """
    encoded = msgspec.json.encode(value)
    found = msgspec.json.decode(encoded)
    return _without_null(found) if b"null" in encoded else found


def patch_between(old: object, new: object) -> JSON:
    """The merge patch from one struct to another, both as :func:`plain` makes them.

    States share what didn't change, so most of both is never visited.
    """
    old, new = _apart(old, new)
    return diff(plain(old), plain(new))


def diff(old: JSON, new: JSON) -> JSON:
    """The merge patch that turns ``old`` into ``new``; both are plain.

    >>> diff({"round": 1, "stacks": {"Karelia": 3, "Ukraine": 1}}, {"round": 2, "stacks": {"Karelia": 3}})
    {'round': 2, 'stacks': {'Ukraine': None}}
    >>> diff({"round": 1}, {"round": 1})
    {}
    """
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    patch = {}
    for name, value in new.items():
        if name not in old:
            patch[name] = value
        elif isinstance(value, dict) and isinstance(old[name], dict):
            inner = diff(old[name], value)
            if inner:
                patch[name] = inner
        elif not _same(old[name], value):
            patch[name] = value
    for name in old:
        if name not in new:
            patch[name] = None
    return patch


def merge(target: JSON, patch: JSON) -> JSON:
    """Apply a patch, as a client does.

    >>> merge({"a": 1, "b": {"c": 2}}, {"a": None, "b": {"d": 3}})
    {'b': {'c': 2, 'd': 3}}
    """
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = merge(merged.get(name), value)
    return merged


def _same(one: JSON, other: JSON) -> bool:
    """Equality in JSON, where 1 is not true."""
    if isinstance(one, str) and isinstance(other, str):
        return one == other
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def _apart(old: Any, new: Any) -> tuple[Any, Any]:
    """Two values of one type without what they share. Null takes its place, and stays out of the patch."""
    kind = type(old)
    if kind is not type(new):
        return old, new
    if kind is dict:
        shared = [name for name, value in new.items() if old.get(name) is value]
        dull = set(shared[1:])  # keep one, so that a non-empty collection doesn't become empty
        return (
            {name: value for name, value in old.items() if name not in dull},
            {name: value for name, value in new.items() if name not in dull},
        )
    if not isinstance(new, msgspec.Struct) or new.__struct_config__.array_like:
        return old, new
    ours: dict[str, Any] = {}
    theirs: dict[str, Any] = {}
    for field in new.__struct_fields__:
        was, now = getattr(old, field), getattr(new, field)
        if was is now:
            ours[field] = theirs[field] = None
        elif not any(one is was or one is now for one in new.__struct_defaults__):
            ours[field], theirs[field] = _apart(was, now)
    return replace(old, **ours), replace(new, **theirs)


def _without_null(value: JSON) -> JSON:
    if isinstance(value, dict):
        return {name: _without_null(one) for name, one in value.items() if one is not None}
    if isinstance(value, list):
        return [_without_null(one) for one in value]
    return value
