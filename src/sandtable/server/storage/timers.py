"""The clock of a seat, and vacations, as stored."""

from datetime import datetime

import msgspec


class Timer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's time. Stores timestamps rather than a countdown, so that a restart changes nothing."""

    left: float = 0.0
    """Seconds left when the clock last started or stopped."""
    since: datetime | None = None
    """When it started; None: it is stopped."""
    turn: str = ""
    """The turn it last ran in; empty: it never ran."""
    warned: bool = False
    """Whether the person was reminded in this turn."""
    out: bool = False
    """Whether time ran out in this turn."""
    late: int = 0
    """How often time has run out."""


class Holiday(msgspec.Struct, frozen=True):
    """A vacation. Clocks that count days stop during it."""

    begins: datetime
    ends: datetime
