"""What every event has in common: it is known by its name in files and on the wire."""

import re

import msgspec


def tag(name: str) -> str:
    """The name of an event in files and on the wire.

    >>> tag("LossesTaken")
    'losses-taken'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Event(msgspec.Struct, frozen=True, tag=tag, tag_field="is", omit_defaults=True):
    """Base of everything that can happen."""
