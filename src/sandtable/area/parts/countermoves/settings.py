"""Settings of the countermoves."""

import msgspec


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The enemies' reactions to moves."""

    base: str
    """The facility needed to intercept, to strike at ships and to scramble."""
    interceptors: tuple[str, ...]
    """Unit types that intercept overflights."""
    strikers: tuple[str, ...]
    """Unit types that strike at ships and scramble."""
    scramble: int
    """How many air units a base can scramble per turn."""
    strike: int
    """In a strike, air units and ships hit each other with this or less."""
