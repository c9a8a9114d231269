"""Refusals: the answer to an illegal action. A value, never an exception."""

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is not allowed, and the rule that says so.

    >>> Refusal("demo.turn.order", "It is Japan's turn.").rule
    'demo.turn.order'
    """

    rule: str
    why: str
