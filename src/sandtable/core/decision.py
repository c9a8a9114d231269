"""Decisions that seats owe. Several seats can owe one at the same time."""

import msgspec

Seat = str
"""A place at the table, named by the power that is played from it."""


class Decision(msgspec.Struct, frozen=True):
    """An open decision: whose, of what kind, and where."""

    seat: Seat
    kind: str
    space: str = ""
    prompt: str = ""
