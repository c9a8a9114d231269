"""Decisions: what a seat owes the table now. Several seats may owe one at the same time."""

import msgspec

Seat = str
"""A place at the table, named by the power that is played from it."""


class Decision(msgspec.Struct, frozen=True):
    """One open question: who is asked, what kind of answer is expected, and where."""

    seat: Seat
    kind: str
    space: str = ""
    prompt: str = ""
