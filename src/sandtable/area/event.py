"""What all events have in common: their name in files and on the wire, and where their dice are."""

import re
from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec


def tag(name: str) -> str:
    """The name of an event in files and on the wire.

    >>> tag("LossesTaken")
    'losses-taken'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Event(msgspec.Struct, frozen=True, tag=tag, tag_field="is", omit_defaults=True):
    """Base of all events.

    ``dice_at``: the fields that hold its dice, in the order rolled; ``fire.dice`` means the field ``dice`` of each
    entry in ``fire``. The table, the dice verification and the page all use this.
    """

    dice_at: ClassVar[tuple[str, ...]] = ()

    def rolled(self) -> tuple[int, ...]:
        """Its dice, in the order rolled."""
        return tuple(die for path in self.dice_at for die in _walk(self, path.split(".")))


def _walk(value: Any, path: list[str]) -> Iterator[int]:
    """The dice in a field: one, several, or those of each entry."""
    if isinstance(value, tuple):
        for one in value:
            yield from _walk(one, path)
    elif path:
        yield from _walk(getattr(value, path[0]), path[1:])
    else:
        yield value
