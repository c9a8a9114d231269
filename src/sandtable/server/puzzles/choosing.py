"""Which puzzle comes next, and which is today's. Pure."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime
from hashlib import sha256

FIRST = date(2026, 1, 1)


def day_of(at: datetime) -> date:
    """The day that counts for the puzzle of the day, the same for everybody."""
    return at.astimezone(UTC).date()


def daily(ids: Sequence[str], day: date) -> str | None:
    """The puzzle of a day: every puzzle in turn, in an order that looks random.

    >>> days = [daily(["a", "b", "c"], date(2026, 1, n)) for n in range(1, 7)]
    >>> sorted(days[:3]), days[:3] == days[3:]
    (['a', 'b', 'c'], True)
    """
    shuffled = sorted(ids, key=lambda one: sha256(one.encode()).digest())
    return shuffled[(day - FIRST).days % len(shuffled)] if shuffled else None


def nearest(ratings: Mapping[str, float], mine: float, tried: Collection[str]) -> str | None:
    """The untried puzzle that is nearest to a rating.

    >>> nearest({"a": 1200, "b": 1500, "c": 1600}, 1540, {"b"})
    'c'
    """
    left = [one for one in ratings if one not in tried]
    return min(left, key=lambda one: (abs(ratings[one] - mine), one), default=None)
