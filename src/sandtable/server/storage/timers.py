"""The clock of a seat, and vacations, as they are kept."""

from datetime import datetime

import msgspec


class Timer(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much time a seat has. Points in time are kept, no seconds that count down: a restart changes nothing."""

    left: float = 0.0
    """Seconds that were left when the clock last began or stopped."""
    since: datetime | None = None
    """When it began to run; nothing: it stands."""
    turn: str = ""
    """The turn that it last ran in; empty: it never ran."""
    warned: bool = False
    """The person was reminded in this turn."""
    out: bool = False
    """Time ran out in this turn."""
    late: int = 0
    """How often that has happened."""


class Holiday(msgspec.Struct, frozen=True):
    """A vacation: clocks that count days stand."""

    begins: datetime
    ends: datetime
