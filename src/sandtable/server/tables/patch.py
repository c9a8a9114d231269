"""JSON merge patches (RFC 7396): how a view changed, small enough to send after every decision.

A merge patch cannot set a member to null, so a view has no such members: :func:`plain` leaves them out.
"""

from typing import Any

import msgspec

JSON = Any
"""What JSON can say, as Python has it."""


def plain(value: object) -> JSON:
    """A struct as JSON values, without members that are null.

    >>> plain({"battle": None, "round": 2})
    {'round': 2}
    """
    encoded = msgspec.json.encode(value)
    found = msgspec.json.decode(encoded)
    return _without_null(found) if b"null" in encoded else found


def diff(old: JSON, new: JSON) -> JSON:
    """The merge patch that makes ``new`` of ``old``; both are plain.

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
        elif msgspec.json.encode(old[name]) != msgspec.json.encode(value):  # to Python, 1 is true
            patch[name] = value
    for name in old:
        if name not in new:
            patch[name] = None
    return patch


def merge(target: JSON, patch: JSON) -> JSON:
    """What a client makes of a patch.

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


def _without_null(value: JSON) -> JSON:
    if isinstance(value, dict):
        return {name: _without_null(one) for name, one in value.items() if one is not None}
    if isinstance(value, list):
        return [_without_null(one) for one in value]
    return value
