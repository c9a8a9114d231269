"""A clock that tests move forward."""

from datetime import UTC, datetime, timedelta

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Watch:
    """The current time, as set by a test."""

    def __init__(self, at: datetime = NOON) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def forward(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> None:
        self.at += timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
